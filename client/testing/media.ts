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
