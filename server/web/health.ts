import { Hono } from 'hono';
import type { Sql } from '../database/connect.ts';
import type { Log } from '../log.ts';

const PATIENCE_MS = 5000;

/** `/health` answers 200 only after the database has answered, so that a supervisor learns of both. */
export function createHealthRoute(sql: Sql, log: Log): Hono {
  const app = new Hono();
  app.get('/health', async (c) => {
    c.header('Cache-Control', 'no-store');
    try {
      await Promise.race([sql`select 1`, rejectAfter(PATIENCE_MS)]);
      return c.json({ status: 'ok' });
    } catch (error) {
      log.error('health_check_failed', { reason: error instanceof Error ? error.message : String(error) });
      return c.json({ status: 'unavailable' }, 503);
    }
  });
  return app;
}

function rejectAfter(milliseconds: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('no answer in time')), milliseconds).unref();
  });
}
