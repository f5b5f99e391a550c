/** What this device keeps of guests for the time without network. */
import { addDays, type CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { guestCounts } from '../../../domain/guests/guest-list.ts';
import { guests } from '../records/guests.ts';
import { invitations } from '../records/invitations.ts';
import { parties } from '../records/parties.ts';
import type { RecordType, Stored, Words } from '../records/record.ts';
import { changeKept } from '../sync/database.ts';
import { lastSeen } from '../sync/snapshots.ts';

/** Days after a party for which its guests are kept, here as in the backend. */
export const daysKept = 30;

/** Changes the list that this device keeps of one table. */
async function changeList(
  ownerId: string,
  { table }: RecordType,
  change: (items: readonly (Words & Stored)[]) => unknown,
) {
  const changeIfKept = (kept: unknown) => (Array.isArray(kept) ? change(kept) : kept);
  await changeKept('seen', `${ownerId}/${table}`, changeIfKept).catch(() => undefined);
}

/** Drops guests who have been removed. */
export async function forgetRemoved(ownerId: string, ids: readonly string[]): Promise<void> {
  await changeList(ownerId, guests, (items) => items.filter(({ id }) => !ids.includes(id)));
}

/**
 * Drops the guests of parties that were more than 30 days ago, called off or not, because the device may be without network for longer
 * than the backend keeps them. How many they were stays. Those of a party that is gone from the pack, and is not known to be called off,
 * are dropped as well.
 */
export async function forgetPastGuests(ownerId: string, today: CalendarDate): Promise<void> {
  const [seen, kept, known] = await Promise.all([
    lastSeen(ownerId, invitations),
    lastSeen(ownerId, guests),
    lastSeen(ownerId, parties),
  ]);
  if (!seen || !kept || !known) return;
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
      .map(({ id }) => [id, kept.filter(({ invitationId }) => invitationId === id)] as const)
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
