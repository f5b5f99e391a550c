import { isDeepStrictEqual } from 'node:util';
import {
  isObjectName,
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
  optional,
  type Parsed,
  ParseError,
  type Parser,
  text,
} from '../../domain/parse.ts';
import { migrationSources } from '../product.ts';
import { readArchive, refuse } from './archive.ts';
import { type MovingBucket, movingBuckets } from './moving.ts';
import { countRows } from './tables.ts';

export const entryNames = {
  header: 'backup.json',
  secrets: 'secrets.json',
  script: 'hosted-supabase.sql',
  contents: 'contents.json',
} as const;
export const photoExtensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

export type Plan = Awaited<ReturnType<typeof checkArchive>>;

/**
 * Reads the whole file once and writes nothing. Compares every name and number in it with what a backup or an export can contain,
 * because anybody can write a file with a correct checksum. Only the catalogue of the database can tell whether the tables and columns
 * exist: who loads the rows checks that.
 * @throws {StartUpError} unless it is complete, undamaged, of this kind, and understood by this Wagday
 */
export async function checkArchive(file: string, kind: 'backup' | 'export') {
  await using entries = readArchive(file);
  const first = await entries.next();
  if (first.done || first.value.name !== entryNames.header) throw refuse(file, 'no backup or export of Wagday');
  const header = parseAs(headerOf, first.value.bytes);
  if (!header) throw refuse(file, 'damaged');
  const isExport = header.kind === 'export';
  if (isExport !== (kind === 'export')) {
    const advice = isExport ? 'an export: add it with npm run import' : 'a backup: bring it back with npm run restore';
    throw new StartUpError(`The file ${file} is ${advice}. Nothing was touched.`);
  }

  const rows: Record<string, number> = Object.fromEntries(header.tables.map(({ name }) => [name, 0]));
  /** The ids of photos in a backup, the names of the entries in an export. */
  const pictures = new Set<string>();
  let contents: Contents | null = null;
  for await (const { name, bytes } of entries) {
    const table = tableIn(name);
    const picture = isExport ? isObjectName(pictureIn(name)?.name ?? '') && name : photoIn(name)?.id;
    // Nothing may follow the contents.
    if (contents) throw refuse(file, 'damaged');
    if (table !== null && Object.hasOwn(rows, table)) rows[table] = (rows[table] ?? 0) + countRows(bytes);
    else if (picture && !pictures.has(picture)) pictures.add(picture);
    else if (name === entryNames.contents) contents = parseAs(contentsOf(isExport ? text : matching(photoId)), bytes);
    else if (!(await (isExport ? name === entryNames.script : areSecrets(name, bytes)))) throw refuse(file, 'damaged');
  }
  const isWhole =
    contents !== null &&
    isDeepStrictEqual(contents.rows, rows) &&
    contents.photos === pictures.size &&
    !contents.missing.some((picture) => pictures.has(picture));
  if (!contents || !isWhole) throw refuse(file, 'damaged');
  // The migrations that made the tables, as they were applied. Compared last: in a damaged file their names may be wrong, too.
  return { file, header, contents, migrations: await findMigrations(header), pictures };
}

async function areSecrets(entry: string, bytes: Buffer): Promise<boolean> {
  return entry === entryNames.secrets && areKeys(parseSecrets(bytes.toString('utf8'))?.[signingSecret]);
}

/** Returns the table whose rows an entry holds; null for other entries. */
export function tableIn(entry: string): string | null {
  return /^rows\/(.+)\/\d{6}$/.exec(entry)?.[1] ?? null;
}

/** Returns the id and the type of the photo that an entry of a backup holds; null for other entries. */
export function photoIn(entry: string): { readonly id: string; readonly type: string } | null {
  const [, id = '', extension] = /^photos\/([^/.]+)\.([a-z]+)$/.exec(entry) ?? [];
  const known = Object.entries(photoExtensions).find(([, ending]) => ending === extension)?.[0];
  const type = known ?? (extension === 'bin' ? 'application/octet-stream' : null);
  return type !== null && photoId.test(id) ? { id, type } : null;
}

export type Picture = { readonly bucket: MovingBucket; readonly name: string };

/** Splits photos/<owner>/<name>, the name of an entry of an export, into the bucket and the name there; null for other names. */
export function pictureIn(entry: string): Picture | null {
  const bucket = movingBuckets.find(({ name }) => entry.startsWith(`${name}/`));
  return bucket ? { bucket, name: entry.slice(bucket.name.length + 1) } : null;
}

function matching(pattern: RegExp): Parser<string> {
  return (value, field) => {
    if (typeof value === 'string' && pattern.test(value)) return value;
    throw new ParseError(`${field} does not match ${pattern}`);
  };
}

/** A list of at least so many items, in which no name comes twice. */
function distinct<Item>(item: Parser<Item>, nameOf: (item: Item) => string, least = 0): Parser<readonly Item[]> {
  return (value, field) => {
    const items = listOf(item)(value, field);
    if (items.length >= least && new Set(items.map(nameOf)).size === items.length) return items;
    throw new ParseError(`${field} names too few things, or one twice`);
  };
}

const counts: Parser<Record<string, number>> = (value, field) =>
  Object.fromEntries(Object.entries(anyObject(value, field)).map(([name, one]) => [name, integer(one, name)]));

const named = ({ name }: { readonly name: string }) => name;

/** The first entry: what the rows belong to, and the tables that follow, in order. */
const headerOf = objectOf({
  wagday: oneOf([1]),
  /** A backup has no such field. */
  kind: optional(oneOf(['export'])),
  /** As `toISOString` writes it, because the commands print it. */
  takenAt: matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  /** None in an export, because a hosted project knows nothing of them. */
  migrations: distinct(objectOf({ name: matching(/^\w+\/\w+\.sql$/), checksum: matching(/^[0-9a-f]{64}$/) }), named),
  /** By their plain names, with the names of the columns in the order of their rows. */
  tables: distinct(
    objectOf({ name: matching(/^\w+\.\w+$/), columns: distinct(matching(/^\w+$/), (column) => column, 1) }),
    named,
  ),
});

export type Header = Parsed<typeof headerOf>;

/** The last entry before the checksum: how many rows and pictures the file must hold. */
const contentsOf = (picture: Parser<string>) =>
  objectOf({
    rows: counts,
    photos: integer,
    /** Pictures that rows name, but that were already missing from the store when the file was written. */
    missing: distinct(picture, (name) => name),
  });

export type Contents = Parsed<ReturnType<typeof contentsOf>>;

/** Reads JSON; null for anything but what the parser accepts. */
function parseAs<Value>(parse: Parser<Value>, bytes: Buffer): Value | null {
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
