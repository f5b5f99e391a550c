import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { hash } from '@node-rs/bcrypt';
import {
  codeOf,
  describePhoto,
  hasTable,
  ignoreMissing,
  isObjectName,
  migrate,
  preparePhoto,
  StartUpError,
  StorageError,
  type Transaction,
} from 'embedded-supabase';
import { services } from '../../addresses/addresses.ts';
import { objectOf, oneOf } from '../../domain/parse.ts';
import { keyHeaders } from '../../functions/on-supabase.ts';
import { migrationSources, pictureShapes } from '../product.ts';
import { counts, parseAs } from './check-backup.ts';
import {
  insertRows,
  isEntered,
  isText,
  listParts,
  type MovingBucket,
  movingBuckets,
  type Part,
  scheduleReminders,
  stagingName,
  stagingTable,
} from './moving.ts';
import type { Data } from './open-data.ts';
import { copyIn, countRowsOf, listMovingTables, resumeSequences, setTriggers, type Table } from './tables.ts';

type ImportTarget = {
  /** The origin that precedes the paths of photos on the new side, such as https://wagday.example. */
  readonly origin: string;
  /** The secret key of a hosted Supabase project, whose storage takes the photos; null for a Wagday. */
  readonly secretKey: string | null;
};

/** In bytes. Buckets on hosted Supabase may allow more than Wagday does, but no photo is this large. */
const LARGEST_PICTURE = 64 * 1024 * 1024;

/** Adds an export to a database in one transaction: all of it or nothing. @throws {StartUpError} */
export async function importFrom(data: Data, folder: string, target: ImportTarget) {
  const expected = await readMarker(folder);
  const isHosted = await prepareTarget(data, target);
  /** Pictures that are missing or are not pictures. The rows that name them are imported without one. */
  const refused: string[] = [];
  /** The number of dogs' photos taken. */
  let photos = 0;
  await data.sql
    .begin(async (transaction) => {
      await transaction.unsafe('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0');
      const parts = await findParts(transaction, folder, expected);
      const entered = parts.filter(isEntered).map(({ table }) => table);
      await setTriggers(transaction, entered, 'disable');
      const withoutPassword = isHosted ? '' : await hash(randomBytes(24).toString('base64'), 10);
      const origin = `'${target.origin.replaceAll("'", "''")}'`;
      const users = (await listMovingTables(transaction)).find(({ name }) => name === 'auth.users');
      const userColumns = new Set(users?.columns.map(({ name }) => name));
      for (const part of parts) {
        await stage(transaction, folder, part.name, expected, stagingTable(part));
        await transaction.unsafe(insertRows(part, { origin, withoutPassword, userColumns }));
      }
      await resumeSequences(transaction, entered);
      const missing: string[] = [];
      // An export of an older Wagday has fewer buckets.
      for (const bucket of movingBuckets.filter(({ name }) => name in expected)) {
        const names = `create temporary table ${stagingName(bucket.name)} (id text, name text) on commit drop`;
        await stage(transaction, folder, bucket.name, expected, names);
        const notTaken = await movePictures(transaction, data, { bucket, folder, target });
        refused.push(...notTaken);
        missing.push(...notTaken.map((name) => (bucket.prefix ? target.origin + bucket.prefix : '') + name));
        if (bucket.name === 'photos') photos = (expected.photos ?? 0) - notTaken.length;
      }
      await forgetPictures(transaction, entered, missing);
      await setTriggers(transaction, entered, 'enable');
      await transaction.unsafe(scheduleReminders);
    })
    .catch((error: unknown) => {
      throw explain(error);
    });
  return { rows: expected, photos, refused };
}

async function forgetPictures(
  transaction: Transaction,
  entered: readonly Table[],
  missing: readonly string[],
): Promise<void> {
  for (const table of entered) {
    for (const column of table.columns.filter((one) => isText(one) && one.isNullable)) {
      const name = transaction.unsafe(column.sql);
      await transaction`
        update ${transaction.unsafe(table.sql)} set ${name} = null where ${name} = any (${[...missing]}::text[])`;
    }
  }
}

/** Reads the number of rows in each file of the export. */
async function readMarker(folder: string): Promise<Record<string, number>> {
  const bytes = await readFile(join(folder, 'export.json')).catch(() => {
    throw new StartUpError(`${folder} holds no whole export: export.json is missing. Nothing was touched.`);
  });
  const rows = parseAs(objectOf({ wagday_export: oneOf([1]), rows: counts }), bytes)?.rows;
  if (!rows) throw new StartUpError(`The file export.json in ${folder} is damaged. Nothing was touched.`);
  // The folder must hold exactly these files: the rows of a missing one would be lost without an error.
  const files = (await readdir(folder)).filter((file) => file.endsWith('.csv')).toSorted();
  const named = Object.keys(rows).map((name) => `${name}.csv`);
  if (!isDeepStrictEqual(files, named.toSorted())) {
    throw new StartUpError(`The files in ${folder} are not those that export.json names. Nothing was touched.`);
  }
  return rows;
}

/** Prepares the database. Returns whether it is hosted Supabase. */
async function prepareTarget({ sql }: Data, { secretKey }: ImportTarget): Promise<boolean> {
  if (!(await hasTable(sql, 'auth.users')) || (await hasTable(sql, 'wagday.migrations'))) {
    await migrate(sql, migrationSources);
    return false;
  }
  if (!(await hasTable(sql, 'public.dogs'))) {
    throw new StartUpError('The Supabase project has no tables of Wagday yet: apply supabase/migrations first.');
  }
  if (!secretKey) {
    throw new StartUpError('For the photos of a Supabase project set SUPABASE_SECRET_KEY to its secret key.');
  }
  return true;
}

