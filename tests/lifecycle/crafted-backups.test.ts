import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { connect, type Sql } from '../../embedded-supabase/database/connect.ts';
import { StartUpError } from '../../embedded-supabase/errors.ts';
import { openDiskStore } from '../../embedded-supabase/photos/photo-store.ts';
import { checkArchive, type Plan } from '../../server/backup/check-archive.ts';
import { createBackup } from '../../server/backup/create-backup.ts';
import { importFrom } from '../../server/backup/read-export.ts';
import { restoreBackup } from '../../server/backup/restore-backup.ts';
import { copyOut, countRows, listTables } from '../../server/backup/tables.ts';
import { exportTo } from '../../server/backup/write-export.ts';
import { productName } from '../../server/product.ts';
import { addDog, newOwner, planParty } from '../support/owners.ts';
import { putPicture } from '../support/pictures.ts';
import { runScript } from '../support/run-script.ts';
import { shareCluster } from '../support/shared-cluster.ts';
import { makeDataDir } from '../support/start-server.ts';
import { readTar, type TarEntry, writeTar } from '../support/tar.ts';
import { startTestBackend } from '../support/test-backend.ts';

const createDatabase = shareCluster();
const file = () => join(place, 'crafted.tar');
const reachOf = async ({ sql, dataDir }: { sql: Sql; dataDir: string }) => ({
  sql,
  dataDir,
  store: await openDiskStore(join(dataDir, 'photos')),
  keepsKeysInFile: true,
  [Symbol.asyncDispose]: async () => undefined,
});

const place = await makeDataDir();
const source = await startTestBackend({ embedsDatabase: true });
const owner = await newOwner(source);
const dog = await addDog(owner);
await planParty(owner, dog.id);
for (const colour of ['#112233', '#445566']) await putPicture(owner, `${colour.slice(1)}.png`, colour);
await createBackup(await reachOf(source), join(place, 'true.tar'), () => new Date());
await exportTo(await reachOf(source), join(place, 'true-export.tar'), null);
/** The entries of a genuine backup, and of a genuine export. */
const original = readTar(await readFile(join(place, 'true.tar')));
const originalExport = readTar(await readFile(join(place, 'true-export.tar')));

const dataDir = join(place, 'target');
await mkdir(dataDir);
/** What crafted backups are restored to: a database and a directory that hold another owner. */
const target = { dataDir, sql: connect(await createDatabase(), { max: 2, name: 'test', schema: productName }) };
await fillTarget();
afterAll(async () => {
  await target.sql.end();
  await source.stop();
  await rm(place, { recursive: true, force: true });
});

/** Creates the owner who is there before a restore, with a session, a photo's file and a secrets file. */
async function fillTarget(): Promise<void> {
  await target.sql.unsafe(`
    truncate auth.users, storage.objects cascade;
    update storage.buckets set created_at = '2026-01-01', updated_at = '2026-01-01';
    insert into auth.users (id, email, encrypted_password, created_at, updated_at) values
      ('00000000-0000-4000-8000-000000000001', 'there@wagday.dev', 'hash', '2026-01-01', '2026-01-01');
    alter table public.dogs disable trigger user;
    insert into public.dogs (id, user_id, name, size, birth_date, created_at, updated_at) values
      ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000001', 'There', 'small', '2020-01-01', '2026-01-01', '2026-01-01');
    alter table public.dogs enable trigger user`);
  await rm(join(target.dataDir, 'photos'), { recursive: true, force: true });
  await mkdir(join(target.dataDir, 'photos'));
  await writeFile(join(target.dataDir, 'photos', '00000000-0000-4000-8000-000000000002'), 'a photo');
  await writeFile(join(target.dataDir, 'secrets.json'), 'its secrets');
}

/** Returns everything there: the rows of each table, and the files without empty folders. */
async function lookAt({ sql, dataDir }: { sql: Sql; dataDir: string }) {
  const rows = await sql.begin(async (transaction) => {
    const looks = (await listTables(transaction)).map(
      ({ name }) => `select '${name}' as name, array(select rows::text from ${name} as rows order by 1)::text as rows`,
    );
    // One statement for all tables, because this is asked for hundreds of times.
    const found = await transaction.unsafe<{ name: string; rows: string }[]>(looks.join(' union all '));
    return Object.fromEntries(found.map(({ name, rows }) => [name, rows]));
  });
  const files: Record<string, string> = {};
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files[path.slice(dataDir.length)] = (await readFile(path)).toString('latin1');
  }
  return { rows, files };
}

