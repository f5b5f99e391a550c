/** Checks that migrations and schemas lead to the same database, and that a migration can be written from the differences. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, describe as group, onTestFinished, test } from 'vitest';
import { type Cluster, startCluster } from '../../embedded-supabase/database/cluster.ts';
import type { Sql } from '../../embedded-supabase/database/connect.ts';
import { readSources } from '../../embedded-supabase/database/migrate.ts';
import type { Tag } from '../../embedded-supabase/database/sql.ts';
import { buildSchema, schemaSources } from '../../scripts/build-schema.ts';
import { compare, describe, readCatalogue, type Thing, writeMigration } from '../../scripts/schema-catalogue.ts';
import { layEmptyDatabase } from '../support/prepared-database.ts';
import { makeDataDir } from '../support/start-server.ts';
import { whileAllHeld } from '../support/waiting.ts';

const { platform, product } = schemaSources;
let dataDir: string;
let cluster: Cluster;
let migrated: Sql;
let declared: Sql;
let catalogue: Map<string, Thing>;

beforeAll(async () => {
  dataDir = await makeDataDir();
  await layEmptyDatabase(dataDir);
  cluster = await startCluster({ dataDir, log: { info: () => undefined, error: () => undefined } });
  migrated = await buildSchema(cluster.url, 'migrated', [platform.migrations, product.migrations]);
  declared = await buildSchema(cluster.url, 'declared', [platform.schema, product.schema]);
  catalogue = await within(migrated, readCatalogue);
}, 120_000);
afterAll(async () => {
  await Promise.all([migrated?.end(), declared?.end()]);
  await cluster?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs something in a transaction that is rolled back. */
async function within<Result>(sql: Sql, act: (sql: Tag) => Promise<Result>): Promise<Result> {
  return whileAllHeld(sql, 1, async ([transaction = sql]) => {
    try {
      return await act(transaction);
    } finally {
      await transaction.unsafe('rollback');
    }
  });
}

const readAfter = (sql: Sql, statements: string) =>
  within(sql, async (transaction) => {
    await transaction.unsafe(statements);
    return readCatalogue(transaction);
  });

test('the schema files hold what the migrations lead to', async () => {
  expect(compare(catalogue, await within(declared, readCatalogue)).map(describe)).toEqual([]);
});

/** Keeps a part of the names of a source's migrations, of which the earlier ones come first. */
const parts: Readonly<Record<string, (names: readonly string[]) => readonly string[]>> = {
  'a half of the migrations': (names) => names.slice(0, names.length / 2),
  'all migrations before the baseline': (names) => names.filter((name) => !name.endsWith('_baseline.sql')),
  'the earlier ones and the baseline, as in a backup': (names) => names,
};

test.each(Object.entries(parts))('a database with %s comes to the same schema', async (_, keep) => {
  const sources = [platform.migrations, product.migrations] as const;
  const begun: string[] = [];
  for (const source of sources) begun.push(...keep((await readSources([source])).map(({ name }) => name)));
  const sql = await buildSchema(cluster.url, `earlier_${begun.length}`, sources, begun);
  onTestFinished(() => sql.end());
  expect(compare(catalogue, await within(sql, readCatalogue)).map(describe)).toEqual([]);
});

