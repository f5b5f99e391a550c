/** Opens and answers invitations on a static host, without a session: guests have only their token. */
import { services } from '../../../addresses/addresses.ts';
import type { GuestAnswer } from '../../../domain/guests/guest-answer.ts';
import {
  type AnswerOutcome,
  type InvitationView,
  readAnswerOutcome,
  readInvitationView,
} from '../../../domain/guests/invitation-view.ts';
import { backendUrl, publishableKey } from '../backend-address.ts';
import { deviceStorage } from '../drafts/web-storage.ts';
import { BackendError } from '../errors.ts';

/** The timeout of a request, in milliseconds. */
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

/** Returns what a token's holder sees; null if it opens nothing. @throws BackendError, ParseError, or TypeError without network */
export async function openInvitation(token: string): Promise<InvitationView | null> {
  const view = readInvitationView(await call('open_invitation', { token }));
  // Guests see the page whether that is noted or not.
  if (view?.isNewFromMail) void call('note_opened_mail', { token }).catch(() => undefined);
  return view;
}

/** Returns whether a token opened an invitation that was removed. @throws BackendError, or TypeError without network */
export async function isInvitationGone(token: string): Promise<boolean> {
  return (await call('is_invitation_gone', { token })) === true;
}

/** The key for the token of the answer that this device gave by a link. */
function ownTokenKey(linkToken: string): string {
  return `wagday-own-answer ${linkToken}`;
}

/** Returns the token of the answer that this device gave by a link, or null if there is none. */
export function ownTokenOf(linkToken: string): string | null {
  return deviceStorage.readText(ownTokenKey(linkToken));
}

/**
 * Sends an answer. Two with the same key or from the same device count as one, unless it is for somebody else (`isAnother`).
 * @returns the outcome, with the guest's own token, which opens the answer
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
  // If the browser stores nothing, the guest still has their own link.
  if (guestToken !== token && !(isAnother && own !== null)) deviceStorage.keepText(ownTokenKey(token), guestToken);
  return { ...outcome, guestToken };
}

/** Asks for a mail with the link to an answer that was given with an address. @throws BackendError, or TypeError without network */
export async function askForOwnLink(token: string, address: string): Promise<void> {
  await call('ask_for_own_link', { token, address });
}
