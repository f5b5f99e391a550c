import { Hono } from 'hono';
import { functions } from '../../../functions/functions.ts';
import { refuse } from '../../../functions/requests.ts';
import { logFailure } from '../../database/database-error.ts';
import { limitBody } from '../../http/limit-body.ts';
import type { Log } from '../../log.ts';

const bodyMaxBytes = 64 * 1024;

/** Hosts the functions as Supabase's gateway does: each by its name, everything else in the gateway's own 404. */
export function createFunctionRoutes({ log }: { readonly log: Log }): Hono {
  const routes = new Hono();
  const limit = limitBody(bodyMaxBytes, (_, { status, message }) => refuse(status, 'INVALID_BODY', message));
  for (const [name, answer] of functions) routes.all(`/${name}`, limit, (c) => answer(c.req.raw));
  routes.all('*', () => refuse(404, 'NOT_FOUND', 'Requested function was not found'));
  routes.onError((error, c) => {
    logFailure(log, 'function_failed', error, c.req.method);
    return refuse(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)');
  });
  return routes;
}
