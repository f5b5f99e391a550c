import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import {
  assets,
  calendarFeeds,
  confirmReminders,
  health,
  invitationFiles,
  invitations,
  pages,
  readiness,
  services,
  unsubscribe,
} from '../../../addresses/addresses.ts';
import { type Log, withRequestId } from '../log.ts';

/**
 * Gives each request a random id, which the answer carries as X-Request-Id, and logs how the request ended. The log has the
 * pattern of the path, because paths and queries hold names, filters and tokens, and not the client's address.
 * @param all whether every request is logged, or only those that failed here (5xx)
 */
export function logRequests(log: Log, all: boolean, next: RequestListener): RequestListener {
  return (request, response) => {
    const id = randomUUID();
    const begin = performance.now();
    response.setHeader('X-Request-Id', id);
    response.once('close', () => {
      const status = response.statusCode;
      if (!all && status < 500) return;
      log[status >= 500 ? 'error' : 'info']('request', {
        request: id,
        method: methods.has(request.method ?? '') ? request.method : 'other',
        route: patternOf(request.url ?? ''),
        status,
        ms: Math.round(performance.now() - begin),
        // The client went away before it had the whole answer.
        ...(!response.writableFinished && { cut_off: true }),
      });
    });
    withRequestId(id, () => next(request, response));
  };
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const accountRoutes = [
  'token',
  'signup',
  'logout',
  'user',
  'recover',
  'verify',
  'settings',
  'health',
  '.well-known/jwks.json',
];
const exact: ReadonlySet<string> = new Set([
  ...pages,
  health,
  readiness,
  ...accountRoutes.map((route) => `${services.auth}/${route}`),
]);

/** Patterns of addresses, the narrower before the wider; `:name*` may hold slashes. */
const patterns = [
  `${services.rest}/rpc/:function`,
  `${services.rest}/:table`,
  `${services.storage}/object/public/:bucket/:name*`,
  `${services.storage}/object/list/:bucket`,
  `${services.storage}/object/:bucket`,
  `${services.storage}/object/:bucket/:name*`,
  `${services.functions}/:function`,
  `${services.functions}/:function/:name*`,
  calendarFeeds,
  invitationFiles,
  invitations,
  `${assets}:file`,
  `${unsubscribe}/:token`,
  `${confirmReminders}/:token`,
].map((pattern) => ({
  name: pattern.replace('*', ''),
  shape: new RegExp(`^${pattern.replace(/:\w+\*/, '.+').replace(/:\w+/g, '[^/]+')}$`, 's'),
}));

/** The pattern that a path matches, or `other`: never the path of a table, function or file itself. */
function patternOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  if (exact.has(path)) return path;
  return patterns.find(({ shape }) => shape.test(path))?.name ?? 'other';
}
