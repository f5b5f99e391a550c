import { type BirthdayReport, humanYearsText } from './birthday-report.ts';
import { type CalendarDate, daysBetween, formatLongDate } from './calendar-date.ts';
import { daysToGoText, nextCelebration } from './celebrations.ts';
import type { PartyPlan } from './drafts.ts';
import { ordinal } from './ordinal.ts';
import type { DogSize } from './size.ts';
import { isolated } from './text.ts';

type CelebratedDog = { name: string; size: DogSize; birthDate: CalendarDate };

/** A suggested party: a title and day for the next celebration of a dog. */
export type SuggestedParty = { title: string; celebrationDate: CalendarDate };

/**
 * The dog's next celebration with a fitting title.
 * @throws RangeError when the dog is not born yet.
 */
export function suggestedParty({ name, size, birthDate }: CelebratedDog, today: CalendarDate): SuggestedParty {
  const { kind, anniversary, humanYears, date } = nextCelebration(birthDate, size, today);
  if (anniversary === 0) return { title: `${name}'s Welcome Party`, celebrationDate: date };
  const occasion =
    kind === 'birthday' ? `${ordinal(anniversary)} Birthday` : `${ordinal(humanYears)} Human-Year Birthday`;
  return { title: `${name}'s ${occasion}`, celebrationDate: date };
}

/** The invitation as a text for every platform: who, what, when, and where if that is known. */
export function invitationText(dogName: string, plan: PartyPlan): string {
  return [
    `You're invited to celebrate ${isolated(dogName)}!`,
    `What: ${plan.title}`,
    `When: ${formatLongDate(plan.celebrationDate)}`,
    ...(plan.location ? [`Where: ${plan.location}`] : []),
    ...(plan.description ? ['', plan.description] : []),
  ].join('\n');
}

/** The birthday report as a text to share. */
export function reportShareText(dogName: string, report: BirthdayReport): string {
  const countdown = daysToGoText(report.daysUntilBirthday);
  return [
    `${isolated(dogName)} is ${humanYearsText(report)} in human years!`,
    `Next celebration: ${report.nextCelebration}, ${formatLongDate(report.nextBirthdayDate)}. ${countdown}`,
  ].join('\n');
}

/** The image path in the row of a party. It is a placeholder, because the browser draws the invitation. */
export function invitationImagePath(dogId: string): string {
  return `/invitations/${dogId}.png`;
}

/** Upcoming parties (today included) from the earliest on, past ones from the latest back. */
export function partiesByTime<Party extends { celebrationDate: CalendarDate }>(
  parties: readonly Party[],
  today: CalendarDate,
): { upcoming: Party[]; past: Party[] } {
  const sorted = parties.toSorted((one, other) => daysBetween(other.celebrationDate, one.celebrationDate));
  return {
    upcoming: sorted.filter(({ celebrationDate }) => celebrationDate >= today),
    past: sorted.filter(({ celebrationDate }) => celebrationDate < today).toReversed(),
  };
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The text within a limit of code points: a longer one is cut between graphemes and ends in an ellipsis. */
export function shortened(text: string, limit: number): string {
  if ([...text].length <= limit) return text;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if ([...kept].length + [...segment].length > limit - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
