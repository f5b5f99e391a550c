import { vi } from 'vitest';

/** Sets `Date` to noon of this local day. Timers stay real. */
export function setToday(year: number, month: number, day: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(year, month - 1, day, 12) });
}

/** Sets the name that the device gives its time zone; undefined for none. The local time stays. */
export function setZoneName(timeZone: string | undefined) {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone: timeZone as string };
  });
}
