import { instantOf, isPartyOver, type PartyTime, zoneOf } from '../parties/party-time.ts';
import { type CalendarDate, daysBetween } from './calendar-date.ts';
import { isTimeZone, localDayAt } from './local-time.ts';

const minute = 60_000;

/**
 * `days`: whole calendar days, for a party without a time or with a time zone that this device does not know. `hours`: the time until
 * the start, in whole minutes; zero from the start until the party is over.
 */
export type Countdown =
  | { kind: 'days'; days: number }
  | { kind: 'hours'; days: number; hours: number; minutes: number }
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
  if (start === null) return { kind: 'days', days };
  const left = Math.max(0, Math.ceil((start - instant) / minute));
  return { kind: 'hours', days: Math.floor(left / 1440), hours: Math.floor(left / 60) % 24, minutes: left % 60 };
}
