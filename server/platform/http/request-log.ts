import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { type Log, withRequestId } from '../log.ts';

/**
 * Gives each request a random id, which the answer carries as X-Request-Id, and logs how the request ended. The log has the
 * pattern of the path, because paths and queries hold names, filters and tokens, and not the client's address.
 * @param all whether every request is logged, or only those that failed here (5xx)
 * @param patterns of all addresses, such as `/rest/v1/:table`, the narrower before the wider; `:name*` may hold slashes
 */
export function logRequests(
  log: Log,
  { all, patterns }: { readonly all: boolean; readonly patterns: readonly string[] },
  next: RequestListener,
): RequestListener {
  const patternOf = readPatterns(patterns);
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

/** Finds the pattern that a path matches, or `other`: never the path of a table, function or file itself. */
function readPatterns(patterns: readonly string[]): (url: string) => string {
  const shapes = patterns.map((pattern) => ({
    name: pattern.replace('*', ''),
    shape: new RegExp(
      `^${pattern
        .replaceAll('.', '\\.')
        .replace(/:\w+\*/, '.+')
        .replace(/:\w+/g, '[^/]+')}$`,
      's',
    ),
  }));
  return (url) => {
    const [path = ''] = url.split('?', 1);
    return shapes.find(({ shape }) => shape.test(path))?.name ?? 'other';
  };
}
