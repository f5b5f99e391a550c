import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sweepSessions } from '../../../embedded-supabase/auth/sessions.ts';
import { connect } from '../../../embedded-supabase/database/connect.ts';
import { migrateWithin, readSources } from '../../../embedded-supabase/database/migrate.ts';
import { createRequests, type Requester } from '../../../embedded-supabase/database/requests.ts';
import { sweepPhotos } from '../../../embedded-supabase/storage/sweep.ts';
import { listTables } from '../../../server/backup/tables.ts';
import { migrationSources, productName } from '../../../server/product.ts';
import { addDog, newOwner } from '../../support/owners.ts';
import { startForTest } from '../../support/shared-backend.ts';
import { startOwnCluster } from '../../support/shared-cluster.ts';
import { startTestBackend, type TestBackend } from '../../support/test-backend.ts';

const silent = { info: () => undefined, error: () => undefined };
const nobody: Requester = { claims: null, client: '192.0.2.1' };

let count = 0;

const cluster = await startOwnCluster(afterAll);
const admin = connect(cluster.url, { max: 1 });
// As docs/deploy.md says.
await admin.unsafe("create role owner login createrole password 'hunter2'");
afterAll(() => admin.end());

/** A database whose owner is no superuser; that owner creates the roles of the first one. */
async function newDatabase(): Promise<string> {
  count += 1;
  await admin.unsafe(`create database logins_${count} owner owner`);
  const url = new URL(cluster.url);
  Object.assign(url, { username: 'owner', password: 'hunter2', pathname: `/logins_${count}` });
  return url.href;
}

/** Statements by which an attacker who could run any statement in a request might gain more than the request's role may do. */
const attempts = [
  "reset role; select pg_read_file('/etc/hostname') as body, 1 as length, null::int as total",
  'reset role; select email::text as body, 1 as length, null::int as total from auth.users',
  'reset role; select encode(token_hash, $$hex$$) as body, 1 as length, null::int as total from auth.refresh_tokens',
  'reset role; select password as body, 1 as length, null::int as total from wagday.logins',
  'reset role; select value::text as body, 1 as length, null::int as total from wagday.secrets',
  'reset role; select details::text as body, 1 as length, null::int as total from wagday.jobs',
  'reset role; select notes as body, 1 as length, null::int as total from public.dogs',
  'reset role; delete from storage.objects; select null::text as body, 1 as length, null::int as total',
  'reset role; create table public.taken (id int); select null::text as body, 1 as length, null::int as total',
  'reset role; create function wagday.taken() returns int language sql as $$select 1$$',
  'reset role; alter table public.dogs disable row level security',
  'reset role; alter role current_user superuser',
  'reset role; create role taken superuser',
  'set role service_role; select null::text as body, 1 as length, null::int as total',
  'set role pg_read_all_data; select null::text as body, 1 as length, null::int as total',
  'reset role; set role :owner; select null::text as body, 1 as length, null::int as total',
  'set session authorization :owner; select null::text as body, 1 as length, null::int as total',
  "reset role; copy (select 1) to program 'true'",
  "reset role; copy (select 1) to '/tmp/taken'",
  "reset role; select lo_import('/etc/hostname')::text as body, 1 as length, null::int as total",
  "reset role; load 'auto_explain'",
  "reset role; set session_replication_role = 'replica'; select null::text as body, 1 as length, null::int as total",
];

const kinds = [
  { kind: 'the embedded database', start: () => startTestBackend({ embedsDatabase: true }) },
  {
    kind: 'DATABASE_URL with a login that is no superuser',
    start: async () => startTestBackend({ databaseUrl: await newDatabase() }),
  },
];

