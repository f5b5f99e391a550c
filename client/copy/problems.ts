import type { PasswordProblem } from '../../domain/credentials.ts';
import type { FieldProblem, UnusualDay } from '../../domain/drafts.ts';
import { limits } from '../../domain/limits.ts';

function tooLong(limit: number): string {
  return `A little shorter, please: at most ${limit} characters.`;
}

const birthDateProblems: Record<FieldProblem, string> = {
  missing: 'Please tell us the birthday. A good guess is fine.',
  'not a date': 'This is not a day on the calendar.',
  'in the future': 'This day has not come yet. Please choose today or a day before.',
  'too long ago': `That is more than ${limits.dogAge} years ago. Please check the year.`,
  'too far ahead': 'This day has not come yet. Please choose today or a day before.',
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

export const wrongPassword = 'This is not your current password.';

export const samePassword = 'This is your password already. Please choose another one.';
export const recoveryTooLate = 'The 15 minutes for this are over. Please sign out below and ask for a new link.';

export const sameEmail = 'This is your address already.';

export const nameTooLong = tooLong(limits.ownerName);

/** Why a chosen file cannot become a photo. */
export const photoProblemTexts = {
  'not an image': 'The photo must be an image file.',
  'too large': 'This picture is too large: at most 60 MB and 110 megapixels.',
  'not readable': 'This picture cannot be opened. It may be damaged; please try a JPEG, PNG or WebP.',
  'HEIC not readable': 'This browser cannot open HEIC photos. Please choose a JPEG, PNG or WebP, or use Safari.',
} as const;

export function celebrationTitleProblemText(problem: FieldProblem): string {
  return problem === 'too long' ? tooLong(limits.celebrationTitle) : 'Please give the party a title.';
}

export function celebrationDateProblemText(problem: FieldProblem): string {
  if (problem === 'too far ahead')
    return `We plan parties up to the year ${limits.celebrationYear}. Please check the year.`;
  return 'Please choose a day on the calendar.';
}

/** What is asked about a day that few would choose. */
export const unusualDayQuestions: Record<UnusualDay, string> = {
  'has passed': 'That day has passed. Plan it anyway?',
  'far ahead': `That is more than ${limits.celebrationAhead} years away. Plan it anyway?`,
};

export function celebrationDescriptionProblemText(_problem: FieldProblem): string {
  return tooLong(limits.celebrationDescription);
}

export function celebrationLocationProblemText(_problem: FieldProblem): string {
  return tooLong(limits.celebrationLocation);
}
