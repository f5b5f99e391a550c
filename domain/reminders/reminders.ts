/** What an owner is reminded of, and when. What it says is written in digest.ts. */

import { type Celebration, celebrationsBetween } from '../celebrations/celebrations.ts';
import { addDays, type CalendarDate } from '../dates/calendar-date.ts';
import { instantOfHour, localDayAt } from '../dates/local-time.ts';
import { isInMemory, type Life } from '../dogs/life.ts';
import type { Attendance } from '../guests/guest-answer.ts';

/** How many days before a celebration an owner may be reminded. */
export const daysBeforeChoices = [0, 1, 7] as const;

export type ReminderSettings = {
  /** IANA name. */
  readonly timeZone: string;
  /** Of the day there, 0 to 23. */
  readonly hour: number;
  readonly daysBefore: readonly number[];
};

export type ReminderDog = Life & { readonly id: string; readonly name: string };

export type ReminderParty = {
  readonly dogId: string;
  readonly title: string;
  readonly celebrationDate: CalendarDate;
  /** What its clock shows, "6:30 PM, New York time"; null for a party without a time. */
  readonly time: string | null;
};

/** An answer of a guest that its host has not been told of. */
export type GuestReply = {
  readonly guestId: string;
  readonly dogId: string;
  readonly partyId: string;
  readonly partyTitle: string;
  /** Of the guest, at most one word. */
  readonly name: string;
  readonly answer: Attendance;
  readonly isWaiting: boolean;
  /** Milliseconds since 1970. */
  readonly arrivedAt: number;
};

export type Pack = {
  readonly dogs: readonly ReminderDog[];
  readonly parties: readonly ReminderParty[];
  readonly replies?: readonly GuestReply[];
};

/** What is celebrated, and where the press of a notification leads. */
export type Occasion =
  | { readonly dog: ReminderDog; readonly celebration: Celebration }
  | { readonly dog: ReminderDog; readonly party: ReminderParty };

/** Milliseconds. A reminder that is later than this is dropped. */
export const latestDelay = 12 * 3_600_000;

/** Days ahead that are looked through. Who has nothing to celebrate by then is looked at again when they have passed. */
export const horizon = 35;

/** What is celebrated from one day to the day before another, by its day. A dog in memory is not reminded of, nor are its parties. */
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

/**
 * The reminder whose hour has come and that may still be sent: the owner's day, and the moment at which it is too late. It is
 * for today or for no day at all, so its "today" and "tomorrow" are always true.
 * @param doneUntil what was to be said up to this instant is settled
 * @returns null before the hour, after it is settled, after twelve hours, and when the day there is over
 */
export function dueReminder(
  now: number,
  doneUntil: number,
  { timeZone, hour }: ReminderSettings,
): { day: CalendarDate; until: number } | null {
  const day = localDayAt(now, timeZone);
  const from = instantOfHour(day, hour, timeZone);
  const until = Math.min(from + latestDelay, instantOfHour(addDays(day, 1), 0, timeZone));
  return from > doneUntil && from <= now && now < until ? { day, until } : null;
}

/** The answers that are told on a day: those that were there when its hour came. Later ones wait for another day. */
export function repliesToTell(
  { replies = [] }: Pack,
  { timeZone, hour }: ReminderSettings,
  day: CalendarDate,
): GuestReply[] {
  const until = instantOfHour(day, hour, timeZone);
  return replies.filter(({ arrivedAt }) => arrivedAt < until);
}

/** The instant of the next reminder that has something to say, later than now and at most `horizon` days ahead. */
export function nextReminder(now: number, pack: Pack, { timeZone, hour, daysBefore }: ReminderSettings): number {
  const today = localDayAt(now, timeZone);
  const dates = [...occasionsBetween(pack, today, addDays(today, horizon + Math.max(...daysBefore) + 1)).keys()];
  // Answers wait for the very next hour.
  const daysOfReplies = pack.replies?.length ? [today, addDays(today, 1)] : [];
  const days = [...daysOfReplies, ...dates.flatMap((date) => daysBefore.map((days) => addDays(date, -days)))].sort();
  for (const day of days) {
    const instant = day < today ? now : instantOfHour(day, hour, timeZone);
    if (instant > now) return instant;
  }
  return instantOfHour(addDays(today, horizon), hour, timeZone);
}
