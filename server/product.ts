/** What the embedded Supabase is told of Wagday. */
import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { DatabaseOptions, MigrationSource, PictureShape, Sql, UnusedFile } from 'embedded-supabase';

/** The name in tokens, of the server's own schema, and under which PostgreSQL lists its connections. It never changes. */
export const productName = 'wagday';

/** What hosted Supabase provides itself, then the product's own schema, which runs there unchanged. */
export const migrationSources: readonly MigrationSource[] = [
  { prefix: 'platform', ...placesIn('./database/') },
  { prefix: 'migrations', ...placesIn('../supabase/') },
];

function placesIn(folder: string): Pick<MigrationSource, 'folder'> & { readonly archive: string } {
  const base = new URL(folder, import.meta.url);
  return {
    folder: fileURLToPath(new URL('migrations', base)),
    archive: fileURLToPath(new URL('earlier-migrations.json.br', base)),
  };
}

export const databaseOptions: DatabaseOptions = { name: productName, schema: productName, sources: migrationSources };

/** A folder that every user can enter, for the database of a server that root starts in a closed one. */
export const sharedHome = '/var/lib/wagday';

/** With which the keys of photos begin in an S3-compatible store. */
export const photoFolder = 'dog-photos/';

/** The shapes of buckets that differ from that of photos. A link preview has the size that messengers show, in a small file. */
export const pictureShapes: ReadonlyMap<string, PictureShape> = new Map([
  ['invitation-previews', { width: 1200, height: 630, qualities: [88, 75, 60, 40] }],
]);

/** The name under which a photo is saved, without its extension. */
export const photoName = 'dog';

/** Notes that reminders may be mailed to the address of an account, because its owner has followed a mailed link. */
export async function proveAddress(sql: Sql, userId: string): Promise<void> {
  await sql`select public.prove_address(id, email::text) from auth.users where id = ${userId}`;
}

/** Lists photos and previews that have been unused for seven days. */
export async function listUnusedFiles(sql: Sql, at: Date, most: number): Promise<readonly UnusedFile[]> {
  const [row] = await sql<{ files: UnusedFile[] }[]>`select public.list_unused_files(${at}, ${most}) as files`;
  return row?.files ?? [];
}

/** Returns the default sender: an address at the host of the site, if that has a name. */
export function defaultSender(publicUrl: string | null): string {
  const host = publicUrl === null ? 'localhost' : new URL(publicUrl).hostname;
  const hasName = isIP(host) === 0 && !host.startsWith('[');
  return `Wagday <wagday@${hasName ? host : 'localhost'}>`;
}
