import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startCluster } from '../../embedded-supabase/database/cluster.ts';
import { connect, type Sql } from '../../embedded-supabase/database/connect.ts';
import { readSources } from '../../embedded-supabase/database/migrate.ts';
import { copyIn } from '../../server/backup/tables.ts';
import { migrationSources } from '../../server/product.ts';
import { answerInvitation, invitationOf, makeLink, openInvitation } from '../support/invitation-links.ts';
import { addDog, newClient, planParty } from '../support/owners.ts';
import { putPicture } from '../support/pictures.ts';
import { layEmptyDatabase } from '../support/prepared-database.ts';
import { runCommand } from '../support/run-script.ts';
import { makeDataDir } from '../support/start-server.ts';
import { readTar } from '../support/tar.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';

// Several servers run one after another, on a small machine that does other things too.
vi.setConfig({ testTimeout: 400_000 });

/** Backups of earlier versions, taken by their own backup command, with owners, guests and keys made up for them. */
const readBackup = async (version: string) =>
  gunzipSync(await readFile(new URL(`../support/version-${version}.tar.gz`, import.meta.url)));
const password = 'sausages-4-ever';
const owner = { id: '87f1063f-aeda-4cc3-835a-6d1cc24a0d7a', email: 'ada@wagday.dev', password };
/** Tokens in addresses that guests and calendars have kept since. */
const link = '7MW7If0Jqnb1GJZ17E2iWdapic6xJ-hfT9pnIUJDCNk';
const ownLink = 'xZgOKzJ96h8Yy2ZD75EinMbYoit0ZLEL_3E2i6l9pLw';
const feed = 'BNUEUrut8dg_1-ZtEUlJ3bCxFaCNETyCdWP14ttgtrE';
/** The link of a party that was called off on the second day, whose guests and their places are kept. */
const calledOffLink = 'D7kmCLOEGq3F0Ro_bODYOoQjMxPq9xNoXOZKt-r7jFs';

let place: string;
let server: TestBackend | undefined;

beforeEach(async () => {
  place = await makeDataDir();
});
afterEach(async () => {
  await server?.stop();
  await rm(place, { recursive: true, force: true });
});

/** Applies the migrations of an earlier version. A file that has changed since has another checksum. */
async function applyMigrations(sql: Sql, migrations: readonly { name: string; checksum: string }[]): Promise<void> {
  await sql.unsafe(`create schema wagday;
    revoke all on schema wagday from public;
    create table wagday.migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    )`);
  const files = new Map((await readSources(migrationSources)).map((file) => [file.name, file.text]));
  for (const { name, checksum } of migrations) {
    const text = files.get(name) ?? '';
    expect([name, createHash('sha256').update(text).digest('hex')]).toEqual([name, checksum]);
    await sql.begin(async (transaction) => {
      await transaction.unsafe(text);
      await transaction.unsafe('reset role; reset all');
      await transaction`
        insert into wagday.migrations (name, checksum, applied_at) values (${name}, ${checksum}, clock_timestamp())`;
    });
  }
}

/** Makes a data directory whose database has neither tables nor roles. */
async function makeEmpty(name: string): Promise<string> {
  const dataDir = join(place, name);
  await mkdir(dataDir, { mode: 0o711 });
  await layEmptyDatabase(dataDir);
  return dataDir;
}

/** Fills the data directory from which the backup was taken. */
async function fillDataDirectory(dataDir: string, backup: Buffer): Promise<void> {
  const entries = readTar(backup);
  const entry = (name: string) => entries.find((one) => one.name === name)!.bytes;
  const { migrations, tables } = JSON.parse(entry('backup.json').toString()) as {
    migrations: { name: string; checksum: string }[];
    tables: { name: string; columns: string[] }[];
  };
  await mkdir(join(dataDir, 'photos'), { recursive: true, mode: 0o700 });
  const silent = () => undefined;
  const cluster = await startCluster({ dataDir, log: { info: silent, error: silent } });
  const sql = connect(cluster.url, { max: 1 });
  await applyMigrations(sql, migrations);
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await transaction.unsafe(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    for (const { name, columns } of tables) {
      for (const rows of entries.filter((one) => one.name.startsWith(`rows/${name}/`))) {
        await copyIn(transaction, `${name} (${columns.join(', ')})`, [rows.bytes]);
      }
    }
    // Imported rows do not advance the numbers of later rows.
    await transaction`select setval(seqrelid, 1000) from pg_sequence`;
  });
  await sql.end();
  await cluster.stop();
  await rm(join(dataDir, 'logs'), { recursive: true, force: true });
  for (const { name, bytes } of entries.filter((one) => one.name.startsWith('photos/'))) {
    await writeFile(join(dataDir, name.replace(/\.\w+$/, '')), bytes);
  }
  await writeFile(join(dataDir, 'secrets.json'), entry('secrets.json'), { mode: 0o600 });
}

