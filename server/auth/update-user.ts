import type { AppContext } from '../http/context.ts';
import { patiently } from '../http/patiently.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { AuthError } from './auth-error.ts';
import { type Caller, sessionNotFound } from './authenticate.ts';
import { checkMetadata, checkNewPassword, metadataMaxBytes, metadataTooLarge } from './credentials.ts';
import { asGuess, currentPasswordGuess, turnOf } from './guesses.ts';
import type { Passwords } from './passwords.ts';
import { sessionExists } from './sessions.ts';
import { changePassword, findUser, mergeMetadata, type User } from './users.ts';

export type UpdateParts = {
  readonly context: AppContext;
  readonly passwords: Passwords;
  readonly limits: RateLimits;
  readonly client: string;
};

/**
 * Changes metadata (merged; null removes a field) and password; a new password asks for the current one, unless a
 * recovery link opened the session, and signs all other sessions out.
 * @throws {AuthError} when a value is refused, or an address is to be changed, which this server does not offer
 */
export async function updateUser(parts: UpdateParts, caller: Caller, body: Record<string, unknown>): Promise<User> {
  const { sql, now } = parts.context;
  checkAddressesStay(caller.user, body);
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
  const user = await findUser(sql, caller.userId);
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  return user;
}

function checkAddressesStay(user: User, body: Record<string, unknown>): void {
  const email = typeof body.email === 'string' ? body.email.trim().toLowerCase() : '';
  if (email && email !== user.email) {
    throw new AuthError(422, 'validation_failed', 'The email address of an account cannot be changed');
  }
  if (body.phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone numbers are not supported');
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
  { context, passwords, limits, client }: UpdateParts,
  caller: Caller,
  body: Record<string, unknown>,
): Promise<{ checked: string; new: string }> {
  const password = checkNewPassword(body.password);
  const turn = await turnOf(limits, client, caller.user.email);
  const [known] = await patiently(context.sql<{ password_hash: string; may_set_password: boolean }[]>`
    select encrypted_password as password_hash,
      may_set_password and sessions.created_at > ${context.now().toISOString()}::timestamptz - ${recoveryTime}::interval
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
