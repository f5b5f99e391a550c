import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { urlOfRunningCluster } from '../../embedded-supabase/database/cluster.ts';
import { connect } from '../../embedded-supabase/database/connect.ts';
import { withBackupLock } from '../../server/backup/open-data.ts';
import { startFakeS3 } from '../support/fake-s3.ts';
import { addDog, newClient, newOwner, type Owner, planParty } from '../support/owners.ts';
import { putPicture } from '../support/pictures.ts';
import { layDatabase } from '../support/prepared-database.ts';
import { runCommand, runScript } from '../support/run-script.ts';
import { startForTest } from '../support/shared-backend.ts';
import { makeDataDir, startServer } from '../support/start-server.ts';
import { startTestBackend, type TestBackend, type TestBackendOptions } from '../support/test-backend.ts';

// Several servers run one after another, on a small machine that does other things too.
vi.setConfig({ testTimeout: 400_000 });

let place: string;
let file: string;
let oldData: string;
let newData: string;
let servers: { stop(): Promise<void> }[];

beforeEach(async () => {
  place = await makeDataDir();
  file = join(place, 'wagday.tar');
  oldData = join(place, 'old');
  newData = join(place, 'new');
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await rm(place, { recursive: true, force: true });
});

/** Makes a data directory with a database without owners. */
async function prepare(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  if (!existsSync(join(dataDir, 'database'))) await layDatabase(dataDir);
}

async function start(dataDir: string, options: TestBackendOptions = {}): Promise<TestBackend> {
  if (!options.databaseUrl) await prepare(dataDir);
  const server = await startTestBackend({ dataDir, ...options });
  servers.push(server);
  return server;
}

const uploadPhoto = (owner: Owner, name: string, colour: string) => putPicture(owner, `${name}.png`, colour);

async function bytesOf(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}

const backup = (env: Record<string, string> = {}) => runCommand('backup', [file], { WAGDAY_DATA: oldData, ...env });
const restore = (dataDir: string, ...words: string[]) =>
  runCommand('restore', [file, ...words], { WAGDAY_DATA: dataDir });

