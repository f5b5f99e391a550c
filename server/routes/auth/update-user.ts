import { withTimeout } from '../../database/statement-timeout.ts';
import { placesOfClient } from '../../services/limits/rate-limits.ts';
import { AuthError } from './auth-error.ts';
import type { AuthParts } from './auth-parts.ts';
import { type Caller, sessionNotFound } from './authenticate.ts';
import { checkEmail, checkMetadata, checkNewPassword, metadataMaxBytes, metadataTooLarge } from './credentials.ts';
import { checkRecentSignIn, requestEmailChange } from './email-change.ts';
import { asGuess, currentPasswordGuess, turnOf } from './guesses.ts';
import type { Passwords } from './passwords.ts';
import { tooManyMails } from './recovery-routes.ts';
import { sessionExists } from './sessions.ts';
import { changePassword, findUser, mergeMetadata, type User } from './users.ts';

export type UpdateParts = Pick<AuthParts, 'sql' | 'limits' | 'now'> & {
  readonly passwords: Passwords;
  readonly client: string;
};

/** What has happened beside the metadata, to be told to the owner. */
export type UpdateOutcome = { readonly hasNewPassword: boolean; readonly newAddress: string | null };

/**
 * Changes metadata (merged; null removes a field) and password; a new password asks for the current one, unless a
 * recovery link opened the session, and signs all other sessions out. A new address asks for a recent sign-in, and waits for the link
 * that is to be mailed there. Whether it has an account already is not told: that is found out when the mail is written.
 * @throws {AuthError} when a value is refused
 */
export async function updateUser(
  parts: UpdateParts,
  caller: Caller,
  body: Record<string, unknown>,
): Promise<{ user: User; outcome: UpdateOutcome }> {
  const { sql, now } = parts;
  if (body.phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone numbers are not supported');
  const newAddress = await checkNewAddress(parts, caller, body);
  const changes = checkMetadata(body.data);
  const hashes = body.password ? await newPasswordHashes(parts, caller, body) : null;

  if (Object.keys(changes).length > 0) {
    const isMerged = await mergeMetadata(sql, caller.userId, changes, { maxBytes: metadataMaxBytes, now: now() });
    if (!isMerged) throw metadataTooLarge();
  }
  if (hashes && !(await changePassword(sql, caller, hashes, now()))) {
    if (!(await sessionExists(sql, caller.userId, caller.sessionId))) throw sessionNotFound();
    throw new AuthError(409, 'conflict', 'The password was changed by another request');
  }
  // After the password, which ends a change that is under way.
  if (newAddress) await requestEmailChange(sql, caller.userId, newAddress, now());
  const user = await findUser(sql, caller.userId);
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  return { user, outcome: { hasNewPassword: hashes !== null, newAddress } };
}

/** @returns the address that the account is to have, null when it is to stay */
async function checkNewAddress(
  { sql, limits, now, client }: UpdateParts,
  caller: Caller,
  body: Record<string, unknown>,
): Promise<string | null> {
  if (!body.email) return null;
  const address = checkEmail(body.email);
  if (address === caller.user.email) return null;
  await checkRecentSignIn(sql, caller.sessionId, now());
  const refusal = await limits.take([
    ...placesOfClient('recoveryByClient', client),
    { limit: 'emailChangeByUser', key: caller.userId },
    { limit: 'recoveryDistance', key: address },
    { limit: 'recoveryByAddress', key: address },
  ]);
  if (refusal) throw tooManyMails(refusal);
  return address;
}

/** How long a session that a recovery link opened may set a password without the current one. */
const recoveryTime = '15 minutes';

/** GoTrue's one sentence for both; the codes part them. */
const currentPasswordNeeded = 'Current password required when setting new password.';

/**
 * Hashes the new password once the caller has proved the current one, or came by a recovery link a moment ago and
 * has not set one yet.
 * @returns the hash that the proof was against, and the new one
 */
async function newPasswordHashes(
  { sql, passwords, limits, now, client }: UpdateParts,
  caller: Caller,
  body: Record<string, unknown>,
): Promise<{ checked: string; new: string }> {
  const password = checkNewPassword(body.password);
  const turn = await turnOf(limits, client, caller.user.email);
  const [known] = await withTimeout(sql<{ password_hash: string; may_set_password: boolean }[]>`
    select encrypted_password as password_hash,
      may_set_password and sessions.created_at > ${now().toISOString()}::timestamptz - ${recoveryTime}::interval
        as may_set_password
    from auth.users join auth.sessions on user_id = users.id
    where users.id = ${caller.userId} and sessions.id = ${caller.sessionId}`);
  const checked = known?.password_hash ?? null;
  if (checked === null) {
    throw sessionNotFound();
  }
  if (!known?.may_set_password) {
    const { current_password: current } = body;
    if (typeof current !== 'string' || current === '') {
      throw new AuthError(400, 'current_password_required', currentPasswordNeeded);
    }
    await asGuess(limits, currentPasswordGuess(caller.userId, client), async () => {
      if (await passwords.matches(current, checked, turn)) return;
      throw new AuthError(400, 'current_password_invalid', currentPasswordNeeded);
    });
  }
  if (await passwords.matches(password, checked, turn)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return { checked, new: await passwords.hash(password, turn) };
}
