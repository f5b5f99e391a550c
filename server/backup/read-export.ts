import { randomBytes, randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { hash } from '@node-rs/bcrypt';
import {
  codeOf,
  describePhoto,
  hasTable,
  migrate,
  preparePhoto,
  StartUpError,
  StorageError,
  type Transaction,
} from 'embedded-supabase';
import { services } from '../../addresses/addresses.ts';
import { keyHeaders } from '../../functions/on-supabase.ts';
import { migrationSources, pictureShapes } from '../product.ts';
import { readArchive, refuse } from './archive.ts';
import { type Picture, type Plan, pictureIn } from './check-archive.ts';
import { createStaging, insertRows, isEntered, isText, listMoving, scheduleReminders, stagingName } from './moving.ts';
import type { Data } from './open-data.ts';
import { loadRows } from './restore-backup.ts';
import { resumeSequences, setTriggers, type Table } from './tables.ts';

type ImportTarget = {
  /** The origin that precedes the paths of photos on the new side, such as https://wagday.example. */
  readonly origin: string;
  /** The secret key of a hosted Supabase project, whose storage takes the photos. A Wagday needs none. */
  readonly secretKey: string | null;
};

/** Adds a checked export to a database in one transaction: all of it or nothing. @throws {StartUpError} */
export async function importFrom(data: Data, plan: Plan, target: ImportTarget) {
  const secretKey = await prepareTarget(data, target);
  const taken: string[] = [];
  /** Pictures that are missing or are not pictures. The rows that name them are imported without one. */
  const refused = [...plan.contents.missing];
  await data.sql
    .begin(async (transaction) => {
      await transaction.unsafe('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0');
      const tables = await matchTables(transaction, plan);
      const entered = tables.filter(isEntered);
      await setTriggers(transaction, entered, 'disable');
      for (const table of tables) await transaction.unsafe(createStaging(table));
      const staged = tables.map((table) => ({ ...table, sql: stagingName(table.name) }));
      await loadRows(transaction, plan, staged);
      await requireOwners(transaction, plan);
      const withoutPassword = secretKey ? null : await hash(randomBytes(24).toString('base64'), 10);
      const origin = `'${target.origin.replaceAll("'", "''")}'`;
      for (const table of tables) await transaction.unsafe(insertRows(table, origin, withoutPassword));
      await resumeSequences(transaction, entered);
      for await (const { name: entry, bytes } of readArchive(plan.file)) {
        const picture = pictureIn(entry);
        if (!picture) continue;
        const isTaken = secretKey
          ? await upload(picture, bytes, target.origin, secretKey)
          : await keep(transaction, data, picture, bytes);
        (isTaken ? taken : refused).push(entry);
      }
      await forgetPictures(
        transaction,
        entered,
        refused.flatMap((entry) => nameInRows(entry, target.origin) ?? []),
      );
      await setTriggers(transaction, entered, 'enable');
      await transaction.unsafe(scheduleReminders);
    })
    .catch((error: unknown) => {
      throw explain(error, plan.file);
    });
  return { taken, refused };
}

/** Requires that each picture is of an owner of the export: another owner's may be there already. */
async function requireOwners(transaction: Transaction, { file, pictures, contents }: Plan): Promise<void> {
  const users = await transaction.unsafe<{ id: string }[]>(`select id from ${stagingName('auth.users')}`);
  const owners = new Set(users.map(({ id }) => id));
  if ([...pictures, ...contents.missing].every((entry) => owners.has(entry.split('/')[1] ?? ''))) return;
  throw refuse(file, 'damaged');
}

/** Returns by what rows name a picture. */
function nameInRows(entry: string, origin: string): string | null {
  const picture = pictureIn(entry);
  return picture && (picture.bucket.prefix ? origin + picture.bucket.prefix : '') + picture.name;
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

/** Prepares the database. Returns the secret key if it is that of hosted Supabase, otherwise null. */
async function prepareTarget({ sql }: Data, { secretKey }: ImportTarget): Promise<string | null> {
  if (!(await hasTable(sql, 'auth.users')) || (await hasTable(sql, 'wagday.migrations'))) {
    await migrate(sql, migrationSources);
    return null;
  }
  if (!(await hasTable(sql, 'public.dogs'))) {
    throw new StartUpError('The Supabase project has no tables of Wagday yet: apply supabase/migrations first.');
  }
  if (!secretKey) {
    throw new StartUpError('For the photos of a Supabase project set SUPABASE_SECRET_KEY to its secret key.');
  }
  return secretKey;
}

/**
 * Matches the tables of the export with those of the database. A table or column missing from the export gets defaults, because the
 * export may be from an older Wagday. One missing from the database is refused, because its values would be lost.
 */
async function matchTables(transaction: Transaction, { header }: Plan): Promise<Table[]> {
  const known = await listMoving(transaction);
  const found = header.tables.map((described) => {
    const table = known.find(({ name }) => name === described.name);
    const columns = described.columns.flatMap((column) => table?.columns.find(({ name }) => name === column) ?? []);
    if (table && columns.length === described.columns.length) return { ...table, columns };
    throw new StartUpError(
      `The export has a table or columns that are not there (${described.name}): bring the database there up to date first. Nothing was touched.`,
    );
  });
  // Parents first, in the order of `listMoving`.
  return known.flatMap(({ name }) => found.find((table) => table.name === name) ?? []);
}

/** Stores a picture after the same checks as an upload. Returns whether it passed them. */
async function keep(
  transaction: Transaction,
  data: Data,
  { bucket: { id: bucket }, name }: Picture,
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

async function upload(
  { bucket: { id: bucket }, name }: Picture,
  bytes: Buffer,
  origin: string,
  secretKey: string,
): Promise<true> {
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
  if (response.ok) return true;
  throw new StartUpError(`The picture ${name} was not taken (${response.status}). No row was imported.`);
}

function explain(error: unknown, file: string): unknown {
  const code = codeOf(error);
  if (code === '23505') {
    return new StartUpError('An owner, dog or photo of the export is there already: nothing was imported.');
  }
  // A header may also lack the table of accounts, or their ids.
  return /^(2[23]|42P01|42703)/.test(code) ? refuse(file, 'damaged') : error;
}
