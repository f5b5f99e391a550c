import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Files on their way in: nobody sees them, and none outlives the request it belongs to. */
export type Inbox = {
  /** Calls `use` with the path of a file that does not exist yet, and removes what is left there afterwards. */
  withFile<Result>(use: (path: string) => Promise<Result>): Promise<Result>;
};

/** Opens the folder and clears away what a killed server left in it. */
export async function openInbox(folder: string): Promise<Inbox> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true, recursive: true });

  return {
    async withFile(use) {
      const path = join(folder, randomUUID());
      try {
        return await use(path);
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}
