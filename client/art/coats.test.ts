import { expect, test } from 'vitest';
import { dogSizes } from '../../domain/dogs/size.ts';
import { palette } from '../cards/drawing/palette.ts';
import { coatClasses, coatOf, inCoat } from './coats.ts';

test('Each size has three coats, which differ on a card as on the page.', () => {
  for (const size of dogSizes) {
    const classes = ([0, 1, 2] as const).map((coat) => coatClasses(size, coat));
    expect(new Set(classes).size).toBe(3);
    const cards = ([0, 1, 2] as const).map((coat) => JSON.stringify(inCoat(palette, size, coat)));
    expect(new Set(cards).size).toBe(3);
    expect(cards[0]).toBe(JSON.stringify(palette));
  }
});

test('A coat goes by the breed where that tells it, and by the name otherwise.', () => {
  expect(coatOf({ name: 'Luna', breed: 'West Highland White Terrier' })).toBe(1);
  expect(coatOf({ name: 'Luna', breed: 'Rottweiler' })).toBe(2);
  expect(coatOf({ name: 'Luna', breed: 'German Shepherd' })).toBe(0);
  expect(coatOf({ name: 'Luna', breed: 'Mixed' })).toBe(coatOf({ name: 'Luna', breed: null }));
  const names = ['Ada', 'Bruno', 'Clover', 'Dot', 'Echo', 'Figaro', 'Ginger', 'Hugo', 'Iris', 'Jasper', 'Kiwi', 'Lola'];
  expect(new Set(names.map((name) => coatOf({ name, breed: null }))).size).toBe(3);
});

test('A dog whose breed nobody asked is as it was tapped.', () => {
  for (const name of ['Ada', 'Bruno', 'Clover']) expect(coatOf({ name })).toBe(0);
});
