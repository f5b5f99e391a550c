/** The photos that are kept of a dog's celebrations, each as a portrait or as the photo of a party on that day, and which are asked for. */

import { addDays, anniversaryOf, type CalendarDate } from '../dates/calendar-date.ts';
import { isInMemory, type Life } from '../dogs/life.ts';
import type { PhotoFocus } from '../dogs/photo-focus.ts';
import { checked, textProblem } from '../text/checks.ts';
import { hasVisibleCharacter, tidyLine } from '../text/text.ts';
import { type Celebration, celebrationsBetween } from './celebrations.ts';

/** The longest line below a portrait, in characters. */
export const longestPortraitLine = 80;

/** What shows a portrait: the photo, where the face is in it, and a line in the owner's words. */
export type PortraitLook = { photoUrl: string | null; photoFocus: PhotoFocus | null; line: string | null };

export function checkPortraitLine(typed: string) {
  const line = tidyLine(typed);
  return checked({ line: textProblem(line, longestPortraitLine) }, { line: hasVisibleCharacter(line) ? line : null });
}

/** `photoUrl` is null where a party of that day has the photo. */
export type DatedPortrait = PortraitLook & { dogId: string; day: CalendarDate };
export type DatedParty = { dogId: string; celebrationDate: CalendarDate; memoryPhotoUrl: string | null };

export type DayPicture = PortraitLook & { day: CalendarDate; photoUrl: string };

/** Returns the dog's party of a day whose photo is the picture of that day: the first with a photo, or else the first. */
export function partyOfDay<Party extends DatedParty>(
  dogId: string,
  day: CalendarDate,
  parties: readonly Party[],
): Party | null {
  const ofDay = parties.filter((party) => party.dogId === dogId && party.celebrationDate === day);
  return ofDay.find(({ memoryPhotoUrl }) => memoryPhotoUrl !== null) ?? ofDay[0] ?? null;
}

/** Returns what shows a day: the photo of its portrait, or else that of its party, with the face and the line of the portrait. */
export function lookOfDay(
  portrait: PortraitLook | null,
  party: Pick<DatedParty, 'memoryPhotoUrl'> | null,
): PortraitLook {
  return {
    photoUrl: portrait?.photoUrl ?? party?.memoryPhotoUrl ?? null,
    photoFocus: portrait?.photoFocus ?? null,
    line: portrait?.line ?? null,
  };
}

export function pictureOfDay(
  dogId: string,
  day: CalendarDate,
  portraits: readonly DatedPortrait[],
  parties: readonly DatedParty[],
): DayPicture | null {
  const portrait = portraits.find((each) => each.dogId === dogId && each.day === day);
  const { photoUrl, ...rest } = lookOfDay(portrait ?? null, partyOfDay(dogId, day, parties));
  return photoUrl ? { day, photoUrl, ...rest } : null;
}

/** Returns where the face is in the photo of a party. A portrait of that day that has a photo of its own does not say it. */
export function focusOfPartyPhoto(
  { dogId, celebrationDate, memoryPhotoUrl }: DatedParty,
  portraits: readonly DatedPortrait[],
  parties: readonly DatedParty[],
): PhotoFocus | null {
  const picture = pictureOfDay(dogId, celebrationDate, portraits, parties);
  return picture?.photoUrl === memoryPhotoUrl ? (picture?.photoFocus ?? null) : null;
}

/** Returns the pictures of living dogs' days of which today is the first anniversary. That of February 29 is February 28. */
export function picturesOfAYearAgo<Dog extends Life & { id: string }>(
  dogs: readonly Dog[],
  portraits: readonly DatedPortrait[],
  parties: readonly DatedParty[],
  today: CalendarDate,
): { dog: Dog; picture: DayPicture }[] {
  const before = anniversaryOf(today, -1);
  const days = [before, addDays(before, 1)].filter((day) => anniversaryOf(day, 1) === today);
  return dogs
    .filter((dog) => !isInMemory(dog))
    .flatMap((dog) =>
      days.flatMap((day) => {
        const picture = day < dog.birthDate ? null : pictureOfDay(dog.id, day, portraits, parties);
        return picture ? { dog, picture } : [];
      }),
    );
}

/** For how many days after a celebration its owner is asked for a photo. */
const askedDays = 7;

/**
 * Returns the latest celebration of a living dog for whose photo its owner is asked, until a week after it. On the day of a party the
 * photo of the party is asked for instead.
 * @param declined the day up to which the owner wants no question, or empty
 */
export function portraitToAskFor<Dog extends Life & { id: string }>(
  dogs: readonly Dog[],
  portraits: readonly DatedPortrait[],
  parties: readonly DatedParty[],
  today: CalendarDate,
  declined: string,
): { dog: Dog; celebration: Celebration } | null {
  const wants = ({ id }: Dog, day: CalendarDate) =>
    day > declined && !partyOfDay(id, day, parties) && !pictureOfDay(id, day, portraits, parties);
  return dogs
    .filter((dog) => !isInMemory(dog))
    .flatMap((dog) => {
      const celebrations = celebrationsBetween(dog, addDays(today, -askedDays), addDays(today, 1));
      return celebrations.filter(({ date }) => wants(dog, date)).map((celebration) => ({ dog, celebration }));
    })
    .reduce<{ dog: Dog; celebration: Celebration } | null>(
      (latest, one) => (latest && latest.celebration.date >= one.celebration.date ? latest : one),
      null,
    );
}
