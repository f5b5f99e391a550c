import type { CalendarDate } from '../dates/calendar-date.ts';
import { limits } from '../limits.ts';
import { birthDateProblem, checked, requiredLineProblem } from '../text/checks.ts';
import { tidyLine } from '../text/text.ts';
import type { BirthPrecision } from './life.ts';
import type { DogSize } from './size.ts';

/** `birthPrecision` is missing as long as nobody has picked an age instead of a birthday. */
export type CalculatorDraft = {
  name: string;
  birthDate: string;
  size: DogSize;
  birthPrecision?: BirthPrecision | undefined;
};

export type CalculatorInput = {
  name: string;
  birthDate: CalendarDate;
  size: DogSize;
  birthPrecision?: BirthPrecision;
};

/** Checks what was typed into the calculator against today, the owner's local date. */
export function checkCalculatorDraft(draft: CalculatorDraft, today: CalendarDate) {
  const name = tidyLine(draft.name);
  return checked(
    { name: requiredLineProblem(name, limits.dogName), birthDate: birthDateProblem(draft.birthDate, today) },
    {
      ...{ name, birthDate: draft.birthDate as CalendarDate, size: draft.size },
      ...(draft.birthPrecision && { birthPrecision: draft.birthPrecision }),
    },
  );
}
