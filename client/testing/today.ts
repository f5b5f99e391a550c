import { vi } from 'vitest';

/** Makes noon of this local day the present, for `Date` alone: every timer stays real. */
export function setToday(year: number, month: number, day: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(year, month - 1, day, 12) });
}
