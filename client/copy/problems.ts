import type { PasswordProblem } from '../../domain/credentials.ts';
import type { FieldProblem, UnusualDay } from '../../domain/drafts.ts';
import { limits } from '../../domain/limits.ts';

function tooLong(limit: number): string {
  return `A little shorter, please: at most ${limit} characters.`;
}

/** Texts for any field. `words` below replaces them where a field needs a better text. */
const generalTexts: Record<FieldProblem, string> = {
  missing: 'Please fill this in.',
  'too long': 'A little shorter, please.',
  'not a date': 'This is not a day on the calendar.',
  'in the future': 'This day has not come yet. Please choose today or a day before.',
  'too long ago': 'That is too long ago. Please check the year.',
  'too far ahead': 'That is too far ahead. Please check the year.',
};

/** Makes a function that puts the problems of fields into words. */
function wordsOf(words: { [field: string]: { [Problem in FieldProblem]?: string } }) {
  return <Field extends string>(problems: Partial<Record<Field, FieldProblem>>): Partial<Record<Field, string>> => {
    const texts: Partial<Record<Field, string>> = {};
    for (const [field, problem] of Object.entries(problems) as [Field, FieldProblem][]) {
      texts[field] = words[field]?.[problem] ?? generalTexts[problem];
    }
    return texts;
  };
}

/** What is wrong with what was typed about a dog. */
export const dogProblemTexts = wordsOf({
  name: { missing: 'Please tell us the name.', 'too long': tooLong(limits.dogName) },
  birthDate: {
    missing: 'Please tell us the birthday. A good guess is fine.',
    'too long ago': `That is more than ${limits.dogAge} years ago. Please check the year.`,
  },
  breed: { 'too long': tooLong(limits.breed) },
  notes: { 'too long': tooLong(limits.notes) },
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

const chooseDay = 'Please choose a day on the calendar.';

/** What is wrong with what was typed about a party. */
export const partyProblemTexts = wordsOf({
  title: { missing: 'Please give the party a title.', 'too long': tooLong(limits.partyTitle) },
  celebrationDate: {
    missing: chooseDay,
    'not a date': chooseDay,
    'too far ahead': `We plan parties up to the year ${limits.latestPartyYear}. Please check the year.`,
  },
  description: { 'too long': tooLong(limits.partyDescription) },
  location: { 'too long': tooLong(limits.partyLocation) },
});

/** The questions about an unusual day. */
export const unusualDayQuestions: Record<UnusualDay, string> = {
  'has passed': 'That day has passed. Plan it anyway?',
  'far ahead': `That is more than ${limits.partyYearsAhead} years away. Plan it anyway?`,
};
