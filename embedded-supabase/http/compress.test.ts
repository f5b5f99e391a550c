import { brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compressStart, matchesTag, negotiateEncoding } from './compress.ts';

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

const text = fc.string({ unit: 'grapheme', maxLength: 300 });

test('a start with any rest is the whole text', async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.nat(400), fc.array(text, { minLength: 1, maxLength: 3 }), async (piece, times, rests) => {
      const start = piece.repeat(times);
      const compressed = await compressStart(start);
      for (const rest of rests) expect(brotliDecompressSync(compressed(rest)).toString()).toBe(start + rest);
    }),
  );
});

test('the longest rest that fits is sent, and a longer one is refused', async () => {
  const compressed = await compressStart('start ');
  const longest = 'x'.repeat(65_535);
  expect(brotliDecompressSync(compressed(longest)).toString()).toBe(`start ${longest}`);
  expect(() => compressed(`${longest}x`)).toThrow(RangeError);
});
