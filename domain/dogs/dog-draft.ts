import { type CalendarDate, parseCalendarDate } from '../dates/calendar-date.ts';
import { limits } from '../limits.ts';
import { birthDateProblem, checked, type FieldProblem, requiredLineProblem, textProblem } from '../text/checks.ts';
import { tidyLine, tidyText } from '../text/text.ts';
import type { CalculatorDraft, CalculatorInput } from './calculator-draft.ts';
import { type BirthPrecision, birthPrecisions } from './life.ts';
import type { PhotoFocus } from './photo-focus.ts';
import { defaultSize } from './size.ts';

/** The longest texts about a dog, in characters. Its name is in `limits`. */
export const dogLimits = { breed: 80, notes: 2000 } as const;

/** What was typed into the dog form. Unknown days are empty. */
export type DogDraft = CalculatorDraft &
  Pick<DogProfile, 'birthPrecision' | 'photoUrl' | 'photoFocus'> & {
    gotchaDate: string;
    diedOn: string;
    breed: string;
    notes: string;
  };

/** A checked dog draft, ready to save. Empty texts are null. */
export type DogProfile = CalculatorInput & {
  birthPrecision: BirthPrecision;
  gotchaDate: CalendarDate | null;
  diedOn: CalendarDate | null;
  breed: string | null;
  notes: string | null;
  photoUrl: string | null;
  /** Where the dog's face is in its photo; null where the owner has not said. */
  photoFocus: PhotoFocus | null;
};

const newDog = {
  name: '',
  size: defaultSize,
  birthDate: '',
  birthPrecision: birthPrecisions[0],
  photoUrl: null,
  photoFocus: null,
};

export function dogDraftOf(dog: DogProfile | null): DogDraft {
  const { name, size, birthDate, birthPrecision, photoUrl, photoFocus } = dog ?? newDog;
  return {
    name,
    size,
    birthDate,
    birthPrecision,
    gotchaDate: dog?.gotchaDate ?? '',
    diedOn: dog?.diedOn ?? '',
    breed: dog?.breed ?? '',
    notes: dog?.notes ?? '',
    photoUrl,
    photoFocus,
  };
}

function dayOrNull(text: string): CalendarDate | null {
  return text === '' ? null : (text as CalendarDate);
}

function dayOfLifeProblem(text: string, today: CalendarDate, birthDate: string, diedOn = ''): FieldProblem | undefined {
  if (text === '') return undefined;
  const date = parseCalendarDate(text);
  if (!date) return 'not a date';
  if (date > today) return 'in the future';
  // An invalid birth or death date is reported at its own field.
  if (parseCalendarDate(birthDate) && text < birthDate) return 'before the birth';
  return parseCalendarDate(diedOn) && text > diedOn ? 'after the death' : undefined;
}

/** Checks the dog form against today. `kept`, the saved birthday, is always allowed: a dog in memory may be older than others. */
export function checkDogDraft(draft: DogDraft, today: CalendarDate, kept: CalendarDate | null = null) {
  const name = tidyLine(draft.name);
  const breed = tidyLine(draft.breed);
  const notes = tidyText(draft.notes);
  return checked(
    {
      name: requiredLineProblem(name, limits.dogName),
      birthDate: draft.birthDate === kept ? undefined : birthDateProblem(draft.birthDate, today),
      gotchaDate: dayOfLifeProblem(draft.gotchaDate, today, draft.birthDate, draft.diedOn),
      diedOn: dayOfLifeProblem(draft.diedOn, today, draft.birthDate),
      breed: textProblem(breed, dogLimits.breed),
      notes: textProblem(notes, dogLimits.notes),
    },
    {
      name,
      birthDate: draft.birthDate as CalendarDate,
      size: draft.size,
      birthPrecision: draft.birthPrecision,
      gotchaDate: dayOrNull(draft.gotchaDate),
      diedOn: dayOrNull(draft.diedOn),
      breed: breed || null,
      notes: notes || null,
      photoUrl: draft.photoUrl,
      photoFocus: draft.photoUrl === null ? null : draft.photoFocus,
    },
  );
}
