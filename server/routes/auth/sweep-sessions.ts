import type { Sql } from '../../database/connect.ts';
import type { Log } from '../../log.ts';
import { hourly, type JobKind } from '../../services/jobs/jobs.ts';

/** Rows of one statement: few enough that it blocks nobody. */
const batch = 1000;
/** Statements of one sweep; the rest waits an hour. */
const batches = 50;

type Outdated = {
  readonly name: string;
  readonly statement: (sql: Sql, at: Date) => Promise<{ count: number }>;
};

/**
 * What has expired. A session that nobody has refreshed for ninety days belongs to a browser that is not coming back; until
 * then the owner stays signed in, as with hosted Supabase, where sessions do not expire. Rotated refresh tokens are remembered
 * for thirty days (sessions.ts), mailed links work for an hour (mailed-links.ts). Rate limits sweep their own counts
 * (rate-limits.ts).
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
    // A sign-in after a year causes a notice again.
    name: 'known_devices',
    statement: (sql, at) => sql`
      delete from auth.known_devices where ctid in (
        select ctid from auth.known_devices where last_seen_at < ${at}::timestamptz - interval '1 year' limit ${batch}
      )`,
  },
];

type SessionSweep = { readonly sql: Sql; readonly log: Log; readonly now: () => Date };

/** Deletes what has expired, in batches. Safe beside another sweep. @returns how many rows of each */
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

export function sessionSweep(parts: SessionSweep): JobKind {
  return hourly('sweep sessions', 'session_sweep', async () => {
    const swept = await sweepSessions(parts);
    if (Object.values(swept).some((count) => count > 0)) parts.log.info('sessions_swept', swept);
  });
}
