import type { CalendarDate } from '../dates/calendar-date.ts';
import { tidyLine } from '../text/text.ts';
import { checkDogDraft, type DogDraft, dogDraftOf } from './dog-draft.ts';
import { calculatorPartOf, type LinkFields } from './dog-link.ts';

export type LinkedDog = Partial<
  Pick<DogDraft, 'name' | 'birthDate' | 'birthPrecision' | 'size' | 'breed' | 'gotchaDate'>
>;

/** Reads what a link says to the dog form, as `calculatorPartOf` does. Returns null if nothing in it is right. */
export function linkedDogOf(link: LinkFields, today: CalendarDate): LinkedDog | null {
  const known = calculatorPartOf(link, today);
  const more = { breed: tidyLine(link.get('breed') ?? ''), gotchaDate: link.get('gotcha') ?? '' };
  const checked = checkDogDraft({ ...dogDraftOf(null), ...known, ...more }, today);
  const problems = checked.ok ? {} : checked.problems;
  const right = Object.entries(more).filter(([field, value]) => value && !(field in problems));
  const dog: LinkedDog = { ...known, ...Object.fromEntries(right) };
  return Object.keys(dog).length > 0 ? dog : null;
}
