/** Offers what can be put into a calendar: the celebrations of a dog, or a party. */
import { homePage, partyHash } from '../../../addresses/addresses.ts';
import { monthAround, monthsOfLargePack } from '../../../domain/celebrations/calendar-feed.ts';
import { type CalendarEvent, calendarText } from '../../../domain/celebrations/calendar-text.ts';
import {
  type CelebratedDog,
  cancelledPartyEvent,
  celebrationEvents,
  type EventPage,
  eventOfCelebration,
  type PlannedParty,
  partyEvent,
} from '../../../domain/celebrations/celebration-events.ts';
import { nextCelebration } from '../../../domain/celebrations/celebrations.ts';
import { anniversaryOf, type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import type { NamedDog } from '../../../domain/dogs/life.ts';
import { fileNameOf, isolated } from '../../../domain/text/text.ts';
import { saveFile } from '../../ui/share.ts';

/** Something to put into a calendar. `name` is what a calendar app calls it, `label` what the owner reads. */
export type CalendarOffer = {
  label: string;
  name: string;
  fileName: string;
  events: () => CalendarEvent[];
  onSaved?: () => void;
};

export function saveCalendar({ name, fileName, events, onSaved }: CalendarOffer) {
  const text = calendarText(name, events(), new Date());
  saveFile(new File([text], fileName, { type: 'text/calendar;charset=utf-8' }));
  onSaved?.();
}

/** How far ahead a dog's celebrations are written, in years. */
const yearsAhead = 3;

function pageOfWagday(): EventPage {
  return { address: `${window.location.origin}${homePage}`, host: window.location.hostname, party: partyHash('') };
}

/** Offers the next celebration of a dog, and those of three years. @throws RangeError when it is not born yet, or in memory. */
export function dogCalendarOffers(dog: CelebratedDog, today: CalendarDate): CalendarOffer[] {
  const next = nextCelebration(dog, today);
  const page = pageOfWagday();
  const name = isolated(dog.name);
  return [
    {
      label: `Next celebration, ${formatLongDate(next.date)}`,
      name: `${name}'s next celebration`,
      fileName: fileNameOf(`${dog.name} next celebration`, 'ics'),
      events: () => [eventOfCelebration(dog, page)(next)],
    },
    {
      label: `All Celebrations for ${yearsAhead} Years`,
      name: `${name}'s celebrations`,
      fileName: fileNameOf(`${dog.name} celebrations`, 'ics'),
      events: () => celebrationEvents(dog, today, anniversaryOf(today, yearsAhead), page),
    },
  ];
}

export function partyCalendarOffer(party: PlannedParty, onSaved?: () => void): CalendarOffer {
  return {
    label: party.title,
    name: party.title,
    fileName: fileNameOf(party.title, 'ics'),
    events: () => [partyEvent(party, pageOfWagday())],
    ...(onSaved && { onSaved }),
  };
}

/** Offers a cancelled party. Its file cancels the party in a calendar that has it. */
export function cancelledPartyOffer(party: PlannedParty): CalendarOffer {
  return {
    ...partyCalendarOffer(party),
    fileName: fileNameOf(`${party.title} canceled`, 'ics'),
    events: () => [cancelledPartyEvent(party, pageOfWagday(), new Date())],
  };
}

/**
 * Offers the celebrations of all living dogs in the next three years, and the parties that are still to come. A large pack gets only
 * the months that its calendar would have, so that a phone can read the file.
 */
export function packCalendarOffer(
  dogs: readonly CelebratedDog[],
  parties: readonly PlannedParty[],
  today: CalendarDate,
): CalendarOffer {
  const page = pageOfWagday();
  const months = monthsOfLargePack(dogs.length);
  const end = months === null ? anniversaryOf(today, yearsAhead) : monthAround(today, months + 1);
  return {
    label: 'The whole pack',
    name: 'The pack',
    fileName: 'pack.ics',
    events: () => [
      ...dogs.flatMap((dog) => celebrationEvents(dog, today, end, page)),
      ...parties.filter(({ celebrationDate }) => celebrationDate >= today).map((party) => partyEvent(party, page)),
    ],
  };
}

/** Offers the celebrations of a calculated dog. Name and birthday identify its events, so that saving them again replaces them. */
export function calculatedDogOffers(dog: NamedDog, today: CalendarDate): CalendarOffer[] {
  const id = `calculated-${dog.birthDate}-${encodeURIComponent(dog.name)}`;
  return dogCalendarOffers({ ...dog, id, createdAt: new Date().toISOString(), version: 1 }, today);
}