function refusalOf(error: unknown): string {
  if (error instanceof StartUpError) return error.message;
  throw error;
}

/** Restores over the existing owner. Returns the refusal, or null if everything was restored. */
async function restore(plan: Plan): Promise<string | null> {
  const options = { replace: true, keepSessions: true };
  return restoreBackup(await reachOf(target), plan, options, new Date()).then(() => null, refusalOf);
}

async function tryToRestore(archive: Buffer): Promise<string | null> {
  await writeFile(file(), archive);
  const plan = await checkArchive(file(), 'backup').catch(refusalOf);
  return typeof plan === 'string' ? plan : restore(plan);
}

/** Adds an export to the owner who is there. Returns the refusal, or null if all of it was imported. */
async function importExport(plan: Plan): Promise<string | null> {
  const to = { origin: 'https://wagday.example', secretKey: null };
  return importFrom(await reachOf(target), plan, to).then(() => null, refusalOf);
}

async function tryToImport(archive: Buffer): Promise<string | null> {
  await writeFile(file(), archive);
  const plan = await checkArchive(file(), 'export').catch(refusalOf);
  return typeof plan === 'string' ? plan : importExport(plan);
}

const jsonOf = (name: string, entries = original) =>
  JSON.parse(entries.find((entry) => entry.name === name)?.bytes.toString() ?? 'null');
const withJson = (name: string, value: unknown, entries = original) =>
  entries.map((entry) => (entry.name === name ? { name, bytes: Buffer.from(JSON.stringify(value)) } : entry));

test('a backup whose count of rows is named by a statement runs nothing', async () => {
  const proof = join(place, 'proof');
  // Only this user may write into the folder, and the database may run as another one.
  const marker = `${proof}-${process.pid}`.replace(place, tmpdir());
  const contents = jsonOf('contents.json');
  contents.rows[`auth.users; copy (select 1) to program 'touch ${marker}'; select 1 as count from auth.users`] = 1;
  await writeFile(file(), writeTar(withJson('contents.json', contents)));
  const dataDir = join(place, 'new');
  try {
    const { code, output } = await runScript('restore', [file()], { WAGDAY_DATA: dataDir });
    await expect(access(marker)).rejects.toThrow('ENOENT');
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/ is damaged\. Nothing was touched\.\n$/),
    });
    await expect(access(dataDir)).rejects.toThrow('ENOENT');
  } finally {
    await rm(marker, { force: true });
  }
});

test('a backup that lacks a table, whole and well counted otherwise, is refused before anything is touched', async () => {
  const before = await lookAt(target);
  for (const { name } of jsonOf('backup.json').tables) {
    const header = jsonOf('backup.json');
    header.tables = header.tables.filter((table: { name: string }) => table.name !== name);
    const contents = jsonOf('contents.json');
    delete contents.rows[name];
    const entries = original.flatMap((entry) => {
      if (entry.name.startsWith(`rows/${name}/`)) return [];
      const changed = { 'backup.json': header, 'contents.json': contents }[entry.name];
      return changed ? { ...entry, bytes: Buffer.from(JSON.stringify(changed)) } : entry;
    });
    expect(await tryToRestore(writeTar(entries)), name).toMatch(/ is damaged\. Nothing was touched\.$/);
  }
  expect(await lookAt(target)).toEqual(before);
});

type Path = readonly (string | number)[];
/** The places of names and numbers in an archive, and how to replace each. */
type Site = { readonly at: string; readonly change: (to: unknown) => readonly TarEntry[] };

/** Returns every key and every value of a JSON text. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}

function replaceAt(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = replaceAt(copy[key], rest, to);
  return copy;
}

/** Returns the names in a JSON text: the keys of its objects, not the indexes of its lists. */
function namesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(Array.isArray(value) ? [] : [[...path, key]]),
    ...namesIn(inner, [...path, key]),
  ]);
}

function renameAt(value: unknown, [key = '', ...rest]: Path, to: unknown): unknown {
  const copy = structuredClone(value) as Record<string, unknown>;
  if (rest.length > 0) {
    copy[key] = renameAt(copy[key], rest, to);
    return copy;
  }
  const { [key]: moved, ...others } = copy;
  return { ...others, [String(to)]: moved };
}

