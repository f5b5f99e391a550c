import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { withTimeout } from '../../database/statement-timeout.ts';

/** How long a rotated refresh token still yields its child: two tabs, or a lost answer asked for again. */
const reuseGrace = '10 seconds';

/** Rotated tokens are remembered this long, so that their reuse is recognised as theft. */
const rotatedTokenMemory = '30 days';

/** Of one account. More devices than anybody has, and few enough that signing in again and again fills nothing. */
const mostSessions = 100;

/** Ends the oldest sessions of an account that has more than it may, once a new one stands. */
export async function endOldestSessions(sql: Sql, userId: string): Promise<void> {
  await withTimeout(sql`select wagday.end_oldest_sessions(${userId}, ${mostSessions})`);
}

/** How a session began: by the password, or by a link from a mail. */
export type AuthenticationMethod = 'password' | 'otp';

export type Session = {
  id: string;
  userId: string;
  refreshToken: string;
  startedAt: Date;
  method: AuthenticationMethod;
};

export type SignOutScope = 'global' | 'local' | 'others';

/** What is kept of a token: it cannot be turned back. */
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
export async function startSession(
  sql: Sql,
  userId: string,
  passwordHash: string,
  startedAt: Date,
): Promise<Session | null> {
  const id = randomUUID();
  const now = startedAt.toISOString();
  const refreshToken = randomBytes(32).toString('base64url');
  const rows = await withTimeout(sql`
    with signed_in as (
      update auth.users set last_sign_in_at = ${now}
      where id = ${userId} and encrypted_password = ${passwordHash}
      returning id
    ), session as (
      insert into auth.sessions (id, user_id, created_at, updated_at, refresh_token_hmac_key)
      select ${id}, id, ${now}, ${now}, ${randomBytes(32)} from signed_in
      returning id
    )
    insert into auth.refresh_tokens (token_hash, session_id, created_at)
    select ${hashOf(refreshToken)}, id, ${now} from session
    returning session_id`);
  if (rows.length === 0) return null;
  await endOldestSessions(sql, userId);
  return { id, userId, refreshToken, startedAt, method: 'password' };
}

export type Rotation = { outcome: 'rotated'; session: Session } | { outcome: 'unknown' | 'reused' | 'banned' };

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
 */
export async function rotateRefreshToken(sql: Sql, refreshToken: string, now: Date): Promise<Rotation> {
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
  if (!token) return { outcome: 'unknown' };
  if (token.is_banned) return { outcome: 'banned' };

  const child = childOf(refreshToken, token.hmac_key);
  const [rotation] = await withTimeout(sql<{ outcome: 'rotated' | 'reused' | 'unknown' }[]>`
    select wagday.rotate_refresh_token(
      ${tokenHash}, ${hashOf(child)}, ${time}, ${reuseGrace}::interval, ${rotatedTokenMemory}::interval
    ) as outcome`);
  if (rotation?.outcome !== 'rotated') return { outcome: rotation?.outcome ?? 'unknown' };
  const startedAt = new Date(token.started_at);
  return {
    outcome: 'rotated',
    session: { id: token.session_id, userId: token.user_id, refreshToken: child, startedAt, method: token.method },
  };
}

/** Ends sessions and with them their refresh tokens. */
export async function endSessions(
  sql: Sql,
  current: { userId: string; sessionId: string },
  scope: SignOutScope,
): Promise<void> {
  await withTimeout(sql`
    delete from auth.sessions
    where user_id = ${current.userId}
      and (${scope}::text = 'global' or (id = ${current.sessionId}) = (${scope}::text = 'local'))`);
}

/** Whether the session stands: the same question that each data request asks in its own statement. */
export async function sessionExists(sql: Sql, userId: string, sessionId: string): Promise<boolean> {
  const [row] = await withTimeout(
    sql<{ exists: boolean }[]>`select wagday.session_exists(${sessionId}, ${userId}) as exists`,
  );
  return row?.exists === true;
}
