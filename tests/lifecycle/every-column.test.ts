import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Sql } from '../../embedded-supabase/database/connect.ts';
import { messageOf } from '../../embedded-supabase/errors.ts';
import { openDiskStore } from '../../embedded-supabase/photos/photo-store.ts';
import { checkArchive } from '../../server/backup/check-archive.ts';
import { createBackup } from '../../server/backup/create-backup.ts';
import { importFrom } from '../../server/backup/read-export.ts';
import { restoreBackup } from '../../server/backup/restore-backup.ts';
import { listTables, setTriggers, type Table } from '../../server/backup/tables.ts';
import { exportTo } from '../../server/backup/write-export.ts';
import { productName } from '../../server/product.ts';
import { shareCluster } from '../support/shared-cluster.ts';
import { makeDataDir } from '../support/start-server.ts';
import { readTar } from '../support/tar.ts';

/** Things that a newcomer may add: a table and a column unknown to the code, with names that need quotes, and a trigger on the table. */
const additions = `
  create table public.treats (
    "order" bigint generated always as identity primary key,
    dog_id uuid not null references public.dogs (id) on delete cascade,
    name text not null default 'bone',
    "in English" text generated always as (upper(name)) stored,
    portions numeric(6, 2) default 1.5,
    rating smallint default 3,
    is_liked boolean not null default true,
    labels jsonb not null default '{}',
    best_before date default '2020-01-01',
    version integer not null default 1,
    updated_at timestamptz not null default now()
  );
  alter table public.treats enable row level security;
  create function public.raise_treat() returns trigger language plpgsql as $$
    begin new.version := coalesce(old.version, 0) + 1; new.updated_at := now(); return new; end
  $$;
  create trigger raise_treat before insert or update on public.treats for each row execute function public.raise_treat();
  alter table public.dogs add column favourite_toy text default 'ball', add column "group" integer default 1;`;

/** A value for each type; texts differ by column. */
const values: Readonly<Record<string, (column: string) => unknown>> = {
  uuid: () => randomUUID(),
  text: (column) => `${column}, "quoted"; two\nlines \\N`,
  date: () => '2021-03-04',
  'time without time zone': () => '18:30',
  'timestamp with time zone': () => '2021-03-04 05:06:07.890123+00',
  boolean: () => false,
  smallint: () => 4,
  integer: () => 7,
  bigint: () => 41,
  'numeric(6,2)': () => '12.25',
  jsonb: (column) => JSON.stringify({ of: column }),
  bytea: () => `\\x${'07'.repeat(32)}`,
  'text[]': (column) => [column, 'a "b", {c}'],
  'smallint[]': () => [1, 7],
};

/** What to do about a new column that the made-up rows do not fit. */
const whatToDo =
  'Give the column a value that its check allows and that is not its default: a line in `allowed` in tests/lifecycle/every-column.test.ts.';

/** Values for columns whose checks require something else. */
const allowed: Readonly<Record<string, unknown>> = {
  'dogs.name': 'Rex, "the" \\N',
  'dogs.breed': 'Spaniel, "mixed"',
  'dogs.size': 'giant',
  'dogs.photo_url': 'https://elsewhere.example/storage/v1/object/public/dog-photos/rex.png',
  'dogs.birth_precision': 'month',
  'reminder_settings.by_mail': true,
  'reminder_settings.by_push': true,
  'reminder_settings.time_zone': 'Asia/Kathmandu',
  'push_subscriptions.device': 'Ada\'s "phone" \\N',
  'push_subscriptions.endpoint': 'https://web.push.apple.com/a',
  'push_subscriptions.p256dh': `B${'p'.repeat(86)}`,
  'push_subscriptions.auth': 'a'.repeat(22),
  'calendar_feeds.name': 'Grandma, "the" \\N',
  'calendar_feeds.contents': 'birthdays',
  'calendar_feeds.alarms': true,
  'birthday_celebrations.title': 'Cake, "and" \\N',
  'birthday_celebrations.end_time': '21:00',
  'birthday_celebrations.time_zone': 'Europe/Berlin',
  'birthday_celebrations.location': 'Park, "north"',
  'party_invitations.place_for': 'yes',
  'party_invitations.guest_list': 'names',
  'party_invitations.replies_by_mail': true,
  'party_invitations.has_link': true,
  'party_invitations.link_token': 'T'.repeat(43),
  'party_invitations.cancel_reason': 'A "sore" paw \\N',
  'party_invitations.thanks': 'A "fine" day \\N',
  'party_invitations.album_url': 'https://photos.example/a?b="c"\\N',
  'party_invitations.shows_photo': true,
  'party_invitations.is_on_again': true,
  'party_invitations.preview': 'ada/"luna" \\N.jpg',
  'party_guests.name': 'Grace, "the" \\N',
  'party_guests.answer': 'yes',
  'party_guests.email': 'grace@wagday.dev',
  'portraits.kind': 'gotcha day',
  'portraits.line': 'Cake, "and" \\N',
  'portraits.photo_url': 'https://elsewhere.example/storage/v1/object/public/dog-photos/luna.png',
  'birthday_celebrations.invitation_image_url': '/invitations/rex.png',
  'birthday_celebrations.memory_photo_url': 'https://elsewhere.example/storage/v1/object/public/dog-photos/day.png',
};

