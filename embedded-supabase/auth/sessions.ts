import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Sql, Work } from '../database/connect.ts';
import type { Query } from '../database/sql.ts';
import { hourly, type JobKind } from '../jobs/jobs.ts';

/** How long a rotated refresh token still yields its child, for two tabs at once or a retry after a lost answer. */
const reuseGrace = '10 seconds';

/** How long rotated tokens are remembered, so that their reuse is recognised as theft. */
const rotatedTokenMemory = '30 days';

/** The most sessions of one account: more devices than anybody has, and few enough that repeated sign-ins do not fill the database. */
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

/** Returns the hash that is stored in place of a token. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Starts a session for a user whose password hash is still the given one; null when it has changed meanwhile, or the account was
 * disabled. Otherwise a sign-in could outlive that.
 */
export function startSession(sql: Sql, userId: string, passwordHash: string, startedAt: Date): Promise<Session | null> {
  const signedIn = sql`
    signed_in as (
      update auth.users set last_sign_in_at = ${startedAt.toISOString()}
      where id = ${userId} and encrypted_password = ${passwordHash}
        and coalesce(banned_until <= ${startedAt.toISOString()}, true)
      returning id
    )`;
  return openSession(sql, signedIn, 'password', startedAt);
}

/**
 * Opens a session, and ends the oldest ones when the account then has too many.
 * @param signedIn SQL of a `signed_in as (…)` that selects the user's id and becomes part of the same statement
 * @returns null when it selects nobody
 */
export async function openSession(
  sql: Sql,
  signedIn: Query<object>,
  method: AuthenticationMethod,
  startedAt: Date,
): Promise<Session | null> {
  const id = randomUUID();
  const now = startedAt.toISOString();
  const refreshToken = randomBytes(32).toString('base64url');
  const [row] = await sql<{ user_id: string }[]>`
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
    select user_id from session`;
  if (!row) return null;
  await sql`select ${sql.own}.end_oldest_sessions(${row.user_id}, ${mostSessions})`;
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
 * Exchanges a refresh token for its one child. Within the grace period a rotated token yields the same child again; after it,
 * reuse ends the session, because somebody else may have the token.
 * @param admit throws when the user may not refresh now
 * @returns the session, or why there is none
 */
export async function rotateRefreshToken(
  sql: Sql,
  refreshToken: string,
  now: Date,
  admit: (userId: string) => Promise<void>,
): Promise<Session | 'unknown' | 'reused' | 'banned'> {
  const tokenHash = hashOf(refreshToken);
  const time = now.toISOString();
  const [token] = await sql<TokenRow[]>`
    select session_id, user_id, sessions.created_at::text as started_at, authentication_method as method,
      refresh_token_hmac_key as hmac_key,
      coalesce(banned_until > ${time}, false) as is_banned
    from auth.refresh_tokens
    join auth.sessions on sessions.id = session_id
    join auth.users on users.id = user_id
    where token_hash = ${tokenHash}`;
  if (!token) return 'unknown';
  if (token.is_banned) return 'banned';
  await admit(token.user_id);

  const child = createHmac('sha256', token.hmac_key).update(refreshToken).digest('base64url');
  const [rotation] = await sql<{ outcome: 'rotated' | 'reused' | 'unknown' }[]>`
    select ${sql.own}.rotate_refresh_token(
      ${tokenHash}, ${hashOf(child)}, ${time}, ${reuseGrace}::interval, ${rotatedTokenMemory}::interval
    ) as outcome`;
  if (rotation?.outcome !== 'rotated') return rotation?.outcome ?? 'unknown';
  const { session_id: id, user_id: userId, started_at: startedAt, method } = token;
  return { id, userId, refreshToken: child, startedAt: new Date(startedAt), method };
}

/**
 * Ends sessions and with them their refresh tokens. Another one that may set a password goes on, unless this one may, too: a
 * stranger with a session must not keep the owner from taking the account back.
 */
export async function endSessions(
  sql: Sql,
  current: { userId: string; sessionId: string },
  scope: 'global' | 'local' | 'others',
  now: Date,
): Promise<void> {
  const time = now.toISOString();
  await sql`
    delete from auth.sessions
    where user_id = ${current.userId}
      and (${scope}::text = 'global' or (id = ${current.sessionId}) = (${scope}::text = 'local'))
      and (id = ${current.sessionId} or not ${sql.own}.is_recovering(sessions, ${time}) or exists (
        select from auth.sessions as own where id = ${current.sessionId} and ${sql.own}.is_recovering(own, ${time})
      ))`;
}

/** Whether the session still exists. Data requests check the same in their own statement. */
export async function sessionExists(sql: Sql, userId: string, sessionId: string): Promise<boolean> {
  const [row] = await sql<{ exists: boolean }[]>`select ${sql.own}.session_exists(${sessionId}, ${userId}) as exists`;
  return row?.exists === true;
}

/** Rows that one statement deletes: few enough that it blocks nobody. */
const batch = 1000;
/** Statements of one sweep; remaining rows wait for the next one, in an hour. */
const batches = 50;

/**
 * What expires, with the column that its age is counted from. A session not refreshed for ninety days belongs to a browser that
 * is not coming back; until then the owner stays signed in, as with hosted Supabase, where sessions do not expire. Rotated
 * refresh tokens are remembered for thirty days (above), mailed links work for an hour (mailed-links.ts). A sign-in on a device
 * not used for a year causes a notice again. Rate limits sweep their own counts.
 */
const expiring = [
  { table: 'sessions', key: 'id', column: 'updated_at', age: '90 days' },
  { table: 'refresh_tokens', key: 'id', column: 'rotated_at', age: '30 days' },
  { table: 'one_time_tokens', key: 'id', column: 'created_at', age: '1 hour' },
  { table: 'known_devices', key: 'ctid', column: 'last_seen_at', age: '1 year' },
] as const;

/** Deletes expired rows, in batches. Safe beside another sweep. @returns how many rows of each table */
export async function sweepSessions({ sql, now }: Omit<Work, 'log'>): Promise<Record<string, number>> {
  const swept: Record<string, number> = {};
  for (const { table, key, column, age } of expiring) {
    swept[table] = await inBatches(
      () => sql`
        delete from auth.${sql(table)} where ${sql(key)} in (
          select ${sql(key)} from auth.${sql(table)} where ${sql(column)} < ${now()}::timestamptz - ${age}::interval
          limit ${batch} ${table === 'sessions' ? sql`for update skip locked` : sql``}
        )`,
    );
  }
  swept.email_changes = await inBatches(
    () => sql`
      update auth.users set email_change = '', email_change_sent_at = null where id in (
        select id from auth.users where email_change_sent_at < ${now()}::timestamptz - interval '1 hour'
        limit ${batch} for update skip locked
      )`,
  );
  return swept;
}

async function inBatches(statement: () => PromiseLike<{ count: number }>): Promise<number> {
  let gone = 0;
  for (let round = 0; round < batches; round += 1) {
    const { count } = await statement();
    gone += count;
    if (count < batch) break;
  }
  return gone;
}

export function sessionSweep(parts: Work): JobKind {
  return hourly('sweep sessions', 'session_sweep', async () => {
    const swept = await sweepSessions(parts);
    if (Object.values(swept).some((count) => count > 0)) parts.log.info('sessions_swept', swept);
  });
}
