import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { PendingQuery, Row, Sql } from 'postgres';
import { withTimeout } from '../database/statement-timeout.ts';

/** How long a rotated refresh token still yields its child, for two tabs at once or a retry after a lost answer. */
const reuseGrace = '10 seconds';

/** Rotated tokens are remembered this long, so that their reuse is recognised as theft. */
const rotatedTokenMemory = '30 days';

/** Of one account: more devices than anybody has, and few enough that repeated sign-ins do not fill the database. */
const mostSessions = 100;

/** How a session began: by the password, or by a link from a mail. */
type AuthenticationMethod = 'password' | 'otp';

export type Session = {
  id: string;
  userId: string;
  refreshToken: string;
  startedAt: Date;
  method: AuthenticationMethod;
};

/** The hash that is kept in place of a token. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function childOf(token: string, sessionKey: Buffer): string {
  return createHmac('sha256', sessionKey).update(token).digest('base64url');
}

/**
 * Starts a session for a user whose password hash is still the given one; null when it has changed meanwhile, so that
 * a sign-in with the old password cannot outlive a password change.
 */
export function startSession(sql: Sql, userId: string, passwordHash: string, startedAt: Date): Promise<Session | null> {
  const signedIn = sql`
    signed_in as (
      update auth.users set last_sign_in_at = ${startedAt.toISOString()}
      where id = ${userId} and encrypted_password = ${passwordHash}
      returning id
    )`;
  return openSession(sql, signedIn, 'password', startedAt);
}

/**
 * Opens a session, and ends the oldest ones of an account that has too many then.
 * @param signedIn SQL of a `signed_in as (…)` with the user's id, which becomes part of the same statement
 * @returns null when nobody has been signed in
 */
export async function openSession(
  sql: Sql,
  signedIn: PendingQuery<Row[]>,
  method: AuthenticationMethod,
  startedAt: Date,
): Promise<Session | null> {
  const id = randomUUID();
  const now = startedAt.toISOString();
  const refreshToken = randomBytes(32).toString('base64url');
  const [row] = await withTimeout(sql<{ user_id: string }[]>`
    with ${signedIn}, session as (
      insert into auth.sessions (
        id, user_id, created_at, updated_at, refresh_token_hmac_key, authentication_method, may_set_password
      )
      select ${id}, id, ${now}, ${now}, ${randomBytes(32)}, ${method}, ${method === 'otp'} from signed_in
      returning id, user_id
    ), refresh_token as (
      insert into auth.refresh_tokens (token_hash, session_id, created_at)
      select ${hashOf(refreshToken)}, id, ${now} from session
    )
    select user_id from session`);
  if (!row) return null;
  await withTimeout(sql`select wagday.end_oldest_sessions(${row.user_id}, ${mostSessions})`);
  return { id, userId: row.user_id, refreshToken, startedAt, method };
}

type TokenRow = {
  session_id: string;
  user_id: string;
  started_at: string;
  method: AuthenticationMethod;
  hmac_key: Buffer;
  is_banned: boolean;
};

/**
 * Exchanges a refresh token for its one child. Within the grace a rotated token yields the same child again; later its
 * session ends, because someone else may hold it.
 * @returns the session, or why there is none
 */
export async function rotateRefreshToken(
  sql: Sql,
  refreshToken: string,
  now: Date,
): Promise<Session | 'unknown' | 'reused' | 'banned'> {
  const tokenHash = hashOf(refreshToken);
  const time = now.toISOString();
  const [token] = await withTimeout(sql<TokenRow[]>`
    select session_id, user_id, sessions.created_at::text as started_at, authentication_method as method,
      refresh_token_hmac_key as hmac_key,
      coalesce(banned_until > ${time}, false) as is_banned
    from auth.refresh_tokens
    join auth.sessions on sessions.id = session_id
    join auth.users on users.id = user_id
    where token_hash = ${tokenHash}`);
  if (!token) return 'unknown';
  if (token.is_banned) return 'banned';

  const child = childOf(refreshToken, token.hmac_key);
  const [rotation] = await withTimeout(sql<{ outcome: 'rotated' | 'reused' | 'unknown' }[]>`
    select wagday.rotate_refresh_token(
      ${tokenHash}, ${hashOf(child)}, ${time}, ${reuseGrace}::interval, ${rotatedTokenMemory}::interval
    ) as outcome`);
  if (rotation?.outcome !== 'rotated') return rotation?.outcome ?? 'unknown';
  const { session_id: id, user_id: userId, started_at: startedAt, method } = token;
  return { id, userId, refreshToken: child, startedAt: new Date(startedAt), method };
}

/** Ends sessions and with them their refresh tokens. */
export async function endSessions(
  sql: Sql,
  current: { userId: string; sessionId: string },
  scope: 'global' | 'local' | 'others',
): Promise<void> {
  await withTimeout(sql`
    delete from auth.sessions
    where user_id = ${current.userId}
      and (${scope}::text = 'global' or (id = ${current.sessionId}) = (${scope}::text = 'local'))`);
}

/** Whether the session still exists. Data requests ask the same in their own statement. */
export async function sessionExists(sql: Sql, userId: string, sessionId: string): Promise<boolean> {
  const [row] = await withTimeout(
    sql<{ exists: boolean }[]>`select wagday.session_exists(${sessionId}, ${userId}) as exists`,
  );
  return row?.exists === true;
}
