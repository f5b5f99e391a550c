/** When the film of a dog's days shows what. All times are in seconds. */

export const framesPerSecond = 30;

const openingLasts = 1.8;
const endingLasts = 2.6;

/** Returns how long the film of so many days lasts: from 10 to 15 seconds. */
export function filmLength(dayCount: number): number {
  return Math.min(Math.max(openingLasts + 1.7 * dayCount + endingLasts, 10), 15);
}

/** What is seen at a moment: the opening, which is scene -1, a day by its number, or the ending; since when, and how long it is seen. */
export type Moment = { scene: number; since: number; lasts: number };

export function momentAt(dayCount: number, seconds: number): Moment {
  if (seconds < openingLasts) return { scene: -1, since: seconds, lasts: openingLasts };
  const lasts = (filmLength(dayCount) - openingLasts - endingLasts) / dayCount;
  const scene = Math.min(Math.floor((seconds - openingLasts) / lasts), dayCount);
  const since = seconds - openingLasts - scene * lasts;
  return { scene, since, lasts: scene < dayCount ? lasts : endingLasts };
}

/** Returns which part of something that takes so long is done, quick at first: from 0 to 1. */
export function partDone(since: number, takes: number): number {
  return 1 - (1 - Math.min(Math.max(since / takes, 0), 1)) ** 3;
}

/** Returns the number that is seen while it counts up from that of the day before. In the last part of its scene it stays. */
export function countedNumber(from: number, to: number, { since, lasts }: Moment): number {
  return Math.round(from + (to - from) * partDone(since, lasts * 0.6));
}