/** Changes of every kind, each with the first line of the message about it. */
const changes: Readonly<Record<string, string>> = {
  '+ schema extra': 'create schema extra',
  '+ type private.toy': `create domain private.toy as text collate "C" constraint toy_check check (value <> '')`,
  '+ type private.mood': `create type private.mood as enum ('sad', 'glad')`,
  '+ type private.pair': 'create type private.pair as (one uuid, other uuid)',
  '+ sequence private.numbers': 'create sequence private.numbers',
  '+ table private.toys': `create table private.toys (name text not null default 'bone', number int generated always as identity)`,
  '+ column private.toys.name': '',
  '+ column private.toys.number': '',
  '+ column public.dogs.toy': `alter table public.dogs add column toy text not null default 'bone'`,
  '~ column public.dogs.size': `alter table public.dogs alter column size set default 'small'`,
  '~ column public.dogs.birth_precision': 'alter table public.dogs alter column birth_precision drop default',
  '~ column public.dogs.breed': 'alter table public.dogs alter column breed set not null',
  '~ column public.dogs.birth_date': 'alter table public.dogs alter column birth_date drop not null',
  '+ constraint public.dogs dogs_fair':
    'alter table public.dogs add constraint dogs_fair check (photo_x between 1 and 9 and died_on <> birth_date)',
  '- constraint public.dogs dogs_notes_check': 'alter table public.dogs drop constraint dogs_notes_check',
  '~ constraint public.dogs dogs_size_check': `alter table public.dogs drop constraint dogs_size_check, add constraint dogs_size_check check (size <> '')`,
  '~ constraint private.guest_facts guest_facts_guest_id_fkey': `
    alter table private.guest_facts drop constraint guest_facts_guest_id_fkey,
      add constraint guest_facts_guest_id_fkey foreign key (guest_id) references public.party_guests (id) on delete restrict`,
  '+ index public.dogs_names':
    'create unique index dogs_names on public.dogs (lower(name)) where photo_x between 1 and 9 and died_on is null',
  '- index public.dogs_user_id_created_at_idx': 'drop index public.dogs_user_id_created_at_idx',
  '~ index private.guest_news_user_id_idx': `
    drop index private.guest_news_user_id_idx; create index guest_news_user_id_idx on private.guest_news (user_id)`,
  '+ function private.one()': 'create function private.one() returns int language sql as $$ select 1 $$',
  '- function public.note_calendar_read(text)': 'drop function public.note_calendar_read(text)',
  // Its rights go with it, and the check that uses it is dropped first.
  '- rights function public.note_calendar_read(text) to anon': '',
  '~ constraint public.party_guests party_guests_email_check': `
    alter table public.party_guests drop constraint party_guests_email_check,
      add constraint party_guests_email_check check (email <> '')`,
  '- function private.is_email_address(text)': 'drop function private.is_email_address(text)',
  '- rights function private.is_email_address(text) to public': '',
  '~ function private.is_plain(text)': `
    create or replace function private.is_plain(words text) returns boolean language sql immutable set search_path = ''
    as $$ select true $$`,
  '~ function private.is_visible(text)': 'alter function private.is_visible(text) volatile',
  '~ function private.are_dogs_visible(jsonb)': 'alter function private.are_dogs_visible(jsonb) security definer',
  '~ function private.is_item_list(text[])': 'alter function private.is_item_list(text[]) reset search_path',
  // Its rights are granted again.
  '~ function public.open_invitation(text)': `
    drop function public.open_invitation(text);
    create function public.open_invitation(token text) returns jsonb language sql security definer as $$ select null::jsonb $$;
    grant execute on function public.open_invitation(text) to anon, authenticated`,
  '~ view private.mail_providers': `
    create or replace view private.mail_providers as
    select 'one'::text as domain, 'two'::text as main_domain, '.'::text as ignored, '+'::text as tag`,
  '+ trigger public.dogs suppress': `
    create trigger suppress before update on public.dogs for each row execute function suppress_redundant_updates_trigger()`,
  '- trigger public.dogs check_dog_days': 'drop trigger check_dog_days on public.dogs',
  '~ trigger public.dogs raise_version': 'alter table public.dogs disable trigger raise_version',
  '~ trigger public.dogs check_names': `
    drop trigger check_names on public.dogs; create trigger check_names before insert on public.dogs
    for each row execute function private.check_names('name', 'breed')`,
  '+ row security private.guest_facts': 'alter table private.guest_facts enable row level security',
  '- row security public.dogs': 'alter table public.dogs disable row level security',
  '~ row security public.party_guests': 'alter table public.party_guests force row level security',
  '+ policy public.dogs "Nobody"': `
    create policy "Nobody" on public.dogs as restrictive for all to authenticated using (false) with check (false)`,
  '- policy public.portraits "Owners keep portraits of their own dogs"':
    'drop policy "Owners keep portraits of their own dogs" on public.portraits',
  '~ policy public.dogs "Owners keep their dogs"': 'alter policy "Owners keep their dogs" on public.dogs using (true)',
  '~ policy public.push_subscriptions "Owners add their push subscriptions"':
    'alter policy "Owners add their push subscriptions" on public.push_subscriptions to anon, authenticated',
  '+ rights table public.dogs to anon': 'grant select on public.dogs to anon',
  '- rights table public.dogs to service_role': 'revoke all on public.dogs from service_role',
  '~ rights table public.dogs to authenticated': 'revoke update on public.dogs from authenticated',
  '+ rights update of columns of public.calendar_feeds to authenticated':
    'grant update (name) on public.calendar_feeds to authenticated',
  '~ rights select of columns of public.calendar_feeds to authenticated':
    'revoke select (name) on public.calendar_feeds from authenticated',
  '+ rights schema private to anon': 'grant usage on schema private to anon',
  '+ rights function private.is_visible(text) to public':
    'grant execute on function private.is_visible(text) to public',
  '- rights function public.calendar_feed(text,text[]) to anon':
    'revoke all on function public.calendar_feed(text, text[]) from anon',
  '+ rights table public.dogs to authenticated with grant option':
    'grant insert on public.dogs to authenticated with grant option',
  '+ rights type private.toy to public': '',
  '+ rights type private.mood to public': '',
  '+ bucket toys': `insert into storage.buckets (id, name, public, allowed_mime_types) values ('toys', 'toys', false, '{image/png}')`,
  '~ bucket dog-photos': `update storage.buckets set file_size_limit = 1 where id = 'dog-photos'`,
};

