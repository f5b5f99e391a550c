import { countOf, type GuestCounts, guestCounts, headsText } from '../../../domain/guest-list.ts';
import { linkAddress, listInvitations, type SeenInvitation } from '../../backend/invitations.ts';
import type { Guest } from '../../backend/records/guests.ts';

/** One invitation with its guests, and what the pack says of them. */
export type PartyGuests = SeenInvitation & {
  /** The link that this device knows, and whether what everybody gets with it leaves out the place. */
  link: { url: string; isPlaceHidden: boolean } | null;
  /** Of the guests, or of those whose answers have been deleted. */
  counts: GuestCounts;
  /** "2 people and 1 dog"; empty while nobody comes. */
  heads: string;
  /** How many guests have answered since their host looked. */
  newCount: number;
  /** What is done about guests when the party changes: "3 guests get a mail." Empty where nobody has answered. */
  telling: string;
};

/** By the ids of the parties. */
export type GuestBook = ReadonlyMap<string, PartyGuests>;

const noCounts: GuestCounts = guestCounts([]);

/** Whether the guest has answered after that moment. */
export function isNewSince(seenAt: string, { answeredAt }: Guest): boolean {
  return answeredAt !== null && Date.parse(answeredAt) > Date.parse(seenAt);
}

/** Everybody with an address gets a mail. Who has none and does not come needs no news. */
function tellingText(guests: readonly Guest[]): string {
  const mailed = guests.filter(({ email }) => email !== null).length;
  const rest = guests.filter(({ email, answer }) => email === null && answer !== 'no').length;
  return [
    ...(mailed > 0 ? [`${countOf(mailed, 'guest gets', 'guests get')} a mail in a few minutes.`] : []),
    ...(rest > 0 ? [`${countOf(rest, 'guest', 'guests')} left no address: please tell them yourself.`] : []),
  ].join(' ');
}

/** Figures of deleted answers stand for the list only while nobody is on it. */
export function describeGuests(seen: SeenInvitation): PartyGuests {
  const { guests, token } = seen;
  const invitation = guests.length > 0 ? { ...seen.invitation, purgedCounts: null } : seen.invitation;
  const counts = invitation.purgedCounts ? { ...noCounts, ...invitation.purgedCounts } : guestCounts(guests);
  return {
    ...seen,
    invitation,
    link: token === null ? null : { url: linkAddress(token), isPlaceHidden: invitation.placeFor === 'yes' },
    counts,
    heads: headsText(counts),
    newCount: guests.filter((guest) => isNewSince(invitation.answersSeenAt, guest)).length,
    telling: tellingText(guests),
  };
}

/** @throws BackendError, of kind 'not reachable' only when this device has never seen the guests */
export async function readGuestBook(ownerId: string): Promise<GuestBook> {
  return new Map([...(await listInvitations(ownerId))].map(([partyId, seen]) => [partyId, describeGuests(seen)]));
}
