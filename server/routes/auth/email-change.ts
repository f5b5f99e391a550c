import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { withTimeout } from '../../database/statement-timeout.ts';
import { writeEmailChangeMail } from '../../services/mail/account-mails.ts';
import type { Mail } from '../../services/mail/mail.ts';
import type { MailRequest } from '../../services/mail/outbox.ts';
import { AuthError } from './auth-error.ts';
import { hashOf } from './sessions.ts';

/** How long a mailed link works. */
const tokenLifetime = '1 hour';
/** How long ago the password may have been given. */
const recentSignIn = '5 minutes';

/**
 * A session alone must not be enough to take an account away from its owner.
 * @throws {AuthError} unless the session began with the password in the last five minutes
 */
export async function checkRecentSignIn(sql: Sql, sessionId: string, now: Date): Promise<void> {
  const rows = await withTimeout(sql`
    select from auth.sessions where id = ${sessionId} and authentication_method = 'password'
      and created_at > ${now.toISOString()}::timestamptz - ${recentSignIn}::interval`);
  if (rows.length === 1) return;
  const message = 'recent sign-in needed: sign in with the password and try again within five minutes';
  throw new AuthError(403, 'reauthentication_needed', message);
}

/** From now on the account waits for the link that is mailed to the address; an earlier one ends. */
export async function requestEmailChange(sql: Sql, userId: string, address: string, now: Date): Promise<void> {
  await withTimeout(sql`select wagday.request_email_change(${userId}, ${address}, ${now.toISOString()})`);
}

/**
 * Writes the mail to the new address. It holds a token of 256 random bits, of which only the SHA-256 is kept.
 * @returns null when the account waits for another address by now, or the address has an account already
 */
export async function writeEmailChange(sql: Sql, { to, site, details }: MailRequest, now: Date): Promise<Mail | null> {
  const token = randomBytes(32).toString('base64url');
  const time = now.toISOString();
  const rows = await withTimeout(sql`
    with waiting as (
      select id from auth.users
      where id = ${details?.user ?? null} and email_change = ${to} and coalesce(banned_until <= ${time}, true)
        and not exists (select from auth.users where email = ${to})
      for update
    )
    insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at)
    select id, 'email_change_token_new', ${hashOf(token)}, ${to}, ${time} from waiting
    on conflict (user_id, token_type) do update set
      token_hash = excluded.token_hash, relates_to = excluded.relates_to, created_at = excluded.created_at
    returning user_id`);
  // In the fragment, which reaches no server and no log.
  const link = `${site}/auth#token_hash=${token}&type=email_change`;
  return rows.length === 1 ? writeEmailChangeMail(to, link) : null;
}

/**
 * Spends the token: the account has the new address, and its sessions go on. Of several at once exactly one does it.
 * @throws {AuthError} for a token that is unknown, used, replaced or expired, and for an address that was taken meanwhile
 */
export async function redeemEmailChange(
  sql: Sql,
  token: string,
  now: Date,
): Promise<{ userId: string; oldAddress: string }> {
  const [row] = await withTimeout(sql<{ changed_user: string | null; old_address: string; is_taken: boolean }[]>`
    select changed_user, old_address, is_taken
    from wagday.change_email(${hashOf(token)}, ${tokenLifetime}::interval, ${now.toISOString()})`);
  if (row?.is_taken) {
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
  }
  if (!row?.changed_user) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
  return { userId: row.changed_user, oldAddress: row.old_address };
}
