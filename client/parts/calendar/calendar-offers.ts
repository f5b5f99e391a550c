/** What of a dog or a party can be put into a calendar. */
import { anniversaryOf, type CalendarDate, formatLongDate } from '../../../domain/calendar-date.ts';
import {
  type CelebratedDog,
  celebrationEvents,
  type EventPage,
  eventOfCelebration,
  type PlannedParty,
  partyEvent,
} from '../../../domain/celebration-events.ts';
import { nextCelebration } from '../../../domain/celebrations.ts';
import { isolated } from '../../../domain/text.ts';
import type { CalendarOffer } from './add-to-calendar.tsx';

/** How far ahead a dog's celebrations are written, in years. */
const yearsAhead = 3;

function pageOfWagday(): EventPage {
  return { address: `${window.location.origin}/`, host: window.location.hostname };
}

/**
 * The next celebration of a dog, and those of the next three years.
 * @throws RangeError when the dog is not born yet, or is in memory.
 */
export function dogCalendarOffers(dog: CelebratedDog, today: CalendarDate): CalendarOffer[] {
  const next = nextCelebration(dog, today);
  const page = pageOfWagday();
  const name = isolated(dog.name);
  return [
    {
      label: `The next celebration, ${formatLongDate(next.date)}`,
      name: `${name}'s next celebration`,
      fileName: 'celebration.ics',
      events: () => [eventOfCelebration(dog, page)(next)],
    },
    {
      label: `All of ${name}'s celebrations for ${yearsAhead} years`,
      name: `${name}'s celebrations`,
      fileName: 'celebrations.ics',
      events: () => celebrationEvents(dog, today, anniversaryOf(today, yearsAhead), page),
    },
  ];
}

/** A planned party. */
export function partyCalendarOffer(party: PlannedParty): CalendarOffer {
  return {
    label: party.title,
    name: party.title,
    fileName: 'party.ics',
    events: () => [partyEvent(party, pageOfWagday())],
  };
}
