/** Local days and hours of time zones. Instants are in milliseconds since 1970 and are always parameters. */
import { addDays, type CalendarDate, calendarDateOf } from './calendar-date.ts';

const hourLength = 3_600_000;
const dayLength = 24 * hourLength;
const epoch = calendarDateOf(1970, 1, 1);

/** Caches formats, because creating one is slow. Keys are in lower case: there are about 600 zones, but many spellings of each. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError when the zone is unknown */
function formatOf(zone: string): Intl.DateTimeFormat {
  const name = zone.toLowerCase();
  const format = formats.get(name) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(name, format);
  return format;
}

export function isTimeZone(zone: string): boolean {
  try {
    return formatOf(zone) !== null;
  } catch {
    return false;
  }
}

/** Returns how far the zone is ahead of UTC, in milliseconds. @throws RangeError when the zone is unknown */
function offsetAt(zone: string, instant: number): number {
  const name = formatOf(zone)
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value;
  // Offsets from before time zones were introduced include seconds.
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d+):?(\d+)?:?(\d+)?/.exec(name ?? '') ?? [];
  const offset = Number(hours) * hourLength + Number(minutes) * 60_000 + Number(seconds) * 1000;
  return sign === '-' ? -offset : offset;
}

/** Returns the local day. @throws RangeError when the zone is unknown */
export function localDayAt(instant: number, zone: string): CalendarDate {
  return addDays(epoch, Math.floor((instant + offsetAt(zone, instant)) / dayLength));
}

/** Returns the local time as `HH:MM`. @throws RangeError when the zone is unknown */
export function localTimeAt(instant: number, zone: string): string {
  return new Date(instant + offsetAt(zone, instant)).toISOString().slice(-13, -8);
}

/**
 * Returns the instant at which local clocks show `minute`, counted from midnight as clocks show it. Of a repeated minute it is the
 * first. A skipped minute uses the offset from before the change, as calendars do (RFC 5545, 3.3.5): 2:30 becomes 3:30.
 * @throws RangeError when the zone is unknown
 */
export function instantOfMinute(day: CalendarDate, minute: number, zone: string): number {
  const shown = Date.parse(day) + minute * 60_000;
  // A day is longer than the largest offset, and no zone changes its clocks twice within two days.
  const before = offsetAt(zone, shown - dayLength);
  const after = offsetAt(zone, shown + dayLength);
  const isShown = (offset: number) => offsetAt(zone, shown - offset) === offset;
  // If both offsets fit, the earlier offset gives the first occurrence.
  return shown - (!isShown(before) && isShown(after) ? after : before);
}

/** Whether local clocks show this minute, and do not skip it when they go forward. @throws RangeError when the zone is unknown */
export function isShownMinute(day: CalendarDate, minute: number, zone: string): boolean {
  const instant = instantOfMinute(day, minute, zone);
  return instant + offsetAt(zone, instant) === Date.parse(day) + minute * 60_000;
}

/** Returns the instant at which local clocks reach `hour`, 0 to 23, as `instantOfMinute`. @throws RangeError when the zone is unknown */
export function instantOfHour(day: CalendarDate, hour: number, zone: string): number {
  return instantOfMinute(day, hour * 60, zone);
}
