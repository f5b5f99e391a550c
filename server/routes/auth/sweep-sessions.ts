import { advisoryLocks } from '../../database/advisory-locks.ts';
import type { Sql } from '../../database/connect.ts';
import { logFailure } from '../../database/database-error.ts';
import type { Log } from '../../log.ts';

const interval = 60 * 60_000;
/** Rows that go in one statement: few enough that nobody waits for it. */
const batch = 1000;
/** Statements of one sweep; what is left waits an hour. */
const batches = 50;

export type Outdated = {
  readonly name: string;
  readonly statement: (sql: Sql, at: Date) => Promise<{ count: number }>;
};

/**
 * What time has ended. A session that nobody has refreshed for ninety days belongs to a browser that is not coming back;
 * until then an owner who looks in each season stays signed in, as with hosted Supabase, which knows no end at all.
 * Rotated refresh tokens are remembered for thirty days (see sessions.ts), mailed links work for an hour (recovery.ts). Rate limits sweep
 * their own counts (rate-limits.ts).
 */
const outdated: readonly Outdated[] = [
  {
    name: 'sessions',
    statement: (sql, at) => sql`
      delete from auth.sessions where id in (
        select id from auth.sessions where updated_at < ${at}::timestamptz - interval '90 days'
        limit ${batch} for update skip locked
      )`,
  },
  {
    name: 'refresh_tokens',
    statement: (sql, at) => sql`
      delete from auth.refresh_tokens where id in (
        select id from auth.refresh_tokens where rotated_at < ${at}::timestamptz - interval '30 days' limit ${batch}
      )`,
  },
  {
    name: 'one_time_tokens',
    statement: (sql, at) => sql`
      delete from auth.one_time_tokens where id in (
        select id from auth.one_time_tokens where created_at < ${at}::timestamptz - interval '1 hour' limit ${batch}
      )`,
  },
  {
    name: 'email_changes',
    statement: (sql, at) => sql`
      update auth.users set email_change = '', email_change_sent_at = null where id in (
        select id from auth.users where email_change_sent_at < ${at}::timestamptz - interval '1 hour'
        limit ${batch} for update skip locked
      )`,
  },
  {
    // Whoever comes back after a year is told of it.
    name: 'known_devices',
    statement: (sql, at) => sql`
      delete from auth.known_devices where ctid in (
        select ctid from auth.known_devices where last_seen_at < ${at}::timestamptz - interval '1 year' limit ${batch}
      )`,
  },
];

export type SessionSweep = { readonly sql: Sql; readonly log: Log; readonly now: () => Date };

/**
 * Clears away what time has ended, in batches. Servers that share a database take turns: null says that another one is at
 * it. The lock is a transaction's, so it is let go however this process ends, also behind a connection pooler.
 */
export async function sweepSessions({ sql, now }: Omit<SessionSweep, 'log'>): Promise<Record<string, number> | null> {
  return await sql.begin(async (holder) => {
    const [lock] = await holder<
      { is_ours: boolean }[]
    >`select pg_try_advisory_xact_lock(${advisoryLocks.sessionSweep}::bigint) as is_ours`;
    if (!lock?.is_ours) return null;
    const swept: Record<string, number> = {};
    for (const { name, statement } of outdated) {
      let gone = 0;
      for (let round = 0; round < batches; round += 1) {
        const { count } = await statement(sql, now());
        gone += count;
        if (count < batch) break;
      }
      swept[name] = gone;
    }
    return swept;
  });
}

/** Sweeps now and every hour. Disposing of it waits for the one under way. */
export function sweepSessionsHourly(parts: SessionSweep): AsyncDisposable {
  let current = Promise.resolve();
  const run = () => {
    current = current.then(async () => {
      try {
        const swept = await sweepSessions(parts);
        if (swept && Object.values(swept).some((count) => count > 0)) parts.log.info('sessions_swept', swept);
      } catch (error) {
        logFailure(parts.log, 'session_sweep_failed', error, 'SWEEP');
      }
    });
  };
  run();
  const timer = setInterval(run, interval);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await current;
    },
  };
}
