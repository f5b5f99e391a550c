import { setTimeout as wait } from 'node:timers/promises';
import { causeOf, codeOf, DatabaseUnreachable, type Log, type PhotoStore, type Sql } from 'embedded-supabase';
import { Hono } from 'hono';
import { health, readiness } from '../../addresses/addresses.ts';

/** Milliseconds within which the database and the photo store must answer. */
const answerTimeout = 5000;
/** Milliseconds for which an answer is cached: balancers ask often, and the photo store may charge for every request. */
const memory = 2000;

type HealthOptions = {
  readonly sql: Sql;
  readonly store: PhotoStore;
  readonly log: Log;
  readonly now: () => Date;
  /** Whether the disk has room for the rows of owners. */
  readonly hasRoomForRows: () => boolean;
  readonly isStopping: () => boolean;
};

/**
 * Serves `/health`, which answers 200 as long as the process runs, and `/ready`, which answers 200 only while requests can be served:
 * the database accepts writes and has room for them, the photo store answers, and the server is not stopping. Otherwise `/ready` answers 503.
 */
export function createHealthRoutes({ sql, store, log, now, hasRoomForRows, isStopping }: HealthOptions): Hono {
  const app = new Hono();
  let known: { at: number; answer: Promise<boolean> } | null = null;

  async function look(): Promise<boolean> {
    const checks = {
      database: async () => {
        if (!hasRoomForRows()) throw new DatabaseUnreachable('53100');
        await requireWritable(sql);
      },
      photos: () => store.check(),
    };
    const outcomes = await Promise.all(
      Object.entries(checks).map(async ([part, check]) => {
        try {
          const isLate = wait(answerTimeout, true, { ref: false });
          if (await Promise.race([check(), isLate])) throw new Error('no answer in time');
          return true;
        } catch (error) {
          log.error('not_ready', { part, code: codeOf(error) || 'no answer', because: causeOf(error) });
          return false;
        }
      }),
    );
    return outcomes.every(Boolean);
  }

  function isReady(): Promise<boolean> {
    const at = now().getTime();
    if (!known || at - known.at > memory) known = { at, answer: look() };
    return known.answer;
  }

  app.get(health, (c) => c.json({ status: 'ok' }));
  app.get(readiness, async (c) => {
    if (isStopping()) {
      c.header('Connection', 'close');
      return c.json({ status: 'stopping' }, 503);
    }
    return (await isReady()) ? c.json({ status: 'ready' }) : c.json({ status: 'unavailable' }, 503);
  });
  return app;
}

/** Requires a database that accepts writes: a standby answers, too, but refuses them. */
export async function requireWritable(sql: Sql): Promise<void> {
  const [row] = await sql<{ is_read_only: boolean }[]>`
    select current_setting('transaction_read_only')::boolean as is_read_only`;
  if (row?.is_read_only !== false) throw new DatabaseUnreachable('25006');
}
