/** Turns celebrations and parties into calendar events. */
import type { CalendarDate } from '../dates/calendar-date.ts';
import type { Life } from '../dogs/life.ts';
import { headsText } from '../guests/listed-guests.ts';
import type { PartyPlan } from '../parties/party-draft.ts';
import { formatPartyTime, spanOf } from '../parties/party-time.ts';
import { isolated, withoutTurning } from '../text/text.ts';
import type { CalendarEvent } from './calendar-text.ts';
import { type Celebration, celebrationsBetween } from './celebrations.ts';
import { celebrationTitle } from './occasion.ts';

/** When a row was created, as ISO text, and its version: the microsecond of its last change, or 1 in rows from before versions. */
type Revision = { createdAt: string; version: number };

export type CelebratedDog = Life & Revision & { id: string; name: string };

/** `coming` counts who comes, if the event is to say so. */
export type PlannedParty = PartyPlan & Revision & { id: string; coming?: { people: number; dogs: number } | null };

/**
 * The page that an event links to, and the host that makes its identifier globally unique. In its owner's calendar a party links to its
 * own page: `party` is what to append to the address, up to the party's id.
 */
export type EventPage = { address: string; host: string; party?: string };

const greatestSequence = 2 ** 31 - 1;

/** Seconds from creation to the last change. The number rises with every change and fits into 32 bits, as calendars require. */
function sequenceOf({ createdAt, version }: Revision): number {
  const seconds = Math.floor(version / 1_000_000 - Date.parse(createdAt) / 1000);
  return Math.min(Math.max(0, seconds), greatestSequence);
}

export function changedAt({ createdAt, version }: Revision): Date {
  return new Date(Math.max(Date.parse(createdAt), version / 1000));
}

/** Identifies a celebration by its number, not its day, so that its event moves when the birthday is corrected. */
function numberedKind(celebration: Celebration): string {
  if (celebration.kind === 'puppy graduation') return 'graduation';
  if (celebration.kind === 'gotcha day') return `gotcha-${celebration.anniversary}`;
  if (celebration.kind === 'birthday') return `birthday-${celebration.anniversary}`;
  return `human-years-${celebration.humanYears}`;
}

/** Returns a function that makes a dog's events. What all of them share is computed once, because a dog may have hundreds. */
export function eventOfCelebration(dog: CelebratedDog, page: EventPage): (celebration: Celebration) => CalendarEvent {
  const sequence = sequenceOf(dog);
  const name = isolated(dog.name);
  return (celebration) => ({
    uid: `${dog.id}-${numberedKind(celebration)}@${page.host}`,
    sequence,
    date: celebration.date,
    summary: celebrationTitle(name, celebration),
    description: 'Every dog deserves multiple birthdays!',
    url: page.address,
  });
}

export function celebrationEvents(dog: CelebratedDog, from: CalendarDate, end: CalendarDate, page: EventPage) {
  return celebrationsBetween(dog, from, end).map(eventOfCelebration(dog, page));
}

export function partyEvent(party: PlannedParty, page: EventPage): CalendarEvent {
  const { id, title, celebrationDate, time, description, location } = withoutTurning(party);
  const heads = party.coming ? headsText(party.coming) : '';
  const span = time && spanOf(celebrationDate, time);
  // If the instant cannot be computed, the description says the time instead.
  const words = [time && !span ? formatPartyTime(time) : null, heads && `Coming: ${heads}`, description].filter(
    Boolean,
  );
  return {
    uid: `${id}@${page.host}`,
    sequence: sequenceOf(party),
    date: celebrationDate,
    ...(span && { hours: { start: new Date(span.start), end: new Date(span.end) } }),
    summary: title,
    ...(words.length > 0 && { description: words.join('\n\n') }),
    ...(location && { location }),
    url: page.party === undefined ? page.address : `${page.address}${page.party}${id}`,
  };
}

/** Returns the event of a party that was cancelled at `at`. It replaces the event that a calendar already has. */
export function cancelledPartyEvent(party: PlannedParty, page: EventPage, at: Date): CalendarEvent {
  const { sequence, ...event } = partyEvent(party, page);
  const sinceCreation = sequenceOf({ createdAt: party.createdAt, version: at.getTime() * 1000 });
  return { ...event, sequence: Math.max(sequence + 1, sinceCreation), isCancelled: true };
}
