import { type AuthDependencies, type Caller, sessionNotFound } from './auth-dependencies.ts';
import { AuthError } from './auth-error.ts';
import { currentPasswordGuess, limitGuesses, takeMailSlots, takeSlots, turnOf } from './auth-limits.ts';
import {
  checkEmail,
  checkMetadata,
  checkNewPassword,
  metadataMaxBytes,
  metadataTooLarge,
  type Passwords,
} from './credentials.ts';
import { sessionExists } from './sessions.ts';
import { changePassword, findUser, mergeMetadata, userNotFound } from './users.ts';

type UpdateDependencies = Pick<AuthDependencies, 'sql' | 'limits' | 'now' | 'credentialRules'> & {
  readonly passwords: Passwords;
  readonly client: string;
};

/**
 * Changes metadata (merged; null removes a field), the password and the address. A new password needs the current one, unless a
 * recovery link opened the session, and signs all other sessions out, except one in which a recovery link lets its reader set a
 * password. A new address needs a recent sign-in, and takes effect when its owner follows the link mailed there. The answer does
 * not reveal whether the new address already has an account: the mail is only written when it has none.
 * @returns the user, and what to notify the owner of by mail
 * @throws {AuthError} when a value is refused
 */
export async function updateUser(parts: UpdateDependencies, caller: Caller, body: Record<string, unknown>) {
  const { sql, now } = parts;
  if (body.phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone numbers are not supported');
  const newAddress = await checkNewAddress(parts, caller, body);
  const changes = checkMetadata(parts.credentialRules, body.data);
  const hashes = body.password ? await newPasswordHashes(parts, caller, body) : null;

  if (Object.keys(changes).length > 0) {
    const isMerged = await mergeMetadata(sql, caller.userId, changes, { maxBytes: metadataMaxBytes, now: now() });
    if (!isMerged) throw metadataTooLarge();
  }
  if (hashes && !(await changePassword(sql, caller, hashes, now()))) {
    if (!(await sessionExists(sql, caller.userId, caller.sessionId))) throw sessionNotFound();
    throw new AuthError(409, 'conflict', 'The password was changed by another request');
  }
  if (newAddress) {
    // After the new password, which cancels a pending change of address.
    await sql`select ${sql.own}.request_email_change(${caller.userId}, ${newAddress}, ${now().toISOString()})`;
  }
  const user = await findUser(sql, caller.userId);
  if (!user) throw userNotFound();
  return { user, passwordEvent: hashes?.event, newAddress };
}

const recentSignIn = '5 minutes';

/**
 * Checks a new address. A stolen session must not be enough to take an account away from its owner.
 * @returns the new address, or null when it stays the same
 * @throws {AuthError} unless the session began with the password in the last five minutes
 */
async function checkNewAddress(
  { sql, limits, now, client, credentialRules }: UpdateDependencies,
  caller: Caller,
  body: Record<string, unknown>,
): Promise<string | null> {
  if (!body.email) return null;
  const address = checkEmail(credentialRules, body.email);
  if (address === caller.user.email) return null;
  const recent = await sql`
    select from auth.sessions where id = ${caller.sessionId} and authentication_method = 'password'
      and created_at > ${now().toISOString()}::timestamptz - ${recentSignIn}::interval`;
  if (recent.length === 0) {
    const message = 'recent sign-in needed: sign in with the password and try again within five minutes';
    throw new AuthError(403, 'reauthentication_needed', message);
  }
  await takeMailSlots(limits, client, address, [{ limit: 'emailChangeByUser', key: caller.userId }]);
  return address;
}

/** How a password was set: by a session, or by one that a recovery link began, which may be the first proof of the address. */
type PasswordEvent = 'password_changed' | 'recovery' | 'first_recovery';

/** GoTrue's message for a missing and for a wrong password; their codes differ. */
const currentPasswordNeeded = 'Current password required when setting new password.';

/**
 * Hashes the new password once the caller has given the current one, or is in a new session from a recovery link that has not
 * set one yet.
 * @returns the current hash, the new one, and what to notify the owner of
 */
async function newPasswordHashes(
  { sql, passwords, limits, now, client, credentialRules }: UpdateDependencies,
  caller: Caller,
  body: Record<string, unknown>,
): Promise<{ checked: string; new: string; event: PasswordEvent }> {
  const password = checkNewPassword(credentialRules, body.password, caller.user.email);
  const { path: turn } = await turnOf(limits, client, caller.user.email);
  type Known = { password_hash: string; may_set_password: boolean; is_recovery: boolean; is_proven: boolean };
  const [known] = await sql<Known[]>`
    select encrypted_password as password_hash, may_set_password as is_recovery,
      ${sql.own}.is_address_proven(users.id, users.email) as is_proven,
      ${sql.own}.is_recovering(sessions, ${now().toISOString()}) as may_set_password
    from auth.users join auth.sessions on user_id = users.id
    where users.id = ${caller.userId} and sessions.id = ${caller.sessionId}`;
  if (!known) throw sessionNotFound();
  const { password_hash: checked } = known;
  if (!known.may_set_password) {
    const { current_password: current } = body;
    if (typeof current !== 'string' || current === '') {
      throw new AuthError(400, 'current_password_required', currentPasswordNeeded);
    }
    await limitGuesses(limits, currentPasswordGuess(caller.userId, client), async () => {
      if (await passwords.matches(current, checked, turn)) return;
      throw new AuthError(400, 'current_password_invalid', currentPasswordNeeded);
    });
  }
  if (await passwords.matches(password, checked, turn)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  if (!known.may_set_password) await takeSlots(limits, [{ limit: 'newPasswordByUser', key: caller.userId }]);
  const recovery = known.is_proven ? 'recovery' : 'first_recovery';
  return {
    checked,
    new: await passwords.hash(password, turn),
    event: known.is_recovery ? recovery : 'password_changed',
  };
}
