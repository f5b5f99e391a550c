import type { PasswordProblem } from '../../domain/credentials.ts';
import type { FieldProblem, UnusualDay } from '../../domain/drafts.ts';
import { limits } from '../../domain/limits.ts';

function tooLong(limit: number): string {
  return `A little shorter, please: at most ${limit} characters.`;
}

/** Makes a function that puts the problems of fields into words. */
function wordsOf<Field extends string>(words: Record<Field, (problem: FieldProblem) => string>) {
  return (problems: Partial<Record<NoInfer<Field>, FieldProblem>>): Partial<Record<Field, string>> => {
    const texts: Partial<Record<Field, string>> = {};
    for (const [field, problem] of Object.entries(problems) as [Field, FieldProblem][])
      texts[field] = words[field](problem);
    return texts;
  };
}

function birthDateText(problem: FieldProblem): string {
  if (problem === 'missing') return 'Please tell us the birthday. A good guess is fine.';
  if (problem === 'too long ago') return `That is more than ${limits.dogAge} years ago. Please check the year.`;
  if (problem === 'in the future') return 'This day has not come yet. Please choose today or a day before.';
  return 'This is not a day on the calendar.';
}

/** What is wrong with what was typed about a dog. */
export const dogProblemTexts = wordsOf({
  name: (problem) => (problem === 'too long' ? tooLong(limits.dogName) : 'Please tell us the name.'),
  birthDate: birthDateText,
  breed: () => tooLong(limits.breed),
  notes: () => tooLong(limits.notes),
});

export const invalidEmail = 'Please enter a valid e-mail address, such as rex@example.com.';

export function passwordProblemText(problem: PasswordProblem | undefined): string | undefined {
  if (!problem) return undefined;
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

function celebrationDateText(problem: FieldProblem): string {
  return problem === 'too far ahead'
    ? `We plan parties up to the year ${limits.celebrationYear}. Please check the year.`
    : 'Please choose a day on the calendar.';
}

/** What is wrong with what was typed about a party. */
export const partyProblemTexts = wordsOf({
  title: (problem) => (problem === 'too long' ? tooLong(limits.celebrationTitle) : 'Please give the party a title.'),
  celebrationDate: celebrationDateText,
  description: () => tooLong(limits.celebrationDescription),
  location: () => tooLong(limits.celebrationLocation),
});

/** The questions about an unusual day. */
export const unusualDayQuestions: Record<UnusualDay, string> = {
  'has passed': 'That day has passed. Plan it anyway?',
  'far ahead': `That is more than ${limits.celebrationAhead} years away. Plan it anyway?`,
};
