import { objectOf, ParseError, type Parser } from '../parse.ts';

/** The position of the dog's face in its photo, in whole percent of the width from the left and of the height from the top. */
export type PhotoFocus = { x: number; y: number };

/** Where a face usually is, for photos without a focus. */
export const usualFocus: PhotoFocus = { x: 50, y: 36 };

const percent: Parser<number> = (value, field) => {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 100) return value;
  throw new ParseError(`${field} is not a whole percentage`);
};

export const photoFocus = objectOf<PhotoFocus>({ x: percent, y: percent });

/** Returns the nearest focus within the photo, in whole percent. */
export function photoFocusAt(x: number, y: number): PhotoFocus {
  const within = (value: number) => Math.min(Math.max(Math.round(value), 0), 100);
  return { x: within(x), y: within(y) };
}
