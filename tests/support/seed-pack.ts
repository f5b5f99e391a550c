import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js';
import { type DogPhoto, dogPhoto } from './dog-photos.ts';

export type SeedDog = {
  name: string;
  birth_date: string;
  size?: 'small' | 'medium' | 'large' | 'giant';
  breed?: string;
  notes?: string;
  photo?: DogPhoto | undefined;
  /** Where the face is in the photo, in percent. */
  photo_x?: number;
  photo_y?: number;
  birth_precision?: 'day' | 'month' | 'year' | 'guess';
  gotcha_date?: string;
  died_on?: string;
};

export type SeedParty = {
  id?: string;
  dog: string;
  title: string;
  celebration_date: string;
  location?: string;
  description?: string;
  /** The photo of the day. */
  photo?: DogPhoto;
};

export type SeedPortrait = {
  dog: string;
  day: string;
  kind: 'birthday' | 'human-year birthday' | 'puppy graduation' | 'gotcha day';
  photo: DogPhoto;
  photo_x?: number;
  photo_y?: number;
  line?: string;
};

export type SeedOwner = {
  email: string;
  password: string;
  name?: string;
  dogs?: SeedDog[];
  parties?: SeedParty[];
  portraits?: SeedPortrait[];
};

async function openSession(client: SupabaseClient, { email, password, name }: SeedOwner): Promise<Session> {
  const signUp = await client.auth.signUp({ email, password, options: { data: name ? { name } : {} } });
  // A retry of the same test has already signed up.
  const { data, error } = signUp.error ? await client.auth.signInWithPassword({ email, password }) : signUp;
  if (error) throw error;
  if (!data.session) throw new Error(`${email} could neither sign up nor in`);
  return data.session;
}

async function uploadPhoto(client: SupabaseClient, ownerId: string, photo: DogPhoto, index: number) {
  const bucket = client.storage.from('dog-photos');
  const path = `${ownerId}/${1_700_000_000_000 + index}.webp`;
  const bytes = await dogPhoto(photo);
  const body = new Blob([bytes], { type: 'image/webp' });
  const { error } = await bucket.upload(path, body, { contentType: 'image/webp' });
  // A retry of the same test finds the same picture.
  if (error && !/already exists/.test(error.message)) throw error;
  return bucket.getPublicUrl(path).data.publicUrl;
}

/**
 * Signs an owner up and saves a pack through the API; the first dog is the newest. A second call resets the pack.
 * @returns the session, to store in a browser
 */
export async function seedPack(url: string, owner: SeedOwner): Promise<Session> {
  const client = createClient(url, 'wagday', { auth: { persistSession: false, autoRefreshToken: false } });
  const session = await openSession(client, owner);
  const ownerId = session.user.id;
  await client.from('dogs').delete().eq('user_id', ownerId).throwOnError();
  const rows = [];
  for (const [index, { photo, ...dog }] of (owner.dogs ?? []).entries()) {
    rows.push({
      size: 'medium',
      breed: null,
      notes: null,
      birth_precision: 'day',
      gotcha_date: null,
      died_on: null,
      photo_x: null,
      photo_y: null,
      ...dog,
      user_id: ownerId,
      photo_url: photo ? await uploadPhoto(client, ownerId, photo, index) : null,
      created_at: new Date(Date.UTC(2026, 4, 31, 12) - index * 60_000).toISOString(),
    });
  }
  if (rows.length === 0) return session;
  const { data: dogs } = await client.from('dogs').insert(rows).select('id, name').throwOnError();
  const parties = (owner.parties ?? []).map(async ({ dog, photo, ...party }, index) => {
    const dogId = dogs.find(({ name }) => name === dog)?.id;
    return {
      id: crypto.randomUUID(),
      description: null,
      location: null,
      memory_photo_url: photo ? await uploadPhoto(client, ownerId, photo, rows.length + index) : null,
      ...party,
      dog_id: dogId,
      user_id: ownerId,
      invitation_image_url: `/invitations/${dogId}.png`,
      shared_platforms: [],
    };
  });
  const plans = await Promise.all(parties);
  if (plans.length > 0) await client.from('birthday_celebrations').insert(plans).throwOnError();
  for (const [index, { dog, photo, ...portrait }] of (owner.portraits ?? []).entries()) {
    const photo_url = await uploadPhoto(client, ownerId, photo, rows.length + parties.length + index);
    const dog_id = dogs.find(({ name }) => name === dog)?.id;
    const row = { ...portrait, dog_id, user_id: ownerId, photo_url };
    await client.from('portraits').insert(row).throwOnError();
  }
  return session;
}
