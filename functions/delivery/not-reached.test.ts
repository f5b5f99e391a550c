import { expect, test } from 'vitest';
import { wasNotReached } from './not-reached.ts';

const failed = (parts: object, message = 'fetch failed') => Object.assign(new Error(message), parts);

test.each([
  ['a name that is unknown', failed({ cause: failed({ code: 'ENOTFOUND' }) }), true],
  ['a name that cannot be looked up now', failed({ code: 'EAI_AGAIN' }), true],
  ['a connection that fetch gives up', failed({ code: 'UND_ERR_CONNECT_TIMEOUT' }), true],
  ['a connection that is refused', failed({ code: 'ECONNREFUSED' }), true],
  ['a connection that takes too long', failed({ code: 'ETIMEDOUT', syscall: 'connect' }), true],
  ['connections to several addresses that take too long', failed({ code: 'ETIMEDOUT', errors: [] }), true],
  ['what Deno says of a connection', failed({}, 'error sending request: client error (Connect)'), true],
  ['an answer that takes too long', failed({ code: 'ETIMEDOUT', syscall: 'read' }), false],
  ['a connection that breaks', failed({ code: 'ECONNRESET' }), false],
  ['what is no error', { code: 'ENOTFOUND' }, false],
])('of %s it is certain or not that nothing was sent', (_, error, expected) => {
  expect(wasNotReached(error)).toBe(expected);
});
