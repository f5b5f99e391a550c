import { limits } from '../../domain/limits.ts';
import type { FieldProblem, TooLong } from '../../domain/text/checks.ts';

export function tooLong(limit: number): string {
  return `A little shorter, please: at most ${limit} characters.`;
}

function isTooLong(problem: FieldProblem): problem is TooLong {
  return problem.startsWith('longer than ');
}

/** Texts for any field. `words` below replaces them where a field needs a better text. */
const generalTexts: Record<Exclude<FieldProblem, TooLong>, string> = {
  missing: 'Please fill this in.',
  'not a date': 'This is not a day on the calendar.',
  'not a time': 'This is not a time of day.',
  'left out': 'The clocks go forward that night and skip this time. Please choose another.',
  'not after the start': 'A party ends after it begins.',
  'in the future': "That day's still ahead. Pick today or earlier.",
  'too long ago': 'That is too long ago. Please check the year.',
  'too far ahead': 'That is too far ahead. Please check the year.',
  'before the birth': 'That is before the birthday above. Please check both days.',
  'after the death': 'That is after the last day below. Please check both days.',
};

export function inWords<Field extends string, Problem>(
  problems: Partial<Record<Field, Problem>>,
  textOf: (field: Field, problem: Problem) => string,
): Partial<Record<Field, string>> {
  const found = Object.entries(problems) as [Field, Problem][];
  return Object.fromEntries(found.map(([field, problem]) => [field, textOf(field, problem)])) as Partial<
    Record<Field, string>
  >;
}

export function wordsOf(words: { [field: string]: { [Problem in FieldProblem]?: string } }) {
  return <Field extends string>(problems: Partial<Record<Field, FieldProblem>>) =>
    inWords(problems, (field, problem) => {
      const general = isTooLong(problem) ? tooLong(Number(problem.split(' ').at(-1))) : generalTexts[problem];
      return words[field]?.[problem] ?? general;
    });
}

export const dogProblemTexts = wordsOf({
  name: { missing: 'Please tell us the name.' },
  birthDate: {
    missing: 'Please tell us the birthday. A good guess is fine.',
    'too long ago': `That is more than ${limits.dogAge} years ago. Please check the year.`,
  },
});
