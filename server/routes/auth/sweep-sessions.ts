import type { Sql } from '../../database/connect.ts';
import type { Log } from '../../log.ts';
import type { JobKind } from '../../services/jobs/jobs.ts';

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

/** Clears away what time has ended, in batches. Safe beside another sweep. @returns how many rows of each */
export async function sweepSessions({ sql, now }: Omit<SessionSweep, 'log'>): Promise<Record<string, number>> {
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
}

/** One server sweeps, every hour. */
export function sessionSweep(parts: SessionSweep): JobKind {
  return {
    name: 'sweep sessions',
    label: 'session_sweep',
    lease: 15 * 60_000,
    lifetime: null,
    capacity: 1,
    retryDelays: [],
    every: 60 * 60_000,
    async run() {
      const swept = await sweepSessions(parts);
      if (Object.values(swept).some((count) => count > 0)) parts.log.info('sessions_swept', swept);
    },
  };
}
