import { localDayAt } from '../../../domain/dates/local-time.ts';
import { type GuestCounts, guestCounts, headsText } from '../../../domain/guests/listed-guests.ts';
import { isPartyOver, partyTimeOf } from '../../../domain/parties/party-time.ts';
import { tellingWords } from '../../copy/mail-words.ts';
import { linkAddress, listInvitations, type SeenInvitation } from '../../data/invitations/host-invitations.ts';
import type { Guest } from '../../data/records/guests.ts';
import type { Invitation } from '../../data/records/invitations.ts';
import { isAddressProven } from '../../data/session/proven-address.ts';
import { deviceZone } from '../../shared/device-zone.ts';
import { localToday } from '../../shared/use-today.ts';

export type PartyGuests = SeenInvitation & {
  /** The address of the link; null if there is none, or if it is older than links that can be read again. */
  link: string | null;
  /** Whether only guests who say yes see the place. Picture and words, which everybody gets, then leave it out. */
  isPlaceHidden: boolean;
  /** Counts the guests, or those whose answers have been deleted. */
  counts: GuestCounts;
  /** "2 people and 1 dog"; empty while nobody comes. */
  heads: string;
  /** How many guests have answered since the host last looked. */
  newCount: number;
  /** How guests will hear when the party changes: "We'll email 3 guests." Empty if nobody has to. */
  telling: string;
  /** Whether the party was over when its host removed it. It is not called off, and its guests have nothing to hear. */
  isRemovedMemory: boolean;
  /** Guests that only the host can notify: they left no address, or mails wait because the host's own is not proved. */
  toTell: readonly Guest[];
  /** A hint on the description of the party; null if everybody sees the place anyway. */
  ofDescription: string | null;
};

export type GuestBook = ReadonlyMap<string, PartyGuests>;

const noCounts: GuestCounts = guestCounts([]);

export function isNewSince(seenAt: string, { answeredAt }: Guest): boolean {
  return answeredAt !== null && Date.parse(answeredAt) > Date.parse(seenAt);
}

/** Returns the guests to notify. Those who do not come need no news. */
export function toldGuests(guests: readonly Guest[]): Guest[] {
  return guests.filter(({ answer }) => answer !== 'no');
}

function isRemovedMemory({ cancelledParty, cancelledAt }: Invitation): boolean {
  if (!cancelledParty || !cancelledAt) return false;
  const { date: celebrationDate, time, zone, end } = cancelledParty;
  const party = { celebrationDate, time: partyTimeOf(time, zone, end) };
  const at = Date.parse(cancelledAt);
  return isPartyOver(party, { today: localDayAt(at, deviceZone() ?? 'UTC'), instant: at });
}

/**
 * Uses the counts of deleted answers only while nobody is on the list.
 * @param isProven null if that cannot be asked
 */
export function describeGuests(seen: SeenInvitation, isProven: boolean | null): PartyGuests {
  const { guests } = seen;
  const invitation = guests.length > 0 ? { ...seen.invitation, purgedCounts: null } : seen.invitation;
  const told = toldGuests(guests);
  const mailed = told.filter(({ email }) => email !== null).length;
  const counts = invitation.purgedCounts ? { ...noCounts, ...invitation.purgedCounts } : guestCounts(guests);
  return {
    ...seen,
    invitation,
    link: invitation.linkToken === null ? null : linkAddress(invitation.linkToken),
    isPlaceHidden: invitation.placeFor === 'yes',
    counts,
    heads: headsText(counts),
    newCount: guests.filter((guest) => isNewSince(invitation.answersSeenAt, guest)).length,
    telling: tellingWords(mailed, told.length - mailed, isProven),
    toTell: told.filter(({ email }) => email === null || isProven === false),
    isRemovedMemory: isRemovedMemory(invitation),
    ofDescription:
      invitation.placeFor === 'yes'
        ? 'All your guests read this, also those who do not see the place yet. So keep the place out of it.'
        : null,
  };
}

/** @throws BackendError, of kind 'not reachable' only when this device has never seen the guests */
export async function readGuestBook(ownerId: string): Promise<GuestBook> {
  const invitations = [...(await listInvitations(ownerId, localToday()))];
  const isMailed = invitations.some(([, { guests }]) => guests.some(({ email }) => email !== null));
  const isProven = isMailed ? await isAddressProven().catch(() => null) : null;
  return new Map(invitations.map(([partyId, seen]) => [partyId, describeGuests(seen, isProven)]));
}
