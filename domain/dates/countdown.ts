import { instantOf, isPartyOver, type PartyTime, zoneOf } from '../parties/party-time.ts';
import { type CalendarDate, daysBetween } from './calendar-date.ts';
import { isTimeZone, localDayAt } from './local-time.ts';

const minute = 60_000;

/**
 * `days`: calendar days, by the clocks of the party if it has a time and this device knows its zone. `hours`: from a day before the start,
 * the time until then, in whole minutes; zero from the start until the party is over.
 */
export type Countdown =
  | { kind: 'days'; days: number }
  | { kind: 'hours'; hours: number; minutes: number }
  | { kind: 'over' };

/** @param instant in milliseconds since 1970 @param zone for a party without a time: the reader's, or UTC if that is not known */
export function countdownAt(
  instant: number,
  date: CalendarDate,
  time: PartyTime | null,
  zone: string | null = null,
): Countdown {
  const zoneOfParty = time === null ? (zone ?? 'UTC') : zoneOf(time);
  const today = localDayAt(instant, isTimeZone(zoneOfParty) ? zoneOfParty : 'UTC');
  const days = daysBetween(today, date);
  if (isPartyOver({ celebrationDate: date, time }, { today, instant })) return { kind: 'over' };
  const start = time && instantOf(date, time);
  if (start === null || start - instant > 1439 * minute) return { kind: 'days', days };
  const left = Math.max(0, Math.ceil((start - instant) / minute));
  return { kind: 'hours', hours: Math.floor(left / 60), minutes: left % 60 };
}
