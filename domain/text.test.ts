import { expect, test } from 'vitest';
import { shortened } from './text.ts';

test('a text is shortened between letters, and left alone when it fits', () => {
  expect(shortened('Biscuit', 7)).toBe('Biscuit');
  expect(shortened('Biscuit', 6)).toBe('Biscu…');
  expect(shortened('Hi 👩‍👩‍👧!', 6)).toBe('Hi…');
  expect(shortened('🐶🐶🐶', 2)).toBe('🐶…');
});
