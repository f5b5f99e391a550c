import { celebrationsBetween, nextCelebration } from '../celebrations/celebrations.ts';
import { addDays, type CalendarDate } from '../dates/calendar-date.ts';
import { ordinal } from '../dates/ordinal.ts';
import type { NamedDog } from '../dogs/life.ts';
import { formatShortDay } from '../guests/guest-clock.ts';
import { isolated } from '../text/text.ts';
import { linkedParts } from '../text/text-links.ts';
import type { PartyPlan } from './party-draft.ts';
import { formatBriefTimeIn, isPartyOver, type Moment, type PartyTime } from './party-time.ts';

/**
 * Suggests a title and a day for a party for the dog's next celebration, or for a puppy's graduation before it. The title has no number if that would be a guess.
 * @throws RangeError when the dog is not born yet, or is in memory.
 */
export function suggestedParty(dog: NamedDog, today: CalendarDate) {
  const { name } = dog;
  const { kind, anniversary, humanYears, date, isAbout } = nextCelebration(dog, today);
  if (anniversary === 0) return { title: `${name}'s Welcome Party`, celebrationDate: date };
  const graduation = celebrationsBetween(dog, today, date).find((each) => each.kind === 'puppy graduation');
  if (graduation) return { title: `${name}'s Puppy Graduation`, celebrationDate: graduation.date };
  if (isAbout) return { title: `${name}'s ${kind === 'birthday' ? '' : 'Human-Year '}Birthday`, celebrationDate: date };
  const occasion =
    kind === 'birthday' ? `${ordinal(anniversary)} Birthday` : `${ordinal(humanYears)} Human-Year Birthday`;
  return { title: `${name}'s ${occasion}`, celebrationDate: date };
}

/** A party for a birthday is at most so many days before or after it. */
const daysFromBirthday = 7;

/** Returns the human years that the party celebrates, or null if there is no such birthday near it, or the number would be a guess. */
function yearsCelebrated(dog: NamedDog, day: CalendarDate): number | null {
  const near = celebrationsBetween(dog, addDays(day, -daysFromBirthday), addDays(day, daysFromBirthday + 1));
  // Two birthdays of a dog are at least seven weeks apart.
  const birthday = near.flatMap((each) => ('humanYears' in each ? each : []))[0];
  return birthday?.isAbout ? null : birthday?.humanYears || null;
}

function occasionText(dog: NamedDog, { celebrationDate }: PartyPlan, isPast: boolean): string {
  const name = isolated(dog.name);
  if (isPast) return `We celebrated ${name}!`;
  const years = yearsCelebrated(dog, celebrationDate);
  if (years === null) return `You're invited to celebrate ${name}!`;
  return `${name} turns ${years} (in human years) and you're invited!`;
}

/**
 * Returns an invitation as one would write it to friends: `text`, which ends where the link follows if there is one, and below that `rest`,
 * the description with the host's name. Messengers preview the first link of a message, so a place that contains one is in `rest`. For a
 * past party the text looks back.
 * @param zone the time zone of the host's device, null if not known: only another one is named
 */
export function invitationText(
  dog: NamedDog,
  plan: PartyPlan,
  {
    isPast,
    hasLink,
    host,
    zone,
    now,
  }: { isPast: boolean; hasLink: boolean; host: string | null; zone: string | null; now: Moment },
): { text: string; rest: string } {
  const { celebrationDate, time, location, description } = plan;
  const isPlaceLinked = linkedParts(location ?? '').some(({ href }) => href?.startsWith('http'));
  const when = [formatShortDay(celebrationDate, now.instant), time && formatBriefTimeIn(time, zone)].filter(Boolean);
  const where = isPlaceLinked ? null : location?.replace(/\.$/, '');
  const question = isPast ? (hasLink ? ' Have a look:' : '') : ` Are you in? Dogs count, too${hasLink ? ':' : '.'}`;
  return {
    text: `${occasionText(dog, plan, isPast)} ${[when.join(', '), where].filter(Boolean).join(' · ')}.${question}`,
    rest: [isPlaceLinked && location, description, host && `— ${isolated(host)}`].filter(Boolean).join('\n'),
  };
}

/** Returns the image path for the row of a party. It is a placeholder, because the browser draws the invitation. */
export function invitationImagePath(dogId: string): string {
  return `/invitations/${dogId}.png`;
}

/**
 * Sorts parties: upcoming ones (until they are over) earliest first, past ones latest first. On the same day, those without a time come
 * first. Times are compared as local clocks show them.
 */
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
