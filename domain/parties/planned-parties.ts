import { type Celebration, celebrationsBetween, nextCelebration } from '../celebrations/celebrations.ts';
import {
  addDays,
  anniversariesReached,
  anniversaryOf,
  type CalendarDate,
  daysBetween,
} from '../dates/calendar-date.ts';
import { ordinal } from '../dates/ordinal.ts';
import type { Life, NamedDog } from '../dogs/life.ts';
import { formatShortDay } from '../guests/guest-clock.ts';
import { isolated } from '../text/text.ts';
import { linkedParts } from '../text/text-links.ts';
import type { PartyPlan } from './party-draft.ts';
import { formatBriefTimeIn, isPartyOver, type Moment, type PartyTime } from './party-time.ts';

/** A party for a celebration is at most so many days before or after it. */
const daysFromBirthday = 7;

/** Returns the title of a party for a celebration, without a number if that would be a guess; null if the celebration has no title. */
function titleFor({ name }: NamedDog, celebration: Celebration): string | null {
  if (celebration.kind === 'gotcha day') return null;
  if (celebration.kind === 'puppy graduation') return `${name}'s Puppy Graduation`;
  const { kind, anniversary, humanYears, isAbout } = celebration;
  if (anniversary === 0) return `${name}'s Welcome Party`;
  if (isAbout) return `${name}'s ${kind === 'birthday' ? '' : 'Human-Year '}Birthday`;
  return `${name}'s ${kind === 'birthday' ? `${ordinal(anniversary)} Birthday` : `${ordinal(humanYears)} Human-Year Birthday`}`;
}

/** Suggests a party for the next celebration, or a graduation before it. @throws RangeError for a dog not born yet, or in memory */
export function suggestedParty(dog: NamedDog, today: CalendarDate) {
  const next = nextCelebration(dog, today);
  const before = next.anniversary === 0 ? [] : celebrationsBetween(dog, today, next.date);
  const celebration = before.find(({ kind }) => kind === 'puppy graduation') ?? next;
  return { title: titleFor(dog, celebration) ?? '', celebrationDate: celebration.date };
}

/** Returns the celebrations near a day, the nearest first, without those before `first`; null for all. */
function celebrationsNear(dog: NamedDog, day: CalendarDate, first: CalendarDate | null = null) {
  const distance = ({ date }: Celebration) => Math.abs(daysBetween(day, date));
  return celebrationsBetween(dog, addDays(day, -daysFromBirthday), addDays(day, daysFromBirthday + 1))
    .filter(({ date }) => first === null || date >= first)
    .sort((one, other) => distance(one) - distance(other));
}

/**
 * Suggests how a past party is planned again: for the same celebration when it comes round, or else a whole number of years later. A title
 * that was suggested for that celebration counts on; another one stays.
 */
export function partyAgain(
  dog: NamedDog,
  { title, celebrationDate }: Pick<PartyPlan, 'title' | 'celebrationDate'>,
  today: CalendarDate,
) {
  const reached = Math.max(1, anniversariesReached(celebrationDate, today));
  const days = [reached, reached + 1].map((years) => anniversaryOf(celebrationDate, years));
  const former = celebrationsNear(dog, celebrationDate);
  const again = days.flatMap((day) => celebrationsNear(dog, day, today)).find(({ kind }) => kind === former[0]?.kind);
  const isSuggested = former.some((each) => titleFor(dog, each) === title);
  return {
    title: (again && isSuggested && titleFor(dog, again)) || title,
    celebrationDate: again?.date ?? days.find((day) => day >= today) ?? today,
  };
}

/** Returns the human years that the party celebrates, or null if there is no such birthday near it, or the number would be a guess. */
function yearsCelebrated(dog: NamedDog, day: CalendarDate): number | null {
  // Two birthdays of a dog are at least seven weeks apart.
  const birthday = celebrationsNear(dog, day).flatMap((each) => ('humanYears' in each ? each : []))[0];
  return birthday?.isAbout ? null : birthday?.humanYears || null;
}

function occasionText(dog: NamedDog, { celebrationDate }: PartyPlan, isPast: boolean): string {
  const name = isolated(dog.name);
  if (isPast) return `We celebrated ${name}!`;
  const years = yearsCelebrated(dog, celebrationDate);
  if (years === null) return `You're invited to celebrate ${name}!`;
  return `${name} turns ${years} (in human years) and you're invited!`;
}

