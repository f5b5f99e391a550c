import { expect, test } from 'vitest';
import { searchKey } from '../text/search-text.ts';
import { breeds, usualSizeOf } from './breeds.ts';
import { dogLimits } from './dog-draft.ts';
import { dogSizes, sizeTraits } from './size.ts';

test('each breed is once in the table, in alphabetical order, and fits into the field', () => {
  expect(breeds.length).toBeGreaterThanOrEqual(150);
  expect(new Set(breeds.map(searchKey)).size).toBe(breeds.length);
  expect(breeds).toEqual(breeds.toSorted((one, other) => one.localeCompare(other, 'en')));
  for (const breed of breeds) expect(breed.length).toBeLessThanOrEqual(dogLimits.breed);
});

test('each breed proposes a size', () => {
  for (const breed of breeds) expect(dogSizes).toContain(usualSizeOf(breed));
});

test('the examples of each size agree with the table', () => {
  for (const size of dogSizes)
    for (const example of sizeTraits[size].breedExamples)
      expect([example, usualSizeOf(example)]).toEqual([example, size]);
});

test.each([
  ['Great Dane', 'giant'],
  ['  great   DANE ', 'giant'],
  ['petit basset griffon vendeen', 'medium'],
  ['Lowchen', 'small'],
  ['Labrador', 'large'],
  ['Yorkie', 'small'],
  ['Great', null],
  ['Great Dane mix', null],
  ['constructor', null],
  ['', null],
])('the breed %j proposes the size %s', (breed, size) => {
  expect(usualSizeOf(breed)).toBe(size);
});
