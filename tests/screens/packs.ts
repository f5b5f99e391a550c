/** The dogs and parties of the kept pictures. Their photos do to a layout what photographs do. */
import type { SeedDog, SeedParty } from '../support/seed-pack.ts';

export const biscuit = {
  name: 'Biscuit',
  birth_date: '2019-06-14',
  size: 'small',
  breed: 'Norwich Terrier',
  notes: 'Will sing for cheese.',
  photo: 'portrait',
} as const satisfies SeedDog;

export const zoe = {
  name: 'Zoë',
  birth_date: '2025-06-15',
  size: 'medium',
  breed: 'Cocker Spaniel',
} as const satisfies SeedDog;

export const latka = {
  name: 'Łatka',
  birth_date: '2021-03-03',
  size: 'large',
  breed: 'German Shepherd',
  photo: 'landscape',
} as const satisfies SeedDog;

export const luna = {
  name: 'Luna',
  birth_date: '2020-03-14',
  size: 'medium',
  breed: 'Brittany Spaniel',
  notes: 'Loves the postman. Fears the hoover.',
  photo: 'portrait',
} as const satisfies SeedDog;

export const moose = {
  name: 'Moose',
  birth_date: '2024-02-29',
  size: 'giant',
  notes: 'Thinks he is a lap dog.',
} as const satisfies SeedDog;

/** Not yet half a year old. */
export const ox = { name: 'Ox', birth_date: '2026-05-20', size: 'large' } as const satisfies SeedDog;

export const longest = {
  name: 'Sir Barksalot of Upper Biscuitshire the III',
  birth_date: '2013-01-09',
  size: 'small',
  breed: 'Nova Scotia Duck Tolling Retriever',
  notes: 'Afraid of balloons, thunder and the neighbor’s cat, in that order. Knows the word “walk” in four languages.',
} as const satisfies SeedDog;

export const many: SeedDog[] = [
  ...['Ada', 'Bruno', 'Clover', 'Dot', 'Echo', 'Figaro', 'Ginger', 'Hugo', 'Iris', 'Jasper', 'Kiwi', 'Lola'].map(
    (name, index) => ({
      name,
      birth_date: `20${10 + index}-${String(index + 1).padStart(2, '0')}-1${index % 10}`,
      size: (['small', 'medium', 'large', 'giant'] as const)[index % 4] ?? 'medium',
    }),
  ),
  biscuit,
  latka,
];

export const cakeDay = {
  dog: 'Biscuit',
  title: 'Cake Day',
  celebration_date: '2026-09-14',
  location: 'The kitchen table',
  description: 'Bring a ball. There will be cake for everybody, and a nap afterwards.',
} as const satisfies SeedParty;
