import type { Context, MiddlewareHandler } from 'hono';
import type { Log } from '../../log.ts';
import { AuthError } from './auth-error.ts';

const grants: ReadonlySet<string> = new Set(['password', 'refresh_token']);

/**
 * Logs each operation that opens, changes or ends a session or an account, and each that was refused, by its kind and the
 * reason: never by whom or with what.
 */
export function logAuthentication(log: Log): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const operation = operationOf(c);
    if (operation === null) return;
    const isRefused = c.res.status >= 400;
    const code = c.error instanceof AuthError ? c.error.code : null;
    log.info(isRefused ? 'authentication_refused' : 'authentication_done', { operation, code });
  };
}

function operationOf(c: Context): string | null {
  const route = `${c.req.method} ${c.req.path.replace(/^\/auth\/v1/, '')}`;
  switch (route) {
    case 'POST /signup':
      return 'sign_up';
    case 'POST /token': {
      const grant = c.req.query('grant_type') ?? '';
      return grants.has(grant) ? grant : 'unknown_grant';
    }
    case 'POST /recover':
      return 'recovery_request';
    case 'POST /verify':
      return 'recovery';
    case 'PUT /user':
      return 'account_change';
    case 'POST /logout':
      return 'sign_out';
    default:
      return null;
  }
}