describe.each(kinds)('over $kind', ({ start }) => {
  let backend: TestBackend;
  let owner: string;

  beforeAll(async () => {
    backend = await start();
    owner = new URL(backend.databaseUrl).username;
    await addDog(await newOwner(backend), { notes: 'a secret' });
  });
  afterAll(() => backend?.stop());

  test.each(attempts)('a request that runs "%s" is refused', async (attempt) => {
    const { runAs } = createRequests(backend.database.requests);
    const statement = { text: attempt.replaceAll(':owner', owner), values: [] };
    await expect(runAs(nobody, statement, false)).rejects.toMatchObject({ code: '42501' });
    // Nothing of it remains on the connection.
    const [who] = await backend.database.requests`select current_user = session_user as is_itself`;
    expect(who).toEqual({ is_itself: true });
  });

  test('what a statement sets does not reach the next request', async () => {
    const { runAs } = createRequests(backend.database.requests);
    const settings = `
      concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout')) as body,
      1 as length, null::int as total`;
    const set = 'set statement_timeout = 0; set lock_timeout = 0; set role anon;';
    for (let time = 0; time < 20; time += 1) {
      await runAs(nobody, { text: `${set} select ${settings}`, values: [] }, false);
      expect(await runAs(nobody, { text: `select ${settings}`, values: [] }, false)).toMatchObject({ body: '5s 1s' });
    }
  });

  test("the server's logins are no superusers, own nothing, and see no dog", async () => {
    const logins = await backend.sql`
      select rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls, rolinherit,
        (select count(*)::int from pg_shdepend where refobjid = pg_roles.oid and deptype = 'o') as owned
      from pg_roles join wagday.logins on name = rolname order by purpose`;
    expect(logins).toHaveLength(2);
    for (const { rolname: _, owned, ...rights } of logins) {
      expect(owned).toBe(0);
      expect(Object.values(rights)).toEqual(Array(6).fill(false));
    }
    for (const pool of [backend.database.accounts, backend.database.background, backend.database.health]) {
      await expect(pool`select from public.dogs`).rejects.toMatchObject({ code: '42501' });
      await expect(pool`select from wagday.logins`).rejects.toMatchObject({ code: '42501' });
      await expect(pool.unsafe('set role authenticated')).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('the sweeps do their work over the login of the service', async () => {
    const { background: sql } = backend.database;
    const now = () => new Date();
    const name = `${crypto.randomUUID()}/1.webp`;
    await backend.sql`insert into storage.objects (bucket_id, name) values ('dog-photos', ${name})`;
    await backend.sql`
      insert into auth.sessions (user_id, updated_at, refresh_token_hmac_key)
      select id, '2020-01-01', sha256('key') from auth.users limit 1`;
    expect(await sweepPhotos({ sql, store: backend.photos.store, log: silent, now })).toMatchObject({ accounts: 1 });
    expect(await sweepSessions({ sql, now })).toMatchObject({ sessions: 1 });
    expect(await backend.sql`select from storage.objects where name = ${name}`).toHaveLength(0);
  });

  test('no sweep waits for a statement of the other', async () => {
    const { sweeps } = backend.database;
    let waiting: Promise<unknown> = Promise.resolve();
    await backend.sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(7)`;
      waiting = Promise.all([sweeps`select pg_advisory_xact_lock(7)`]);
      expect(await sweeps`select 1`).toHaveLength(1);
    });
    await waiting;
  });

  test('the logins of the server are the only ones that its requests and accounts use', async () => {
    const names = await backend.sql<{ usename: string }[]>`
      select distinct usename from pg_stat_activity where application_name = 'wagday' and datname = current_database()`;
    const logins = await backend.sql<{ name: string }[]>`select name from wagday.logins`;
    expect(names.map(({ usename }) => usename).toSorted()).toEqual(logins.map(({ name }) => name).toSorted());
  });
});

test('no backup holds the logins, which every database has of its own', async () => {
  const backend = await startForTest({ databaseUrl: await newDatabase() });
  const tables = await backend.sql.begin((transaction) => listTables(transaction));
  expect(tables.map(({ name }) => name)).toContain('auth.users');
  expect(tables.map(({ name }) => name)).not.toContain('wagday.logins');
});

test('servers that start at once share the logins, and a start mends a changed password', async () => {
  const databaseUrl = await newDatabase();
  const servers = await Promise.all([startTestBackend({ databaseUrl }), startTestBackend({ databaseUrl })]);
  const [first] = servers;
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))));
  for (const server of servers) await addDog(await newOwner(server));
  const before = await first.sql<{ name: string }[]>`select purpose, name, password from wagday.logins`;
  expect(before).toHaveLength(2);
  for (const { name } of before) await first.sql.unsafe(`alter role ${name} password 'changed'`);
  const third = await startTestBackend({ databaseUrl });
  servers.push(third);
  await addDog(await newOwner(third));
  expect(await first.sql`select purpose, name, password from wagday.logins`).toEqual(before);
});

test('a database of the version without these logins gets them on its next start, and keeps its rows', async () => {
  const databaseUrl = await newDatabase();
  const sql = connect(databaseUrl, { max: 1, schema: productName });
  onTestFinished(() => sql.end());
  const files = await readSources(migrationSources);
  const earlier = files.filter(({ name }) => name < 'migrations/20261122' || /^platform\/00(0\d|1[0-2])/.test(name));
  await sql.begin((transaction) =>
    migrateWithin(
      transaction,
      earlier.filter(({ name }) => !/^platform\/00(1[3-9]|[2-9])/.test(name)),
    ),
  );
  await sql`insert into auth.users (email, encrypted_password) values ('early@wagday.dev', 'hash')`;
  const backend = await startForTest({ databaseUrl });
  await addDog(await newOwner(backend));
  expect(await sql`select email from auth.users where email = 'early@wagday.dev'`).toHaveLength(1);
});

test('an owner who may not create roles is told so in one sentence', async () => {
  const databaseUrl = await newDatabase();
  await admin.unsafe('alter role owner nocreaterole');
  onTestFinished(async () => void (await admin.unsafe('alter role owner createrole')));
  await expect(startTestBackend({ databaseUrl })).rejects.toMatchObject({
    name: 'StartUpError',
    message:
      'The role "owner" of DATABASE_URL may not create roles: run "alter role owner createrole" as an administrator.',
  });
});
