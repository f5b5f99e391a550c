import { searchKey } from '../text/search-text.ts';
import { guestGroups, guestsOf, type ListedGuest } from './listed-guests.ts';

/** Returns the guests of a former party, in order, who have not answered this time: by email or, without one, by name. */
export function guestsToAskAgain<Guest extends ListedGuest>(
  former: readonly Guest[],
  answered: readonly ListedGuest[],
): Guest[] {
  const isSame = (one: ListedGuest, other: ListedGuest) =>
    one.email && other.email
      ? one.email.toLowerCase() === other.email.toLowerCase()
      : searchKey(one.name) === searchKey(other.name);
  return guestGroups
    .flatMap((group) => guestsOf(former, group))
    .filter((guest) => !answered.some((known) => isSame(known, guest)));
}