test('a change of any kind is seen, and the migration that is written for it leads to the same schema', async () => {
  const wanted = await readAfter(declared, Object.values(changes).join(';\n'));
  const seen = compare(catalogue, wanted).map((difference) => describe(difference).split('\n')[0]);
  expect(seen.toSorted()).toEqual(Object.keys(changes).toSorted());
  const { statements, undecided } = writeMigration(catalogue, wanted);
  expect(undecided).toEqual([]);
  expect(compare(await readAfter(migrated, statements.join('\n')), wanted).map(describe)).toEqual([]);
});

test('nothing is written where data could be lost, or what exists had to be changed', async () => {
  const changes = {
    '~ column private.guest_mails.attempts': 'alter table private.guest_mails alter column attempts type integer',
    '- column private.guest_mails.before': 'alter table private.guest_mails drop column before',
    '- table private.reminder_tests': 'drop table private.reminder_tests',
    '- bucket dog-photos': `delete from storage.buckets where id = 'dog-photos'`,
    '+ default rights r by postgres in all schemas': 'alter default privileges grant select on tables to anon',
    '~ default rights f by postgres in all schemas': 'alter default privileges grant execute on functions to anon',
  };
  const { statements, undecided } = writeMigration(
    catalogue,
    await readAfter(declared, Object.values(changes).join(';\n')),
  );
  const seen = undecided.map((difference) => describe(difference).split('\n')[0]);
  expect(seen).toEqual(expect.arrayContaining(Object.keys(changes)));
  expect(statements.join('\n')).not.toMatch(/guest_mails|reminder_tests|storage\.buckets|default privileges/);
});

test('comments and white space within a function are no difference', async () => {
  const { make } = catalogue.get('function private.is_plain(text)') as Thing;
  const wanted = await readAfter(declared, make!.replace('select words', `select -- what's written\n  words`));
  expect(compare(catalogue, wanted)).toEqual([]);
});

test('callers may run these functions of schema private and no others', async () => {
  const rows = await migrated`
    select proname as name from pg_proc
    where pronamespace = 'private'::regnamespace
      and (has_function_privilege('anon', oid, 'execute') or has_function_privilege('authenticated', oid, 'execute'))
    order by 1`;
  expect(rows.map(({ name }) => name)).toEqual([
    // Row rules, triggers and checks call them with the rights of the role that writes a row.
    ...['are_dogs_visible', 'has_room_for_photo', 'has_room_for_preview', 'is_email_address', 'is_line', 'is_plain'],
    ...['is_trimmed_line', 'is_visible', 'lock_guests_of_caller'],
  ]);
});

/** Lists what tables of schema public lack that owners add rows to. */
const missingOfOwners = async (sql: Tag) =>
  await sql`
  with tables as (
    select oid, oid::regclass::text as name, array(select tgfoid::regproc::text from pg_trigger where tgrelid = pg_class.oid) as triggers
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and has_any_column_privilege('authenticated', oid, 'insert')
  ), keys as (
    select conrelid as oid, contype as type, confrelid::regclass::text as refers_to, confdeltype as on_delete,
      array(select attname::text from unnest(conkey) as key (number) join pg_attribute on attrelid = conrelid and attnum = number) as columns
    from pg_constraint
  )
  select name || ': ' || missing as text from tables, lateral (values
    ('deletion with the account', exists (
      select from keys where oid = tables.oid and columns @> '{user_id}' and on_delete = 'c')),
    ('trigger raise_version',
      not has_any_column_privilege('authenticated', oid, 'update') or 'private.raise_version' = any (triggers)),
    ('limit for each owner', exists (select from keys where oid = tables.oid and type in ('p', 'u') and columns = '{user_id}')
      or triggers && '{private.check_limit,private.check_guests_of_owner,private.keep_latest_subscriptions}'),
    ('reference to dogs (id, user_id)', exists (
        select from keys where oid = tables.oid and refers_to = 'dogs' and columns @> '{dog_id,user_id}')
      or not exists (select from pg_attribute where attrelid = tables.oid and attname = 'dog_id'))
  ) as rules (missing, is_there) where not is_there order by 1`;

