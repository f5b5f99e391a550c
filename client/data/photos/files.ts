import { supabase } from '../client.ts';
import { unwrap } from '../errors.ts';

/** How many files one call lists or removes. */
const fileBatch = 100;

/** Removes files of a bucket; some may be gone already. @throws BackendError */
export async function removeFiles(bucket: string, paths: readonly string[]): Promise<void> {
  const { storage } = await supabase();
  for (let start = 0; start < paths.length; start += fileBatch) {
    unwrap(await storage.from(bucket).remove(paths.slice(start, start + fileBatch)));
  }
}

/** Removes every file of the owner from a bucket. @throws BackendError */
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
