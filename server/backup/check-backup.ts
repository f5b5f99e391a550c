import { isDeepStrictEqual } from 'node:util';
import { importJWK } from 'jose';
import { MIGRATION_SOURCES, type MigrationFile, readSources } from '../platform/database/migrate.ts';
import { StartUpError } from '../platform/errors.ts';
import { isObject } from '../platform/http/parse-json.ts';
import { signingSecret } from '../platform/keys/key-ring.ts';
import { parseSecrets } from '../platform/keys/secret-store.ts';
import { parseKeys, signingAlgorithm } from '../platform/keys/signing-key.ts';
import { isPhotoId } from '../platform/photos/photo-store.ts';
import { readArchive, refuse } from './archive.ts';
import { type ArchivedTable, type Contents, entryNames, type Header, photoExtensions } from './backup.ts';
import { countRows } from './tables.ts';

export type Plan = {
  readonly file: string;
  readonly header: Header;
  readonly contents: Contents;
  /** The migrations that made the backup's tables, in the order in which they were applied. */
  readonly migrations: readonly MigrationFile[];
  readonly photoIds: ReadonlySet<string>;
};

/**
 * Reads the whole file once and writes nothing. Compares every name and number in it with what a backup can contain, because
 * anybody can write a file with a correct checksum. Only the catalogue of the database can tell whether the tables and columns
 * exist: `restoreBackup` checks that.
 * @throws {StartUpError} unless it is a complete and undamaged backup that this Wagday understands
 */
export async function checkBackup(file: string): Promise<Plan> {
  await using entries = readArchive(file);
  const first = await entries.next();
  if (first.done || first.value.name !== entryNames.header) throw refuse(file, 'no backup of Wagday');
  const header = readHeader(first.value.bytes);
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
    else if (name === entryNames.contents) contents = readContents(bytes);
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
  // Migrations are compared last, because in a damaged file their names may be wrong, too.
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
  return type !== null && isPhotoId(id) ? { id, type } : null;
}

function readHeader(bytes: Buffer): Header | null {
  const value = parseJson(bytes);
  if (!isObject(value) || value.wagday !== 1) return null;
  const { takenAt, migrations, tables } = value;
  if (!isInstant(takenAt)) return null;
  if (!isListOf(migrations, isMigration) || !isListOf(tables, isTable)) return null;
  if (hasTwice(migrations.map((migration) => migration.name)) || hasTwice(tables.map((table) => table.name)))
    return null;
  return { wagday: 1, takenAt, migrations, tables };
}

function readContents(bytes: Buffer): Contents | null {
  const value = parseJson(bytes);
  if (!isObject(value)) return null;
  const { rows, photos, missing } = value;
  if (!isRecordOf(rows, isCount) || !isCount(photos)) return null;
  if (!isListOf(missing, isMissingPhoto) || hasTwice(missing)) return null;
  return { rows, photos, missing };
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
  const known = new Map((await readSources(MIGRATION_SOURCES)).map((file) => [file.name, file]));
  return migrations.map(({ name, checksum }) => {
    const file = known.get(name);
    if (file?.checksum === checksum) return file;
    throw new StartUpError(
      `The backup was taken by another version of Wagday (${name} is not known here): restore it with that one or a later one. Nothing was touched.`,
    );
  });
}

export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

export function isRecordOf<Value>(
  value: unknown,
  isValue: (one: unknown) => one is Value,
): value is Record<string, Value> {
  return isObject(value) && Object.values(value).every(isValue);
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(isItem);
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Accepts only the format that a backup writes, because the commands print it. */
function isInstant(value: unknown): value is string {
  const time = new Date(String(value));
  return !Number.isNaN(time.getTime()) && time.toISOString() === value;
}

function isMigration(value: unknown): value is Header['migrations'][number] {
  return isObject(value) && matches(value.name, /^\w+\/\w+\.sql$/) && matches(value.checksum, /^[0-9a-f]{64}$/);
}

function isTable(value: unknown): value is ArchivedTable {
  if (!isObject(value) || !matches(value.name, /^\w+\.\w+$/)) return false;
  return isListOf(value.columns, isColumn) && !hasTwice(value.columns);
}

function isColumn(value: unknown): value is string {
  return matches(value, /^\w+$/);
}

function isMissingPhoto(value: unknown): value is string {
  return typeof value === 'string' && isPhotoId(value);
}

function matches(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}

function hasTwice(values: readonly string[]): boolean {
  return new Set(values).size < values.length;
}
