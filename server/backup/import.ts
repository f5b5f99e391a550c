import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { hash } from '@node-rs/bcrypt';
import type { TransactionSql } from 'postgres';
import { migrate } from '../database/migrate.ts';
import { StartUpError } from '../start-up-error.ts';
import { preparePhoto } from '../storage/prepare-photo.ts';
import { StorageError } from '../storage/storage-error.ts';
import { describe } from '../storage/uploads.ts';
import { isObjectName } from './bucket.ts';
import {
  bucket,
  columnsOfUsers,
  insertCelebrations,
  insertDogs,
  insertIdentities,
  insertUsers,
  parts,
  publicPath,
  stagingTable,
  withoutTriggers,
} from './moving.ts';
import type { Reach } from './reach.ts';
import { storePhoto } from './restore.ts';
import { copyIn } from './tables.ts';

export type ImportTarget = {
  /** What stands before the paths of photos on the new side, such as https://wagday.example. */
  readonly origin: string;
  /** The secret key of a hosted Supabase project, whose photos go through its storage; null for a Wagday. */
  readonly secretKey: string | null;
};
export type Import = {
  readonly rows: Readonly<Record<string, number>>;
  /** Photos that are no pictures, or not there: their dogs are without. */
  readonly refused: readonly string[];
};

/** In bytes. Buckets on hosted Supabase may allow more than Wagday does, but a photo is not that large. */
const LARGEST_PICTURE = 64 * 1024 * 1024;

/**
 * Adds what an export holds to a database, in one transaction: all of it or nothing.
 * @throws {StartUpError}
 */
export async function importFrom(place: Reach, folder: string, target: ImportTarget): Promise<Import> {
  const told = await readMarker(folder);
  const isHosted = await prepareTarget(place, target);
  const refused: string[] = [];
  await place.sql
    .begin(async (transaction) => {
      await transaction.unsafe('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0');
      await stage(transaction, folder, told);
      const withoutPassword = isHosted ? '' : await hash(randomBytes(24).toString('base64'), 10);
      await transaction.unsafe(insertUsers(await columnsOfUsers(transaction), withoutPassword));
      await transaction.unsafe(insertIdentities);
      await transaction.unsafe(withoutTriggers('public.dogs', 'disable'));
      await transaction.unsafe(insertDogs(`'${target.origin.replaceAll("'", "''")}'`));
      await transaction.unsafe(insertCelebrations);
      refused.push(...(await movePhotos(transaction, place, folder, target)));
      for (const name of refused) {
        await transaction`update public.dogs set photo_url = null where photo_url = ${target.origin + publicPath + name}`;
      }
      await transaction.unsafe(withoutTriggers('public.dogs', 'enable'));
    })
    .catch((error: unknown) => {
      throw explain(error);
    });
  return { rows: told, refused };
}

async function readMarker(folder: string): Promise<Record<string, number>> {
  const text = await readFile(join(folder, 'export.json'), 'utf8').catch(() => {
    throw new StartUpError(`${folder} holds no whole export: export.json is missing. Nothing was touched.`);
  });
  try {
    const marker: { wagday_export?: unknown; rows?: Record<string, unknown> } | null = JSON.parse(text);
    const rows = parts.map(({ name }) => [name, marker?.rows?.[name]] as const);
    if (marker?.wagday_export === 1 && rows.every(([, count]) => Number.isSafeInteger(count) && Number(count) >= 0)) {
      return Object.fromEntries(rows) as Record<string, number>;
    }
  } catch {
    // Answered below.
  }
  throw new StartUpError(`The file export.json in ${folder} is damaged. Nothing was touched.`);
}

/** Answers whether it is hosted Supabase. */
async function prepareTarget({ sql }: Reach, { secretKey }: ImportTarget): Promise<boolean> {
  const [found] = await sql<{ is_supabase: boolean; is_ready: boolean }[]>`
    select to_regclass('auth.users') is not null and to_regclass('wagday.migrations') is null as is_supabase,
      to_regclass('public.dogs') is not null as is_ready`;
  if (!found?.is_supabase) {
    await migrate(sql);
    return false;
  }
  if (!found.is_ready) {
    throw new StartUpError('The Supabase project has no tables of Wagday yet: apply supabase/migrations first.');
  }
  if (!secretKey) {
    throw new StartUpError('For the photos of a Supabase project set SUPABASE_SECRET_KEY to its secret key.');
  }
  return true;
}

