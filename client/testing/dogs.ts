import { date } from '../../domain/testing/dates.ts';
import type { Dog } from '../backend/records/dogs.ts';

/** The row that the backend has of that dog. */
export function dogRowOf(dog: Dog, ownerId: string) {
  return {
    id: dog.id,
    user_id: ownerId,
    name: dog.name,
    size: dog.size,
    birth_date: dog.birthDate,
    photo_url: dog.photoUrl,
    breed: dog.breed,
    notes: dog.notes,
    created_at: dog.createdAt,
    version: dog.version,
  };
}

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
  version: 1,
};
