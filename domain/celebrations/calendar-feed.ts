/** Writes the calendars that apps subscribe to. It yields text in pieces, because the calendar of a large pack has megabytes. */
import { type CalendarDate, calendarDateOf } from '../dates/calendar-date.ts';
import { type CalendarEvent, calendarEnding, calendarOpening, eventText, utcStamp } from './calendar-text.ts';
import {
  type CelebratedDog,
  changedAt,
  type EventPage,
  eventOfCelebration,
  type PlannedParty,
  partyEvent,
} from './celebration-events.ts';
import { celebrationsBetween } from './celebrations.ts';

export const feedContents = ['all', 'birthdays'] as const;

export type CalendarFeed = {
  name: string;
  contents: (typeof feedContents)[number];
  alarms: boolean;
  dogs: readonly CelebratedDog[];
  parties: readonly PlannedParty[];
};

/** The most celebrations in any feed, even with as many dogs as an owner may have. This is about five megabytes. */
export const mostCelebrations = 10_000;

/** In months before and after the current one. */
const wholeSpan = { back: 12, ahead: 36 };

/**
 * Shortens calendars of all celebrations for large packs, to keep them within `mostCelebrations`. The last matching row counts. A dog
 * has up to seven birthdays and one gotcha day a year.
 */
const spansOfLargePacks = [
  { moreDogsThan: 250, back: 6, ahead: 18 },
  { moreDogsThan: 500, back: 3, ahead: 9 },
  { moreDogsThan: 1000, back: 1, ahead: 4 },
];

/** From `from` to the day before `end`. */
type Days = { from: CalendarDate; end: CalendarDate };

/** The days that feeds cover, and the shorter spans for all celebrations of large packs. */
export type FeedDays = Days & { ofLargePacks: readonly (Days & { moreDogsThan: number })[] };

/** Returns the first day of the month that is `months` after the month of `day` (before it when negative). */
export function monthAround(day: CalendarDate, months: number): CalendarDate {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  return calendarDateOf(Math.floor(count / 12), (count % 12) + 1, 1);
}

/** How many months after the current one a large pack's calendar of all celebrations covers; null for other packs. */
export function monthsOfLargePack(dogCount: number): number | null {
  return spansOfLargePacks.findLast(({ moreDogsThan }) => dogCount > moreDogsThan)?.ahead ?? null;
}

/** Returns the days that feeds cover: whole months, so that an unchanged feed keeps the same text for a month. */
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

/** The days of a feed's celebrations. A feed of only birthdays is short, so it covers the whole span in any pack. */
function daysOfCelebrations({ contents, dogs }: CalendarFeed, days: FeedDays): Days {
  if (contents === 'birthdays') return days;
  return days.ofLargePacks.findLast(({ moreDogsThan }) => dogs.length > moreDogsThan) ?? days;
}

/** Yields the feed: the opening, a piece for each dog and each party, and the ending. The same arguments give the same text. */
export function* feedText(feed: CalendarFeed, days: FeedDays, page: EventPage): Generator<string> {
  const { from, end } = daysOfCelebrations(feed, days);
  const withAlarm = (event: CalendarEvent) => (feed.alarms ? { ...event, hasAlarm: true } : event);
  yield calendarOpening({ name: feed.name, isFeed: true });
  for (const dog of feed.dogs) {
    const stamp = utcStamp(changedAt(dog));
    const eventOf = eventOfCelebration(dog, page);
    let text = '';
    for (const celebration of celebrationsBetween(dog, from, end)) {
      if (feed.contents === 'birthdays' && celebration.kind !== 'birthday') continue;
      text += eventText(withAlarm(eventOf(celebration)), stamp);
    }
    yield text;
  }
  for (const party of feed.parties) {
    if (party.celebrationDate < days.from || party.celebrationDate >= days.end) continue;
    yield eventText(withAlarm(partyEvent(party, page)), utcStamp(changedAt(party)));
  }
  yield calendarEnding;
}
