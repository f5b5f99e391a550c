import { expect, test } from 'vitest';
import { BackendError, type BackendErrorKind, unwrap } from './backend-error.ts';

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

type Refusal = { message?: string; code?: string; status?: number; statusCode?: string; reasons?: string[] };

const storageLimit = 'limit reached: an owner has at most 2500 photos of together 1024 MiB';

/** `status` is that of the response of the tables; the accounts and the photos have it in their errors. */
const answers: [text: string, kind: BackendErrorKind, error: Refusal, status?: number][] = [
  ['a known address', 'account exists', { message: 'User already registered', status: 422 }],
  ['a wrong password', 'invalid credentials', { message: 'Invalid login credentials', status: 400 }],
  ['a weak password', 'unexpected', { code: 'weak_password', status: 422 }],
  ['a common password', 'common password', { code: 'weak_password', status: 422, reasons: ['pwned'] }],
  ['a row rule', 'refused', { code: '42501' }, 403],
  ['a sign-in of long ago', 'sign-in too old', { message: 'recent sign-in needed: sign in', code: '42501' }, 403],
  ['an expired token', 'session ended', { message: 'JWT expired', code: 'PGRST303' }, 401],
  [
    'a session that was ended, from the photos',
    'session ended',
    { message: 'Session from session_id claim in JWT does not exist', status: 403 },
  ],
  ['a broken check', 'unexpected', { message: 'new row violates check constraint', code: '23514' }, 400],
  ['a full pack', 'limit reached', { message: 'limit reached: an owner has at most 2000 dogs', code: '23514' }, 400],
  ['a full album', 'limit reached', { message: storageLimit, status: 403 }],
  ['a full album of hosted storage', 'limit reached', { message: storageLimit, status: 400, statusCode: '403' }],
  ['a full disk', 'no space', { message: 'There is no space left for photos', status: 507 }],
  ['a server in trouble', 'in trouble', { message: 'Internal Server Error' }, 500],
  ['an account server in trouble', 'in trouble', { code: 'unexpected_failure', status: 500 }],
  ['a statement that took too long', 'in trouble', { code: '57014' }, 500],
  ['a lock that was not free', 'in trouble', { code: '55P03' }, 500],
  ['a transaction that met another', 'in trouble', { code: '40001' }, 500],
  ['two requests that waited for each other', 'in trouble', { code: '40P01' }, 409],
  ['a database that is read-only for now', 'not reachable', { code: '25006' }, 405],
  ['another method that is not allowed', 'unexpected', { code: 'PGRST117' }, 405],
  ['a request that arrived too slowly', 'not reachable', {}, 408],
  ['a request that came too early', 'in trouble', {}, 425],
  ['too many requests at once', 'in trouble', { code: 'PGRST003' }, 429],
  ['too many tries to sign in', 'too often', { code: 'over_request_rate_limit', status: 429 }],
  ['a mail too soon after another', 'too often', { code: 'over_email_send_rate_limit', status: 429 }],
  ['too many photos at once', 'in trouble', { message: 'SlowDown', status: 429, statusCode: 'SlowDown' }],
  ['hosted storage in trouble', 'in trouble', { message: 'timeout', status: 400, statusCode: '544' }],
  ['a row rule of hosted storage', 'refused', { message: 'row-level security', status: 400, statusCode: '403' }],
  ['a photo that is not one', 'unexpected', { message: 'mime type', status: 400, statusCode: '415' }],
  ['a bad gateway', 'not reachable', {}, 502],
  ['a busy gateway', 'not reachable', {}, 503],
  ['a slow gateway', 'not reachable', {}, 504],
  ['a database that the server cannot reach', 'not reachable', { code: 'PGRST001' }, 503],
  ['a connection that was reset', 'not reachable', { message: 'Failed to fetch', code: 'ECONNRESET' }, 0],
  ['no network, from the tables', 'not reachable', { message: 'TypeError: Failed to fetch', code: '' }, 0],
  ['no network, from the accounts', 'not reachable', { message: 'Failed to fetch', status: 0 }],
  ['no status at all', 'not reachable', { message: 'Failed to fetch' }],
];

test.for([[{ error: 'busy', status: 'error', code: 503 }], [[]], ['busy']])(
  'An answer that a gateway has put into words of its own, %j, has its kind too.',
  ([error]) => {
    const failure = failureOf(() => unwrap({ data: null, error: error as never, status: 503 }));
    expect(failure).toMatchObject({ name: 'BackendError', kind: 'not reachable' });
  },
);

test.for(answers)('An answer with %s is %s. @7.3 @8.3 @8.5 @8.33 @8.34', ([, kind, refusal, status]) => {
  const error = { message: 'No.', ...refusal };
  const answer = status === undefined ? { data: null, error } : { data: null, error, status };
  const failure = failureOf(() => unwrap(answer));
  expect(failure).toBeInstanceOf(BackendError);
  expect(failure).toMatchObject({ name: 'BackendError', kind, message: error.message, cause: error });
});