async function stage(transaction: TransactionSql, folder: string, told: Record<string, number>): Promise<void> {
  for (const part of parts) {
    await transaction.unsafe(stagingTable(part));
    const file = createReadStream(join(folder, `${part.name}.csv`));
    await copyIn(transaction, `moved_${part.name}`, file, 'with (format csv, header match)');
    const [found] = await transaction.unsafe<{ count: number }[]>(
      `select count(*)::int as count from moved_${part.name}`,
    );
    if (found?.count !== told[part.name]) {
      throw new StartUpError(
        `The file ${part.name}.csv is damaged or cut off: it has ${found?.count} rows instead of ${told[part.name]}.`,
      );
    }
  }
}

/** Answers the names of those that were not taken. */
async function movePhotos(
  transaction: TransactionSql,
  place: Reach,
  folder: string,
  target: ImportTarget,
): Promise<string[]> {
  const refused: string[] = [];
  const names = await transaction<{ name: string }[]>`select name from moved_photos order by name`;
  for (const { name } of names) {
    const bytes = isObjectName(name) ? await readPicture(join(folder, 'photos', name)) : null;
    const isTaken =
      bytes !== null &&
      (await (target.secretKey
        ? upload(name, bytes, { origin: target.origin, secretKey: target.secretKey })
        : keep(transaction, place, name, bytes)));
    if (!isTaken) refused.push(name);
  }
  return refused;
}

/** Null for what is not there, or too large to be a photo of Wagday or of hosted Supabase. */
async function readPicture(file: string): Promise<Buffer | null> {
  const found = await stat(file).catch(ignoreMissing);
  return found?.isFile() && found.size <= LARGEST_PICTURE ? readFile(file) : null;
}

/** Proved like any other photo that comes in. */
async function keep(transaction: TransactionSql, place: Reach, name: string, original: Buffer): Promise<boolean> {
  const [limits] = await transaction<{ max_bytes: number; types: string[] | null }[]>`
    select coalesce(file_size_limit, 5242880)::int as max_bytes, allowed_mime_types as types
    from storage.buckets where id = ${bucket}`;
  try {
    const { type, bytes } = await preparePhoto(original, limits?.types ?? null, limits?.max_bytes ?? 0);
    const id = randomUUID();
    await storePhoto(place.store, place.dataDir, { id, bytes, type });
    await transaction`
      insert into storage.objects (id, bucket_id, name, owner_id, version, metadata) values
        (${id}, ${bucket}, ${name}, ${name.split('/')[0] ?? ''}, ${id},
          ${JSON.stringify(describe(bytes, type, new Date()))}::text::jsonb)`;
    return true;
  } catch (error) {
    if (error instanceof StorageError) return false;
    throw error;
  }
}

const types: Readonly<Record<string, string>> = { '.png': 'image/png', '.webp': 'image/webp' };

async function upload(name: string, bytes: Buffer, { origin, secretKey }: { origin: string; secretKey: string }) {
  const response = await fetch(`${origin}/storage/v1/object/${bucket}/${name}`, {
    method: 'POST',
    headers: {
      apikey: secretKey,
      Authorization: `Bearer ${secretKey}`,
      'Content-Type': types[extname(name).toLowerCase()] ?? 'image/jpeg',
      // An import that was interrupted is simply run again.
      'x-upsert': 'true',
    },
    body: new Uint8Array(bytes),
    signal: AbortSignal.timeout(60_000),
  });
  await response.body?.cancel();
  if (!response.ok)
    throw new StartUpError(`The photo ${name} was not taken (${response.status}). No row was imported.`);
  return true;
}

function explain(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === '23505') {
    return new StartUpError('An owner, dog or photo of the export is there already: nothing was imported.');
  }
  if (error.code === 'ENOENT') return new StartUpError('A file of the export is missing: nothing was imported.');
  if (/^2[23]/.test(String(error.code))) {
    return new StartUpError('A file of the export is damaged: nothing was imported.');
  }
  return error;
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
