import { latestDelay } from '../../domain/reminders/reminders.ts';
import type { Claimed } from './claims.ts';
import type { TickParts } from './reminder.ts';

/** Mails those who have asked for mails to an address that nobody has proved to read. The database says who may be asked again. */
export async function askForProofs(
  { service, reminders: { post } }: TickParts,
  claimed: readonly Claimed[],
  now: number,
): Promise<void> {
  const owners = claimed.filter(({ isProofWanted }) => isProofWanted).map(({ owner }) => owner);
  if (!post || owners.length === 0) return;
  const at = new Date(now).toISOString();
  const asked = (await service.call('note_proof_mails', { owners, at })) as { user_id: string; email: string }[];
  for (const { user_id: owner, email: to } of asked) {
    // One that is lost is asked for again by the owner.
    await post({ owner, to, digest: null, id: `confirm-${now}`, until: now + latestDelay }).catch(() => undefined);
  }
}
