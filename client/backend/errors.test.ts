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

test('An answer without an error is its data, even when that is nothing.', () => {
  expect(unwrap({ data: [1, 2], error: null })).toEqual([1, 2]);
  expect(unwrap({ data: null, error: null })).toBeNull();
});

const answers: [
  text: string,
  error: { message: string; code?: string; status?: number },
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
  ['a full disk', { message: 'There is no space left for photos', status: 507 }, undefined, 'no space'],
  ['a server in trouble', { message: 'Internal Server Error' }, 500, 'unexpected'],
  ['a bad gateway', { message: 'Bad Gateway' }, 502, 'not reachable'],
  ['a busy gateway', { message: 'Service Unavailable' }, 503, 'not reachable'],
  ['a slow gateway', { message: 'Gateway Timeout' }, 504, 'not reachable'],
  ['a database that the server cannot reach', { message: 'Retrying', code: 'PGRST001' }, 503, 'not reachable'],
  ['a connection that was reset', { message: 'Failed to fetch', code: 'ECONNRESET' }, 0, 'not reachable'],
  ['no network, from the tables', { message: 'TypeError: Failed to fetch', code: '' }, 0, 'not reachable'],
  ['no network, from the accounts', { message: 'Failed to fetch', status: 0 }, undefined, 'not reachable'],
  ['no status at all', { message: 'Failed to fetch' }, undefined, 'not reachable'],
];

test.for(answers)('An answer with %s has its kind.', ([, error, status, kind]) => {
  const answer = status === undefined ? { data: null, error } : { data: null, error, status };
  const failure = failureOf(() => unwrap(answer));
  expect(failure).toBeInstanceOf(BackendError);
  expect(failure).toMatchObject({ name: 'BackendError', kind, message: error.message, cause: error });
});
