import { type Dog, dogs } from '../data/records/dogs.ts';
import { columnsOf } from '../data/records/rows.ts';

/** Returns the row of that dog in the backend. */
export function dogRowOf(dog: Dog, ownerId: string) {
  return { user_id: ownerId, id: dog.id, ...columnsOf(dogs, dog) };
}

/** A dog with a breed and notes. */
export const rex = dogs.read({
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Rex',
  size: 'giant',
  birth_date: '2020-06-20',
  photo_url: null,
  breed: 'Great Dane',
  notes: 'Loves cake.\nHates the vacuum cleaner.',
  created_at: '2026-01-01T00:00:00+00:00',
  version: 1,
});

/** A photo of one pixel. */
export const onePixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