const createDatabase = shareCluster();
let place: string;
const databases: Sql[] = [];

beforeAll(async () => {
  place = await makeDataDir();
});
afterAll(async () => {
  await Promise.all(databases.map((sql) => sql.end()));
  await rm(place, { recursive: true, force: true });
});

async function newDatabase(): Promise<Sql> {
  const sql = connect(await createDatabase(), { max: 2, name: 'test', schema: productName });
  databases.push(sql);
  return sql;
}

/** The data that the commands work on, with a separate folder for photos. */
async function placeOf(sql: Sql, name: string) {
  const dataDir = join(place, name);
  await mkdir(dataDir, { recursive: true });
  const store = await openDiskStore(join(dataDir, 'photos'));
  return { sql, dataDir, store, keepsKeysInFile: true, [Symbol.asyncDispose]: async () => undefined };
}

/** Returns the tables of schema public from the catalogue, independently of the code under test. */
async function listPublicTables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select 'public.' || relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`;
  return rows.map(({ name }) => name);
}

/** Gives every table of public a row in which every column has a value other than its default. */
async function fillEveryColumn(sql: Sql): Promise<void> {
  const ownerId = randomUUID();
  await sql`insert into auth.users (id, email, encrypted_password) values (${ownerId}, 'ada@wagday.dev', 'a hash')`;
  const tables = await sql.begin((transaction) => listTables(transaction));
  const filled = new Map<string, Record<string, unknown>>([['auth.users', { id: ownerId }]]);
  for (const table of tables.filter(({ name }) => name.startsWith('public.'))) {
    const row = rowFor(table, filled);
    filled.set(table.name, row);
    await setTriggers(sql, [table], 'disable');
    const columns = table.columns.map(({ sql: name }) => name).join(', ');
    const inserted = sql.unsafe(
      `insert into ${table.sql} (${columns}) overriding system value
        select ${columns} from jsonb_populate_record(null::${table.sql}, $1::text::jsonb)`,
      [JSON.stringify(row)],
    );
    await inserted.catch((error: unknown) => {
      throw new Error(`The made-up row of ${table.name} is refused: ${messageOf(error)}. ${whatToDo}`, {
        cause: error,
      });
    });
    await setTriggers(sql, [table], 'enable');
    await expectNoDefaults(sql, table);
  }
}

/** A forgotten column that held its default would look as if it had moved. */
async function expectNoDefaults(sql: Sql, table: Table): Promise<void> {
  const defaults = await sql<{ name: string; value: string }[]>`
    select attname as name, pg_get_expr(adbin, adrelid) as value
    from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
    where adrelid = ${table.sql}::regclass and attgenerated = ''`;
  for (const column of table.columns) {
    const value = defaults.find(({ name }) => name === column.name)?.value ?? 'null';
    const found = await sql.unsafe(
      `select ${column.sql}::text is distinct from (${value})::text as is_telling from ${table.sql}`,
    );
    expect([...found], `${table.name}.${column.name} has its default here. ${whatToDo}`).toEqual([
      { is_telling: true },
    ]);
  }
}

function rowFor(table: Table, filled: ReadonlyMap<string, Record<string, unknown>>): Record<string, unknown> {
  const row = Object.fromEntries(
    table.columns.map(({ name, type }) => {
      const place = `${table.name.replace('public.', '')}.${name}`;
      const value = place in allowed ? allowed[place] : values[type]?.(name);
      if (value === undefined) throw new Error(`There is no made-up value for ${place}, a ${type}. ${whatToDo}`);
      return [name, type === 'jsonb' ? JSON.parse(String(value)) : value];
    }),
  );
  for (const { table: parent, columns, theirColumns } of table.references) {
    columns.forEach((column, index) => {
      row[column.replaceAll('"', '')] = filled.get(parent)?.[theirColumns[index]!.replaceAll('"', '')];
    });
  }
  return row;
}

/** Returns every row of every table of public, as text. */
async function readEverything(sql: Sql): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const table of await listPublicTables(sql)) {
    found[table] = (await sql.unsafe(`select to_jsonb(kept)::text as row from ${table} as kept order by 1`)).map(
      ({ row }) => JSON.parse(String(row)),
    );
  }
  return found;
}

test('every table of schema public is in a backup, because each has row rules', async () => {
  const sql = await newDatabase();
  const listed = (await sql.begin((transaction) => listTables(transaction))).map(({ name }) => name);
  expect(listed.filter((name) => name.startsWith('public.')).toSorted()).toEqual(await listPublicTables(sql));
});

test('of schema private a backup has each table of Wagday, and none of another program', async () => {
  const sql = await newDatabase();
  const own = await sql<{ name: string }[]>`
    select 'private.' || relname as name from pg_class
    where relnamespace = 'private'::regnamespace and relkind in ('r', 'p') order by 1`;
  await sql`create table private.invoices (id int primary key)`;
  const listed = (await sql.begin((transaction) => listTables(transaction))).map(({ name }) => name);
  expect(listed.filter((name) => name.startsWith('private.')).toSorted()).toEqual(own.map(({ name }) => name));
  expect(own.length).toBeGreaterThan(0);
});

test('every column of every table comes back by backup and restore, and moves by export and import @10.228', async () => {
  const full = await newDatabase();
  await full.unsafe(additions);
  await fillEveryColumn(full);
  const before = await readEverything(full);
  expect(Object.keys(before)).toContain('public.treats');
  for (const [table, rows] of Object.entries(before)) expect(rows, table).toHaveLength(1);

  await full`select private.schedule_missing_reminders()`;
  const [link, own] = ['08'.repeat(32), '09'.repeat(32)];
  await full`
    insert into private.invitation_links (token_hash, invitation_id) select decode(${link}, 'hex'), id from public.party_invitations`;
  await full`insert into private.guest_tokens (token_hash, file_hash, guest_id) select decode(${own}, 'hex'), decode(${own}, 'hex'), id from public.party_guests`;
  await full`insert into private.guest_mail_stops (invitation_id, address_hash) select id, '\\x07' from public.party_invitations`;
  await full`update private.reminder_due set done_until = '2001-01-01', due_at = '2001-01-01'`;
  await full`insert into private.guest_mails (guest_id, kind) select id, 'change' from public.party_guests`;
  await full`insert into private.guest_facts (guest_id, told) select id, '{"title": "Before"}' from public.party_guests`;
  const restored = await newDatabase();
  await restored.unsafe(additions);
  const file = join(place, 'wagday.tar');
  await createBackup(await placeOf(full, 'filled'), file, () => new Date());
  const options = { replace: true, keepSessions: false };
  await restoreBackup(await placeOf(restored, 'restored'), await checkArchive(file, 'backup'), options, new Date());
  expect(await readEverything(restored)).toEqual(before);
  // Reminders sent since the backup are not sent again.
  const settled =
    await restored`select due_at::text, done_until > '2020-01-01' as is_settled from private.reminder_due`;
  expect([...settled]).toEqual([{ due_at: '-infinity', is_settled: true }]);
  expect(await restored`select from private.guest_mails`).toHaveLength(0);
  expect(await restored`select from private.guest_facts where told ->> 'title' is distinct from 'Before'`).toHaveLength(
    1,
  );

  const imported = await newDatabase();
  await imported.unsafe(additions);
  const exported = join(place, 'export.tar');
  await exportTo(await placeOf(full, 'filled'), exported, null);
  const target = { origin: 'https://wagday.example', secretKey: null };
  await importFrom(await placeOf(imported, 'imported'), await checkArchive(exported, 'export'), target);
  // Subscriptions belong to the push key of one backend, so they stay behind.
  expect(await readEverything(imported)).toEqual({ ...before, 'public.push_subscriptions': [] });
  expect(await imported`select due_at::text from private.reminder_due`).toEqual([{ due_at: '-infinity' }]);

  // Afterwards triggers work, links open what they did, and numbers continue.
  for (const sql of [restored, imported]) {
    expect(
      await sql`
        select invitation_id, guest_id from private.invitation_links join public.party_guests using (invitation_id)
        join private.guest_tokens on guest_id = party_guests.id
        join private.guest_mail_stops using (invitation_id)
        where invitation_links.token_hash = decode(${link}, 'hex') and guest_tokens.token_hash = decode(${own}, 'hex')`,
    ).toHaveLength(1);
    const [dog] = await sql<{ id: string }[]>`select id from public.dogs`;
    expect(await sql`insert into public.treats (dog_id) values (${dog!.id}) returning "order", version`).toEqual([
      { order: '42', version: 1 },
    ]);
  }
});

test('a new column that its made-up value does not fit fails with where to give it another', async () => {
  const sql = await newDatabase();
  for (const [name, column, problem] of [
    ['mood', "text check (mood in ('calm', 'wild'))", 'public.dogs is refused: new row for relation "dogs" violates'],
    ['spot', 'point', 'There is no made-up value for dogs.spot, a point'],
    ['legs', 'smallint default 4', 'public.dogs.legs has its default here'],
  ]) {
    await sql.unsafe(`alter table public.dogs add column ${name} ${column}`);
    const failure = await fillEveryColumn(sql).then(
      () => 'none',
      ({ message }: Error) => message,
    );
    expect(failure).toContain(problem);
    expect(failure).toMatch(/a line in `allowed` in tests\/lifecycle\/every-column\.test\.ts\./);
    await sql.unsafe(`truncate auth.users cascade; alter table public.dogs drop column ${name}`);
  }
});

test('an export from before a table or a column moves with defaults, and one that knows more is refused', async () => {
  const [older, newer] = [await newDatabase(), await newDatabase()];
  await fillEveryColumn(older);
  await older`delete from public.reminder_settings`;
  await newer.unsafe(additions);
  const target = { origin: 'https://wagday.example', secretKey: null };
  const files = [join(place, 'older-export.tar'), join(place, 'newer-export.tar')] as const;
  await exportTo(await placeOf(older, 'older'), files[0], null);
  await importFrom(await placeOf(newer, 'newer'), await checkArchive(files[0], 'export'), target);
  const [dog] = await newer`select name, favourite_toy, "group" from public.dogs`;
  expect(dog).toEqual({ name: allowed['dogs.name'], favourite_toy: 'ball', group: 1 });
  // A host hears of answers without reminders, too.
  expect(await newer`select from private.reminder_due`).toHaveLength(1);

  await exportTo(await placeOf(newer, 'newer'), files[1], null);
  await older`truncate auth.users cascade`;
  // The columns of a known table come before the unknown table.
  const refused = importFrom(await placeOf(older, 'older'), await checkArchive(files[1], 'export'), target);
  await expect(refused).rejects.toThrow(/ has a table or columns that are not there \(public\.dogs\): /);
  expect(await older`select from auth.users`).toHaveLength(0);
});

test('a table of many pieces moves whole, and the script for psql names each piece', async () => {
  const [large, empty] = [await newDatabase(), await newDatabase()];
  await large`
    insert into auth.users (id, email, encrypted_password, raw_user_meta_data)
    select gen_random_uuid(), number || '@wagday.dev', 'a hash', jsonb_build_object('name', repeat('Rex', 1000)) from generate_series(1, 1200) as number`;
  const file = join(place, 'large-export.tar');
  await exportTo(await placeOf(large, 'large'), file, null);
  const entries = readTar(await readFile(file));
  const pieces = entries.map(({ name }) => name).filter((name) => name.startsWith('rows/auth.users/'));
  expect(pieces).toEqual(['000001', '000002', '000003', '000004'].map((piece) => `rows/auth.users/${piece}`));
  const script = String(entries.find(({ name }) => name === 'hosted-supabase.sql')!.bytes);
  expect([...script.matchAll(/from '(rows\/auth\.users\/.*)'$/gm)].map(([, piece]) => piece)).toEqual(pieces);
  const target = { origin: 'https://wagday.example', secretKey: null };
  await importFrom(await placeOf(empty, 'empty'), await checkArchive(file, 'export'), target);
  const everybody = (sql: Sql) => sql`select id, email, raw_user_meta_data from auth.users order by id`;
  expect([...(await everybody(empty))]).toEqual([...(await everybody(large))]);
});
