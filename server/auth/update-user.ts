import type { AppContext } from '../http/app.ts';
import { patiently } from '../http/patiently.ts';
import { AuthError } from './auth-error.ts';
import type { Caller } from './authenticate.ts';
import { checkMetadata, checkNewPassword, metadataMaxBytes, metadataTooLarge } from './credentials.ts';
import type { Passwords } from './passwords.ts';
import { changePassword, findUser, mergeMetadata, type User } from './users.ts';

/**
 * Changes metadata (merged; null removes a field) and password; a new password signs all other sessions out.
 * @throws {AuthError} when a value is refused, or an address is to be changed, which this server does not offer
 */
export async function updateUser(
  context: AppContext,
  passwords: Passwords,
  caller: Caller,
  body: Record<string, unknown>,
): Promise<User> {
  const { sql, now } = context;
  checkAddressesStay(caller.user, body);
  const changes = checkMetadata(body.data);
  const passwordHash = body.password ? await newPasswordHash(context, passwords, caller, body.password) : null;

  if (Object.keys(changes).length > 0) {
    const isMerged = await mergeMetadata(sql, caller.userId, changes, { maxBytes: metadataMaxBytes, now: now() });
    if (!isMerged) throw metadataTooLarge();
  }
  if (passwordHash !== null) await changePassword(sql, caller, passwordHash, now());
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

async function newPasswordHash(
  context: AppContext,
  passwords: Passwords,
  caller: Caller,
  value: unknown,
): Promise<string> {
  const password = checkNewPassword(value);
  const [current] = await patiently(context.sql<{ password_hash: string }[]>`
    select encrypted_password as password_hash from auth.users where id = ${caller.userId}`);
  if (await passwords.matches(password, current?.password_hash ?? null)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return passwords.hash(password);
}