test('a table that owners add to goes with the account, has versions and a limit, and takes only their own dogs', async () => {
  expect(await within(migrated, missingOfOwners)).toEqual([]);
  const found = await within(migrated, async (transaction) => {
    await transaction.unsafe(`
      create table public.visits (user_id uuid references auth.users, dog_id uuid references public.dogs on delete cascade);
      grant insert, update on public.visits to authenticated`);
    return missingOfOwners(transaction);
  });
  expect(found.map(({ text }) => text)).toEqual([
    'visits: deletion with the account',
    'visits: limit for each owner',
    'visits: reference to dogs (id, user_id)',
    'visits: trigger raise_version',
  ]);
});

test("a role of an operator's own writes rows that the checks accept, and no others", async () => {
  await within(migrated, async (transaction) => {
    await transaction.unsafe(`
      create role importer bypassrls;
      grant insert on public.dogs, public.birthday_celebrations, public.calendar_feeds to importer;
      insert into auth.users (id, email, encrypted_password)
      values ('00000000-0000-4000-8000-000000000001', 'ada@example.org', '');
      set local role importer;
      insert into public.dogs (id, user_id, name, birth_date, size, breed)
      values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'Rex', '2020-01-01', 'small', 'Pug');
      insert into public.birthday_celebrations (user_id, dog_id, title, celebration_date, location)
      values ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002', 'Rex turns 7', '2027-01-01', 'Park');
      insert into public.calendar_feeds (user_id, name, contents, token_hash)
      values ('00000000-0000-4000-8000-000000000001', 'Rex', 'all', sha256('a'))`);
    await expect(
      transaction.unsafe(`insert into public.dogs (user_id, name, birth_date, size)
        values ('00000000-0000-4000-8000-000000000001', E'Rex\n', '2020-01-01', 'small')`),
    ).rejects.toMatchObject({ constraint: 'dogs_name_check' });
  });
});

test('a new table, sequence or function is closed until it is granted by name, on hosted Supabase as well', async () => {
  const wanted = await readAfter(
    declared,
    `create table public.toys (name text); create sequence public.numbers; create view public.names as select name from public.dogs;
    create function public.one() returns int language sql return 1; create function private.two() returns int language sql return 2`,
  );
  const added = compare(catalogue, wanted).map(({ kind, name }) => `${kind} ${name}`);
  expect(added).toContain('function private.two()');
  expect(added.filter((name) => name.startsWith('rights'))).toEqual([]);
});

group('the files', async () => {
  const folder = product.schema.folder;
  const names = (await readdir(folder)).toSorted();
  const files = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  );

  test('the file of a table names all others that put triggers on it', () => {
    for (const { name, text } of files) {
      for (const [, table] of text.matchAll(/^create trigger [^;]*? on ([\w.]+)/gm)) {
        const home = files.find((file) => file.text.includes(`create table ${table} (`));
        if (home && home.name !== name) expect(home.text, `${table} in ${home.name}`).toContain(name);
      }
    }
  });

  test('two migrations with one version are refused', async () => {
    // Hosted Supabase knows a migration by the digits before its name, and applies one of two that share them.
    const versions = (await readdir(product.migrations.folder)).map((name) => name.split('_', 1)[0]!);
    expect(versions.filter((version) => !/^\d{14}$/.test(version))).toEqual([]);
    expect(versions.filter((version, index) => versions.indexOf(version) !== index)).toEqual([]);
  });

  test('no migration is dated later than the day on which it is made', async () => {
    // Those of 24 November are dated a day ahead, and later ones have to follow them.
    const latest = [new Date().toISOString().slice(0, 10).replaceAll('-', ''), '20261125'].toSorted().at(-1)!;
    for (const name of await readdir(product.migrations.folder)) expect(name.slice(0, 8) <= latest, name).toBe(true);
  });
});
