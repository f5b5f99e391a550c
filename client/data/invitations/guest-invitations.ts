/** An invitation as its guests open it where no server draws its page: the token is all that they have, and no session is sent. */
import { services } from '../../../addresses/addresses.ts';
import type { GuestAnswer } from '../../../domain/guests/guest-answer.ts';
import {
  type AnswerOutcome,
  type InvitationView,
  readAnswerOutcome,
  readInvitationView,
} from '../../../domain/guests/invitation-view.ts';
import { backendUrl, publishableKey } from '../backend-address.ts';
import { BackendError } from '../errors.ts';

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
  return response.status === 204 ? null : response.json();
}

/** What the holder of a token sees; null for a token that opens nothing. @throws BackendError, ParseError, or TypeError without network */
export async function openInvitation(token: string): Promise<InvitationView | null> {
  return readInvitationView(await call('open_invitation', { token }));
}

/** Where a device keeps the token of the answer that it has given by a link. */
function ownTokenKey(linkToken: string): string {
  return `wagday-own-answer ${linkToken}`;
}

/** The token of the answer that this device has given by a link; null where it has given none. */
export function ownTokenOf(linkToken: string): string | null {
  try {
    return localStorage.getItem(ownTokenKey(linkToken));
  } catch {
    return null;
  }
}

/**
 * Answers. Sent twice with one key, or from one device, it is one answer, unless it is for somebody else (`isAnother`).
 * @returns the outcome, with the token of the guest's own that opens the answer
 * @throws BackendError, ParseError, or TypeError without network
 */
export async function answerInvitation(
  token: string,
  answerKey: string,
  answer: GuestAnswer,
  isAnother: boolean,
): Promise<AnswerOutcome> {
  const own = ownTokenOf(token);
  const args = { token, answer_key: answerKey, answer, own, is_another: isAnother };
  const outcome = readAnswerOutcome(await call('answer_invitation', args));
  if (!outcome || 'refused' in outcome) return outcome ?? { refused: 'unknown' };
  const guestToken = outcome.guestToken ?? own ?? token;
  if (guestToken !== token && !(isAnother && own !== null)) {
    try {
      localStorage.setItem(ownTokenKey(token), guestToken);
    } catch {
      // Where the browser keeps nothing, the guest has their own link.
    }
  }
  return { ...outcome, guestToken };
}

/** Asks for a mail with the link to an answer that was given with an address. @throws BackendError, or TypeError without network */
export async function askForOwnLink(token: string, address: string): Promise<void> {
  await call('ask_for_own_link', { token, address });
}