function findSites(original: TarEntry[]): Site[] {
  const texts = original.filter(({ name }) => name.endsWith('.json')).map(({ name }) => [name, jsonOf(name, original)]);
  const inTexts = texts.flatMap(([name, text]) => [
    ...pathsIn(text).map((path) => ({
      at: `${name} ${path.join('.')}`,
      change: (to: unknown) => withJson(name, replaceAt(text, path, to), original),
    })),
    ...namesIn(text).map((path) => ({
      at: `the name of ${name} ${path.join('.')}`,
      change: (to: unknown) => withJson(name, renameAt(text, path, to), original),
    })),
  ]);
  const inHeaders = original.flatMap(({ name }, index) => [
    {
      at: `the name of ${name}`,
      change: (to: unknown) => original.with(index, { ...original[index]!, name: String(to) }),
    },
    {
      at: `the size of ${name}`,
      change: (to: unknown) => original.with(index, { ...original[index]!, size: Number(to) || 7 }),
    },
    { at: `${name} once more`, change: () => original.toSpliced(index, 0, original[index]!) },
    { at: `no ${name}`, change: () => original.toSpliced(index, 1) },
    {
      at: `${name} first`,
      change: () => [original[index]!, ...original.toSpliced(index, 1)],
    },
  ]);
  return [...inTexts, ...inHeaders];
}

const others = fc.oneof(
  fc.constantFrom<unknown>(
    'auth.users; drop table public.dogs',
    'auth.users',
    '"auth"."users"',
    'pg_catalog.pg_authid',
    'public.dogs',
    'id',
    'encrypted_password',
    'platform/0001_roles.sql',
    '../../escape',
    '/etc/passwd',
    'rows/auth.users/000001',
    'rows/auth.users/000002',
    'photos/../../escape.png',
    'photos/00000000-0000-4000-8000-000000000009.png',
    '00000000-0000-4000-8000-000000000009',
    'secrets.json',
    '__proto__',
    '',
    '\u001b[2J',
    -1,
    1e21,
    0.5,
    null,
    true,
    [],
    {},
  ),
  fc.string(),
  fc.integer(),
  fc.nat(3),
);

/** Anything else may be text from the file, and move the cursor of a terminal. */
const oneSentence = /^[\p{L}\p{N}\p{P}\p{Zs}+]+ Nothing was touched\.$/u;

test('whatever name or number of a backup is another, it is restored as it was taken or refused in one sentence', async () => {
  expect(await tryToRestore(writeTar(original))).toBeNull();
  const restored = await lookAt(target);
  await fillTarget();
  const before = await lookAt(target);
  const sites = findSites(original);

  await fc.assert(
    fc.asyncProperty(fc.nat(sites.length - 1), others, async (index, to) => {
      const archive = sites[index]!.change(to);
      const at = sites[index]!.at;
      await writeFile(file(), writeTar(archive));
      const plan = await checkArchive(file(), 'backup').catch(refusalOf);
      // Checking only the file, without a database or directory, refuses it.
      if (typeof plan === 'string') {
        expect(plan, at).toMatch(oneSentence);
        return;
      }
      const refusal = await restore(plan);
      if (refusal === null) {
        const secrets = archive.find(({ name }) => name === 'secrets.json')?.bytes.toString('latin1') ?? 'its secrets';
        const files = { ...restored.files, '/secrets.json': secrets };
        expect(await lookAt(target), at).toEqual({ ...restored, files });
        await fillTarget();
      } else {
        expect(refusal, at).toMatch(oneSentence);
        expect(await lookAt(target), at).toEqual(before);
      }
    }),
    // Every place once, and then some at random.
    {
      numRuns: sites.length + 100,
      examples: sites.map((_, index): [number, unknown] => [index, 'auth.users; drop table public.dogs']),
    },
  );
}, 400_000);

/** Replaces what an import makes up, such as the ids of photos, by what it says. */
async function lookAtImported() {
  const { rows, files } = await lookAt(target);
  const { 'storage.objects': _, ...others } = rows;
  const names = [...(await target.sql`select bucket_id, name from storage.objects order by 1, 2`)];
  return { others, names, files: Object.values(files).toSorted() };
}

test('whatever name or number of an export is another, it is imported as it was taken or refused in one sentence', async () => {
  await fillTarget();
  const before = await lookAtImported();
  expect(await tryToImport(writeTar(originalExport))).toBeNull();
  const imported = await lookAtImported();
  expect(imported.names).toHaveLength(2);
  await fillTarget();
  const sites = findSites(originalExport);

  await fc.assert(
    fc.asyncProperty(fc.nat(sites.length - 1), others, async (index, to) => {
      const at = `${sites[index]!.at} ${JSON.stringify(to)}`;
      const refusal = await tryToImport(writeTar(sites[index]!.change(to)));
      if (refusal === null) {
        expect(await lookAtImported(), at).toEqual(imported);
        await fillTarget();
      } else {
        expect(refusal, at).toMatch(oneSentence);
        expect(await lookAtImported(), at).toEqual(before);
      }
    }),
    {
      numRuns: sites.length + 100,
      examples: sites.map((_, index): [number, unknown] => [index, 'auth.users; drop table public.dogs']),
    },
  );
}, 400_000);

