import { randomBytes } from 'node:crypto';
import type { Sql } from '../database/connect.ts';
import type { Letters, Mail } from '../mail/mail.ts';
import type { MailRequest } from '../mail/mail-outbox.ts';
import { AuthError } from './auth-error.ts';
import type { AuthRateLimits } from './auth-limits.ts';
import type { AdmittedNotice } from './notices.ts';
import { hashOf, openSession, type Session } from './sessions.ts';

const tokenLifetime = '1 hour';

const invalidLink = new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');

/**
 * Writes the requested mail.
 * @param page the path of the page that signs in, and takes the tokens of links
 * @param attempt from 1; a mail is counted only on its first attempt
 * @returns null when no account can use the link (none has the address or waits for it, another one already has it, or the
 * account is banned), and when the mailbox has been sent enough links
 */
export async function writeMail(
  { sql, limits, letters, page, now }: { sql: Sql; limits: AuthRateLimits; letters: Letters; page: string; now: Date },
  request: MailRequest,
  attempt: number,
): Promise<Mail | null> {
  const { kind, to, site, details = {} } = request;
  const written = (link: string): Mail => ({ to, ...letters[kind]({ site, link, details }) });
  if (kind !== 'recovery' && kind !== 'email_change') return written(site + page);
  if (attempt === 1 && !(await hasRoomForLink(sql, limits, to))) return null;
  const link = await createLink(sql, { ...request, kind, page, now });
  return link === null ? null : written(link);
}

type LinkRequest = Omit<MailRequest, 'kind'> & {
  readonly kind: 'recovery' | 'email_change';
  readonly page: string;
  readonly now: Date;
};

/**
 * Creates a link with a new token of 256 random bits, of which only the SHA-256 is stored. It replaces an earlier one of the same kind.
 * @returns null when no account can use the link
 */
export async function createLink(
  sql: Sql,
  { kind, to, site, page, details = {}, now }: LinkRequest,
): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  const time = now.toISOString();
  const account =
    kind === 'recovery'
      ? sql`email = ${to}`
      : sql`id = ${details.user ?? null} and email_change = ${to}
          and not exists (select from auth.users where email = ${to})`;
  const rows = await sql`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at)
    select id, ${kind === 'recovery' ? 'recovery_token' : 'email_change_token_new'}, ${hashOf(token)},
      ${kind === 'recovery' ? '' : to}, ${time}
    from auth.users where ${account} and coalesce(banned_until <= ${time}, true)
    for update
    on conflict (user_id, token_type) do update set
      token_hash = excluded.token_hash, relates_to = excluded.relates_to, created_at = excluded.created_at
    returning user_id`;
  // The token is in the fragment, which reaches no server and no log.
  return rows.length === 1 ? `${site}${page}#token_hash=${token}&type=${kind}` : null;
}

/** Counts a link to an unproved address. Requests for links to proved addresses are limited already. */
async function hasRoomForLink(sql: Sql, limits: AuthRateLimits, address: string): Promise<boolean> {
  const [bucket] = await sql<{ key: string; is_proven: boolean }[]>`
    select ${sql.own}.mail_bucket(account.id, ${address}) as key,
      coalesce(${sql.own}.is_address_proven(account.id, ${address}), false) as is_proven
    from (select) as one left join auth.users as account on account.email = ${address}`;
  if (!bucket || bucket.is_proven) return true;
  const { key } = bucket;
  const refusal = await limits.take([
    { limit: 'linksByMailbox', key },
    { limit: 'linksByMailboxDaily', key },
  ]);
  return refusal === null;
}

/**
 * Opens a session for a recovery token and ends the token: of several simultaneous requests exactly one gets the session. The
 * session may set one new password without the current one within a quarter of an hour.
 * @throws {AuthError} for a token that is unknown, used, replaced or expired, or whose user is banned
 */
export async function redeemRecoveryToken(sql: Sql, token: string, startedAt: Date): Promise<Session> {
  const now = startedAt.toISOString();
  const signedIn = sql`
    redeemed as (
      delete from auth.one_time_tokens
      where token_hash = ${hashOf(token)} and token_type = 'recovery_token'
        and created_at > ${now}::timestamptz - ${tokenLifetime}::interval
      returning user_id
    ), signed_in as (
      update auth.users set last_sign_in_at = ${now}
      from redeemed
      where users.id = redeemed.user_id and coalesce(banned_until <= ${now}, true)
      returning users.id
    )`;
  const session = await openSession(sql, signedIn, 'otp', startedAt);
  if (!session) throw invalidLink;
  return session;
}

/**
 * Gives the account its new address and ends the token; the sessions stay. Of several simultaneous requests exactly one
 * succeeds.
 * @returns also whether the former address may be notified, which is decided before the new one counts as proved
 * @throws {AuthError} for a token that is unknown, used, replaced or expired, and for an address that was taken meanwhile
 */
export async function redeemEmailChange(sql: Sql, token: string, now: Date) {
  type Change = AdmittedNotice & { changed_user: string | null; old_address: string; is_taken: boolean };
  const [row] = await sql<Change[]>`
    select changed_user, old_address, is_taken, bucket, is_proven
    from ${sql.own}.change_email(${hashOf(token)}, ${tokenLifetime}::interval, ${now.toISOString()})
      left join lateral ${sql.own}.admit_notice(changed_user, old_address, 'email_changed', ${now.toISOString()})
        on changed_user is not null`;
  if (row?.is_taken) {
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
  }
  if (!row?.changed_user) throw invalidLink;
  const { changed_user: userId, old_address: oldAddress, bucket, is_proven } = row;
  return { userId, oldAddress, notice: { bucket, is_proven } };
}
