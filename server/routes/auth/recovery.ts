import { randomBytes, randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { withTimeout } from '../../database/statement-timeout.ts';
import type { Mail } from '../../services/mail/mail.ts';
import type { MailRequest } from '../../services/mail/outbox.ts';
import { writeRecoveryMail } from '../../services/mail/recovery-mail.ts';
import { endOldestSessions, hashOf, type Session } from './sessions.ts';

/** How long a mailed link works. */
const tokenLifetime = '1 hour';

/**
 * Makes a recovery token of 256 random bits for the account of an address; the older one, if any, ends. Only its SHA-256
 * is kept.
 * @returns the token, to be mailed and forgotten; null when there is no account that could use one
 */
export async function issueRecoveryToken(sql: Sql, email: string, now: Date): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  const time = now.toISOString();
  const rows = await withTimeout(sql`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, created_at)
    select id, 'recovery_token', ${hashOf(token)}, ${time} from auth.users
    where email = ${email} and coalesce(banned_until <= ${time}, true)
    on conflict (user_id, token_type) do update set token_hash = excluded.token_hash, created_at = excluded.created_at
    returning user_id`);
  return rows.length === 1 ? token : null;
}

/**
 * Writes the mail with a new link for whoever asked; the token stands in the fragment, which reaches no server and no log; null when the address has no account that could use one. */
export async function writeRecovery(sql: Sql, { to, site }: MailRequest, now: Date): Promise<Mail | null> {
  const token = await issueRecoveryToken(sql, to, now);
  return token === null ? null : writeRecoveryMail(to, `${site}/auth#token_hash=${token}&type=recovery`);
}

/**
 * Opens a session for a recovery token, which ends with it: of several at once exactly one gets the session. It may set
 * one new password without the current one within a quarter of an hour.
 * @returns null for a token that is unknown, used, replaced or expired, or whose user is banned
 */
export async function redeemRecoveryToken(sql: Sql, token: string, startedAt: Date): Promise<Session | null> {
  const id = randomUUID();
  const now = startedAt.toISOString();
  const refreshToken = randomBytes(32).toString('base64url');
  const [row] = await withTimeout(sql<{ user_id: string }[]>`
    with redeemed as (
      delete from auth.one_time_tokens
      where token_hash = ${hashOf(token)} and token_type = 'recovery_token'
        and created_at > ${now}::timestamptz - ${tokenLifetime}::interval
      returning user_id
    ), signed_in as (
      update auth.users set last_sign_in_at = ${now}
      from redeemed
      where users.id = redeemed.user_id and coalesce(banned_until <= ${now}, true)
      returning users.id
    ), session as (
      insert into auth.sessions (
        id, user_id, created_at, updated_at, refresh_token_hmac_key, authentication_method, may_set_password
      )
      select ${id}, id, ${now}, ${now}, ${randomBytes(32)}, 'otp', true from signed_in
      returning id, user_id
    ), refresh_token as (
      insert into auth.refresh_tokens (token_hash, session_id, created_at)
      select ${hashOf(refreshToken)}, id, ${now} from session
    )
    select user_id from session`);
  if (!row) return null;
  await endOldestSessions(sql, row.user_id);
  return { id, userId: row.user_id, refreshToken, startedAt, method: 'otp' };
}
