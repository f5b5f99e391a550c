import { vi } from 'vitest';

/** Sets `Date` to noon of this local day. Timers stay real. */
export function setToday(year: number, month: number, day: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(year, month - 1, day, 12) });
}
