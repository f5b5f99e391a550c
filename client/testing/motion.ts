import { cdp } from 'vitest/browser';

/** Sets what the visitor prefers. A test that changes it sets it back. */
export async function emulateReducedMotion(value: 'reduce' | 'no-preference') {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });
}
