/** How long it is until a party. */

import { instantOf, type PartyTime, zoneOf } from '../parties/party-time.ts';
import { type CalendarDate, daysBetween, parseCalendarDate } from './calendar-date.ts';
import { isTimeZone, localDayAt } from './local-time.ts';

const minute = 60_000;

/**
 * `days`: whole days on the calendar, for a party without a time or whose clocks are not known here. `hours`: until it begins, in
 * whole minutes; all zero from then on, until the day is over.
 */
export type Countdown =
  | { kind: 'days'; days: number }
  | { kind: 'hours'; days: number; hours: number; minutes: number }
  | { kind: 'over' };

/**
 * The countdown at an instant, in milliseconds since 1970. The day of a party with a time ends by the clocks of its zone.
 * @param zone whose calendar counts for a party without a time: the reader's, or UTC where that is not known
 */
export function countdownAt(instant: number, date: CalendarDate, time: PartyTime | null, zone = 'UTC'): Countdown {
  const zoneOfParty = time === null ? zone : zoneOf(time);
  const today = isTimeZone(zoneOfParty) ? localDayAt(instant, zoneOfParty) : dayInUtc(instant);
  const days = daysBetween(today, date);
  if (days < 0) return { kind: 'over' };
  const start = time && instantOf(date, time);
  if (start === null) return { kind: 'days', days };
  const left = Math.max(0, Math.ceil((start - instant) / minute));
  return { kind: 'hours', days: Math.floor(left / 1440), hours: Math.floor(left / 60) % 24, minutes: left % 60 };
}

function dayInUtc(instant: number): CalendarDate {
  const day = parseCalendarDate(new Date(instant).toISOString().slice(0, 10));
  if (!day) throw new RangeError('The instant is beyond the years of the calendar');
  return day;
}
