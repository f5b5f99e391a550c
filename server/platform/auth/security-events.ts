import type { Context, MiddlewareHandler } from 'hono';
import { baseRoutePath } from 'hono/route';
import type { Log } from '../log.ts';
import { AuthError } from './auth-error.ts';

const operations: Readonly<Record<string, string>> = {
  'POST /signup': 'sign_up',
  'POST /recover': 'recovery_request',
  'POST /verify': 'recovery',
  'PUT /user': 'account_change',
  'POST /logout': 'sign_out',
};

/**
 * Logs each operation that opens, changes or ends a session or an account, also one that was refused: its kind and the
 * reason, never whose it is or what was sent.
 */
export function logAuthentication(log: Log): MiddlewareHandler {
  return async (c, next) => {
    const route = `${c.req.method} ${c.req.path.slice(baseRoutePath(c).length)}`;
    await next();
    const operation = operationOf(c, route);
    if (operation === undefined) return;
    const isRefused = c.res.status >= 400;
    const code = c.error instanceof AuthError ? c.error.code : null;
    log.info(isRefused ? 'authentication_refused' : 'authentication_done', { operation, code });
  };
}

function operationOf(c: Context, route: string): string | undefined {
  if (route !== 'POST /token') return operations[route];
  const grant = c.req.query('grant_type') ?? '';
  return ['password', 'refresh_token'].includes(grant) ? grant : 'unknown_grant';
}
