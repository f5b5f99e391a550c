/** Decides what owners are reminded of, and when. digest.ts writes the text. */

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
  /** The local hour, 0 to 23. */
  readonly hour: number;
  readonly daysBefore: readonly number[];
};

export type ReminderDog = Life & { readonly id: string; readonly name: string };

export type ReminderParty = {
  readonly dogId: string;
  readonly title: string;
  readonly celebrationDate: CalendarDate;
  /** As text, "6:30 PM, New York time"; null for a party without a time. */
  readonly time: string | null;
};

/** A guest's answer that has not been reported to the host yet. */
export type GuestReply = {
  readonly guestId: string;
  readonly dogId: string;
  readonly partyId: string;
  readonly partyTitle: string;
  /** The guest's name, at most one word. */
  readonly name: string;
  readonly answer: Attendance;
  readonly isWaiting: boolean;
  /** Milliseconds since 1970. */
  readonly arrivedAt: number;
  /** Until when the answers to this party were told by push, as ISO text; null if they never were. */
  readonly pushedAt?: string | null;
};

export type Pack = {
  readonly dogs: readonly ReminderDog[];
  readonly parties: readonly ReminderParty[];
  readonly replies?: readonly GuestReply[];
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

/**
 * Returns the reminder that is due and may still be sent: the owner's local day, and the instant from which it is too late. It is only
 * ever for today, so that "today" and "tomorrow" in its text are true.
 * @param doneUntil reminders up to this instant are settled
 * @returns null before the hour, once it is settled, after twelve hours, and when the local day is over
 */
export function dueReminder(now: number, doneUntil: number, { timeZone, hour }: ReminderSettings) {
  const day = localDayAt(now, timeZone);
  const from = instantOfHour(day, hour, timeZone);
  const until = Math.min(from + latestDelay, instantOfHour(addDays(day, 1), 0, timeZone));
  return from > doneUntil && from <= now && now < until ? { day, until } : null;
}

/** Returns the answers to report on a day: those that arrived by its hour. Later ones wait for the next day. */
export function repliesToTell({ replies = [] }: Pack, { timeZone, hour }: ReminderSettings, day: CalendarDate) {
  const until = instantOfHour(day, hour, timeZone);
  return replies.filter(({ arrivedAt }) => arrivedAt < until);
}

export function isPushed({ arrivedAt, pushedAt }: GuestReply): boolean {
  return pushedAt != null && arrivedAt <= Date.parse(pushedAt);
}

/** In milliseconds: how long the answers to a party are gathered before a push message tells them, and how long until the next one. */
const gathering = 10 * 60_000;
const betweenPushes = 60 * 60_000;
/** The local hours between which push messages tell answers, so that nobody is woken. */
const [morning, night] = [8, 22];

/**
 * Returns the parties whose answers a push message tells now, and the instant from which it tells those of the next ones, or Infinity.
 * Answers that the digest of this day tells are left to it, and so are those of which nobody was told for twelve hours.
 */
export function answersToPush(now: number, { replies = [] }: Pack, { timeZone, hour }: ReminderSettings) {
  const today = localDayAt(now, timeZone);
  const ofDigest = instantOfHour(today, hour, timeZone);
  const isAwake = now >= instantOfHour(today, morning, timeZone) && now < instantOfHour(today, night, timeZone);
  const nextMorning = [today, addDays(today, 1)].map((day) => instantOfHour(day, morning, timeZone));
  const wakes = isAwake ? now : (nextMorning.find((instant) => instant > now) ?? now);
  const fresh = replies.filter(
    (reply) =>
      !isPushed(reply) && now - reply.arrivedAt < latestDelay && !(ofDigest <= now && reply.arrivedAt < ofDigest),
  );
  const due = [...new Set(fresh.map(({ partyId }) => partyId))].map((party) => {
    const answers = fresh.filter(({ partyId }) => partyId === party);
    const gathered = Math.min(...answers.map(({ arrivedAt }) => arrivedAt)) + gathering;
    const rested = Date.parse(answers[0]?.pushedAt ?? '') + betweenPushes;
    return { party, at: Math.max(gathered, Number.isNaN(rested) ? 0 : rested, wakes) };
  });
  return {
    parties: due.filter(({ at }) => at <= now).map(({ party }) => party),
    next: Math.min(...due.map(({ at }) => at).filter((at) => at > now)),
  };
}

/**
 * Returns the instant after `now` of the next reminder with something to say. Where there is none within `horizon` days, returns their
 * end, so that the owner is looked at again then.
 */
export function nextReminder(now: number, pack: Pack, { timeZone, hour, daysBefore }: ReminderSettings): number {
  const today = localDayAt(now, timeZone);
  const dates = [...occasionsBetween(pack, today, addDays(today, horizon + Math.max(...daysBefore) + 1)).keys()];
  // Answers are reported at the next hour of reminders, today or tomorrow.
  const daysOfReplies = pack.replies?.length ? [today, addDays(today, 1)] : [];
  const days = [...daysOfReplies, ...dates.flatMap((date) => daysBefore.map((days) => addDays(date, -days)))].sort();
  for (const day of days) {
    const instant = day < today ? now : instantOfHour(day, hour, timeZone);
    if (instant > now) return instant;
  }
  return instantOfHour(addDays(today, horizon), hour, timeZone);
}
