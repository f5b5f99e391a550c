import { expect, test } from 'vitest';
import { isolated, shortened, tidyLine, tidyText } from './text.ts';

test('a text is shortened between letters, and left alone when it fits', () => {
  expect(shortened('Biscuit', 7)).toBe('Biscuit');
  expect(shortened('Biscuit', 6)).toBe('Biscu…');
  expect(shortened('Hi 👩‍👩‍👧!', 6)).toBe('Hi…');
  expect(shortened('🐶🐶🐶', 2)).toBe('🐶…');
});

test('what turns the words around it is taken out of every text, and a name from the right is isolated', () => {
  expect(tidyLine('Anna\u202e \u2066gnp\u2069')).toBe('Anna gnp');
  expect(tidyText('One\u202d\nTwo\u2067')).toBe('One\nTwo');
  expect(isolated('Anna\u2069\u202egnp')).toBe('Annagnp');
  expect(isolated('\u2069אנה')).toBe('\u2068אנה\u2069');
  expect(isolated('A\u200f1')).toBe('\u2068A\u200f1\u2069');
});
