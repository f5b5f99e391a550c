/** An invitation as its guests open it where no server draws its page: the token is all that they have, and no session is sent. */
import { services } from '../../addresses/addresses.ts';
import type { GuestAnswer } from '../../domain/guest-answer.ts';
import type { AnswerOutcome, InvitationView } from '../../domain/invitation-view.ts';
import { backendUrl, publishableKey } from './backend-address.ts';
import { BackendError } from './errors.ts';

/** Milliseconds until an answer must have come. */
const timeout = 30_000;

async function call(name: string, args: object): Promise<unknown> {
  const response = await fetch(`${backendUrl}${services.rest}/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(args),
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(timeout),
  });
  if (!response.ok) throw new BackendError('unexpected', `${name} was answered with ${response.status}`);
  return response.json();
}

/** What the holder of a token sees; null for a token that opens nothing. @throws BackendError, or TypeError without network */
export async function openInvitation(token: string): Promise<InvitationView | null> {
  return (await call('open_invitation', { token })) as InvitationView | null;
}

/** Answers. Sent twice with one key it is one answer. @throws BackendError, or TypeError without network */
export async function answerInvitation(token: string, answerKey: string, answer: GuestAnswer): Promise<AnswerOutcome> {
  const outcome = (await call('answer_invitation', { token, answer_key: answerKey, answer })) as AnswerOutcome | null;
  return outcome ?? { refused: 'unknown' };
}
