import { parseCalendarDate } from '../../domain/calendar-date.ts';
import type { DogProfile } from '../../domain/drafts.ts';
import { type DogSize, isDogSize } from '../../domain/size.ts';
import { supabase } from './client.ts';
import { BackendError, unwrap } from './errors.ts';
import { withDogChanges } from './offline/changes.ts';
import { freshOrLastSeen } from './offline/last-seen.ts';
import { queueOf } from './offline/outbox.ts';
import { currentPhotoUrl } from './photos.ts';

/** A dog of the pack. */
export type Dog = DogProfile & { id: string; createdAt: string };

type DogRow = {
  id: string;
  user_id: string;
  name: string;
  size: DogSize;
  birth_date: string;
  photo_url: string | null;
  breed: string | null;
  notes: string | null;
  created_at: string;
};

/** A dog that was deleted, with all that is needed to put it back as it was. */
export type RemovedDog = { dog: Dog; rows: { dog: DogRow; celebrations: Record<string, unknown>[] } };

function dogOf(row: DogRow): Dog {
  const birthDate = parseCalendarDate(row.birth_date);
  if (!birthDate || !isDogSize(row.size)) throw new BackendError('unexpected', `Dog ${row.id} cannot be read.`);
  return {
    id: row.id,
    name: row.name,
    size: row.size,
    birthDate,
    photoUrl: row.photo_url && currentPhotoUrl(row.photo_url),
    breed: row.breed,
    notes: row.notes,
    createdAt: row.created_at,
  };
}

function payloadOf(ownerId: string, profile: DogProfile): Omit<DogRow, 'id' | 'created_at'> {
  return {
    user_id: ownerId,
    name: profile.name,
    size: profile.size,
    birth_date: profile.birthDate,
    photo_url: profile.photoUrl,
    breed: profile.breed,
    notes: profile.notes,
  };
}

async function loadDogs(ownerId: string): Promise<Dog[]> {
  const client = await supabase();
  const rows = unwrap(
    await client.from('dogs').select('*').eq('user_id', ownerId).order('created_at', { ascending: false }),
  );
  return (rows as DogRow[]).map(dogOf);
}

/**
 * The owner's dogs, newest first, with all that still waits to be sent. Out of reach of the backend, as they were seen last.
 * @throws BackendError
 */
export async function listDogs(ownerId: string): Promise<Dog[]> {
  const dogs = await freshOrLastSeen(ownerId, 'dogs', () => loadDogs(ownerId));
  return withDogChanges(dogs, await queueOf(ownerId));
}

/**
 * Asks for as little as possible, to find out whether the backend answers.
 * @throws BackendError
 */
export async function probeDogs(ownerId: string): Promise<void> {
  const client = await supabase();
  unwrap(await client.from('dogs').select('id').eq('user_id', ownerId).limit(1));
}

/**
 * A dog as it is saved now; null when it is gone.
 * @throws BackendError
 */
export async function findDog(id: string): Promise<Dog | null> {
  const client = await supabase();
  const row = unwrap(await client.from('dogs').select('*').eq('id', id).maybeSingle()) as DogRow | null;
  return row && dogOf(row);
}

/**
 * Adds a dog under an id that was made here. `createdAt` gives it its old place in the pack; null is now.
 * @throws BackendError of kind 'exists already' when a dog of that id is there.
 */
export async function insertDog(
  ownerId: string,
  id: string,
  profile: DogProfile,
  createdAt: string | null,
): Promise<Dog> {
  const client = await supabase();
  const row = { ...payloadOf(ownerId, profile), id, ...(createdAt && { created_at: createdAt }) };
  return dogOf(unwrap(await client.from('dogs').insert(row).select().single()) as DogRow);
}

/**
 * Adds a new dog. May be called again with the same id when no answer came: the dog is still one dog.
 * @throws BackendError
 */
export async function addDog(ownerId: string, id: string, profile: DogProfile): Promise<Dog> {
  try {
    return await insertDog(ownerId, id, profile, null);
  } catch (error) {
    if (!(error instanceof BackendError && error.kind === 'exists already')) throw error;
    return updateDog(ownerId, id, profile);
  }
}

/** @throws BackendError of kind 'not found' when the dog is gone. */
export async function updateDog(ownerId: string, id: string, profile: DogProfile): Promise<Dog> {
  const client = await supabase();
  const row = unwrap(await client.from('dogs').update(payloadOf(ownerId, profile)).eq('id', id).select().single());
  return dogOf(row as DogRow);
}

/**
 * Deletes a dog and, with it, its celebrations.
 * @returns what restoreDog needs, or null when the dog was gone already.
 * @throws BackendError
 */
export async function removeDog(id: string): Promise<RemovedDog | null> {
  const client = await supabase();
  const celebrations = unwrap(await client.from('birthday_celebrations').select('*').eq('dog_id', id));
  const row = unwrap(await client.from('dogs').delete().eq('id', id).select().maybeSingle()) as DogRow | null;
  return row && { dog: dogOf(row), rows: { dog: row, celebrations: celebrations as Record<string, unknown>[] } };
}

/**
 * Puts a deleted dog back with its id, its place in the pack and its celebrations. May be called again after a failure.
 * @throws BackendError
 */
export async function restoreDog({ dog, rows }: RemovedDog): Promise<Dog> {
  const client = await supabase();
  unwrap(await client.from('dogs').upsert(rows.dog));
  if (rows.celebrations.length > 0) unwrap(await client.from('birthday_celebrations').upsert(rows.celebrations));
  return dog;
}
