import { type Context, Hono } from 'hono';
import { health, readiness } from '../../../addresses/addresses.ts';
import type { Sql } from '../../database/connect.ts';
import type { Log } from '../../log.ts';
import type { PhotoStore } from '../../services/photos/photo-store.ts';

const PATIENCE_MS = 5000;
/** Balancers ask often, and each of several; the photo store may charge for every look. */
const MEMORY_MS = 2000;

export type HealthOptions = {
  readonly sql: Sql;
  readonly store: PhotoStore;
  readonly log: Log;
  readonly now: () => Date;
  /** Whether the server has been told to stop. */
  readonly isStopping: () => boolean;
};

/**
 * `/health` answers 200 as long as the process does. `/ready` answers 200 only while requests can be served: database and
 * photo store answer, and the server is not about to end; otherwise 503.
 */
export function createHealthRoutes({ sql, store, log, now, isStopping }: HealthOptions): Hono {
  const app = new Hono();
  let known: { at: number; answer: Promise<boolean> } | null = null;

  async function look(): Promise<boolean> {
    const checks = { database: () => sql`select 1`, photos: () => store.check() };
    const outcomes = await Promise.all(
      Object.entries(checks).map(async ([part, check]) => {
        try {
          await Promise.race([check(), rejectAfter(PATIENCE_MS)]);
          return true;
        } catch (error) {
          const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
          log.error('not_ready', { part, code });
          return false;
        }
      }),
    );
    return outcomes.every(Boolean);
  }

  function isReady(): Promise<boolean> {
    const at = now().getTime();
    if (!known || at - known.at > MEMORY_MS) known = { at, answer: look() };
    return known.answer;
  }

  app.get(health, (c) => answer(c, 200, 'ok'));
  app.get(readiness, async (c) => {
    if (isStopping()) {
      c.header('Connection', 'close');
      return answer(c, 503, 'stopping');
    }
    return (await isReady()) ? answer(c, 200, 'ready') : answer(c, 503, 'unavailable');
  });
  return app;
}

function answer(c: Context, code: 200 | 503, status: string): Response {
  c.header('Cache-Control', 'no-store');
  c.header('X-Content-Type-Options', 'nosniff');
  return c.json({ status }, code);
}

function rejectAfter(milliseconds: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('no answer in time')), milliseconds).unref();
  });
}