/**
 * Matches the parts of the export with the tables of the database. A table or column missing from the export gets defaults, because
 * the export may be from an older Wagday. One missing from the database is refused, because its values would be lost.
 */
async function findParts(
  transaction: Transaction,
  folder: string,
  expected: Readonly<Record<string, number>>,
): Promise<Part[]> {
  const known = await listParts(transaction);
  const parts: Part[] = [];
  for (const name of Object.keys(expected).filter((one) => !movingBuckets.some((bucket) => bucket.name === one))) {
    const part = known.find((one) => one.name === name);
    const heading = await readHeading(join(folder, `${name}.csv`));
    const columns = heading.flatMap((word) => part?.table.columns.find((column) => column.name === word) ?? []);
    if (!part || columns.length < heading.length) {
      throw new StartUpError(
        `The export has a table or columns that are not there (${name}.csv): bring the database there up to date first. Nothing was imported.`,
      );
    }
    parts.push({ ...part, table: { ...part.table, columns } });
  }
  // Parents first, in the order of `listParts`.
  return known.flatMap(({ name }) => parts.find((part) => part.name === name) ?? []);
}

/** Reads the names of the columns from the first line of a CSV file. */
async function readHeading(file: string): Promise<string[]> {
  await using handle = await open(file, 'r');
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
  const [line = ''] = buffer.toString('utf8', 0, bytesRead).split('\n');
  return line.split(',').map((name) => name.replace(/^"(.*)"$/, '$1').replaceAll('""', '"'));
}

/** Creates a staging table with the statement `create`, and fills it from its file. */
async function stage(
  transaction: Transaction,
  folder: string,
  name: string,
  expected: Readonly<Record<string, number>>,
  create: string,
): Promise<void> {
  await transaction.unsafe(create);
  const file = createReadStream(join(folder, `${name}.csv`));
  await copyIn(transaction, stagingName(name), file, 'with (format csv, header match)');
  const [found, wanted] = [await countRowsOf(transaction, stagingName(name)), expected[name] ?? 0];
  if (found === wanted) return;
  throw new StartUpError(`The file ${name}.csv is damaged or cut off: it has ${found} rows instead of ${wanted}.`);
}

/** Moves the pictures. Returns the names of those not taken. */
async function movePictures(
  transaction: Transaction,
  data: Data,
  { bucket, folder, target: { origin, secretKey } }: { bucket: MovingBucket; folder: string; target: ImportTarget },
): Promise<string[]> {
  const refused: string[] = [];
  const moved = transaction.unsafe(stagingName(bucket.name));
  const names = await transaction<{ name: string }[]>`select name from ${moved} order by name`;
  for (const { name } of names) {
    const bytes = isObjectName(name) ? await readPicture(join(folder, bucket.name, name)) : null;
    const file = { bucket: bucket.id, name };
    if (bytes && secretKey) await upload(file, bytes, origin, secretKey);
    else if (!bytes || !(await keep(transaction, data, file, bytes))) refused.push(name);
  }
  return refused;
}

type Picture = { readonly bucket: string; readonly name: string };

/** Reads a picture; null when it is missing, or too large for both Wagday and hosted Supabase. */
async function readPicture(file: string): Promise<Buffer | null> {
  const found = await stat(file).catch(ignoreMissing);
  return found?.isFile() && found.size <= LARGEST_PICTURE ? readFile(file) : null;
}

/** Stores a picture after the same checks as an upload. Returns whether it passed them. */
async function keep(
  transaction: Transaction,
  data: Data,
  { bucket, name }: Picture,
  original: Buffer,
): Promise<boolean> {
  const [limits] = await transaction<{ max_bytes: number; types: string[] | null }[]>`
    select coalesce(file_size_limit, 5242880)::int as max_bytes, allowed_mime_types as types
    from storage.buckets where id = ${bucket}`;
  try {
    const { types = null, max_bytes: maxBytes = 0 } = limits ?? {};
    const { type, bytes } = await preparePhoto(original, { types, maxBytes, shape: pictureShapes.get(bucket) });
    const id = randomUUID();
    await data.store.put(id, bytes, type);
    await transaction`
      insert into storage.objects (id, bucket_id, name, owner_id, version, metadata) values
        (${id}, ${bucket}, ${name}, ${name.split('/')[0] ?? ''}, ${id},
          ${JSON.stringify(describePhoto(bytes, type, new Date()))}::text::jsonb)`;
    return true;
  } catch (error) {
    if (error instanceof StorageError) return false;
    throw error;
  }
}

const types: Readonly<Record<string, string>> = { '.png': 'image/png', '.webp': 'image/webp' };

async function upload({ bucket, name }: Picture, bytes: Buffer, origin: string, secretKey: string): Promise<void> {
  const response = await fetch(`${origin}${services.storage}/object/${bucket}/${name}`, {
    method: 'POST',
    headers: {
      ...keyHeaders(secretKey),
      'Content-Type': types[extname(name).toLowerCase()] ?? 'image/jpeg',
      // When an interrupted import is run again, the picture may be there already.
      'x-upsert': 'true',
    },
    body: new Uint8Array(bytes),
    signal: AbortSignal.timeout(60_000),
  });
  await response.body?.cancel();
  if (!response.ok)
    throw new StartUpError(`The picture ${name} was not taken (${response.status}). No row was imported.`);
}

function explain(error: unknown): unknown {
  const code = codeOf(error);
  if (code === '23505') {
    return new StartUpError('An owner, dog or photo of the export is there already: nothing was imported.');
  }
  if (code === 'ENOENT') return new StartUpError('A file of the export is missing: nothing was imported.');
  if (/^2[23]/.test(code)) {
    return new StartUpError('A file of the export is damaged: nothing was imported.');
  }
  return error;
}
