/** How a guest reads when a party is: the day in a few letters, and the time by their own clock beside that of the party. */
import type { CalendarDate } from '../dates/calendar-date.ts';
import { localDayAt, localTimeAt } from '../dates/local-time.ts';
import { endOf, formatHour, hourOf, type PartyTime, spanOf, zoneOf } from '../parties/party-time.ts';

/** The clock of a reader: its time zone, null if not known, and whether it counts 24 hours. */
export type Clock = { zone: string | null; has24Hours: boolean };

/** Returns the day as "Sat, Jun 20, 2026", without the year if that is the year of `now` (in milliseconds since 1970). */
export function formatShortDay(date: CalendarDate, now?: number): string {
  const isOfYear = now !== undefined && date.startsWith(new Date(now).toISOString().slice(0, 4));
  const year = isOfYear ? {} : { year: 'numeric' as const };
  const options = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC', ...year } as const;
  return new Intl.DateTimeFormat('en-US', options).format(new Date(`${date}T00:00Z`));
}

/** Returns the time at the party, such as "3:30 PM", or "15:30 to 18:00" for a reader whose clock counts 24 hours. */
export function formatHourFor(time: PartyTime, has24Hours: boolean): string {
  return has24Hours ? [hourOf(time), endOf(time)].filter(Boolean).join(' to ') : formatHour(time);
}

/**
 * Returns when the party begins by the reader's own clock, such as "9:30 PM", with the day if that is another one. Null if it shows the
 * same as the clocks at the party, or if this device does not know.
 */
export function ownTime(date: CalendarDate, time: PartyTime, { zone, has24Hours }: Clock, now: number): string | null {
  const span = zone === zoneOf(time) ? null : spanOf(date, time);
  if (span === null || zone === null) return null;
  const day = localDayAt(span.start, zone);
  const hour = localTimeAt(span.start, zone);
  if (day === date && hour === hourOf(time)) return null;
  const own = formatHourFor(`${hour} ${zone}` as PartyTime, has24Hours);
  return day === date ? own : `${formatShortDay(day, now)}, ${own}`;
}
