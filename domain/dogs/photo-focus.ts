/** Where the dog's face is in its photo, in whole percent of the photo's width from the left and of its height from the top. */
export type PhotoFocus = { x: number; y: number };

/** Where a face usually is, for a photo of which the owner has not said. */
export const usualFocus: PhotoFocus = { x: 50, y: 36 };

function percentOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 100 ? value : null;
}

/** Reads a focus from an untrusted value; null when it is none. */
export function parsePhotoFocus(value: unknown): PhotoFocus | null {
  const { x, y } = Object(value);
  const focus = { x: percentOf(x), y: percentOf(y) };
  return focus.x === null || focus.y === null ? null : { x: focus.x, y: focus.y };
}

/** The nearest focus within the photo, in whole percent. */
export function photoFocusAt(x: number, y: number): PhotoFocus {
  const within = (value: number) => Math.min(Math.max(Math.round(value), 0), 100);
  return { x: within(x), y: within(y) };
}
