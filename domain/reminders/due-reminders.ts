/** Decides what owners are reminded of, and when. digest.ts writes the text. */

import { type Celebration, celebrationsBetween } from '../celebrations/celebrations.ts';
import { addDays, type CalendarDate } from '../dates/calendar-date.ts';
import { instantOfHour, localDayAt } from '../dates/local-time.ts';
import { isInMemory, type Life } from '../dogs/life.ts';

/** How many days before a celebration an owner may be reminded. */
export const daysBeforeChoices = [0, 1, 7] as const;

export type ReminderSettings = {
  /** IANA name. */
  readonly timeZone: string;
  /** The local hour, 0 to 23. */
  readonly hour: number;
  readonly daysBefore: readonly number[];
};

export type ReminderDog = Life & { readonly id: string; readonly name: string };

/** Somebody who comes to a party, with all of that answer. */
export type ComingGuest = {
  /** At most one word. */
  readonly name: string;
  readonly adults: number;
  readonly children: number;
  readonly dogs: number;
  readonly brings: readonly string[];
  readonly allergies: string | null;
};

export type ReminderParty = {
  readonly id: string;
  readonly dogId: string;
  readonly title: string;
  readonly celebrationDate: CalendarDate;
  /** As text, "6:30 PM, New York time"; null for a party without a time. */
  readonly time: string | null;
  /** When it begins, in milliseconds since 1970; null for a party without a time. */
  readonly startsAt: number | null;
  /** Whether its host is told who comes on its day, whatever days are chosen. */
  readonly isTold: boolean;
  /** Those who come; empty at other times than around its day. */
  readonly guests: readonly ComingGuest[];
};

export type Pack = {
  readonly dogs: readonly ReminderDog[];
  readonly parties: readonly ReminderParty[];
};

/** Something to celebrate, with the dog whose page a notification opens. */
export type Occasion =
  | { readonly dog: ReminderDog; readonly celebration: Celebration }
  | { readonly dog: ReminderDog; readonly party: ReminderParty };

/** In milliseconds. A reminder that is later than this is dropped. */
export const latestDelay = 12 * 3_600_000;

/** How many days ahead to search. An owner with nothing to celebrate in that time is checked again after it. */
export const horizon = 35;

/** Returns the occasions from `from` to the day before `end`, by day. Dogs in memory and their parties are left out. */
export function occasionsBetween(pack: Pack, from: CalendarDate, end: CalendarDate): Map<CalendarDate, Occasion[]> {
  const found = new Map<CalendarDate, Occasion[]>();
  const add = (date: CalendarDate, occasion: Occasion) => {
    const others = found.get(date);
    if (others) others.push(occasion);
    else found.set(date, [occasion]);
  };
  const living = pack.dogs.filter((dog) => !isInMemory(dog));
  for (const dog of living) {
    for (const celebration of celebrationsBetween(dog, from, end)) add(celebration.date, { dog, celebration });
  }
  const byId = new Map(living.map((dog) => [dog.id, dog]));
  for (const party of pack.parties) {
    const dog = byId.get(party.dogId);
    const { celebrationDate } = party;
    if (dog && celebrationDate >= from && celebrationDate < end) add(celebrationDate, { dog, party });
  }
  return found;
}

/** Returns the occasions of a date that are told that many days before. */
export function toldOccasions(found: readonly Occasion[], days: number, daysBefore: readonly number[]) {
  if (daysBefore.includes(days)) return found;
  return days === 0 ? found.filter((occasion) => 'party' in occasion && occasion.party.isTold) : [];
}

/** In milliseconds: how long before a party begins its host is reminded at the latest. */
const beforeParty = 60 * 60_000;

/** Returns the instant of a day's reminder: its hour, or before the first party of that day if that begins sooner. */
function instantOfReminder(day: CalendarDate, occasions: readonly Occasion[], settings: ReminderSettings): number {
  const { timeZone, hour, daysBefore } = settings;
  const starts = toldOccasions(occasions, 0, daysBefore).flatMap((occasion) =>
    'party' in occasion ? (occasion.party.startsAt ?? []) : [],
  );
  const latest = Math.min(...starts) - beforeParty;
  return Math.max(Math.min(instantOfHour(day, hour, timeZone), latest), instantOfHour(day, 0, timeZone));
}

/**
 * Returns the reminder that is due and may still be sent: the owner's local day, and the instant from which it is too late. It is only
 * ever for today, so that "today" and "tomorrow" in its text are true.
 * @param doneUntil reminders up to this instant are settled
 * @returns null before its time, once it is settled, after twelve hours, and when the local day is over
 */
export function dueReminder(now: number, doneUntil: number, pack: Pack, settings: ReminderSettings) {
  const { timeZone } = settings;
  const day = localDayAt(now, timeZone);
  const from = instantOfReminder(day, occasionsBetween(pack, day, addDays(day, 1)).get(day) ?? [], settings);
  const until = Math.min(from + latestDelay, instantOfHour(addDays(day, 1), 0, timeZone));
  return from > doneUntil && from <= now && now < until ? { day, until } : null;
}

/** Returns the instant after `now` of the next reminder with something to say, or else the end of `horizon`, to look again. */
export function nextReminder(now: number, pack: Pack, settings: ReminderSettings): number {
  const { timeZone, hour, daysBefore } = settings;
  const today = localDayAt(now, timeZone);
  const occasions = occasionsBetween(pack, today, addDays(today, horizon + Math.max(0, ...daysBefore) + 1));
  const days = [...occasions].flatMap(([date, found]) =>
    daysBeforeChoices.flatMap((days) =>
      toldOccasions(found, days, daysBefore).length > 0 ? [addDays(date, -days)] : [],
    ),
  );
  for (const day of days.sort()) {
    const instant = day < today ? now : instantOfReminder(day, occasions.get(day) ?? [], settings);
    if (instant > now) return instant;
  }
  return instantOfHour(addDays(today, horizon), hour, timeZone);
}
