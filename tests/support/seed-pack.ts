import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js';
import sharp from 'sharp';

export type SeedDog = {
  name: string;
  birth_date: string;
  size?: 'small' | 'medium' | 'large' | 'giant';
  breed?: string;
  notes?: string;
  /** Draws a photo of this dog in these two colours. */
  photo?: { coat: string; ground: string };
};

export type SeedParty = {
  dog: string;
  title: string;
  celebration_date: string;
  location?: string;
  description?: string;
};

export type SeedOwner = { email: string; password: string; name?: string; dogs?: SeedDog[]; parties?: SeedParty[] };

/** Draws a dog that looks into the camera. The bytes are the same on every machine. */
async function drawPhoto({ coat, ground }: { coat: string; ground: string }): Promise<Uint8Array<ArrayBuffer>> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="1200" height="900">
    <rect width="400" height="300" fill="${ground}"/>
    <circle cx="330" cy="60" r="42" fill="#fff" opacity=".35"/>
    <path d="M0 236q100-40 200-8t200-16v88H0z" fill="#000" opacity=".14"/>
    <path d="M116 300q4-70 84-70t84 70z" fill="${coat}"/>
    <path d="M128 92q-34 6-30 70 30 6 46-34zM272 92q34 6 30 70-30 6-46-34z" fill="#3a2117"/>
    <path d="M200 66c60 0 84 44 80 98s-40 76-80 76-76-22-80-76 20-98 80-98z" fill="${coat}"/>
    <path d="M200 150c30 0 46 20 44 46s-22 40-44 40-42-14-44-40 14-46 44-46z" fill="#fff4e2"/>
    <circle cx="168" cy="138" r="10" fill="#21150f"/><circle cx="232" cy="138" r="10" fill="#21150f"/>
    <circle cx="171" cy="134" r="3" fill="#fff"/><circle cx="235" cy="134" r="3" fill="#fff"/>
    <path d="M184 168q16-10 32 0-4 18-16 20-12-2-16-20z" fill="#21150f"/>
    <path d="M200 188v10m0 0q-12 14-24 4m24-4q12 14 24 4" fill="none" stroke="#21150f" stroke-width="5" stroke-linecap="round"/>
    <path d="M192 206q8 6 18 0-1 26-9 26t-9-26z" fill="#d5557c"/>
  </svg>`;
  return Uint8Array.from(await sharp(Buffer.from(svg)).webp({ quality: 85 }).toBuffer());
}

function must<Data>({ data, error }: { data: Data; error: { message: string } | null }): NonNullable<Data> {
  if (error || !data) throw new Error(error?.message ?? 'An answer without data');
  return data;
}

async function openSession(client: SupabaseClient, { email, password, name }: SeedOwner): Promise<Session> {
  const signUp = await client.auth.signUp({ email, password, options: { data: name ? { name } : {} } });
  // A retry of the same test has signed up already.
  const { data, error } = signUp.error ? await client.auth.signInWithPassword({ email, password }) : signUp;
  if (error) throw error;
  if (!data.session) throw new Error(`${email} could neither sign up nor in`);
  return data.session;
}

async function uploadPhoto(
  client: SupabaseClient,
  ownerId: string,
  photo: NonNullable<SeedDog['photo']>,
  index: number,
) {
  const bucket = client.storage.from('dog-photos');
  const path = `${ownerId}/${1_700_000_000_000 + index}.webp`;
  const body = new Blob([await drawPhoto(photo)], { type: 'image/webp' });
  const { error } = await bucket.upload(path, body, { contentType: 'image/webp' });
  // A retry of the same test finds the same picture.
  if (error && !/already exists/.test(error.message)) throw error;
  return bucket.getPublicUrl(path).data.publicUrl;
}

/**
 * Signs an owner up and saves a pack over the API; the first dog is the newest. A second call resets the pack.
 * @returns the session, to store in a browser
 */
export async function seedPack(url: string, owner: SeedOwner): Promise<Session> {
  const client = createClient(url, 'wagday', { auth: { persistSession: false, autoRefreshToken: false } });
  const session = await openSession(client, owner);
  const ownerId = session.user.id;
  must(await client.from('dogs').delete().eq('user_id', ownerId).select('id'));
  const rows = [];
  for (const [index, { photo, ...dog }] of (owner.dogs ?? []).entries()) {
    rows.push({
      size: 'medium',
      breed: null,
      notes: null,
      ...dog,
      user_id: ownerId,
      photo_url: photo ? await uploadPhoto(client, ownerId, photo, index) : null,
      created_at: new Date(Date.UTC(2026, 4, 31, 12) - index * 60_000).toISOString(),
    });
  }
  if (rows.length === 0) return session;
  const dogs = must(await client.from('dogs').insert(rows).select('id, name'));
  const parties = (owner.parties ?? []).map(({ dog, ...party }) => {
    const dogId = dogs.find(({ name }) => name === dog)?.id;
    return {
      description: null,
      location: null,
      ...party,
      dog_id: dogId,
      user_id: ownerId,
      invitation_image_url: `/invitations/${dogId}.png`,
      shared_platforms: [],
    };
  });
  if (parties.length > 0) must(await client.from('birthday_celebrations').insert(parties).select('id'));
  return session;
}
