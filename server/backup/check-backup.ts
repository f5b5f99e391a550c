import { isDeepStrictEqual } from 'node:util';
import {
  type MigrationFile,
  parseKeys,
  parseSecrets,
  photoId,
  readSources,
  StartUpError,
  signingAlgorithm,
  signingSecret,
} from 'embedded-supabase';
import { importJWK } from 'jose';
import {
  anyObject,
  integer,
  listOf,
  objectOf,
  oneOf,
  type Parsed,
  ParseError,
  type Parser,
} from '../../domain/parse.ts';
import { migrationSources } from '../product.ts';
import { readArchive, refuse } from './archive.ts';
import { countRows } from './tables.ts';

export const entryNames = { header: 'backup.json', secrets: 'secrets.json', contents: 'contents.json' } as const;
export const photoExtensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

export type Plan = Awaited<ReturnType<typeof checkBackup>>;

/**
 * Reads the whole file once and writes nothing. Compares every name and number in it with what a backup can contain, because
 * anybody can write a file with a correct checksum. Only the catalogue of the database can tell whether the tables and columns
 * exist: `restoreBackup` checks that.
 * @throws {StartUpError} unless it is a complete and undamaged backup that this Wagday understands
 */
export async function checkBackup(file: string) {
  await using entries = readArchive(file);
  const first = await entries.next();
  if (first.done || first.value.name !== entryNames.header) throw refuse(file, 'no backup of Wagday');
  const header = parseAs(headerOf, first.value.bytes);
  if (!header) throw refuse(file, 'damaged');

  const rows: Record<string, number> = Object.fromEntries(header.tables.map(({ name }) => [name, 0]));
  const photoIds = new Set<string>();
  let contents: Contents | null = null;
  for await (const { name, bytes } of entries) {
    const table = tableIn(name);
    const photo = photoIn(name);
    // Nothing may follow the contents.
    if (contents) throw refuse(file, 'damaged');
    if (table !== null && Object.hasOwn(rows, table)) rows[table] = (rows[table] ?? 0) + countRows(bytes);
    else if (photo && !photoIds.has(photo.id)) photoIds.add(photo.id);
    else if (name === entryNames.contents) contents = parseAs(contentsOf, bytes);
    else if (name !== entryNames.secrets || !(await areKeys(parseSecrets(bytes.toString('utf8'))?.[signingSecret]))) {
      throw refuse(file, 'damaged');
    }
  }
  const isWhole =
    contents !== null &&
    isDeepStrictEqual(contents.rows, rows) &&
    contents.photos === photoIds.size &&
    !contents.missing.some((id) => photoIds.has(id));
  if (!contents || !isWhole) throw refuse(file, 'damaged');
  // The migrations that made the tables, as they were applied. Compared last: in a damaged file their names may be wrong, too.
  return { file, header, contents, migrations: await findMigrations(header), photoIds };
}

/** Returns the table whose rows an entry holds; null for other entries. */
export function tableIn(entry: string): string | null {
  return /^rows\/(.+)\/\d{6}$/.exec(entry)?.[1] ?? null;
}

/** Returns the id and the type of the photo that an entry holds; null for other entries. */
export function photoIn(entry: string): { readonly id: string; readonly type: string } | null {
  const [, id = '', extension] = /^photos\/([^/.]+)\.([a-z]+)$/.exec(entry) ?? [];
  const known = Object.entries(photoExtensions).find(([, ending]) => ending === extension)?.[0];
  const type = known ?? (extension === 'bin' ? 'application/octet-stream' : null);
  return type !== null && photoId.test(id) ? { id, type } : null;
}

function matching(pattern: RegExp): Parser<string> {
  return (value, field) => {
    if (typeof value === 'string' && pattern.test(value)) return value;
    throw new ParseError(`${field} does not match ${pattern}`);
  };
}

/** A list in which no name comes twice. */
function distinct<Item>(item: Parser<Item>, nameOf: (item: Item) => string): Parser<readonly Item[]> {
  return (value, field) => {
    const items = listOf(item)(value, field);
    if (new Set(items.map(nameOf)).size === items.length) return items;
    throw new ParseError(`${field} names something twice`);
  };
}

export const counts: Parser<Record<string, number>> = (value, field) =>
  Object.fromEntries(Object.entries(anyObject(value, field)).map(([name, one]) => [name, integer(one, name)]));

const named = ({ name }: { readonly name: string }) => name;

/** The first entry: what the rows belong to, and the tables that follow, in order. */
const headerOf = objectOf({
  wagday: oneOf([1]),
  /** As `toISOString` writes it, because the commands print it. */
  takenAt: matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  migrations: distinct(objectOf({ name: matching(/^\w+\/\w+\.sql$/), checksum: matching(/^[0-9a-f]{64}$/) }), named),
  /** By their plain names, with the names of the columns in the order of their rows. */
  tables: distinct(
    objectOf({ name: matching(/^\w+\.\w+$/), columns: distinct(matching(/^\w+$/), (column) => column) }),
    named,
  ),
});

export type Header = Parsed<typeof headerOf>;

/** The last entry before the checksum: how many rows and photos the file must hold. */
const contentsOf = objectOf({
  rows: counts,
  photos: integer,
  /** Ids of rows whose photo was already missing from the store when the backup was made. */
  missing: distinct(matching(photoId), (id) => id),
});

export type Contents = Parsed<typeof contentsOf>;

/** Reads JSON; null for anything but what the parser accepts. */
export function parseAs<Value>(parse: Parser<Value>, bytes: Buffer): Value | null {
  try {
    return parse(JSON.parse(bytes.toString('utf8')), 'it');
  } catch {
    return null;
  }
}

/** Whether a server can sign with these keys. */
export async function areKeys(stored: unknown): Promise<boolean> {
  const keys = parseKeys(stored);
  if (!keys) return false;
  return Promise.all(keys.map(({ jwk }) => importJWK(jwk, signingAlgorithm))).then(
    () => true,
    () => false,
  );
}

async function findMigrations({ migrations }: Header): Promise<MigrationFile[]> {
  const known = new Map((await readSources(migrationSources)).map((file) => [file.name, file]));
  return migrations.map(({ name, checksum }) => {
    const file = known.get(name);
    if (file?.checksum === checksum) return file;
    throw new StartUpError(
      `The backup was taken by another version of Wagday (${name} is not known here): restore it with that one or a later one. Nothing was touched.`,
    );
  });
}
