/** The text of a calendar that apps subscribe to. It is made in pieces, because a large pack has megabytes of it. */
import { type CalendarDate, calendarDateOf } from '../dates/calendar-date.ts';
import { type CalendarEvent, calendarEnding, calendarOpening, eventWriter, utcStamp } from './calendar-text.ts';
import {
  type CelebratedDog,
  changedAt,
  type EventPage,
  eventOfCelebration,
  type PlannedParty,
  partyEvent,
} from './celebration-events.ts';
import { celebrationsBetween } from './celebrations.ts';

/** Which celebrations a feed has: all, or the birthdays of the calendar alone. */
export const feedContents = ['all', 'birthdays'] as const;

export type FeedContents = (typeof feedContents)[number];

export type CalendarFeed = {
  name: string;
  contents: FeedContents;
  alarms: boolean;
  dogs: readonly CelebratedDog[];
  parties: readonly PlannedParty[];
};

/** The most celebrations in a feed of as many dogs as an owner may have: about five megabytes. */
export const mostCelebrations = 10_000;

/** In months before and after the present one. */
const wholeSpan = { back: 12, ahead: 36 };

/**
 * Calendars of all celebrations span less time the more dogs they have, so that none has more than `mostCelebrations`. The last that
 * applies counts. A dog has up to seven birthdays and a gotcha day in a year.
 */
const spansOfLargePacks = [
  { moreDogsThan: 250, back: 6, ahead: 18 },
  { moreDogsThan: 500, back: 3, ahead: 9 },
  { moreDogsThan: 1000, back: 1, ahead: 4 },
];

/** From `from` to the day before `end`. */
type Days = { from: CalendarDate; end: CalendarDate };

/** The days of feeds, and those of the celebrations of large packs. */
export type FeedDays = Days & { ofLargePacks: readonly (Days & { moreDogsThan: number })[] };

/** The first day of a month that is some months after that of a day, or before it. */
export function monthAround(day: CalendarDate, months: number): CalendarDate {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  return calendarDateOf(Math.floor(count / 12), (count % 12) + 1, 1);
}

/** How far ahead a calendar of all celebrations of a large pack reaches, in whole months after the present one; null for other packs. */
export function monthsOfLargePack(dogCount: number): number | null {
  return spansOfLargePacks.findLast(({ moreDogsThan }) => dogCount > moreDogsThan)?.ahead ?? null;
}

/** The days of feeds, in whole months, so that a feed stays the same text for a month. */
export function feedDaysOn(today: CalendarDate): FeedDays {
  const daysOf = ({ back, ahead }: typeof wholeSpan): Days => ({
    from: monthAround(today, -back),
    end: monthAround(today, ahead + 1),
  });
  return {
    ...daysOf(wholeSpan),
    ofLargePacks: spansOfLargePacks.map(({ moreDogsThan, ...span }) => ({ moreDogsThan, ...daysOf(span) })),
  };
}

/** The days of a feed's celebrations. Those of birthdays alone are few, so that they span the whole time in any pack. */
function daysOfCelebrations({ contents, dogs }: CalendarFeed, days: FeedDays): Days {
  if (contents === 'birthdays') return days;
  return days.ofLargePacks.findLast(({ moreDogsThan }) => dogs.length > moreDogsThan) ?? days;
}

/**
 * The feed in pieces: the opening, one for each dog and each party, and the ending. It depends on nothing but its arguments, so
 * that the same feed is the same text wherever and whenever it is written.
 */
export function* feedText(feed: CalendarFeed, days: FeedDays, page: EventPage): Generator<string> {
  const { from, end } = daysOfCelebrations(feed, days);
  const withAlarm = (event: CalendarEvent) => (feed.alarms ? { ...event, hasAlarm: true } : event);
  const write = eventWriter();
  yield calendarOpening({ name: feed.name, isFeed: true });
  for (const dog of feed.dogs) {
    const stamp = utcStamp(changedAt(dog));
    const eventOf = eventOfCelebration(dog, page);
    let text = '';
    for (const celebration of celebrationsBetween(dog, from, end)) {
      if (feed.contents === 'birthdays' && celebration.kind !== 'birthday') continue;
      text += write(withAlarm(eventOf(celebration)), stamp);
    }
    yield text;
  }
  for (const party of feed.parties) {
    if (party.celebrationDate < days.from || party.celebrationDate >= days.end) continue;
    yield write(withAlarm(partyEvent(party, page)), utcStamp(changedAt(party)));
  }
  yield calendarEnding;
}
