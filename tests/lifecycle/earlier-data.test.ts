import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyIn } from '../../server/backup/tables.ts';
import { runScript } from '../support/run-script.ts';
import { makeDataDir, startServer, type TestServer } from '../support/start-server.ts';
import { readTar } from '../support/tar.ts';
import { dogRow, newClient } from '../support/test-backend.ts';
import { applyMigrations, removeLaterRoles, whileDatabaseRuns } from '../support/version-0-1.ts';

// Several servers run one after another, on a small machine that does other things too.
vi.setConfig({ testTimeout: 400_000 });

/** The days of earlier versions. Each backup was taken by the backup command of its day, with an owner, guests and keys made up for it. */
const days = ['2026-11-24', '2026-11-27'] as const;
const readBackup = async (day: string) =>
  gunzipSync(await readFile(new URL(`../support/version-${day}.tar.gz`, import.meta.url)));
const owner = { id: '87f1063f-aeda-4cc3-835a-6d1cc24a0d7a', email: 'ada@wagday.dev', password: 'sausages-4-ever' };
/** Tokens in addresses that guests and calendars have kept since. */
const link = '7MW7If0Jqnb1GJZ17E2iWdapic6xJ-hfT9pnIUJDCNk';
const ownLink = 'xZgOKzJ96h8Yy2ZD75EinMbYoit0ZLEL_3E2i6l9pLw';
const feed = 'BNUEUrut8dg_1-ZtEUlJ3bCxFaCNETyCdWP14ttgtrE';
/** The link of a party that was called off on the second day, whose guests and their places are kept. */
const calledOffLink = 'D7kmCLOEGq3F0Ro_bODYOoQjMxPq9xNoXOZKt-r7jFs';

let place: string;
let server: TestServer | null;

beforeEach(async () => {
  place = await makeDataDir();
  server = null;
});
afterEach(async () => {
  await server?.stop();
  await rm(place, { recursive: true, force: true });
});

/** The data directory from which the backup was taken. */
async function makeDataDirectory(dataDir: string, backup: Buffer): Promise<void> {
  const entries = readTar(backup);
  const entry = (name: string) => entries.find((one) => one.name === name)!.bytes;
  const { migrations, tables } = JSON.parse(entry('backup.json').toString()) as {
    migrations: { name: string; checksum: string }[];
    tables: { name: string; columns: string[] }[];
  };
  await mkdir(join(dataDir, 'photos'), { recursive: true, mode: 0o700 });
  await whileDatabaseRuns(dataDir, async (sql) => {
    await removeLaterRoles(sql);
    await applyMigrations(sql, Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum])));
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
  });
  for (const { name, bytes } of entries.filter((one) => one.name.startsWith('photos/'))) {
    await writeFile(join(dataDir, name.replace(/\.\w+$/, '')), bytes);
  }
  await writeFile(join(dataDir, 'secrets.json'), entry('secrets.json'), { mode: 0o600 });
}

async function expectToWork({ url }: TestServer, day: (typeof days)[number]): Promise<void> {
  const backend = { url, key: 'wagday' };
  const client = newClient(backend);
  expect((await client.auth.signInWithPassword(owner)).error).toBeNull();
  const { data: dogs } = await client.from('dogs').select('id, name, notes, died_on').order('name').throwOnError();
  expect(dogs).toEqual([
    { id: expect.any(String), name: 'Old', notes: null, died_on: '2022-02-02' },
    { id: expect.any(String), name: 'Rex \\N', notes: 'two\nlines\tand a \\', died_on: null },
  ]);
  const photo = await fetch(`${url}/storage/v1/object/public/dog-photos/${owner.id}/1.png`);
  expect(photo.headers.get('content-type')).toBe('image/png');
  const { data: settings } = await client.from('reminder_settings').select('time_zone, by_mail').throwOnError();
  expect(settings).toEqual([{ time_zone: 'Europe/Berlin', by_mail: true }]);
  expect((await fetch(`${url}/calendar/${feed}.ics`)).status).toBe(200);

  // A guest's own link shows the place and the answer, the invitation's link does not, and both still accept answers.
  const guest = newClient(backend);
  const open = async (token: string) => (await guest.rpc('open_invitation', { token }).throwOnError()).data;
  expect((await open(link)).party).toMatchObject({ title: 'Cake Day', location: null, isPlaceHidden: true });
  const opened = await open(ownLink);
  expect(opened.party).toMatchObject({ location: 'The old oak' });
  expect(opened.guest).toMatchObject({ name: 'Grace', brings: ['Cake'] });
  const answer = { name: 'Linus', answer: 'maybe', adults: 1, children: 0, dogs: [], brings: [] };
  const said = { ...answer, allergies: null, note: null, email: null };
  await guest.rpc('answer_invitation', { token: link, answer_key: randomUUID(), answer: said }).throwOnError();
  await guest
    .rpc('answer_invitation', { token: ownLink, answer_key: null, answer: { ...said, name: 'Grace', answer: 'no' } })
    .throwOnError();
  const { data: party } = await client.from('birthday_celebrations').select('id').single().throwOnError();
  const { data: invitation } = await client
    .from('party_invitations')
    .select('id')
    .eq('party_id', party?.id)
    .single()
    .throwOnError();
  const { data: guests } = await client
    .from('party_guests')
    .select('name, answer')
    .eq('invitation_id', invitation?.id)
    .order('name')
    .throwOnError();
  expect(guests).toEqual([
    { name: 'Alan', answer: 'yes' },
    { name: 'Grace', answer: 'no' },
    { name: 'Linus', answer: 'maybe' },
  ]);
  const fresh = await client.rpc('make_invitation_link', { party_id: party?.id }).throwOnError();
  expect((await open(fresh.data)).party).toMatchObject({ title: 'Cake Day' });
  if (day === '2026-11-27') {
    expect(await open(calledOffLink)).toMatchObject({
      state: 'cancelled',
      party: { title: 'Rained Off', end: '17:00' },
    });
  }

  await client
    .from('dogs')
    .insert(dogRow(owner.id, { name: 'New' }))
    .throwOnError();
  expect((await client.rpc('delete_own_account')).error).toBeNull();
}

for (const day of days) {
  test(`a data directory of ${day} starts, and serves and takes what its owner and guests have`, async () => {
    await makeDataDirectory(place, await readBackup(day));
    server = await startServer({ dataDir: place });
    await expectToWork(server, day);
  });

  test(`a backup of ${day} restores, starts, and serves and takes what its owner and guests have`, async () => {
    const file = join(place, 'old.tar');
    await writeFile(file, await readBackup(day));
    const dataDir = join(place, 'new');
    const restored = await runScript('restore', [file], { WAGDAY_DATA: dataDir });
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored 1 owner, 2 dogs, 1 party') });
    server = await startServer({ dataDir });
    await expectToWork(server, day);
  });
}
