import { type Mock, onTestFinished, vi } from 'vitest';

/** Gives the browser such properties until the test ends. */
export function standIn(properties: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(navigator, name, { value, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, name));
  }
}

/** A share sheet that takes everything, until the test ends. */
export function offerShareSheet(
  share: Mock = vi.fn().mockResolvedValue(undefined),
  canShare = (_: ShareData) => true,
): Mock {
  standIn({ share, canShare });
  return share;
}