/** Whether a text contains an address of the web, which messengers preview. */
function hasWebLink(text: string): boolean {
  return linkedParts(text).some(({ href }) => href?.startsWith('http'));
}

/**
 * Returns an invitation as one would write it to friends: `text`, which ends where the link follows if there is one, and below that `rest`,
 * the description with the host's name. Messengers preview the first link of a message, so a place or thanks that contain one are in `rest`. For a
 * past party the text looks back, or is the host's `thanks`, and no description tells what to bring.
 * @param zone the time zone of the host's device, null if not known: only another one is named
 */
export function invitationText(
  dog: NamedDog,
  plan: PartyPlan,
  {
    isPast,
    thanks,
    hasLink,
    host,
    zone,
    now,
  }: {
    isPast: boolean;
    thanks?: string | null;
    hasLink: boolean;
    host: string | null;
    zone: string | null;
    now: Moment;
  },
): { text: string; rest: string } {
  const { celebrationDate, time, location, description } = plan;
  const signed = host && `— ${isolated(host)}`;
  if (isPast && thanks) {
    const isLinked = hasWebLink(thanks);
    if (isLinked && hasLink) return { text: 'Have a look:', rest: [thanks, signed].filter(Boolean).join('\n') };
    const end = !isLinked && /[\p{L}\p{N}]$/u.test(thanks) ? '.' : '';
    return { text: `${thanks}${end}${hasLink ? ' Have a look:' : ''}`, rest: signed ?? '' };
  }
  const isPlaceLinked = hasWebLink(location ?? '');
  const when = [formatShortDay(celebrationDate, now.instant), time && formatBriefTimeIn(time, zone)].filter(Boolean);
  const where = isPlaceLinked ? null : location?.replace(/\.$/, '');
  const question = isPast ? (hasLink ? ' Have a look:' : '') : ` Are you in? Dogs count, too${hasLink ? ':' : '.'}`;
  return {
    text: `${occasionText(dog, plan, isPast)} ${[when.join(', '), where].filter(Boolean).join(' · ')}.${question}`,
    rest: [isPlaceLinked && location, !isPast && description, signed].filter(Boolean).join('\n'),
  };
}

/** Returns the image path for the row of a party. It is a placeholder, because the browser draws the invitation. */
export function invitationImagePath(dogId: string): string {
  return `/invitations/${dogId}.png`;
}

/** Sorts parties by local clocks: upcoming ones earliest first, past ones latest first. On a day, those without a time come first. */
export function partiesByTime<Party extends { celebrationDate: CalendarDate; time: PartyTime | null }>(
  parties: readonly Party[],
  now: Moment,
): { upcoming: Party[]; past: Party[] } {
  const startOf = ({ celebrationDate, time }: Party) => `${celebrationDate} ${time ?? ''}`;
  const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  const sorted = parties.toSorted((one, other) => compare(startOf(one), startOf(other)));
  return {
    upcoming: sorted.filter((party) => !isPartyOver(party, now)),
    past: sorted.filter((party) => isPartyOver(party, now)).toReversed(),
  };
}

/** Whether a past party is told of as celebrated. One planned for after its dog's death is only with a photo. */
export function wasHeld({ diedOn }: Life, party: { celebrationDate: CalendarDate; memoryPhotoUrl: string | null }) {
  return !diedOn || party.celebrationDate <= diedOn || party.memoryPhotoUrl !== null;
}

/** For how many days after a party its owner is asked for a photo of it. */
const photoDays = 7;

/** Returns the latest party whose photo may be asked for: it has none, and is later than the one of `declined`, a day or empty. */
export function partyWithoutPhoto<
  Party extends { celebrationDate: CalendarDate; time: PartyTime | null; memoryPhotoUrl: string | null },
>(parties: readonly Party[], now: Moment, declined: string): Party | undefined {
  const since = addDays(now.today, -photoDays);
  return partiesByTime(parties, now).past.find(
    ({ celebrationDate, memoryPhotoUrl }) =>
      celebrationDate >= since && celebrationDate > declined && memoryPhotoUrl === null,
  );
}
