/** The text of a calendar that apps subscribe to. It is made in pieces, because a large pack has fifteen megabytes of it. */
import { anniversaryOf, type CalendarDate, calendarDateOf } from './calendar-date.ts';
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

/** The days from `from` to the day before `end`. */
export type FeedDays = { from: CalendarDate; end: CalendarDate };

/** From last year to three years ahead, in whole months, so that a feed stays the same text for a month. */
export function feedDaysOn(today: CalendarDate): FeedDays {
  const month = calendarDateOf(Number(today.slice(0, 4)), Number(today.slice(5, 7)), 1);
  const isDecember = month.slice(5, 7) === '12';
  const nextMonth = isDecember
    ? calendarDateOf(Number(today.slice(0, 4)) + 1, 1, 1)
    : calendarDateOf(Number(today.slice(0, 4)), Number(today.slice(5, 7)) + 1, 1);
  return { from: anniversaryOf(month, -1), end: anniversaryOf(nextMonth, 3) };
}

/**
 * The feed in pieces: the opening, one for each dog and each party, and the ending. It depends on nothing but its arguments, so
 * that the same feed is the same text wherever and whenever it is written.
 */
export function* feedText(feed: CalendarFeed, { from, end }: FeedDays, page: EventPage): Generator<string> {
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
    if (party.celebrationDate < from || party.celebrationDate >= end) continue;
    yield write(withAlarm(partyEvent(party, page)), utcStamp(changedAt(party)));
  }
  yield calendarEnding;
}
