import { BackendError, unwrap } from '../backend-error.ts';
import { supabase } from '../client.ts';
import { currentPhotoUrl, photoPathOf as pathOf } from './photo-address.ts';

/** How many files one call lists or removes. */
const fileBatch = 100;

/** Removes files of a bucket; some may be gone already. @throws BackendError */
export async function removeFiles(bucket: string, paths: readonly string[]): Promise<void> {
  const { storage } = await supabase();
  for (let start = 0; start < paths.length; start += fileBatch) {
    unwrap(await storage.from(bucket).remove(paths.slice(start, start + fileBatch)));
  }
}

export async function removeAllFiles(bucket: string, ownerId: string): Promise<void> {
  const { storage } = await supabase();
  const paths: string[] = [];
  for (;;) {
    const page = unwrap(await storage.from(bucket).list(ownerId, { limit: fileBatch, offset: paths.length })) ?? [];
    paths.push(...page.map(({ name }) => `${ownerId}/${name}`));
    if (page.length < fileBatch) break;
  }
  await removeFiles(bucket, paths);
}

export const photoBucket = 'dog-photos';

const extensions: Record<string, string> = { 'image/webp': 'webp', 'image/jpeg': 'jpg', 'image/png': 'png' };

/** Reads a saved photo; null when it is gone or not in the bucket. @throws BackendError, or TypeError when the backend is not reached */
export async function readPhoto(photoUrl: string): Promise<Response | null> {
  if (!pathOf(photoUrl)) return null;
  const response = await fetch(currentPhotoUrl(photoUrl), { signal: AbortSignal.timeout(30_000) });
  if (response.ok) return response;
  // Storage answers 400 for a photo that it does not have.
  if (response.status === 400 || response.status === 404) return null;
  throw new BackendError('unexpected', `A photo could not be read: ${response.status}`);
}

export function isStoredPhoto(value: unknown): value is string {
  return typeof value === 'string' && pathOf(value) !== null;
}

export async function isPhotoLost(photoUrl: string): Promise<boolean> {
  const { storage } = await supabase();
  const [folder = '', search = ''] = pathOf(photoUrl)?.split('/') ?? [];
  const found = unwrap(await storage.from(photoBucket).list(folder, { search })) ?? [];
  return found.every(({ name }) => name !== search);
}

/** Returns this device's copy of a photo that is gone from the store; null without one. */
export async function copyOfPhoto(photoUrl: string): Promise<Blob | null> {
  const photo = await readPhoto(photoUrl).catch(() => null);
  return (await photo?.blob().catch(() => null)) ?? null;
}

/** Uploads a photo into the owner's folder and returns its public address. @throws BackendError */
export async function uploadPhoto(ownerId: string, photo: Blob): Promise<string> {
  const { storage } = await supabase();
  const files = storage.from(photoBucket);
  const extension = extensions[photo.type] ?? 'jpg';
  for (let timestamp = Date.now(), attemptsLeft = 5; ; timestamp += 1, attemptsLeft -= 1) {
    const path = `${ownerId}/${timestamp}.${extension}`;
    const answer = await files.upload(path, photo, {
      contentType: photo.type,
      cacheControl: '31536000',
      upsert: false,
    });
    // Another device may have uploaded in the same millisecond.
    if (answer.error?.message.match(/already exists/i) && attemptsLeft > 0) continue;
    unwrap(answer);
    return files.getPublicUrl(path).data.publicUrl;
  }
}

export async function removePhotos(photoUrls: readonly string[]): Promise<void> {
  await removeFiles(
    photoBucket,
    photoUrls.map(pathOf).filter((path) => path !== null),
  );
}