test('an export with secrets, another table, no accounts, or pictures of other owners is refused', async () => {
  await fillTarget();
  const before = await lookAt(target);
  const secrets = original.filter(({ name }) => name === 'secrets.json');
  const picture = originalExport.find(({ name }) => name.startsWith('photos/'))!;
  const stranger = 'photos/00000000-0000-4000-8000-000000000001/1.png';
  const outside = `photos/${owner.id}/../../escape.png`;
  type Json = { tables: { name: string; columns: string[] }[]; rows: Record<string, number> } & Record<string, unknown>;
  const craft = (edit: (header: Json, contents: Json) => void, more: TarEntry[] = [], entries = originalExport) => {
    const [header, contents] = [jsonOf('backup.json', entries), jsonOf('contents.json', entries)];
    edit(header, contents);
    const edited = withJson('contents.json', contents, withJson('backup.json', header, entries));
    return writeTar(edited.toSpliced(-1, 0, ...more));
  };
  const users = 'rows/auth.users/000001';
  const withoutIds = originalExport.map(({ name, bytes }) => ({
    name,
    bytes: name === users ? Buffer.from(String(bytes).replace(/^.*?\t/gm, '')) : bytes,
  }));
  const damaged = / is damaged\. Nothing was touched\.$/;
  for (const [archive, refusal] of [
    [craft(() => undefined, secrets), damaged],
    [craft((_, contents) => Object.assign(contents, { missing: [stranger] })), damaged],
    [craft((_, contents) => Object.assign(contents, { photos: 3 }), [{ ...picture, name: stranger }]), damaged],
    [craft((_, contents) => Object.assign(contents, { photos: 3 }), [{ ...picture, name: outside }]), damaged],
    [craft((header) => header.tables[0]!.columns.shift(), [], withoutIds), damaged],
    [craft((header) => header.tables[0]!.columns.splice(0)), damaged],
    [
      craft(
        (header, { rows }) => {
          header.tables = header.tables.filter(({ name }) => name !== 'auth.users');
          delete rows['auth.users'];
        },
        [],
        originalExport.filter(({ name }) => name !== users),
      ),
      damaged,
    ],
    [
      craft((header, { rows }) => {
        header.tables.push({ name: 'wagday.secrets', columns: ['name'] });
        rows['wagday.secrets'] = 0;
      }),
      / not there \(wagday\.secrets\): .* Nothing was touched\.$/,
    ],
  ] as const) {
    expect(await tryToImport(archive)).toMatch(refusal);
  }
  expect(await lookAt(target)).toEqual(before);
  expect(await tryToImport(craft(() => undefined))).toBeNull();
  await fillTarget();
});

test('a backup whose pieces of a table end within a row is restored', async () => {
  const entries = original.flatMap(({ name, bytes }) => {
    const [, table] = /^rows\/(.+)\/000001$/.exec(name) ?? [];
    if (!table) return [{ name, bytes }];
    const cut = bytes.length - 9;
    return [
      { name, bytes: bytes.subarray(0, cut) },
      { name: `rows/${table}/000002`, bytes: bytes.subarray(cut) },
    ];
  });
  expect(await tryToRestore(writeTar(original))).toBeNull();
  const restored = await lookAt(target);
  await fillTarget();
  expect(await tryToRestore(writeTar(entries))).toBeNull();
  expect(await lookAt(target)).toEqual(restored);
  await fillTarget();
});

test('a piece of a large table ends with a row', async () => {
  await source.sql.begin(async (transaction) => {
    let rows = 0;
    for await (const piece of copyOut(transaction, '(select repeat($$Rex$$, 1000) from generate_series(1, 2000))')) {
      expect(piece.at(-1)).toBe(10);
      rows += countRows(piece);
    }
    expect(rows).toBe(2000);
  });
});

test('rows that are read only in part end their transaction, and nothing else', async () => {
  const reading = source.sql.begin(async (transaction) => {
    for await (const piece of copyOut(transaction, '(select repeat($$Rex$$, 1000) from generate_series(1, 10000))')) {
      throw new Error(`no room after ${piece.length > 0}`);
    }
  });
  await expect(reading).rejects.toThrow('no room after true');
  expect(await source.sql`select 1 as one`).toEqual([{ one: 1 }]);
});
