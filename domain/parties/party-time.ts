/**
 * The time at which a party begins: what a clock shows there, and the time zone of that clock. Instants are computed from the
 * rules for time zones that the device has. They may be older than the party's zone, so every function answers without them, too.
 */
import { type CalendarDate, calendarDateOf } from '../dates/calendar-date.ts';
import { instantOfMinute, isShownMinute, isTimeZone } from '../dates/local-time.ts';

declare const partyTimeBrand: unique symbol;

/**
 * A time of day in minutes and the name of a time zone, such as `18:30 America/New_York`. One text, so that two versions of a party
 * are never merged into the time of one and the zone of the other. Times of one zone compare correctly as text.
 */
export type PartyTime = string & { readonly [partyTimeBrand]: true };

/** Names that browsers still use, and the names that these places have now. Databases may not know the former ones. */
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

/** As the database checks it. */
const zoneName = /^(UTC|Etc\/GMT(\+(\d|1[0-2])|-(\d|1[0-4]))|[A-Z][A-Za-z]+(\/[A-Z][A-Za-z_]*(-[A-Za-z]+)*){1,2})$/;
const longestZoneName = 60;

/** The present name of a time zone; null for a text that names none. */
export function presentZoneName(zone: string): string | null {
  const name = presentNames[zone] ?? zone;
  return name.length <= longestZoneName && zoneName.test(name) ? name : null;
}

/** The time with these parts, `hour` as HH:MM with or without seconds; null where one of them is none. */
export function partyTimeOf(hour: string, zone: string): PartyTime | null {
  const [, minutes] = /^((?:[01]\d|2[0-3]):[0-5]\d)(?::00)?$/.exec(hour) ?? [];
  const name = presentZoneName(zone);
  return minutes && name ? (`${minutes} ${name}` as PartyTime) : null;
}

/** Reads `HH:MM zone`; null for any other text. */
export function parsePartyTime(text: string): PartyTime | null {
  const [hour = '', zone = '', ...rest] = text.split(' ');
  return rest.length === 0 ? partyTimeOf(hour, zone) : null;
}

/** What the clock shows, as `HH:MM`. */
export function hourOf(time: PartyTime): string {
  return time.slice(0, 5);
}

/** The name of the time zone, such as `America/New_York`. */
export function zoneOf(time: PartyTime): string {
  return time.slice(6);
}

/** The place whose clocks a zone is named after, such as "New York"; "UTC-5" for a zone that is a distance from UTC. */
export function zonePlace(zone: string): string {
  const [, sign, hours] = /^Etc\/GMT([+-])(\d+)$/.exec(zone) ?? [];
  // These names count westwards.
  if (hours) return `UTC${sign === '+' ? '-' : '+'}${hours}`;
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** What the clock shows in US English, such as "6:30 PM". */
export function formatHour(time: PartyTime): string {
  const [hour = 0, minute = 0] = hourOf(time).split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Whose clocks show the time, such as "New York time". */
export function formatClocks(time: PartyTime): string {
  const zone = zoneOf(time);
  return `${zonePlace(zone)}${/^(UTC|Etc\/)/.test(zone) ? '' : ' time'}`;
}

/** The time with its zone, such as "6:30 PM, New York time". */
export function formatPartyTime(time: PartyTime): string {
  return `${formatHour(time)}, ${formatClocks(time)}`;
}

/** The time for somebody whose own zone is `zone`: the zone is named only where it is another one. */
export function formatPartyTimeIn(time: PartyTime, zone: string): string {
  return presentZoneName(zone) === zoneOf(time) ? formatHour(time) : formatPartyTime(time);
}

/** How long a party is in calendars, in milliseconds. Owners say when it begins and not when it ends. */
export const partyLength = 2 * 60 * 60 * 1000;

// An instant on these days may be outside of all calendars.
const [firstDay, lastDay] = [calendarDateOf(1, 1, 1), calendarDateOf(9999, 12, 31)];

function hasInstant(date: CalendarDate, time: PartyTime): boolean {
  return isTimeZone(zoneOf(time)) && date !== firstDay && date !== lastDay;
}

/** What the clock shows, in minutes since midnight. */
function minuteOf(time: PartyTime): number {
  const [hours = 0, minutes = 0] = hourOf(time).split(':').map(Number);
  return hours * 60 + minutes;
}

/**
 * The instant at which clocks of the zone show this time on that day, in milliseconds since 1970, as `instantOfMinute` has it. Null
 * where this device does not know the zone, and on the first and the last day of all calendars.
 */
export function instantOf(date: CalendarDate, time: PartyTime): number | null {
  return hasInstant(date, time) ? instantOfMinute(date, minuteOf(time), zoneOf(time)) : null;
}

/**
 * Whether clocks of the zone pass this time on that day, because they are put forward. A party then would have one time in words and another
 * in calendars. False where this device does not know.
 */
export function isLeftOut(date: CalendarDate, time: PartyTime): boolean {
  return hasInstant(date, time) && !isShownMinute(date, minuteOf(time), zoneOf(time));
}
