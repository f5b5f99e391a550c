import { expect, test } from 'vitest';
import { BackendError, type BackendErrorKind, unwrap } from './errors.ts';

function failureOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('An answer without an error is its data, even when that is nothing. @7.3', () => {
  expect(unwrap({ data: [1, 2], error: null })).toEqual([1, 2]);
  expect(unwrap({ data: null, error: null })).toBeNull();
});

const answers: [
  text: string,
  error: { message: string; code?: string; status?: number; statusCode?: string; reasons?: string[] },
  status: number | undefined,
  kind: BackendErrorKind,
][] = [
  [
    'a known address',
    { message: 'User already registered', code: 'user_already_exists', status: 422 },
    undefined,
    'account exists',
  ],
  [
    'a wrong password',
    { message: 'Invalid login credentials', code: 'invalid_credentials', status: 400 },
    undefined,
    'invalid credentials',
  ],
  [
    'a weak password',
    { message: 'Password should be at least 6 characters.', code: 'weak_password', status: 422 },
    undefined,
    'unexpected',
  ],
  [
    'a common password',
    { message: 'Password is known to be weak', code: 'weak_password', status: 422, reasons: ['pwned'] },
    undefined,
    'common password',
  ],
  ['a row rule', { message: 'new row violates row-level security policy', code: '42501' }, 403, 'refused'],
  [
    'a sign-in of long ago',
    { message: 'recent sign-in needed: sign in with the password', code: '42501' },
    403,
    'sign-in too old',
  ],
  ['an expired token', { message: 'JWT expired', code: 'PGRST303' }, 401, 'session ended'],
  [
    'a session that was ended, from the photos',
    { message: 'Session from session_id claim in JWT does not exist', status: 403 },
    undefined,
    'session ended',
  ],
  ['a broken check', { message: 'new row violates check constraint', code: '23514' }, 400, 'unexpected'],
  ['a full pack', { message: 'limit reached: an owner has at most 2000 dogs', code: '23514' }, 400, 'limit reached'],
  [
    'a full album',
    { message: 'limit reached: an owner has at most 2500 photos of together 1024 MiB', status: 403 },
    undefined,
    'limit reached',
  ],
  [
    'a full album of hosted storage',
    { message: 'limit reached: an owner has at most 2500 photos', status: 400, statusCode: '403' },
    undefined,
    'limit reached',
  ],
  ['a full disk', { message: 'There is no space left for photos', status: 507 }, undefined, 'no space'],
  ['a server in trouble', { message: 'Internal Server Error' }, 500, 'in trouble'],
  [
    'an account server in trouble',
    { message: 'boom', code: 'unexpected_failure', status: 500 },
    undefined,
    'in trouble',
  ],
  ['a statement that took too long', { message: 'canceling statement', code: '57014' }, 500, 'in trouble'],
  ['a lock that was not free', { message: 'canceling statement', code: '55P03' }, 500, 'in trouble'],
  ['a transaction that met another', { message: 'could not serialize access', code: '40001' }, 500, 'in trouble'],
  ['two requests that waited for each other', { message: 'deadlock detected', code: '40P01' }, 409, 'in trouble'],
  ['a database that is read-only for now', { message: 'read-only transaction', code: '25006' }, 405, 'not reachable'],
  ['another method that is not allowed', { message: 'Method not allowed', code: 'PGRST117' }, 405, 'unexpected'],
  ['a request that arrived too slowly', { message: 'Request Timeout' }, 408, 'not reachable'],
  ['a request that came too early', { message: 'Too Early' }, 425, 'in trouble'],
  ['too many requests at once', { message: 'Too many requests at once.', code: 'PGRST003' }, 429, 'in trouble'],
  [
    'too many tries to sign in',
    { message: 'Request rate limit reached', code: 'over_request_rate_limit', status: 429 },
    undefined,
    'too often',
  ],
  [
    'a mail too soon after another',
    { message: 'email rate limit exceeded', code: 'over_email_send_rate_limit', status: 429 },
    undefined,
    'too often',
  ],
  ['too many photos at once', { message: 'SlowDown', status: 429, statusCode: 'SlowDown' }, undefined, 'in trouble'],
  ['hosted storage in trouble', { message: 'timeout', status: 400, statusCode: '544' }, undefined, 'in trouble'],
  [
    'a row rule of hosted storage',
    { message: 'row-level security', status: 400, statusCode: '403' },
    undefined,
    'refused',
  ],
  ['a photo that is not one', { message: 'mime type', status: 400, statusCode: '415' }, undefined, 'unexpected'],
  ['a bad gateway', { message: 'Bad Gateway' }, 502, 'not reachable'],
  ['a busy gateway', { message: 'Service Unavailable' }, 503, 'not reachable'],
  ['a slow gateway', { message: 'Gateway Timeout' }, 504, 'not reachable'],
  ['a database that the server cannot reach', { message: 'Retrying', code: 'PGRST001' }, 503, 'not reachable'],
  ['a connection that was reset', { message: 'Failed to fetch', code: 'ECONNRESET' }, 0, 'not reachable'],
  ['no network, from the tables', { message: 'TypeError: Failed to fetch', code: '' }, 0, 'not reachable'],
  ['no network, from the accounts', { message: 'Failed to fetch', status: 0 }, undefined, 'not reachable'],
  ['no status at all', { message: 'Failed to fetch' }, undefined, 'not reachable'],
];

test.for([[{ error: 'busy', status: 'error', code: 503 }], [[]], ['busy']])(
  'An answer that a gateway has put into words of its own, %j, has its kind too.',
  ([error]) => {
    const failure = failureOf(() => unwrap({ data: null, error: error as never, status: 503 }));
    expect(failure).toMatchObject({ name: 'BackendError', kind: 'not reachable' });
  },
);

test.for(answers)('An answer with %s has its kind. @7.3 @8.3 @8.5 @8.33 @8.34', ([, error, status, kind]) => {
  const answer = status === undefined ? { data: null, error } : { data: null, error, status };
  const failure = failureOf(() => unwrap(answer));
  expect(failure).toBeInstanceOf(BackendError);
  expect(failure).toMatchObject({ name: 'BackendError', kind, message: error.message, cause: error });
});