test('a backup of a running server brings everything back elsewhere: accounts, sessions, dogs, parties, photos', async () => {
  await prepare(oldData);
  const first = { ...(await startServer({ dataDir: oldData })), key: 'wagday' };
  servers.push(first);
  const owner = await newOwner(first, { name: 'Ada' });
  const photo = await uploadPhoto(owner, '1', '#c0703a');
  const dog = await addDog(owner, {
    name: 'Rex \\ "the" \'first\'',
    notes: 'two\nlines\tand \\N',
    photo_url: photo.url,
  });
  const party = await planParty(owner, dog.id, { shared_platforms: ['twitter', 'x,"y"'] });
  // Added when it was allowed, and too old to be added today.
  const sql = connect((await urlOfRunningCluster(oldData))!, { max: 1 });
  await sql.unsafe(`alter table public.dogs disable trigger user; update public.dogs set birth_date = '1960-01-01';
    alter table public.dogs enable trigger user`);
  await sql.end();

  const taken = await runScript('backup', [file], { WAGDAY_DATA: oldData });
  expect(taken).toMatchObject({
    code: 0,
    output: expect.stringContaining('Backed up 1 owner, 1 dog, 1 party, and 1 photo.'),
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(place)).toEqual(['old', 'wagday.tar']);
  // Later changes are not in it, and do not disturb it.
  await addDog(owner, { name: 'Later' });

  const restored = await runScript('restore', [file, '--keep-sessions'], { WAGDAY_DATA: newData });
  expect(restored).toMatchObject({
    code: 0,
    output: expect.stringContaining('Restored 1 owner, 1 dog, 1 party, and 1 photo'),
  });
  expect(restored.output).toContain('Sessions and signing keys are those of the backup');
  expect(restored.output).toContain('Owners who deleted their account after that have it back');
  const second = await start(newData);
  const client = newClient(second);
  const { data: session } = await client.auth.signInWithPassword(owner);
  expect(session.user).toMatchObject({ id: owner.id, user_metadata: { name: 'Ada' } });
  const { data: dogs } = await client.from('dogs').select('*');
  expect(dogs).toEqual([{ ...dog, birth_date: '1960-01-01' }]);
  const { data: parties } = await client.from('birthday_celebrations').select('*');
  expect(parties).toEqual([party]);
  expect(await bytesOf(photo.url.replace(first.url, second.url))).toEqual(photo.bytes);

  // Sessions are kept as asked for: signed-in owners still are, by the access token and by the refresh token.
  const same = newClient(second);
  const { error } = await same.auth.setSession({ access_token: owner.accessToken, refresh_token: owner.refreshToken });
  expect(error).toBeNull();
  expect((await same.auth.refreshSession()).error).toBeNull();
  // New rows get new numbers and names.
  expect(
    (await same.from('dogs').insert({ user_id: owner.id, name: 'New', size: 'small', birth_date: '2020-01-01' })).error,
  ).toBeNull();
});

test.each(['backup', 'export'] as const)(
  '%s of a directory without data says so, and makes none there',
  async (script) => {
    for (const [run, WAGDAY_DATA] of [
      [runScript, place],
      [runCommand, join(place, 'missing')],
    ] as const) {
      const { code, output } = await run(script, [file], { WAGDAY_DATA });
      expect([code, output]).toEqual([
        1,
        `There is no data of Wagday in ${WAGDAY_DATA}: say where it is with WAGDAY_DATA.\n`,
      ]);
    }
    expect(await readdir(place)).toEqual([]);
  },
);

test('a backup taken while owners write is one moment: rows and photos agree, also those that are being deleted', async () => {
  const first = await start(oldData);
  const owner = await newOwner(first);
  for (let index = 0; index < 30; index += 1) {
    const { url } = await uploadPhoto(owner, `kept-${index}`, '#3366aa');
    await addDog(owner, { name: `Dog ${index}`, photo_url: url });
  }
  let isOver = false;
  const writing = (async () => {
    for (let index = 0; index < 30 && !isOver; index += 1) {
      await owner.client.from('dogs').delete().eq('name', `Dog ${index}`).throwOnError();
      await owner.client.storage.from('dog-photos').remove([`${owner.id}/kept-${index}.png`]);
      await addDog(owner, {
        name: `New ${index}`,
        photo_url: (await uploadPhoto(owner, `new-${index}`, '#aa3366')).url,
      });
    }
  })();
  const taken = await backup();
  isOver = true;
  await writing;
  expect(taken.code).toBe(0);
  expect(taken.output).not.toContain('Not in the photo store');
  await first.stop();

  await prepare(newData);
  expect(await restore(newData)).toMatchObject({ code: 0 });
  const second = await start(newData);
  const client = newClient(second);
  await client.auth.signInWithPassword(owner);
  const { data: dogs } = await client.from('dogs').select('name, photo_url').throwOnError();
  // A dog is removed before its photo and put back after it, so every dog's photo is there.
  expect(dogs.length).toBeGreaterThanOrEqual(29);
  for (const { photo_url } of dogs) expect((await fetch(photo_url.replace(first.url, second.url))).status).toBe(200);
});

test('while a backup is taken, the file of a deleted photo stays; afterwards it goes at once', async () => {
  const first = await start(oldData);
  const owner = await newOwner(first);
  const files = async () => (await readdir(join(oldData, 'photos'))).filter((name) => name.length === 36).length;
  const remove = (name: string) => owner.client.storage.from('dog-photos').remove([`${owner.id}/${name}.png`]);
  const during = await uploadPhoto(owner, 'during', '#112233');
  await uploadPhoto(owner, 'after', '#112233');
  await withBackupLock(first.sql, async () => {
    expect((await remove('during')).data).toHaveLength(1);
    expect((await fetch(during.url)).status).toBe(404);
    expect(await files()).toBe(2);
  });
  expect((await remove('after')).data).toHaveLength(1);
  expect(await files()).toBe(1);
});

test('a stopped server is backed up too, and the server starts again after it', async () => {
  const first = await start(oldData);
  const owner = await newOwner(first);
  await addDog(owner);
  await first.stop();
  expect(await backup()).toMatchObject({ code: 0, output: expect.stringContaining('1 owner, 1 dog') });
  await start(oldData);
});

test('a damaged, cut off or foreign file is named as such, and nothing is touched', async () => {
  const first = await start(oldData);
  await newOwner(first);
  expect((await backup()).code).toBe(0);
  const whole = await readFile(file);
  await rm(file);
  const refusal = async (bytes: Buffer) => {
    await writeFile(file, bytes);
    const { code, output } = await restore(newData);
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    return output;
  };
  // The byte at 512 is the first of the header, which is no JSON any more.
  for (const at of [512, 700, Math.floor(whole.length / 2), whole.length - 1530]) {
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
    expect(await refusal(damaged)).toMatch(/ is damaged\. Nothing was touched\.\n$/);
  }
  expect(await refusal(whole.subarray(0, whole.length - 2000))).toMatch(/ is cut off: its end is missing\. /);
  expect(await refusal(Buffer.from('a'.repeat(5000)))).toMatch(/ is no backup or export of Wagday\. /);
  expect(await refusal(Buffer.alloc(0))).toMatch(/ is cut off/);
  expect(await readdir(place)).not.toContain('new');
});

test('owners who are there are only replaced when told so, and never under a running server', async () => {
  const first = await start(oldData);
  const owner = await newOwner(first);
  const photo = await uploadPhoto(owner, '1', '#112233');
  expect((await backup()).code).toBe(0);
  const again = await backup();
  expect(again).toEqual({ code: 1, output: `${file} exists already: choose another name, or move it away.\n` });

  const other = await start(newData);
  const stranger = await newOwner(other);
  const gone = await uploadPhoto(stranger, '2', '#445566');
  expect((await restore(newData, '--replace')).output).toMatch(/ is in use by another running server\.\n$/);
  await other.stop();
  expect((await restore(newData)).output).toMatch(/^There are owners already .*--replace.* Nothing was touched\.\n$/);
  const untouched = await start(newData);
  expect((await newClient(untouched).auth.signInWithPassword(stranger)).error).toBeNull();
  await untouched.stop();

  expect(await restore(newData, '--replace')).toMatchObject({ code: 0 });
  const second = await start(newData);
  expect((await newClient(second).auth.signInWithPassword(stranger)).error?.message).toBe('Invalid login credentials');
  expect((await newClient(second).auth.signInWithPassword(owner)).error).toBeNull();
  expect(await bytesOf(photo.url.replace(first.url, second.url))).toEqual(photo.bytes);
  expect((await fetch(gone.url.replace(other.url, second.url))).status).toBe(404);
  expect((await readdir(join(newData, 'photos'))).filter((name) => name.length === 36)).toHaveLength(1);
});

test('what ended after a backup stays ended: sessions, their push messages, keys, mailed links, waiting mail; and accounts that come back are named', async () => {
  const first = await start(oldData);
  const owner = await newOwner(first);
  const leaver = await newOwner(first);
  const endpoint = 'https://web.push.apple.com/phone';
  const keys = { p256dh: `B${'p'.repeat(86)}`, auth: 'a'.repeat(22) };
  await owner.client
    .from('push_subscriptions')
    .insert({ endpoint, ...keys })
    .throwOnError();
  await newClient(first).auth.resetPasswordForEmail(owner.email);
  const { sql } = first;
  await expect.poll(() => sql`select user_id from auth.one_time_tokens`).toEqual([{ user_id: owner.id }]);
  await sql`insert into wagday.jobs (kind, details, due_at, ends_at)
    select 'mail recovery', jsonb_build_object('to', ${owner.email}::text, 'site', ${first.url}::text), now() + interval '1 day', now() + interval '2 days'`;
  await sql`insert into private.guest_mail_salts (day) values (current_date) on conflict do nothing`;
  await sql`
    insert into private.guest_farewells (email, party, due_at, day)
    values ('grace@example.com', '{}', now() + interval '1 day', current_date)`;
  expect((await backup()).code).toBe(0);
  const secretsOf = async () => readFile(join(oldData, 'secrets.json'), 'utf8');
  const { signing: before } = JSON.parse(await secretsOf());
  await leaver.client.rpc('delete_own_account').throwOnError();
  await first.stop();

  const restored = await restore(oldData, '--replace');
  expect(restored.code).toBe(0);
  expect(restored.output).toContain('All sessions have ended and the signing key is a new one');
  expect(restored.output).toMatch(new RegExp(`^1 of these accounts was not there any more .*: ${leaver.id}\\.$`, 'm'));
  const { signing: after } = JSON.parse(await secretsOf());
  expect(after).toHaveLength(1);
  expect(after[0].kid).not.toBe(before[0].kid);
  expect((await stat(join(oldData, 'secrets.json'))).mode & 0o777).toBe(0o600);

  const second = await start(oldData);
  const refused = await newClient(second).auth.refreshSession({ refresh_token: owner.refreshToken });
  expect(refused.error?.code).toBe('refresh_token_not_found');
  expect((await newClient(second).auth.getUser(owner.accessToken)).error).not.toBeNull();
  expect(
    await second.sql`select (select count(*)::int from auth.one_time_tokens) as links,
    (select count(*)::int from wagday.jobs where kind like 'mail %') as mails, (select count(*)::int from auth.sessions) as sessions,
    (select count(*)::int from private.guest_farewells) as farewells,
    (select count(*)::int from public.push_subscriptions) as subscriptions`,
  ).toEqual([{ links: 0, mails: 0, sessions: 0, farewells: 0, subscriptions: 0 }]);
  expect((await newClient(second).auth.signInWithPassword(owner)).error).toBeNull();
});

test('a restore lets no disabled account in again, whether it was disabled before the backup or after it', async () => {
  const first = await start(oldData);
  const [before, after, enabled] = [await newOwner(first), await newOwner(first), await newOwner(first)];
  const admin = (...words: string[]) => runCommand('admin', words, { WAGDAY_DATA: oldData });
  expect(await admin('disable', before.email)).toMatchObject({ code: 0 });
  expect((await backup()).code).toBe(0);
  expect(await admin('disable', after.email)).toMatchObject({ code: 0 });
  await first.stop();
  expect(await restore(oldData, '--replace')).toMatchObject({ code: 0 });
  const second = await start(oldData);
  for (const owner of [before, after]) {
    expect((await newClient(second).auth.signInWithPassword(owner)).error?.code).toBe('user_banned');
  }
  expect((await newClient(second).auth.signInWithPassword(enabled)).error).toBeNull();
});

test('a restore that is killed half-way leaves what was there, and the next one succeeds', async () => {
  const first = await start(oldData);
  const owner = await newOwner(first);
  // So many that the restore is still at work when the test has seen the first.
  const photos = [];
  for (let round = 0; round < 10; round += 1) {
    const names = Array.from({ length: 10 }, (_, place) => `${round}${place}`);
    photos.push(...(await Promise.all(names.map((name) => uploadPhoto(owner, name, '#556677')))));
  }
  expect((await backup()).code).toBe(0);
  const other = await start(newData);
  const stranger = await newOwner(other);
  await other.stop();

  // When the first photo arrives, rows have been written and nothing has been confirmed.
  const photoFolder = join(newData, 'photos');
  const arrived = async () => (await readdir(photoFolder)).some((name) => name.length === 36);
  const killed = await runScript('restore', [file, '--replace'], { WAGDAY_DATA: newData }, async (child) => {
    while (!(await arrived())) await sleep(1);
    child.kill('SIGKILL');
  });
  expect(killed.code).toBeNull();
  const untouched = await start(newData);
  expect((await newClient(untouched).auth.signInWithPassword(stranger)).error).toBeNull();
  await untouched.stop();

  expect(await restore(newData, '--replace')).toMatchObject({ code: 0 });
  const second = await start(newData);
  expect((await newClient(second).auth.signInWithPassword(owner)).error).toBeNull();
  for (const { url, bytes } of photos) expect(await bytesOf(url.replace(first.url, second.url))).toEqual(bytes);
});

test('with DATABASE_URL and S3 the same commands serve: from there to a data directory and back', async () => {
  const host = await startForTest({ embedsDatabase: true });
  const s3 = await startFakeS3();
  onTestFinished(() => s3.stop());
  await host.sql.unsafe(`create role maker login createrole password 'hunter2'`);
  await host.sql.unsafe('create database made owner maker');
  await host.sql.unsafe('create database again owner maker');
  await host.sql.unsafe('grant anon, authenticated, service_role to maker with admin option');
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3.config;
  const urlOf = (database: string) =>
    `postgres://maker:hunter2@127.0.0.1:${new URL(host.databaseUrl).port}/${database}`;
  const env = (database: string) => ({
    DATABASE_URL: urlOf(database),
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  });
  const first = await start(oldData, { databaseUrl: urlOf('made'), s3: s3.config });
  const owner = await newOwner(first);
  const photo = await uploadPhoto(owner, '1', '#778899');
  expect(await backup(env('made'))).toMatchObject({ code: 0, output: expect.stringContaining('1 photo') });
  const besideServer = await runCommand('restore', [file, '--replace'], { WAGDAY_DATA: newData, ...env('made') });
  expect(besideServer.output).toMatch(/^A running Wagday is using this database/);
  await first.stop();
  await prepare(newData);

  const inBackup = (await readFile(file, 'latin1')).match(/"kid"/g) ?? [];
  expect(inBackup.length).toBeGreaterThan(0);
  expect(await restore(newData)).toMatchObject({ code: 0 });
  const { signing } = JSON.parse(await readFile(join(newData, 'secrets.json'), 'utf8'));
  expect(signing).toHaveLength(1);
  expect(await readFile(file, 'latin1')).not.toContain(signing[0].kid);

  expect(await restore(newData, '--replace', '--keep-sessions')).toMatchObject({ code: 0 });
  const second = await start(newData);
  expect(await bytesOf(photo.url.replace(first.url, second.url))).toEqual(photo.bytes);
  const stillSignedIn = await newClient(second).auth.getUser(owner.accessToken);
  expect(stillSignedIn.error).toBeNull();
  await second.stop();

  await rm(file);
  expect(await backup({ WAGDAY_DATA: newData })).toMatchObject({ code: 0 });
  s3.objects.clear();
  const third = join(place, 'third');
  const again = await runCommand('restore', [file, '--keep-sessions'], { WAGDAY_DATA: third, ...env('again') });
  expect(again).toMatchObject({ code: 0 });
  const last = await start(third, { databaseUrl: urlOf('again'), s3: s3.config });
  expect((await newClient(last).auth.getUser(owner.accessToken)).error).toBeNull();
  expect((await newClient(last).auth.signInWithPassword(owner)).error).toBeNull();
  expect(await bytesOf(photo.url.replace(first.url, last.url))).toEqual(photo.bytes);
  expect([...s3.objects.values()][0]!.bytes).toEqual(photo.bytes);
});
