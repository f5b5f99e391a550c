import type { CalendarDate } from '../dates/calendar-date.ts';
import { limits } from '../limits.ts';
import { birthDateProblem, requiredLineProblem } from '../text/checks.ts';
import { tidyLine } from '../text/text.ts';
import { type BirthPrecision, isBirthPrecision } from './life.ts';
import { type DogSize, isDogSize } from './size.ts';

export type LinkFields = { get(field: string): string | null };

/**
 * Reads what a link says to the calculator, with the checks of typed input against today, the visitor's local date. Leaves out what is
 * wrong. The dog form reads more: see linked-dog.ts, which visitors are not sent.
 */
export function calculatorPartOf(
  link: LinkFields,
  today: CalendarDate,
): { name?: string; birthDate?: string; birthPrecision?: BirthPrecision; size?: DogSize } {
  const name = tidyLine(link.get('name') ?? '');
  const birthDate = link.get('born') ?? '';
  const sure = link.get('sure');
  const size = link.get('size');
  const isBirthDateRight = !birthDateProblem(birthDate, today);
  return {
    ...(!requiredLineProblem(name, limits.dogName) && { name }),
    ...(isBirthDateRight && { birthDate }),
    ...(isBirthDateRight && isBirthPrecision(sure) && { birthPrecision: sure }),
    ...(isDogSize(size) && { size }),
  };
}
