import { expect, test } from 'vitest';
import { visibleNames } from '../testing/visible-names.ts';
import { fileNameOf, hasVisibleCharacter, isolated, shortened, tidyLine, tidyText, withoutTurning } from './text.ts';

test('a text is shortened between letters, and left alone when it fits', () => {
  expect(shortened('Biscuit', 7)).toBe('Biscuit');
  expect(shortened('Biscuit', 6)).toBe('Biscu…');
  expect(shortened('Hi 👩‍👩‍👧!', 6)).toBe('Hi…');
  expect(shortened('🐶🐶🐶', 2)).toBe('🐶…');
});

test('what turns the words around it is taken out of every text, and a name from the right is isolated', () => {
  expect(tidyLine('Anna\u202e \u2066gnp\u2069')).toBe('Anna gnp');
  expect(tidyText('One\u202d\nTwo\u2067')).toBe('One\nTwo');
  expect(tidyLine('\ufeffAn\u200bna\u00ad \u2060gnp')).toBe('Anna gnp');
  expect(tidyLine('نیلوفر\u200cخانم 👩‍👩‍👧')).toBe('نیلوفر\u200cخانم 👩‍👩‍👧');
  expect(isolated('Anna\u2069\u202egnp')).toBe('Annagnp');
  expect(isolated('\u2069אנה')).toBe('\u2068אנה\u2069');
  expect(isolated('A\u200f1')).toBe('\u2068A\u200f1\u2069');
});

test.for(visibleNames)('whether something can be seen of the name %j: %s', ([name, isVisible]) => {
  expect(hasVisibleCharacter(name)).toBe(isVisible);
});

test('what turns words is left out of every text of a value, and nothing else', () => {
  const value = { title: 'Cake\u202eyaD', dogs: [{ name: '\u2066Rex\u2069', age: 3 }], place: null, isOpen: true };
  expect(withoutTurning(value)).toEqual({
    title: 'CakeyaD',
    dogs: [{ name: 'Rex', age: 3 }],
    place: null,
    isOpen: true,
  });
});

test.each([
  ['Biscuit birthday card', 'biscuit-birthday-card.png'],
  ["Łatka's 3rd Party!", 'łatkas-3rd-party.png'],
  ['🐶 birthday card', 'birthday-card.png'],
  ['../../🐶', 'wagday.png'],
])('the words "%s" are the file name %s', (words, name) => {
  expect(fileNameOf(words, 'png')).toBe(name);
});
