import type { WrittenMail } from '../mail/written-mail.ts';
import { writeConfirmation } from '../reminders/confirm-mail.ts';
import { confirmToken } from '../reminders/unsubscribe-token.ts';
import type { FunctionParts } from '../web-function.ts';
import type { GuestMailParts } from './guest-mail-parts.ts';

export type SendMailsParts = Pick<FunctionParts, 'service' | 'now' | 'site'> & { readonly guestMails: GuestMailParts };

/** Hosts that are mailed in one look. */
const most = 20;

/** Mails the hosts who have asked how to prove their address, without which no guest of theirs is mailed. */
export async function mailProofs(
  { service, now, site, guestMails: { confirm, unsubscribeKey } }: SendMailsParts,
  post: (mail: WrittenMail) => Promise<void>,
): Promise<void> {
  const at = now();
  const asked = await service.call('claim_proof_requests', { at: at.toISOString(), most });
  for (const { user_id: owner, email: to } of asked as { user_id: string; email: string }[]) {
    const address = `${confirm}${await confirmToken(owner, to, unsubscribeKey)}`;
    const messageId = `<confirm-${at.getTime()}.${owner}@${new URL(site).hostname}>`;
    // One that is lost is asked for again by the host.
    await post({ to, ...writeConfirmation(address, 'guests'), messageId, headers: {} }).catch(() => undefined);
  }
}
