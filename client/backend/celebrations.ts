import { parseCalendarDate } from '../../domain/calendar-date.ts';
import type { CelebrationPlan } from '../../domain/drafts.ts';
import { invitationImagePath } from '../../domain/invitation.ts';
import { supabase } from './client.ts';
import { BackendError, unwrap } from './errors.ts';

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

/**
 * The owner's parties, by date.
 * @throws BackendError
 */
export async function listParties(ownerId: string): Promise<Party[]> {
  const client = await supabase();
  const rows = unwrap(
    await client.from('birthday_celebrations').select('*').eq('user_id', ownerId).order('celebration_date'),
  );
  return (rows as CelebrationRow[]).map(partyOf);
}

/** @throws BackendError of kind 'refused' or 'unexpected' when the dog is gone or not the owner's. */
export async function planParty(ownerId: string, dogId: string, plan: CelebrationPlan): Promise<Party> {
  const client = await supabase();
  const row = unwrap(
    await client
      .from('birthday_celebrations')
      .insert({
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
