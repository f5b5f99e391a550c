import { expect, test } from 'vitest';
import { matchesTag, negotiateEncoding } from './compress.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['*', 'br'],
  ['*;q=0.5, br;q=0', 'gzip'],
  ['identity', 'identity'],
  ['identity;q=1, gzip;q=0.5', 'identity'],
  ['zstd', 'identity'],
  ['br;q=oops', 'identity'],
])('Accept-Encoding %j gets %s', (header, encoding) => {
  expect(negotiateEncoding(header, () => true)).toBe(encoding);
});

test('an encoding that is not there is never chosen', () => {
  expect(negotiateEncoding('br, gzip', (encoding) => encoding !== 'br')).toBe('gzip');
  expect(negotiateEncoding('br, gzip', (encoding) => encoding === 'identity')).toBe('identity');
});

test.each([
  ['"abc"', true],
  ['W/"abc"', true],
  ['"x", "abc"', true],
  ['*', true],
  ['"abcd"', false],
  [undefined, false],
])('If-None-Match %j against "abc" is %s', (header, matches) => {
  expect(matchesTag(header, '"abc"')).toBe(matches);
});
