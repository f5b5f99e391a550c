import { type GuestField, type GuestProblem, guestLimits } from '../../domain/guests/guest-answer.ts';
import type { SettingsDraft, SettingsProblem } from '../../domain/guests/invitation-settings.ts';
import { invitationLimits } from '../../domain/guests/invitation-view.ts';
import { tooLong } from './problems.ts';

function countText(problem: GuestProblem): string {
  if (problem === 'nobody') return 'At least one person or dog has to come.';
  return problem === 'too many' ? `At most ${guestLimits.people}, please.` : 'Please enter a number.';
}

/** What is wrong with what was typed about a guest. */
export const guestProblemTexts: Readonly<Record<GuestField, (problem: GuestProblem) => string>> = {
  name: (problem) => (problem === 'too long' ? tooLong(guestLimits.name) : 'Please tell us the name.'),
  answer: () => 'Please choose an answer.',
  adults: countText,
  children: countText,
  dogs: (problem) => {
    if (problem === 'too many') return `At most ${guestLimits.dogs} dogs, please.`;
    return problem === 'too long' ? tooLong(guestLimits.dogName) : 'Please name each dog.';
  },
  allergies: () => tooLong(guestLimits.allergies),
  note: () => tooLong(guestLimits.note),
  email: () => 'This is not an address.',
};

const generalTexts: Readonly<Record<SettingsProblem, string>> = {
  'not a number': 'Please enter a number, or leave it empty.',
  'not a date': 'Please choose a day on the calendar, or leave it empty.',
  'after the party': 'That is after the party. Please choose its day or one before.',
  'too long': tooLong(invitationLimits.message),
  'too many': `At most ${invitationLimits.mostPeople}, please.`,
};

/** What is wrong with what was typed into the settings of an invitation. */
export function settingsProblemText(field: keyof SettingsDraft, problem: SettingsProblem): string {
  if (field !== 'bringList') return generalTexts[problem];
  return problem === 'too long'
    ? `Each thing a little shorter, please: at most ${invitationLimits.bringItem} characters.`
    : `At most ${invitationLimits.bringItems} things, please.`;
}