/** What owners of version 0.1 do with today's Wagday, starting from the session that they left open. */
async function expectOldestToWork(backend: Backend): Promise<void> {
  const id = '27f97949-6bc7-444d-bf6a-55e196cfa495';
  const refresh_token = createHash('sha256').update(id).digest('base64url');
  const signedIn = newClient(backend);
  const refreshed = await signedIn.auth.refreshSession({ refresh_token });
  expect([refreshed.error, refreshed.data.user?.id]).toEqual([null, id]);

  const client = newClient(backend);
  expect((await client.auth.signInWithPassword(owner)).error).toBeNull();
  for (const same of [client, signedIn]) {
    const { data: dogs } = await same.from('dogs').select('name, notes').throwOnError();
    expect(dogs).toEqual([{ name: 'Rex of Ada \\N', notes: 'two\nlines\tand a \\' }]);
  }
  const { data: parties } = await client.from('birthday_celebrations').select('title').throwOnError();
  expect(parties).toEqual([{ title: "Ada's party" }]);
  const photo = await fetch(`${backend.url}/storage/v1/object/public/dog-photos/${id}/1.png`);
  const kept = readTar(await readBackup('0.1')).find(
    ({ name }) => name === 'photos/f245ebe3-1cce-458f-8c0f-a325c85d06df.png',
  );
  expect(Buffer.from(await photo.arrayBuffer())).toEqual(kept?.bytes);
  expect(photo.headers.get('content-type')).toBe('image/png');

  const dog = await addDog({ client, id }, { name: 'New' });
  await planParty({ client, id }, dog.id);
  await putPicture({ client, id }, '2.png');
  expect((await client.storage.from('dog-photos').remove([`${id}/1.png`])).data).toHaveLength(1);
  expect((await client.auth.signOut()).error).toBeNull();
}

type Backend = { url: string; key: string };

/** @param isOfSecondDay then a party was called off */
async function expectToWork(backend: Backend, isOfSecondDay = false): Promise<void> {
  const client = newClient(backend);
  expect((await client.auth.signInWithPassword(owner)).error).toBeNull();
  const { data: dogs } = await client.from('dogs').select('id, name, notes, died_on').order('name').throwOnError();
  expect(dogs).toEqual([
    { id: expect.any(String), name: 'Old', notes: null, died_on: '2022-02-02' },
    { id: expect.any(String), name: 'Rex \\N', notes: 'two\nlines\tand a \\', died_on: null },
  ]);
  const photo = await fetch(`${backend.url}/storage/v1/object/public/dog-photos/${owner.id}/1.png`);
  expect(photo.headers.get('content-type')).toBe('image/png');
  const { data: settings } = await client.from('reminder_settings').select('time_zone, by_mail').throwOnError();
  expect(settings).toEqual([{ time_zone: 'Europe/Berlin', by_mail: true }]);
  expect((await fetch(`${backend.url}/calendar/${feed}.ics`)).status).toBe(200);

  // A guest's own link shows the place and the answer, the invitation's link does not, and both still accept answers.
  const open = (token: string) => openInvitation(backend, token);
  expect((await open(link)).party).toMatchObject({ title: 'Cake Day', location: null, isPlaceHidden: true });
  const opened = await open(ownLink);
  expect(opened.party).toMatchObject({ location: 'The old oak' });
  expect(opened.guest).toMatchObject({ name: 'Grace', brings: ['Cake'] });
  await answerInvitation(backend, link, { name: 'Linus', answer: 'maybe' });
  await answerInvitation(backend, ownLink, { name: 'Grace', answer: 'no' }, { answer_key: null });
  const { data: party } = await client.from('birthday_celebrations').select('id').single().throwOnError();
  const { id } = await invitationOf({ client }, party?.id);
  const guests = client.from('party_guests').select('name, answer').eq('invitation_id', id).order('name');
  expect((await guests.throwOnError()).data).toEqual([
    { name: 'Alan', answer: 'yes' },
    { name: 'Grace', answer: 'no' },
    { name: 'Linus', answer: 'maybe' },
  ]);
  expect((await open(await makeLink({ client }, party?.id))).party).toMatchObject({ title: 'Cake Day' });
  if (isOfSecondDay) {
    expect(await open(calledOffLink)).toMatchObject({
      state: 'cancelled',
      party: { title: 'Rained Off', end: '17:00' },
    });
  }

  await addDog({ client, id: owner.id }, { name: 'New' });
  expect((await client.rpc('delete_own_account')).error).toBeNull();
}

const one = 'Restored 1 owner, 2 dogs, 1 party';
const two = 'Restored 2 owners, 2 dogs, 2 parties, and 2 photos, as they were at 2026-11-21';

test.for([
  { version: '0.1', told: two, expectAll: expectOldestToWork, words: ['--keep-sessions'] },
  { version: '2026-11-24', told: one, expectAll: expectToWork, words: [] },
  { version: '2026-11-27', told: one, expectAll: (backend: Backend) => expectToWork(backend, true), words: [] },
])(
  'a data directory and a backup of version $version start, and serve and take what their owners and guests have',
  async ({ version, told, expectAll, words }) => {
    const backup = await readBackup(version);
    const old = await makeEmpty('old');
    await fillDataDirectory(old, backup);
    server = await startTestBackend({ dataDir: old });
    await expectAll(server);
    await server.stop();

    const file = join(place, 'old.tar');
    await writeFile(file, backup);
    const dataDir = await makeEmpty('new');
    const restored = await runCommand('restore', [file, ...words], { WAGDAY_DATA: dataDir });
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining(told) });
    server = await startTestBackend({ dataDir });
    await expectAll(server);
  },
);
