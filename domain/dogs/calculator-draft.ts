import type { CalendarDate } from '../dates/calendar-date.ts';
import { limits } from '../limits.ts';
import { birthDateProblem, checked, requiredLineProblem } from '../text/checks.ts';
import { tidyLine } from '../text/text.ts';
import type { DogSize } from './size.ts';

export type CalculatorDraft = { name: string; birthDate: string; size: DogSize };

export type CalculatorInput = { name: string; birthDate: CalendarDate; size: DogSize };

/** Checks what was typed into the calculator against today, the owner's local date. */
export function checkCalculatorDraft(draft: CalculatorDraft, today: CalendarDate) {
  const name = tidyLine(draft.name);
  return checked(
    { name: requiredLineProblem(name, limits.dogName), birthDate: birthDateProblem(draft.birthDate, today) },
    { name, birthDate: draft.birthDate as CalendarDate, size: draft.size },
  );
}
