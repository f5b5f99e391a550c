/** An owner's invitations and their answers, for the host. They change only online; the device keeps the last lists. All throw BackendError. */
import { invitationPage } from '../../../addresses/addresses.ts';
import { addDays, type CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { GuestAnswer } from '../../../domain/guests/guest-answer.ts';
import { guestCounts } from '../../../domain/guests/listed-guests.ts';
import { type GuestMail, guestMailList } from '../../../domain/guests/mails-to-guests.ts';
import type { InvitationSettings, Thanks } from '../../../domain/guests/settings-draft.ts';
import { flag, integer, listOf, objectOf, optional, text } from '../../../domain/parse.ts';
import { BackendError, readAnswer, unwrap } from '../backend-error.ts';
import { rowsOfOwner, supabase } from '../client.ts';
import { inTime, isReachable } from '../network.ts';
import { changeStored } from '../offline/database.ts';
import { lastSeen, listRecords } from '../offline/snapshots.ts';
import { outboxOf } from '../offline/this-tab.ts';
import { type Guest, guests } from '../records/guests.ts';
import { type Invitation, invitations } from '../records/invitations.ts';
import { parties } from '../records/parties.ts';
import type { FieldValues, RecordType, Stored } from '../records/record.ts';
import { columnsOf, rowsIn } from '../records/rows.ts';

/** Days after a party for which its guests are kept, the same as in the backend. */
export const daysKept = 30;

async function changeList(
  ownerId: string,
  { table }: RecordType,
  change: (items: readonly (FieldValues & Stored)[]) => unknown,
) {
  const changeIfCached = (cached: unknown) => (Array.isArray(cached) ? change(cached) : cached);
  await changeStored('seen', `${ownerId}/${table}`, changeIfCached).catch(() => undefined);
}

/**
 * Drops the guests of parties that were more than 30 days ago, cancelled or not, because the device may be offline for longer than the
 * backend keeps them. Also drops guests of parties that are gone from the pack without being known as cancelled. Keeps their counts.
 */
async function forgetPastGuests(ownerId: string, today: CalendarDate): Promise<void> {
  const [seen, cached, known] = await Promise.all([
    lastSeen(outboxOf(ownerId), invitations),
    lastSeen(outboxOf(ownerId), guests),
    lastSeen(outboxOf(ownerId), parties),
  ]);
  if (!seen || !cached || !known) return;
  const isRecent = (day: CalendarDate) => addDays(day, daysKept) >= today;
  const living = new Set([
    ...known.filter(({ celebrationDate }) => isRecent(celebrationDate)).map(({ id }) => id),
    ...seen.flatMap(({ partyId, cancelledParty }) =>
      cancelledParty && isRecent(cancelledParty.date) ? [partyId] : [],
    ),
  ]);
  const over = new Map(
    seen
      .filter(({ partyId }) => !living.has(partyId))
      .map(({ id }) => [id, cached.filter(({ invitationId }) => invitationId === id)] as const)
      .filter(([, dropped]) => dropped.length > 0),
  );
  if (over.size === 0) return;
  await changeList(ownerId, guests, (items) => items.filter(({ invitationId }) => !over.has(String(invitationId))));
  await changeList(ownerId, invitations, (items) =>
    items.map((item) => {
      const dropped = over.get(item.id);
      return dropped ? { ...item, purgedCounts: guestCounts(dropped) } : item;
    }),
  );
}

/** Returns the address of a link. Anyone who has it can open the invitation and answer it. */
export function linkAddress(token: string): string {
  return `${window.location.origin}${invitationPage(token)}`;
}

export type SeenInvitation = {
  invitation: Invitation;
  /** Oldest first. */
  guests: readonly Guest[];
};

/**
 * Returns the owner's invitations by the ids of their parties, from the backend or else from the copy on this device.
 * @throws BackendError, of kind 'not reachable' only when this device has never seen them
 */
export async function listInvitations(
  ownerId: string,
  today: CalendarDate,
): Promise<ReadonlyMap<string, SeenInvitation>> {
  await forgetPastGuests(ownerId, today);
  const seen = await listRecords(outboxOf(ownerId), invitations);
  if (seen.length === 0) return new Map();
  const answers = await listRecords(outboxOf(ownerId), guests);
  const byInvitation = Map.groupBy(answers.toReversed(), ({ invitationId }) => invitationId);
  return new Map(
    seen.map((invitation) => [invitation.partyId, { invitation, guests: byInvitation.get(invitation.id) ?? [] }]),
  );
}

/** Changes whenever a guest answers or is entered, changed or removed. */
export function markOfAnswers(versions: readonly number[]): string {
  return `${versions.length} ${Math.max(0, ...versions)}`;
}

/** Returns the mark of all the owner's answers as the backend has them. Asks for one row, because an open page asks every few seconds. */
export async function readMarkOfAnswers(ownerId: string): Promise<string> {
  const backend = await client();
  const ask = async () => {
    const own = backend.from(guests.table).select('version', { count: 'exact' }).eq('user_id', ownerId);
    return own.order('version', { ascending: false }).limit(1);
  };
  const answer = await inTime(ask());
  const [newest] = readAnswer(listOf(objectOf({ version: integer })), guests.table, answer);
  return `${answer.count ?? 0} ${newest?.version ?? 0}`;
}

/** Fails at once without network, so that nobody waits in vain. */
function requireNetwork() {
  if (!isReachable()) throw new BackendError('not reachable', 'There is no network.');
}

function client() {
  requireNetwork();
  return supabase();
}

/**
 * Returns the token of the link to a party's invitation. Creates link and invitation if missing.
 * @param zone this device's time zone, for reminders to guests of a party without a time
 * @throws BackendError of kind 'no such parent' while the party is not saved, 'limit reached' after too many invitations
 */
export async function makeLink(partyId: string, zone: string | null): Promise<string> {
  const name = 'make_invitation_link';
  return readAnswer(text, name, await (await client()).rpc(name, { party_id: partyId, zone }));
}

/** Revokes the link of an invitation. Guests who have answered keep the link to their answer. */
export async function revokeLinks({ id }: Invitation): Promise<void> {
  unwrap(await (await client()).rpc('revoke_invitation_links', { invitation_id: id }));
}

/** Keeps why a party is called off, before it is. Its guests read it then. */
export async function saveCancelReason({ id }: Invitation, reason: string | null): Promise<void> {
  const rows = (await client()).from(invitations.table);
  unwrap(await rows.update({ cancel_reason: reason }).eq('id', id));
}

/** Brings a party back that was called off. Returns false if its end has passed or its dog has left the pack. */
export async function bringPartyBack(partyId: string): Promise<boolean> {
  const name = 'bring_party_back';
  return readAnswer(flag, name, await (await client()).rpc(name, { party_id: partyId }));
}

/** Returns the token of a new link to a guest's answer, or null when the guest is gone. */
export async function makeGuestLink({ id }: Guest): Promise<string | null> {
  const name = 'make_guest_link';
  return readAnswer(optional(text), name, await (await client()).rpc(name, { guest_id: id }));
}

/** Mails the link to a guest's answer to them again. Returns whether the guest exists and has an address. */
export async function mailGuestLink({ id }: Guest): Promise<boolean> {
  return unwrap(await (await client()).rpc('mail_guest_link', { guest_id: id })) === true;
}

/**
 * Mails a word to the guests who may come and have an address. Returns how many they are. A repeat with the same id sends nothing.
 * @throws BackendError of kind 'limit reached' after two in a day, after one that says thanks, or while guests wait for the one before;
 *   'refused' without a proved address or for a party that is called off
 */
export async function sendWord({ id }: Invitation, words: string, wordId: string): Promise<number> {
  const name = 'send_word_to_guests';
  return readAnswer(integer, name, await (await client()).rpc(name, { invitation_id: id, words, word_id: wordId }));
}

/** Returns what went out to the guests of an invitation, what waits, and what did not go out. */
export async function listGuestMails(invitationId: string): Promise<readonly GuestMail[]> {
  const name = 'mails_to_guests';
  return readAnswer(guestMailList, name, await (await client()).rpc(name, { invitation_id: invitationId })) ?? [];
}

/** Saves the settings, or what guests see once the party is over. Returns null, and saves nothing, when they were changed elsewhere meanwhile. */
export async function changeInvitation(
  seen: Invitation,
  changed: InvitationSettings | Thanks,
): Promise<Invitation | null> {
  requireNetwork();
  return rowsIn(rowsOfOwner, invitations).update(seen, changed);
}

export async function markAnswersSeen({ id }: Invitation, answeredAt: string): Promise<void> {
  const rows = (await client()).from(invitations.table);
  unwrap(await rows.update({ answers_seen_at: answeredAt }).eq('id', id));
}

/** The values that a host may set. Hosts may not set a guest's email address. */
function hostsWords({ name, answer, adults, children, dogs, allergies, note, brings }: GuestAnswer): FieldValues {
  return { name, answer, adults, children, dogs, allergies, note, brings };
}

/** The most guests that one request adds or removes. More would make its body or address too long. */
const atOnce = 100;

function* inParts<Item>(items: readonly Item[]) {
  for (let start = 0; start < items.length; start += atOnce) yield items.slice(start, start + atOnce);
}

/**
 * Adds guests who gave their answer to the host. A retry with the same ids adds nobody twice.
 * @throws BackendError of kind 'limit reached', or 'refused' and 'no such parent' when the invitation is gone
 */
export async function addGuests(
  ownerId: string,
  invitation: Invitation,
  added: readonly (GuestAnswer & { id: string })[],
): Promise<void> {
  const of = { invitation_id: invitation.id, user_id: ownerId };
  for (const part of inParts(added)) {
    const rows = part.map((guest) => {
      const { id } = guest;
      return { ...columnsOf(guests, hostsWords(guest)), ...of, id, answer_key: id };
    });
    const { error } = await (await client()).from(guests.table).insert(rows);
    // Each part is added as a whole, so a taken id means that the part was added, and only the first answer was lost.
    if (error && error.code !== '23505') unwrap({ data: null, error });
  }
}

/** Changes a guest's answer. Returns null, and saves nothing, when the guest has changed it meanwhile or is gone. */
export async function changeGuest(seen: Guest, answer: GuestAnswer): Promise<Guest | null> {
  requireNetwork();
  return rowsIn(rowsOfOwner, guests).update(seen, hostsWords(answer));
}

/**
 * Removes guests and the links to their answers, `atOnce` per request. Stops at the first failure.
 * @param onRemoved called after each request with the guests it removed
 */
export async function removeGuests(
  ownerId: string,
  removed: readonly Guest[],
  onRemoved: (part: readonly Guest[]) => void,
): Promise<void> {
  for (const part of inParts(removed)) {
    const ids = part.map(({ id }) => id);
    unwrap(await (await client()).from(guests.table).delete().in('id', ids));
    onRemoved(part);
    await changeList(ownerId, guests, (items) => items.filter(({ id }) => !ids.includes(id)));
  }
}
