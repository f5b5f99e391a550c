import { services } from '../../../addresses/addresses.ts';
import { backendUrl, publishableKey } from '../backend-address.ts';
import { BackendError, unwrap } from '../backend-error.ts';
import { supabase } from '../client.ts';
import { answerTime } from '../network.ts';
import { deviceSubscription, pushOwnerOfDevice } from '../push/push-device.ts';
import { announceSignOut, connectSession, leaveDevice } from './session.ts';
import { storedOwnerId } from './session-store.ts';
import { usableSession } from './token-refresh.ts';

export type Credentials = { email: string; password: string };

/** Signs in. The session state changes by an event. @throws BackendError of kind 'invalid credentials' */
export async function signIn(credentials: Credentials): Promise<void> {
  await connectSession();
  const { auth } = await supabase();
  unwrap(await auth.signInWithPassword(credentials));
}

/** Creates an account and signs in, unless the backend first requires a confirmed address. @throws BackendError of kind 'account exists' */
export async function signUp(credentials: Credentials): Promise<'signed in' | 'confirm e-mail'> {
  await connectSession();
  const { auth } = await supabase();
  const emailRedirectTo = `${window.location.origin}/`;
  const { session, user } = unwrap(await auth.signUp({ ...credentials, options: { emailRedirectTo } }));
  if (session) return 'signed in';
  // With confirmation on, Supabase hides that an address is taken: it returns a user without identities.
  if (user?.identities?.length === 0) throw new BackendError('account exists', 'User already registered');
  return 'confirm e-mail';
}

export async function resendConfirmation(email: string): Promise<void> {
  const { auth } = await supabase();
  unwrap(await auth.resend({ type: 'signup', email, options: { emailRedirectTo: `${window.location.origin}/` } }));
}

/**
 * Requests a mail with a recovery link. The outcome does not reveal whether the address has an account, except that hosted Supabase
 * refuses a second mail within a minute only for known addresses; anyone can learn that from it directly.
 * @throws BackendError of kind 'too often' when no mail was sent, because one was sent a moment ago
 */
export async function requestPasswordRecovery(email: string): Promise<void> {
  const { auth } = await supabase();
  unwrap(await auth.resetPasswordForEmail(email, { redirectTo: `${window.location.origin}/auth` }));
}

/**
 * Uses up the token of a recovery link and signs its owner in to choose a new password. An earlier session on this device ends.
 * @throws BackendError of kind 'link expired' when the token is old, used or wrong.
 */
export async function followRecoveryLink(tokenHash: string): Promise<void> {
  await connectSession();
  const { auth } = await supabase();
  const before = (await auth.getSession()).data.session;
  unwrap(await auth.verifyOtp({ type: 'recovery', token_hash: tokenHash }));
  // Ends the earlier session on the server, because its tokens are no longer stored.
  if (before) await auth.admin.signOut(before.access_token, 'local').catch(() => undefined);
}

/** Signs out on this device; other devices stay signed in. Works without network, too. */
export async function signOut(): Promise<void> {
  const ownerId = storedOwnerId();
  // First, so that a session that the server has already ended is not reported as expired.
  announceSignOut(ownerId);
  // The server refuses a sign-out with an expired token.
  const session = await usableSession().catch(() => null);
  const subscription = pushOwnerOfDevice() ? await deviceSubscription().catch(() => null) : null;
  const leaving = leaveDevice(ownerId);
  // Does not wait for the server, because the session has ended on this device.
  if (session) void endOnServer(session.access_token, subscription?.endpoint).catch(() => undefined);
  await leaving;
}

async function endOnServer(accessToken: string, pushEndpoint: string | undefined) {
  const { auth } = await supabase();
  if (pushEndpoint) await removePushSubscription(accessToken, pushEndpoint).catch(() => undefined);
  await auth.admin.signOut(accessToken, 'local');
}

/** Sends the request without the client, which no longer has a session. */
async function removePushSubscription(accessToken: string, endpoint: string) {
  const address = `${backendUrl}${services.rest}/push_subscriptions?endpoint=eq.${encodeURIComponent(endpoint)}`;
  const headers = { apikey: publishableKey, Authorization: `Bearer ${accessToken}` };
  await fetch(address, { method: 'DELETE', headers, signal: AbortSignal.timeout(answerTime) });
}
