import type { Sql } from '../database/connect.ts';
import { hourly, type JobKind } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';

/** Rows of one statement: few enough that it blocks nobody. */
const batch = 1000;
/** Statements of one sweep; the rest waits an hour. */
const batches = 50;

/**
 * What expires, with the column that its age is counted from. A session that nobody has refreshed for ninety days belongs
 * to a browser that is not coming back; until then the owner stays signed in, as with hosted Supabase, where sessions do not
 * expire. Rotated refresh tokens are remembered for thirty days (sessions.ts), mailed links work for an hour
 * (mailed-links.ts). A sign-in on a device after a year causes a notice again. Rate limits sweep their own counts.
 */
const expiring = [
  { table: 'sessions', key: 'id', column: 'updated_at', age: '90 days' },
  { table: 'refresh_tokens', key: 'id', column: 'rotated_at', age: '30 days' },
  { table: 'one_time_tokens', key: 'id', column: 'created_at', age: '1 hour' },
  { table: 'known_devices', key: 'ctid', column: 'last_seen_at', age: '1 year' },
] as const;

type SessionSweep = { readonly sql: Sql; readonly log: Log; readonly now: () => Date };

/** Deletes what has expired, in batches. Safe beside another sweep. @returns how many rows of each */
export async function sweepSessions({ sql, now }: Omit<SessionSweep, 'log'>): Promise<Record<string, number>> {
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

export function sessionSweep(parts: SessionSweep): JobKind {
  return hourly('sweep sessions', 'session_sweep', async () => {
    const swept = await sweepSessions(parts);
    if (Object.values(swept).some((count) => count > 0)) parts.log.info('sessions_swept', swept);
  });
}
