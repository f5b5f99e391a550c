/** The pictures of a whole life, and those of a film. Apart from the rest, because a pack does without them until a dog's page is open. */

import { anniversaryOf, type CalendarDate } from '../dates/calendar-date.ts';
import { isInMemory, type Life } from '../dogs/life.ts';
import { type DatedParty, type DatedPortrait, type DayPicture, pictureOfDay } from './celebration-photos.ts';

/** Returns the pictures that are kept of a dog's days, one a day, the earliest first. A day outside of its life has none. */
export function picturesOfLife(
  { id, birthDate, diedOn }: Life & { id: string },
  portraits: readonly DatedPortrait[],
  parties: readonly DatedParty[],
): DayPicture[] {
  const days = [
    ...portraits.flatMap(({ dogId, day }) => (dogId === id ? day : [])),
    ...parties.flatMap(({ dogId, celebrationDate }) => (dogId === id ? celebrationDate : [])),
  ].filter((day) => day >= birthDate && day <= (diedOn ?? day));
  return [...new Set(days)].sort().flatMap((day) => pictureOfDay(id, day, portraits, parties) ?? []);
}

/** A film has at most this many days, because each needs a second to be seen. */
const filmedDays = 9;

/** The pictures of a film, in order: of the twelve months up to today, or of all years. */
export type PicturesOfFilm = { isOfYear: boolean; pictures: readonly [DayPicture, DayPicture, ...DayPicture[]] };

/**
 * Returns the pictures of a dog's film: those of the last twelve months or, in memory or with fewer than two of them, of its life. Of many it has
 * the first, the last, and others evenly between them. Fewer than two are no film.
 * @param pictures the pictures of the dog's life, in order
 */
export function picturesOfFilm(
  dog: Pick<Life, 'diedOn'>,
  pictures: readonly DayPicture[],
  today: CalendarDate,
): PicturesOfFilm | null {
  const ofYear = pictures.filter(({ day }) => day >= anniversaryOf(today, -1) && day <= today);
  const isOfYear = ofYear.length > 1 && !isInMemory(dog);
  const all = isOfYear ? ofYear : pictures;
  const step = Math.max(1, (all.length - 1) / (filmedDays - 1));
  const [first, second, ...more] = all.filter((_, index) => Math.round(Math.round(index / step) * step) === index);
  return first && second ? { isOfYear, pictures: [first, second, ...more] } : null;
}
