import { supabase } from './client.ts';
import { unwrap } from './errors.ts';

/** How many files one call lists or removes. */
export const fileBatch = 100;

/** Removes files of a bucket; some may be gone already. @throws BackendError */
export async function removeFiles(bucket: string, paths: readonly string[]): Promise<void> {
  const { storage } = await supabase();
  for (let start = 0; start < paths.length; start += fileBatch) {
    unwrap(await storage.from(bucket).remove(paths.slice(start, start + fileBatch)));
  }
}

/** The files of an owner in a bucket, at most `most` of them. @throws BackendError */
export async function listFiles(
  bucket: string,
  ownerId: string,
  signal?: AbortSignal,
  most = Number.POSITIVE_INFINITY,
) {
  const { storage } = await supabase();
  const files: { path: string; createdAt: string }[] = [];
  for (;;) {
    const options = { limit: fileBatch, offset: files.length };
    const page = unwrap(await storage.from(bucket).list(ownerId, options, signal && { signal })) ?? [];
    files.push(...page.map(({ name, created_at }) => ({ path: `${ownerId}/${name}`, createdAt: created_at ?? '' })));
    if (page.length < fileBatch || files.length >= most) return files;
  }
}

/** Removes every file of the owner from a bucket. @throws BackendError */
export async function removeAllFiles(bucket: string, ownerId: string): Promise<void> {
  const files = await listFiles(bucket, ownerId);
  await removeFiles(
    bucket,
    files.map(({ path }) => path),
  );
}
