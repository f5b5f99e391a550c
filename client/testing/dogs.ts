import { date } from '../../domain/testing/dates.ts';
import type { Dog } from '../backend/dogs.ts';

/** A dog of the pack with all that an owner can tell. */
export const rex: Dog = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Rex',
  size: 'giant',
  birthDate: date('2020-06-20'),
  photoUrl: null,
  breed: 'Great Dane',
  notes: 'Loves cake.\nHates the vacuum cleaner.',
  createdAt: '2026-01-01T00:00:00+00:00',
};
