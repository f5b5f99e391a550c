import type { BrowserCommand } from 'vitest/node';

/** Moves the mouse to a point of the page of component tests, presses and releases it. Resolves when the page has handled all of it. */
export const pressMouse: BrowserCommand<[x: number, y: number]> = ({ page }, x, y) => page.mouse.click(x, y);
