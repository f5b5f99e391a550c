import { parseCalendarDate } from '../../domain/calendar-date.ts';
import type { CelebrationPlan } from '../../domain/drafts.ts';
import { invitationImagePath } from '../../domain/invitation.ts';
import { supabase } from './client.ts';
import { BackendError, unwrap } from './errors.ts';
import { withPartyChanges } from './offline/changes.ts';
import { freshOrLastSeen } from './offline/last-seen.ts';
import { queueOf } from './offline/outbox.ts';

/** A planned birthday celebration of one dog. */
export type Party = CelebrationPlan & { id: string; dogId: string };

type CelebrationRow = {
  id: string;
  dog_id: string;
  user_id: string;
  title: string;
  description: string | null;
  celebration_date: string;
  location: string | null;
  invitation_image_url: string | null;
  shared_platforms: string[];
  created_at: string;
};

/** A party that was cancelled, with all that is needed to put it back as it was. */
export type CancelledParty = { party: Party; row: CelebrationRow };

function partyOf(row: CelebrationRow): Party {
  const celebrationDate = parseCalendarDate(row.celebration_date);
  if (!celebrationDate) throw new BackendError('unexpected', `Celebration ${row.id} cannot be read.`);
  return {
    id: row.id,
    dogId: row.dog_id,
    title: row.title,
    celebrationDate,
    description: row.description,
    location: row.location,
  };
}

function planColumnsOf(plan: CelebrationPlan) {
  return {
    title: plan.title,
    description: plan.description,
    celebration_date: plan.celebrationDate,
    location: plan.location,
  };
}

async function loadParties(ownerId: string): Promise<Party[]> {
  const client = await supabase();
  const rows = unwrap(
    await client.from('birthday_celebrations').select('*').eq('user_id', ownerId).order('celebration_date'),
  );
  return (rows as CelebrationRow[]).map(partyOf);
}

/**
 * The owner's parties, by date, with all that still waits to be sent. Out of reach of the backend, as they were seen last.
 * @throws BackendError
 */
export async function listParties(ownerId: string): Promise<Party[]> {
  const parties = await freshOrLastSeen(ownerId, 'parties', () => loadParties(ownerId));
  return withPartyChanges(parties, await queueOf(ownerId));
}

/**
 * A party as it is saved now; null when it is gone.
 * @throws BackendError
 */
export async function findParty(id: string): Promise<Party | null> {
  const client = await supabase();
  const row = unwrap(
    await client.from('birthday_celebrations').select('*').eq('id', id).maybeSingle(),
  ) as CelebrationRow | null;
  return row && partyOf(row);
}

/** A party that is planned under an id that was made here. */
export type NewParty = { id: string; dogId: string; plan: CelebrationPlan };

/**
 * @throws BackendError of kind 'exists already' when a party of that id is there; 'refused' or 'unexpected' when the dog is
 * gone or not the owner's.
 */
export async function insertParty(ownerId: string, { id, dogId, plan }: NewParty): Promise<Party> {
  const client = await supabase();
  const row = unwrap(
    await client
      .from('birthday_celebrations')
      .insert({
        id,
        dog_id: dogId,
        user_id: ownerId,
        ...planColumnsOf(plan),
        invitation_image_url: invitationImagePath(dogId),
        shared_platforms: [],
      })
      .select()
      .single(),
  );
  return partyOf(row as CelebrationRow);
}

/**
 * Plans a party. May be called again with the same id when no answer came: the party is still one party.
 * @throws BackendError of kind 'refused' or 'unexpected' when the dog is gone or not the owner's.
 */
export async function planParty(ownerId: string, party: NewParty): Promise<Party> {
  try {
    return await insertParty(ownerId, party);
  } catch (error) {
    if (!(error instanceof BackendError && error.kind === 'exists already')) throw error;
    return updateParty(party.id, party.plan);
  }
}

/** @throws BackendError of kind 'not found' when the party is gone. */
export async function updateParty(id: string, plan: CelebrationPlan): Promise<Party> {
  const client = await supabase();
  const row = unwrap(
    await client.from('birthday_celebrations').update(planColumnsOf(plan)).eq('id', id).select().single(),
  );
  return partyOf(row as CelebrationRow);
}

/**
 * Cancels a party.
 * @returns what restoreParty needs, or null when the party was gone already.
 * @throws BackendError
 */
export async function cancelParty(id: string): Promise<CancelledParty | null> {
  const client = await supabase();
  const row = unwrap(
    await client.from('birthday_celebrations').delete().eq('id', id).select().maybeSingle(),
  ) as CelebrationRow | null;
  return row && { party: partyOf(row), row };
}

/**
 * Puts a cancelled party back with its id. May be called again after a failure.
 * @throws BackendError
 */
export async function restoreParty({ party, row }: CancelledParty): Promise<Party> {
  const client = await supabase();
  unwrap(await client.from('birthday_celebrations').upsert(row));
  return party;
}
