import { cdp } from 'vitest/browser';

function emulate(name: string, value: string) {
  return cdp().send('Emulation.setEmulatedMedia', { features: [{ name, value }] });
}

/** Sets what the visitor prefers. A test that changes it sets it back. */
export async function emulateReducedMotion(value: 'reduce' | 'no-preference') {
  await emulate('prefers-reduced-motion', value);
}

/** The same for day and night. */
export async function emulateColorScheme(value: 'light' | 'dark') {
  await emulate('prefers-color-scheme', value);
}
