import { cdp } from 'vitest/browser';

function emulate(name: string, value: string) {
  return cdp().send('Emulation.setEmulatedMedia', { features: [{ name, value }] });
}

/** Sets the visitor's preference. A test that changes it sets it back. */
export async function emulateReducedMotion(value: 'reduce' | 'no-preference') {
  await emulate('prefers-reduced-motion', value);
}

/** Sets the preference for light or dark. */
export async function emulateColorScheme(value: 'light' | 'dark') {
  await emulate('prefers-color-scheme', value);
}
