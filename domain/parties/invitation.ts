import { nextCelebration } from '../celebrations/celebrations.ts';
import { addDays, type CalendarDate, formatLongDate } from '../dates/calendar-date.ts';
import { ordinal } from '../dates/ordinal.ts';
import type { NamedDog } from '../dogs/life.ts';
import { isolated } from '../text/text.ts';
import type { PartyPlan } from './party-draft.ts';
import { formatPartyTime, isPartyOver, type Moment, type PartyTime } from './party-time.ts';

/**
 * Suggests a title and a day for a party for the dog's next celebration. The title has no number if that would be a guess.
 * @throws RangeError when the dog is not born yet, or is in memory.
 */
export function suggestedParty(dog: NamedDog, today: CalendarDate) {
  const { name } = dog;
  const { kind, anniversary, humanYears, date, isAbout } = nextCelebration(dog, today);
  if (anniversary === 0) return { title: `${name}'s Welcome Party`, celebrationDate: date };
  if (isAbout) return { title: `${name}'s ${kind === 'birthday' ? '' : 'Human-Year '}Birthday`, celebrationDate: date };
  const occasion =
    kind === 'birthday' ? `${ordinal(anniversary)} Birthday` : `${ordinal(humanYears)} Human-Year Birthday`;
  return { title: `${name}'s ${occasion}`, celebrationDate: date };
}

/** Returns the invitation as text: who, what, when, and where if that is known. For a past party the text looks back. */
export function invitationText(dogName: string, plan: PartyPlan, isPast = false): string {
  return [
    `${isPast ? 'We celebrated' : "You're invited to celebrate"} ${isolated(dogName)}!`,
    `What: ${plan.title}`,
    `When: ${formatLongDate(plan.celebrationDate)}${plan.time ? `, ${formatPartyTime(plan.time)}` : ''}`,
    ...(plan.location ? [`Where: ${plan.location}`] : []),
    ...(plan.description ? ['', plan.description] : []),
  ].join('\n');
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
