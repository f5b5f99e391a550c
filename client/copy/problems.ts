import type { PasswordProblem } from '../../domain/credentials.ts';
import type { FieldProblem } from '../../domain/drafts.ts';
import { limits } from '../../domain/limits.ts';

function tooLong(limit: number): string {
  return `A little shorter, please: at most ${limit} characters.`;
}

const birthDateProblems: Record<FieldProblem, string> = {
  missing: 'Please tell us the birthday. A good guess is fine.',
  'not a date': 'This is not a day on the calendar.',
  'in the future': 'This day has not come yet. Please choose today or a day before.',
  'too long ago': `That is more than ${limits.dogAge} years ago. Please check the year.`,
  'too long': 'This is not a day on the calendar.',
};

export function nameProblemText(problem: FieldProblem): string {
  return problem === 'too long' ? tooLong(limits.dogName) : 'Please tell us the name.';
}

export function birthDateProblemText(problem: FieldProblem): string {
  return birthDateProblems[problem];
}

export function breedProblemText(_problem: FieldProblem): string {
  return tooLong(limits.breed);
}

export function notesProblemText(_problem: FieldProblem): string {
  return tooLong(limits.notes);
}

export const invalidEmail = 'Please enter a valid e-mail address, such as rex@example.com.';

export function passwordProblemText(problem: PasswordProblem): string {
  return problem === 'too short' ? 'Please use at least 6 characters.' : 'This password is too long: at most 72 bytes.';
}
