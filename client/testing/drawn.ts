/** The frame in which Vitest shows the page of a test file. */
const frame = window.frameElement as HTMLElement | null;

/**
 * Sets whether the browser draws what a test shows. Drawing takes about an eighth of the time, and only a screenshot needs it. An
 * element counts as visible and can be pressed all the same, because only the frame around the page becomes transparent.
 */
export function setDrawn(isDrawn: boolean) {
  frame?.style.setProperty('opacity', isDrawn ? '1' : '0');
}
