/**
 * The time at which a party begins: the local time and its time zone. Instants are computed with the device's own time zone rules.
 * These may be older than the party's zone, so every function also works without them.
 */
import { type CalendarDate, calendarDateOf } from '../dates/calendar-date.ts';
import { instantOfMinute, isShownMinute, isTimeZone } from '../dates/local-time.ts';

declare const partyTimeBrand: unique symbol;

/**
 * A time of day to the minute and the name of its time zone, such as `18:30 America/New_York`. It is one text, so that a merge never
 * combines the time of one version with the zone of another. Times of one zone compare correctly as text.
 */
export type PartyTime = string & { readonly [partyTimeBrand]: true };

/** Former names of time zones that browsers still use, with their present names. Databases may not know the former ones. */
const presentNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Etc/UTC': 'UTC',
  'Europe/Kiev': 'Europe/Kyiv',
};

/** The same check as in the database. */
const zoneName = /^(UTC|Etc\/GMT(\+(\d|1[0-2])|-(\d|1[0-4]))|[A-Z][A-Za-z]+(\/[A-Z][A-Za-z_]*(-[A-Za-z]+)*){1,2})$/;
const longestZoneName = 60;

/** Returns the present name of a time zone, or null for text that is not a zone name. */
export function presentZoneName(zone: string): string | null {
  const name = presentNames[zone] ?? zone;
  return name.length <= longestZoneName && zoneName.test(name) ? name : null;
}

/** Combines `hour` (HH:MM or HH:MM:00) and a zone; null if either is invalid. */
export function partyTimeOf(hour: string, zone: string): PartyTime | null {
  const [, minutes] = /^((?:[01]\d|2[0-3]):[0-5]\d)(?::00)?$/.exec(hour) ?? [];
  const name = presentZoneName(zone);
  return minutes && name ? (`${minutes} ${name}` as PartyTime) : null;
}

/** Reads `HH:MM zone`. Returns null for any other text. */
export function parsePartyTime(text: string): PartyTime | null {
  const [hour = '', zone = '', ...rest] = text.split(' ');
  return rest.length === 0 ? partyTimeOf(hour, zone) : null;
}

/** Returns the local time as `HH:MM`. */
export function hourOf(time: PartyTime): string {
  return time.slice(0, 5);
}

/** Returns the name of the time zone, such as `America/New_York`. */
export function zoneOf(time: PartyTime): string {
  return time.slice(6);
}

/** Returns the place in a zone's name, such as "New York", or "UTC-5" for a zone with a fixed offset. */
export function zonePlace(zone: string): string {
  const [, sign, hours] = /^Etc\/GMT([+-])(\d+)$/.exec(zone) ?? [];
  // In these names, positive numbers are west of UTC.
  if (hours) return `UTC${sign === '+' ? '-' : '+'}${hours}`;
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** Formats the local time in US English, such as "6:30 PM". */
export function formatHour(time: PartyTime): string {
  const [hour = 0, minute = 0] = hourOf(time).split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Names the time zone in words, such as "New York time". */
export function formatClocks(time: PartyTime): string {
  const zone = zoneOf(time);
  return `${zonePlace(zone)}${/^(UTC|Etc\/)/.test(zone) ? '' : ' time'}`;
}

/** Formats the time with its zone, such as "6:30 PM, New York time". */
export function formatPartyTime(time: PartyTime): string {
  return `${formatHour(time)}, ${formatClocks(time)}`;
}

/** Formats the time for a reader in `zone`. It names the party's zone only if that differs. */
export function formatPartyTimeIn(time: PartyTime, zone: string): string {
  return presentZoneName(zone) === zoneOf(time) ? formatHour(time) : formatPartyTime(time);
}

/** How long a party is in calendars, in milliseconds, because owners do not say when it ends. */
export const partyLength = 2 * 60 * 60 * 1000;

// On these days, the local day of an instant may be outside the years 1 to 9999.
const [firstDay, lastDay] = [calendarDateOf(1, 1, 1), calendarDateOf(9999, 12, 31)];

function hasInstant(date: CalendarDate, time: PartyTime): boolean {
  return isTimeZone(zoneOf(time)) && date !== firstDay && date !== lastDay;
}

/** Returns the local time in minutes since midnight. */
function minuteOf(time: PartyTime): number {
  const [hours = 0, minutes = 0] = hourOf(time).split(':').map(Number);
  return hours * 60 + minutes;
}

/**
 * Returns the instant of this time on that day, in milliseconds since 1970, by the rules of `instantOfMinute`. Null if this device
 * does not know the zone, and on the first and the last possible date.
 */
export function instantOf(date: CalendarDate, time: PartyTime): number | null {
  return hasInstant(date, time) ? instantOfMinute(date, minuteOf(time), zoneOf(time)) : null;
}

/**
 * Whether clocks of the zone skip this time on that day, because they go forward. Such a party would have one time in words and another
 * in calendars. False if this device does not know.
 */
export function isLeftOut(date: CalendarDate, time: PartyTime): boolean {
  return hasInstant(date, time) && !isShownMinute(date, minuteOf(time), zoneOf(time));
}
