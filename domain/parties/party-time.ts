/**
 * When a party begins, and perhaps ends: local times and their time zone. Instants are computed with the device's own time zone rules.
 * These may be older than the party's zone, so every function also works without them.
 */
import { addDays, type CalendarDate, calendarDateOf, daysBetween } from '../dates/calendar-date.ts';
import { instantOfMinute, isShownMinute, isTimeZone, localDayAt } from '../dates/local-time.ts';

declare const partyTimeBrand: unique symbol;

/**
 * A time of day to the minute, perhaps the time at which the party ends, and the name of their time zone: `18:30 America/New_York`,
 * `18:30-21:00 America/New_York`. It is one text, so that a merge never combines the time of one version with the zone or the end of
 * another. An end before the start is on the next day. Times of one zone compare correctly as text.
 */
export type PartyTime = string & { readonly [partyTimeBrand]: true };

/** Former names of time zones that browsers still use, with their present names, as tzdata links them. Databases may not know the former ones. */
const presentNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  CET: 'Europe/Brussels',
  CST6CDT: 'America/Chicago',
  EET: 'Europe/Athens',
  EST: 'America/Panama',
  EST5EDT: 'America/New_York',
  'Etc/UTC': 'UTC',
  'Europe/Kiev': 'Europe/Kyiv',
  GMT: 'UTC',
  HST: 'Pacific/Honolulu',
  MET: 'Europe/Brussels',
  MST: 'America/Phoenix',
  MST7MDT: 'America/Denver',
  PST8PDT: 'America/Los_Angeles',
  WET: 'Europe/Lisbon',
};

/** The same check as in the database. */
const zoneName = /^(UTC|Etc\/GMT(\+(\d|1[0-2])|-(\d|1[0-4]))|[A-Z][A-Za-z]+(\/[A-Z][A-Za-z_]*(-[A-Za-z]+)*){1,2})$/;
const longestZoneName = 60;

/** Returns the present name of a time zone, or null for text that is not a zone name. */
export function presentZoneName(zone: string): string | null {
  const name = presentNames[zone] ?? zone;
  return name.length <= longestZoneName && zoneName.test(name) ? name : null;
}

/** Reads HH:MM or HH:MM:00 as HH:MM; null for any other text. */
function clockTime(text: string): string | null {
  return /^((?:[01]\d|2[0-3]):[0-5]\d)(?::00)?$/.exec(text)?.[1] ?? null;
}

/** Combines HH:MM or HH:MM:00 with a zone and perhaps an end. Null if one is missing or invalid, or the end is the start. */
export function partyTimeOf(hour: string | null, zone: string | null, end: string | null = null): PartyTime | null {
  const [start, name, last] = [clockTime(hour ?? ''), presentZoneName(zone ?? ''), end ? clockTime(end) : ''];
  if (!start || !name || last === null || last === start) return null;
  return `${start}${last && `-${last}`} ${name}` as PartyTime;
}

/** Reads `HH:MM zone` or `HH:MM-HH:MM zone`. Returns null for any other text. */
export function parsePartyTime(text: string): PartyTime | null {
  const [, hour = '', , end = null, zone = ''] = /^([^- ]+)(-([^- ]+))? ([^ ]+)$/.exec(text) ?? [];
  return partyTimeOf(hour, zone, end);
}

/** Returns the local time of the start as `HH:MM`. */
export function hourOf(time: PartyTime): string {
  return time.slice(0, 5);
}

/** Returns the local time of the end as `HH:MM`; null without one. */
export function endOf(time: PartyTime): string | null {
  return time[5] === '-' ? time.slice(6, 11) : null;
}

export function zoneOf(time: PartyTime): string {
  return time.slice(time.indexOf(' ') + 1);
}

