import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { startOwnCluster } from '../../tests/support/shared-cluster.ts';
import { connect, type Sql } from './connect.ts';
import { checkExternalDatabase } from './external-database.ts';
import { type MigrationSource, migrate, supabaseSchema } from './migrate.ts';

let databaseUrl: string;
let sql: Sql;
let folder: string;
let sources: MigrationSource[];
let count = 0;

const cluster = await startOwnCluster(afterAll);
const admin = connect(cluster.url, { max: 1 });
afterAll(() => admin.end());

beforeEach(async () => {
  count += 1;
  await admin.unsafe(`create database test_${count}`);
  const url = new URL(cluster.url);
  url.pathname = `/test_${count}`;
  databaseUrl = url.href;
  sql = connect(databaseUrl, { max: 2 });
  folder = join(cluster.dataDir, `migrations-${count}`);
  await mkdir(folder);
  sources = [{ prefix: 'test', folder }];
});
afterEach(() => sql.end());

test('files are applied once each, in the order of their names', async () => {
  await writeFile(join(folder, '0002_more.sql'), 'insert into notes values (2); insert into notes values (3);');
  await writeFile(join(folder, '0001_first.sql'), 'create table notes (id int); insert into notes values (1);');
  await writeFile(join(folder, 'README.md'), 'not SQL');
  expect(await migrate(sql, sources)).toEqual(['test/0001_first.sql', 'test/0002_more.sql']);
  expect(await migrate(sql, sources)).toEqual([]);
  expect(await sql`select id from notes order by id`).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  await writeFile(join(folder, '0003_new.sql'), 'insert into notes values (4)');
  expect(await migrate(sql, sources)).toEqual(['test/0003_new.sql']);
});

test('servers that start at once apply every file once between them', async () => {
  await writeFile(join(folder, '0001.sql'), 'create table notes (id int)');
  await writeFile(join(folder, '0002.sql'), 'insert into notes values (1); select pg_sleep(0.05)');
  const pools = Array.from({ length: 5 }, () => connect(databaseUrl, { max: 1 }));
  const applied = await Promise.all(pools.map((pool) => migrate(pool, sources)));
  await Promise.all(pools.map((pool) => pool.end()));
  expect(applied.flat().sort()).toEqual(['test/0001.sql', 'test/0002.sql']);
  expect(await sql`select id from notes`).toEqual([{ id: 1 }]);
});

test('a failing file is named with the message, and nothing of it remains', async () => {
  await writeFile(join(folder, '0001.sql'), 'create table notes (id int)');
  await writeFile(join(folder, '0002.sql'), 'insert into notes values (1); insert into cats values (1);');
  await expect(migrate(sql, sources)).rejects.toMatchObject({
    name: 'StartUpError',
    message: 'The migration test/0002.sql failed: relation "cats" does not exist.',
  });
  expect(await sql`select id from notes`).toEqual([]);
  expect(await sql`select name from embedded.migrations`).toEqual([{ name: 'test/0001.sql' }]);
});

test('a file that would end its transaction is refused before anything is applied', async () => {
  await writeFile(join(folder, '0001.sql'), 'create table notes (id int)');
  await writeFile(join(folder, '0002.sql'), 'insert into notes values (1);\nCOMMIT;\ninsert into cats values (1);');
  await expect(migrate(sql, sources)).rejects.toThrow(
    /^The migration test\/0002\.sql begins or ends a transaction itself/,
  );
  expect(await sql`select to_regclass('notes') as notes`).toEqual([{ notes: null }]);
});

test('a file changed after it was applied stops the start, and other line ends are no change', async () => {
  await writeFile(join(folder, '0001.sql'), 'create table notes (\n  id int\n);\n');
  await migrate(sql, sources);
  await writeFile(join(folder, '0001.sql'), 'create table notes (\r\n  id int\r\n);\r\n');
  expect(await migrate(sql, sources)).toEqual([]);
  await writeFile(join(folder, '0001.sql'), 'create table notes (\n  id bigint\n);\n');
  await expect(migrate(sql, sources)).rejects.toThrow(
    /^The migration test\/0001\.sql was changed after it had been applied/,
  );
});

test('a role or search path that a file sets does not outlive it', async () => {
  await admin.unsafe('create role walker');
  await writeFile(join(folder, '0001.sql'), 'create schema yard; set search_path = yard; set role walker;');
  const pool = connect(databaseUrl, { max: 1 });
  await migrate(pool, sources);
  const [row] = await pool`select current_user::text as role, current_setting('search_path') as path`;
  expect(row).toEqual({ role: 'postgres', path: '"$user", public' });
  await pool.end();
});

test('only the server reads the table of migrations', async () => {
  await migrate(sql, sources);
  await admin.unsafe('create role stranger');
  await expect(
    sql.begin(async (transaction) => {
      await transaction.unsafe('set local role stranger');
      await transaction`select * from embedded.migrations`;
    }),
  ).rejects.toMatchObject({ code: '42501' });
});

test("the product's own files apply for a role that is no superuser but may create roles", async () => {
  await admin.unsafe(`create role owner_${count} login createrole password 'a b/c'`);
  await admin.unsafe(`alter database test_${count} owner to owner_${count}`);
  const url = new URL(databaseUrl);
  url.username = `owner_${count}`;
  url.password = encodeURIComponent('a b/c');
  await checkExternalDatabase(url.href);
  const pool = connect(url.href, { max: 1 });
  const applied = await migrate(pool, [supabaseSchema()]);
  expect(applied.length).toBeGreaterThan(0);
  expect(await migrate(pool, [supabaseSchema()])).toEqual([]);
  for (const role of ['anon', 'authenticated', 'service_role']) {
    await pool.begin((transaction) => transaction.unsafe(`set local role ${role}; select 1`));
  }
  await pool.end();
});

test('its own schema applies where its roles exist already', async () => {
  await migrate(sql, [supabaseSchema()]);
  await admin.unsafe(`create database again_${count}`);
  const url = new URL(databaseUrl);
  url.pathname = `/again_${count}`;
  const pool = connect(url.href, { max: 1 });
  expect((await migrate(pool, [supabaseSchema()])).length).toBeGreaterThan(0);
  await pool.end();
});

test('what another role creates in a later migration is as closed as what the first one made', async () => {
  await migrate(sql, [supabaseSchema()]);
  await admin.unsafe(`create role heir_${count} superuser login password 'a'`);
  const url = new URL(databaseUrl);
  url.username = `heir_${count}`;
  url.password = 'a';
  const heir = connect(url.href, { max: 1 });
  // Hosted Supabase has such defaults for each of its own roles.
  await heir.unsafe('alter default privileges in schema public grant all on tables to anon, service_role');
  await writeFile(
    join(folder, '0001.sql'),
    'create table public.toys (name text); create function public.toy() returns int language sql return 1',
  );
  await migrate(heir, sources);
  const [open] = await heir`
    select has_function_privilege('anon', 'public.toy()', 'execute') as function,
      has_table_privilege('anon', 'public.toys', 'select') or has_table_privilege('service_role', 'public.toys', 'select') as "table"`;
  await heir.end();
  expect(open).toEqual({ function: false, table: false });
});

test('dates and instants come back as the text PostgreSQL gives, untouched by any time zone', async () => {
  const [row] =
    await sql`select date '2020-02-29' as day, timestamptz '2026-06-15 12:00+00' as instant, ${'2020-02-29'}::date as sent`;
  expect(row).toEqual({ day: '2020-02-29', instant: '2026-06-15 12:00:00+00', sent: '2020-02-29' });
});
