import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

/** What vitest.config.ts sets. Named together each time, because Chromium forgets a preference that is not named again. */
const preferences = {
  'prefers-reduced-motion': 'reduce',
  'prefers-color-scheme': 'light',
  'forced-colors': 'none',
};

async function emulate(name: keyof typeof preferences, value: string, media: 'print' | '' = '') {
  const features = Object.entries({ ...preferences, [name]: value }).map(([each, chosen]) => ({
    name: each,
    value: chosen,
  }));
  await cdp().send('Emulation.setEmulatedMedia', { media, features });
}

/** Sets the visitor's preference until the test is over. Tests run without motion, unless what they show is what moves. */
export async function emulateReducedMotion(value: 'reduce' | 'no-preference') {
  await emulate('prefers-reduced-motion', value);
  onTestFinished(() => emulate('prefers-reduced-motion', 'reduce'));
}

/** Gives each frame a time that is 20 ms later than the last, however long the machine needs for it, until the test is over. */
export function emulateSteadyFrames() {
  const nextFrame = window.requestAnimationFrame;
  let time = performance.now();
  window.requestAnimationFrame = (draw) =>
    nextFrame(() => {
      time += 20;
      draw(time);
    });
  onTestFinished(() => {
    window.requestAnimationFrame = nextFrame;
  });
}

/** Sets the preference for light or dark. */
export async function emulateColorScheme(value: 'light' | 'dark') {
  await emulate('prefers-color-scheme', value);
}

/** Has the browser replace the colors of the page, as in Windows' contrast themes, until the test is over. */
export async function emulateForcedColors() {
  await emulate('forced-colors', 'active');
  onTestFinished(() => emulate('forced-colors', 'none'));
}

/** Shows the page as it is printed until the test is over. */
export async function emulatePaper() {
  await emulate('prefers-color-scheme', 'light', 'print');
  onTestFinished(() => emulate('prefers-color-scheme', 'light'));
}