/** Returns the place in a zone's name, such as "New York", or "UTC-5" for a zone with a fixed offset. */
export function zonePlace(zone: string): string {
  const [, sign, hours] = /^Etc\/GMT([+-])(\d+)$/.exec(zone) ?? [];
  // In these names, positive numbers are west of UTC.
  if (hours) return `UTC${sign === '+' ? '-' : '+'}${hours}`;
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

function formatClock(text: string): string {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Formats the local time in US English, such as "6:30 PM", or "6:30 PM to 9:00 PM" with an end. */
export function formatHour(time: PartyTime): string {
  const end = endOf(time);
  return `${formatClock(hourOf(time))}${end ? ` to ${formatClock(end)}` : ''}`;
}

/** Names the time zone in words, such as "New York time". */
export function zoneTime(zone: string): string {
  return `${zonePlace(zone)}${/^(UTC|Etc\/)/.test(zone) ? '' : ' time'}`;
}

/** Formats the time with its zone, such as "6:30 PM, New York time". */
export function formatPartyTime(time: PartyTime): string {
  return `${formatHour(time)}, ${zoneTime(zoneOf(time))}`;
}

/** Formats the time for a reader in `zone`, null if that is not known. It names the party's zone unless the two are the same. */
export function formatPartyTimeIn(time: PartyTime, zone: string | null): string {
  return presentZoneName(zone ?? '') === zoneOf(time) ? formatHour(time) : formatPartyTime(time);
}

/** Formats the time as people write it: "3 PM", "3-5:30 PM", "11 AM-1 PM". It names the zone as formatPartyTimeIn. */
export function formatBriefTimeIn(time: PartyTime, zone: string | null): string {
  const [start = '', end] = [hourOf(time), endOf(time)].flatMap((hour) =>
    hour ? formatClock(hour).replace(':00', '') : [],
  );
  const hours = end ? `${start.slice(-2) === end.slice(-2) ? start.slice(0, -3) : start}-${end}` : start;
  return presentZoneName(zone ?? '') === zoneOf(time) ? hours : `${hours}, ${zoneTime(zoneOf(time))}`;
}

/** How long a party without an end is in calendars, in milliseconds. */
export const partyLength = 2 * 60 * 60 * 1000;

// On these days, the local day of an instant may be outside the years 1 to 9999.
const [firstDay, lastDay] = [calendarDateOf(1, 1, 1), calendarDateOf(9999, 12, 31)];

function hasInstant(date: CalendarDate, time: PartyTime): boolean {
  return isTimeZone(zoneOf(time)) && date !== firstDay && date !== lastDay;
}

/** Returns minutes since midnight. @param clock as `HH:MM` */
function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

/**
 * Returns the instant of this time on that day, in milliseconds since 1970, by the rules of `instantOfMinute`. Null if this device
 * does not know the zone, and on the first and the last possible date.
 */
export function instantOf(date: CalendarDate, time: PartyTime): number | null {
  return hasInstant(date, time) ? instantOfMinute(date, minuteOf(hourOf(time)), zoneOf(time)) : null;
}

/**
 * Returns when a party on that day begins and ends, as `instantOf`. A party without an end takes two hours. One whose end
 * comes before its start when the clocks change takes as long as its times say.
 */
export function spanOf(date: CalendarDate, time: PartyTime): { readonly start: number; readonly end: number } | null {
  const start = instantOf(date, time);
  if (start === null) return null;
  const last = endOf(time);
  if (last === null) return { start, end: start + partyLength };
  const days = last < hourOf(time) ? 1 : 0;
  const end = instantOf(addDays(date, days), `${last} ${zoneOf(time)}` as PartyTime);
  const minutes = days * 24 * 60 + minuteOf(last) - minuteOf(hourOf(time));
  return { start, end: end && end > start ? end : start + minutes * 60_000 };
}

/** The day of a reader's calendar, and the instant in milliseconds since 1970. */
export type Moment = { readonly today: CalendarDate; readonly instant: number };

export type TimedParty = { celebrationDate: CalendarDate; time: PartyTime | null };

/**
 * Whether a party is over: at its end, or if that is open, at midnight where it takes place. Without a time, or with a zone that this device
 * does not know, the reader's day decides. `is_over` in supabase/schemas is the same.
 */
export function isPartyOver({ celebrationDate: date, time }: TimedParty, now: Moment): boolean {
  const days = daysBetween(now.today, date);
  // No two zones are that far apart. Looking at the clocks of many parties would take long.
  const span = time && Math.abs(days) <= 3 ? spanOf(date, time) : null;
  if (!time || !span) return days < 0;
  return endOf(time) ? now.instant >= span.end : date < localDayAt(now.instant, zoneOf(time));
}

/**
 * Returns the calendar days until a party: where it takes place, or for the reader if it has no time or a zone that this device does not
 * know. Zero from its day on, because a party may go on after midnight.
 */
export function daysToParty({ celebrationDate, time }: TimedParty, { today, instant }: Moment): number {
  const zone = time && zoneOf(time);
  return Math.max(0, daysBetween(zone && isTimeZone(zone) ? localDayAt(instant, zone) : today, celebrationDate));
}

/** Whether clocks skip this time on that day, so that words and calendars would differ. False if this device does not know. */
export function isLeftOut(date: CalendarDate, time: PartyTime): boolean {
  return hasInstant(date, time) && !isShownMinute(date, minuteOf(hourOf(time)), zoneOf(time));
}
