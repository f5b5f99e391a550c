/** Days and hours as the clocks of a place show them. An instant is in milliseconds since 1970, and is always a parameter. */
import { addDays, type CalendarDate, calendarDateOf, daysBetween } from './calendar-date.ts';

const hourLength = 3_600_000;
const dayLength = 24 * hourLength;
const epoch = calendarDateOf(1970, 1, 1);

/** Kept, because making one is slow, by their names in small letters: the world has about 600 time zones, and many ways to spell each. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError when the zone is unknown */
function formatOf(zone: string): Intl.DateTimeFormat {
  const name = zone.toLowerCase();
  const format = formats.get(name) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(name, format);
  return format;
}

/** Whether the clocks of this zone are known here. */
export function isTimeZone(zone: string): boolean {
  try {
    return formatOf(zone) !== null;
  } catch {
    return false;
  }
}

/** How far the clocks of the zone are ahead of UTC, in milliseconds. @throws RangeError when the zone is unknown */
function offsetAt(zone: string, instant: number): number {
  const name = formatOf(zone)
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value;
  // Before there were time zones, places had offsets with seconds.
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d+):?(\d+)?:?(\d+)?/.exec(name ?? '') ?? [];
  const offset = Number(hours) * hourLength + Number(minutes) * 60_000 + Number(seconds) * 1000;
  return sign === '-' ? -offset : offset;
}

/** The day on a calendar there. @throws RangeError when the zone is unknown */
export function localDayAt(instant: number, zone: string): CalendarDate {
  return addDays(epoch, Math.floor((instant + offsetAt(zone, instant)) / dayLength));
}

/**
 * The instant at which the clocks there show a minute of a day, counted from midnight as clocks count. Of one that comes twice it is
 * the first. One that is left out counts on by the clock from before, so 2:30 becomes 3:30, as calendars read it (RFC 5545, 3.3.5).
 * @throws RangeError when the zone is unknown
 */
export function instantOfMinute(day: CalendarDate, minute: number, zone: string): number {
  const shown = daysBetween(epoch, day) * dayLength + minute * 60_000;
  // A day covers the largest offset, and no zone changes its clocks twice in two days.
  const before = offsetAt(zone, shown - dayLength);
  const after = offsetAt(zone, shown + dayLength);
  const isShown = (offset: number) => offsetAt(zone, shown - offset) === offset;
  // Where both are right, the offset from before gives the first.
  return shown - (!isShown(before) && isShown(after) ? after : before);
}

/** Whether the clocks there show a minute of a day at all, and do not pass it when they are put forward. @throws RangeError as above */
export function isShownMinute(day: CalendarDate, minute: number, zone: string): boolean {
  const shown = daysBetween(epoch, day) * dayLength + minute * 60_000;
  const instant = instantOfMinute(day, minute, zone);
  return instant + offsetAt(zone, instant) === shown;
}

/**
 * The instant at which the clocks there reach an hour of a day. Of an hour that comes twice it is the first. Where the clocks are
 * put forward past the hour, it is the moment at which they are.
 * @param hour 0 to 23
 * @throws RangeError when the zone is unknown
 */
export function instantOfHour(day: CalendarDate, hour: number, zone: string): number {
  return instantOfMinute(day, hour * 60, zone);
}
