import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../../embedded-supabase/database/connect.ts';
import { copyIn } from '../../server/backup/tables.ts';
import { answerInvitation, makeLink } from '../support/invitation-links.ts';
import { listen } from '../support/listen.ts';
import { addDog, newClient, newOwner, type Owner, planParty } from '../support/owners.ts';
import { putPicture } from '../support/pictures.ts';
import { layDatabase } from '../support/prepared-database.ts';
import { runCommand, runScript } from '../support/run-script.ts';
import { makeDataDir } from '../support/start-server.ts';
import { readTar, writeTar } from '../support/tar.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';

// Several servers run one after another, on a small machine that does other things too.
vi.setConfig({ testTimeout: 400_000 });

let place: string;
let file: string;
let servers: TestBackend[];

beforeEach(async () => {
  place = await makeDataDir();
  file = join(place, 'export.tar');
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await rm(place, { recursive: true, force: true });
});

async function start(name: string): Promise<TestBackend> {
  const dataDir = join(place, name);
  await mkdir(dataDir, { mode: 0o711 });
  await layDatabase(dataDir);
  const server = await startTestBackend({ dataDir, passwordCost: 'product' });
  servers.push(server);
  return server;
}

const exportFrom = (dataDir: string, run = runCommand) => run('export', [file], { WAGDAY_DATA: dataDir });
const importTo = ({ dataDir, url }: TestBackend, run = runCommand) =>
  run('import', [file, '--address', url], { WAGDAY_DATA: dataDir });

/** Unpacks an export as an administrator does. */
async function unpack(archive: string): Promise<string> {
  const folder = join(place, 'unpacked');
  await mkdir(folder);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  return folder;
}

/** Creates an owner with two dogs, one with a photo of ours and one with a picture from elsewhere, and a party with a link preview. */
async function fill(server: { url: string; key: string }) {
  const owner = await newOwner(server, { name: 'Ada' });
  const { path, bytes: picture, id: pictureId, url: photoUrl } = await putPicture(owner, '1.png');
  const elsewhere = `https://elsewhere.example/storage/v1/object/public/dog-photos/${owner.id}/none.png`;
  const rex = await addDog(owner, { name: 'Rex, "the" first', notes: 'two\nlines; \\N', photo_url: photoUrl });
  const luna = await addDog(owner, { name: 'Luna', photo_url: elsewhere });
  const party = await planParty(owner, rex.id, { shared_platforms: ['twitter', 'x,"y"'], memory_photo_url: photoUrl });
  const preview = await putPicture(owner, `${'2'.repeat(64)}.jpg`, '#123456');
  const link = await makeLink(owner, party.id);
  const { guestToken } = await answerInvitation(server, link, { adults: 2 });
  return { tokens: [link, guestToken], owner, path, picture, pictureId, preview, rex, luna, party };
}

/** Matches any version of a row, because no device has seen it on the other side. */
const anyVersion = { version: expect.any(Number), updated_at: expect.any(String) };

async function seenBy(owner: Owner, server: { url: string; key: string }) {
  const client = newClient(server);
  const { data, error } = await client.auth.signInWithPassword(owner);
  if (error) throw error;
  const { data: dogs } = await client.from('dogs').select('*').order('name').throwOnError();
  const { data: parties } = await client.from('birthday_celebrations').select('*').throwOnError();
  return { user: data.user, dogs, parties, client };
}

test('an owner who is moved to another Wagday signs in with the old password and finds dogs, party and photo @10.82', async () => {
  const first = await start('first');
  const { owner, path, picture, preview, rex, luna, party, tokens } = await fill(first);
  const taken = await exportFrom(first.dataDir, runScript);
  expect(taken).toMatchObject({
    code: 0,
    output: expect.stringContaining('Exported 1 owner, 2 dogs, 1 party, and 1 photo'),
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const folder = await unpack(file);
  expect(await readFile(join(folder, 'photos', path))).toEqual(picture);
  expect((await readFile(join(folder, 'previews', preview.path))).length).toBeGreaterThan(0);
  expect(await readFile(join(folder, 'rows/public.dogs/000001'), 'utf8')).not.toContain(first.url);
  expect((await exportFrom(first.dataDir)).output).toMatch(/ exists already: choose another name/);

  const second = await start('second');
  const moved = await importTo(second, runScript);
  expect(moved).toMatchObject({ code: 0, output: expect.stringContaining(`1 photo for ${second.url}.`) });
  const seen = await seenBy(owner, second);
  expect(seen.user).toMatchObject({ id: owner.id, user_metadata: { name: 'Ada' } });
  expect(seen.user.identities).toHaveLength(1);
  const photoUrl = `${second.url}/storage/v1/object/public/dog-photos/${path}`;
  expect(seen.dogs).toEqual([
    { ...luna, ...anyVersion },
    { ...rex, ...anyVersion, photo_url: photoUrl },
  ]);
  expect(seen.parties).toEqual([{ ...party, ...anyVersion, memory_photo_url: photoUrl }]);
  for (const token of tokens) {
    const { data: view } = await seen.client.rpc('open_invitation', { token }).throwOnError();
    expect(view).toMatchObject({ state: 'open', party: { title: party.title }, guests: { people: 2 } });
  }
  expect(Buffer.from(await (await fetch(photoUrl)).arrayBuffer())).toEqual(picture);
  const previewUrl = `${second.url}/storage/v1/object/public/invitation-previews/${preview.path}`;
  expect((await fetch(previewUrl)).headers.get('Content-Type')).toBe('image/jpeg');
  // The photo belongs to the owner there too.
  const { data: removed } = await seen.client.storage.from('dog-photos').remove([path]);
  expect(removed).toHaveLength(1);

  expect(await importTo(second, runScript)).toEqual({
    code: 1,
    output: 'An owner, dog or photo of the export is there already: nothing was imported.\n',
  });
});

test('a damaged export is refused, and a photo that is no picture is left behind by name', async () => {
  const first = await start('first');
  const { owner, path } = await fill(first);
  expect((await exportFrom(first.dataDir)).code).toBe(0);
  const second = await start('second');
  const whole = await readFile(file);
  const entries = readTar(whole);
  const moveAs = async (bytes: Buffer) => {
    await writeFile(file, bytes);
    return importTo(second);
  };
  const change = (wanted: string, edit: (text: string) => string) =>
    writeTar(
      entries.map(({ name, bytes }) => ({ name, bytes: name === wanted ? Buffer.from(edit(`${bytes}`)) : bytes })),
    );
  const damaged = { code: 1, output: `The file ${file} is damaged. Nothing was touched.\n` };

  const flipped = Buffer.from(whole);
  flipped.writeUInt8(flipped.readUInt8(whole.length / 2) ^ 1, whole.length / 2);
  expect(await moveAs(flipped)).toEqual(damaged);
  expect(await moveAs(whole.subarray(0, -2000))).toMatchObject({
    code: 1,
    output: expect.stringMatching(/ is cut off: /),
  });
  const dogs = 'rows/public.dogs/000001';
  expect(await moveAs(change(dogs, (rows) => rows.replace(/.*\n$/, '')))).toEqual(damaged);
  expect(await moveAs(change(dogs, (rows) => rows.replaceAll('medium', 'tiny')))).toEqual(damaged);
  expect(
    await moveAs(change('contents.json', (text) => text.replace('"public.dogs":2', '"public.dogs":"\u001b[2J"'))),
  ).toEqual(damaged);
  const backup = await runCommand('backup', [join(place, 'backup.tar')], { WAGDAY_DATA: first.dataDir });
  expect(backup.code).toBe(0);
  expect((await moveAs(await readFile(join(place, 'backup.tar')))).output).toMatch(
    / is a backup: bring it back with npm run restore\./,
  );
  await writeFile(file, whole);
  const restored = await runCommand('restore', [file], { WAGDAY_DATA: join(place, 'never') });
  expect(restored).toMatchObject({
    code: 1,
    output: expect.stringMatching(/ is an export: add it with npm run import\. /),
  });
  const folder = await runCommand('import', [place, '--address', second.url], { WAGDAY_DATA: join(place, 'never') });
  expect(folder).toMatchObject({
    code: 1,
    output: expect.stringMatching(/ is a folder: .* with the version that wrote it\.$/m),
  });
  expect(await readdir(place)).not.toContain('never');
  expect((await newClient(second).auth.signInWithPassword(owner)).error?.message).toBe('Invalid login credentials');

  const moved = await moveAs(change(`photos/${path}`, () => '<svg onload="alert(1)"/>'));
  expect(moved).toMatchObject({ code: 0, output: expect.stringContaining(`no pictures: ${path}.`) });
  const { dogs: seen } = await seenBy(owner, second);
  expect(seen.map(({ photo_url }) => photo_url)).toEqual([expect.stringContaining('elsewhere.example'), null]);
});

test('a picture that is missing is left out by name, and moves as none', async () => {
  const first = await start('first');
  const { owner, path, pictureId, preview } = await fill(first);
  await rm(join(first.dataDir, 'photos', pictureId));
  expect((await exportFrom(first.dataDir)).output).toContain(`not there or no pictures of ours: ${path}.`);
  const second = await start('second');
  expect((await importTo(second)).output).toContain(`Not taken, because they are missing or no pictures: ${path}.`);
  const { dogs } = await seenBy(owner, second);
  expect(dogs.map(({ photo_url }) => photo_url)).toEqual([expect.stringContaining('elsewhere.example'), null]);
  expect((await fetch(`${second.url}/storage/v1/object/public/invitation-previews/${preview.path}`)).ok).toBe(true);
});

/** The documented tables of a hosted project's auth and storage schemas, as far as these tests use them. */
const hostedSchema = `
  create schema auth; create schema storage;
  create table auth.users (
    instance_id uuid, id uuid primary key, aud varchar(255), role varchar(255), email varchar(255),
    encrypted_password varchar(255), email_confirmed_at timestamptz, invited_at timestamptz,
    confirmation_token varchar(255), confirmation_sent_at timestamptz, recovery_token varchar(255),
    recovery_sent_at timestamptz, email_change_token_new varchar(255), email_change varchar(255),
    email_change_sent_at timestamptz, last_sign_in_at timestamptz, raw_app_meta_data jsonb, raw_user_meta_data jsonb,
    is_super_admin boolean, created_at timestamptz, updated_at timestamptz, phone text unique default null,
    phone_confirmed_at timestamptz, phone_change text default '', phone_change_token varchar(255) default '',
    phone_change_sent_at timestamptz,
    confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
    email_change_token_current varchar(255) default '', email_change_confirm_status smallint default 0,
    banned_until timestamptz, reauthentication_token varchar(255) default '', reauthentication_sent_at timestamptz,
    is_sso_user boolean not null default false, deleted_at timestamptz, is_anonymous boolean not null default false
  );
  create unique index users_email_partial_key on auth.users (email) where is_sso_user = false;
  create table auth.identities (
    provider_id text not null, user_id uuid not null references auth.users on delete cascade, identity_data jsonb not null,
    provider text not null, last_sign_in_at timestamptz, created_at timestamptz, updated_at timestamptz,
    email text generated always as (lower(identity_data ->> 'email')) stored,
    id uuid primary key default gen_random_uuid(), unique (provider_id, provider)
  );
  create table auth.sessions (
    id uuid primary key, user_id uuid not null references auth.users on delete cascade, created_at timestamptz, updated_at timestamptz
  );
  create function auth.uid() returns uuid language sql stable as $$ select null::uuid $$;
  create table storage.buckets (
    id text primary key, name text not null unique, public boolean default false, file_size_limit bigint,
    allowed_mime_types text[]
  );
  create table storage.objects (
    id uuid primary key default gen_random_uuid(), bucket_id text references storage.buckets, name text, owner uuid,
    owner_id text, metadata jsonb, created_at timestamptz default now()
  );
  alter table storage.objects enable row level security;
  create function storage.foldername(name text) returns text[] language sql as $$ select string_to_array(name, '/') $$;`;

test('owners move to hosted Supabase, by command and by psql script, and back', async () => {
  const first = await start('first');
  const { owner, path, picture, preview, rex, luna, party } = await fill(first);
  expect((await exportFrom(first.dataDir)).code).toBe(0);

  const kept = new Map<string, Buffer>();
  const { stop, url: hosted } = await startStorage(kept, 'sb_secret_1');
  const project = async (name: string, template: string) => {
    await first.sql.unsafe(`create database ${name} template ${template}`);
    const url = new URL(`/${name}`, first.databaseUrl).href;
    return { sql: connect(url, { max: 1 }), env: { DATABASE_URL: url, WAGDAY_DATA: join(place, name) } };
  };
  try {
    const { sql: empty } = await project('empty', 'template0');
    await empty.unsafe(hostedSchema);
    const migrations = new URL('../../supabase/migrations/', import.meta.url);
    for (const file of (await readdir(migrations)).toSorted()) {
      await empty.unsafe(await readFile(new URL(file, migrations), 'utf8'));
    }
    await empty.end();
    const { sql, env } = await project('hosted', 'empty');
    const keyless = await runCommand('import', [file, '--address', hosted], env);
    expect(keyless).toMatchObject({ code: 1, output: expect.stringContaining('SUPABASE_SECRET_KEY') });
    const secret = { ...env, SUPABASE_SECRET_KEY: 'sb_secret_1' };
    expect(await runCommand('import', [file, '--address', hosted], secret)).toMatchObject({ code: 0 });

    // As hosted sign-up fills them: hosted Supabase cannot read these columns when they are null.
    const [user] = await sql`select * from auth.users`;
    expect(user).toMatchObject({
      id: owner.id,
      instance_id: '00000000-0000-0000-0000-000000000000',
      aud: 'authenticated',
      role: 'authenticated',
      confirmation_token: '',
      recovery_token: '',
      email_change: '',
      email_change_token_new: '',
      encrypted_password: expect.stringMatching(/^\$2[aby]\$10\$/),
      confirmed_at: expect.any(String),
    });
    expect(await sql`select provider, provider_id, email from auth.identities`).toEqual([
      { provider: 'email', provider_id: owner.id, email: owner.email },
    ]);
    const photoUrl = `${hosted}/storage/v1/object/public/dog-photos/${path}`;
    expect(await sql`select id, photo_url from public.dogs order by name`).toEqual([
      { id: luna.id, photo_url: luna.photo_url },
      { id: rex.id, photo_url: photoUrl },
    ]);
    expect(kept.get(`dog-photos/${path}`)).toEqual(picture);
    expect(kept.has(`invitation-previews/${preview.path}`)).toBe(true);

    // The script says the same, with psql's own words read aloud.
    const other = await project('by_script', 'empty');
    const folder = await unpack(file);
    const script = await readFile(join(folder, 'hosted-supabase.sql'), 'utf8');
    await other.sql.begin(async (transaction) => {
      // Whatever the administrator's terminal speaks, the rows are UTF-8.
      expect(script).toContain('\n\\encoding UTF8\n');
      const statements = script
        .replace(/^(--|\\set|\\encoding|begin;|commit;).*$/gm, '')
        .replaceAll(":'origin'", `'${hosted}'`);
      for (const piece of statements.split(/^(\\copy .*)$/m)) {
        const copy = /^\\copy (\S+) from '(\S+)'$/.exec(piece);
        if (!copy) await transaction.unsafe(piece);
        else await copyIn(transaction, copy[1]!, [await readFile(join(folder, copy[2]!))]);
      }
    });
    for (const [table, count] of Object.entries({
      ...{ 'auth.users': 1, 'auth.identities': 1, 'public.dogs': 2, 'public.birthday_celebrations': 1 },
      ...{ 'public.party_invitations': 1, 'public.party_guests': 1, 'private.invitation_links': 1 },
      'private.guest_tokens': 1,
    })) {
      const rows = [...(await sql.unsafe(`select * from ${table} order by 1`))];
      expect(rows).toHaveLength(count);
      expect(await other.sql.unsafe(`select * from ${table} order by 1`)).toEqual(rows);
    }
    await other.sql.end();

    // The way back: hosted storage keeps the rows of its photos itself, and has owners without a password.
    await sql`insert into storage.objects (bucket_id, name, metadata) values
      ('dog-photos', ${path}, '{}'), ('invitation-previews', ${preview.path}, '{}'),
      ('dog-photos', ${`${owner.id}/large.png`}, '{}'), ('dog-photos', ${`${owner.id}/a\u001b b.gif`}, '{}')`;
    kept.set(`dog-photos/${owner.id}/large.png`, Buffer.alloc(64 * 1024 * 1024 + 1));
    await sql.unsafe(
      `insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000001', 'by-link@wagday.dev')`,
    );
    await sql.end();
    const back = join(place, 'back.tar');
    expect((await runCommand('export', [back], env)).output).toMatch(/say where its photos are with --from/);
    expect(await readdir(place)).not.toContain('back.tar');
    const leftOut = `"${owner.id}/a\\u001b b.gif", ${owner.id}/large.png`;
    expect(await runCommand('export', [back, '--from', hosted], env)).toMatchObject({
      code: 0,
      output: expect.stringContaining(`Left out, because they are not there or no pictures of ours: ${leftOut}.`),
    });
    const last = await start('last');
    // The key of the project that was left may still be set.
    const leftKey = { WAGDAY_DATA: last.dataDir, SUPABASE_SECRET_KEY: 'sb_secret_1' };
    expect(await runCommand('import', [back, '--address', last.url], leftKey)).toMatchObject({ code: 0 });
    const seen = await seenBy(owner, last);
    const lastUrl = `${last.url}/storage/v1/object/public/dog-photos/${path}`;
    expect(seen.dogs).toEqual([
      { ...luna, ...anyVersion },
      { ...rex, ...anyVersion, photo_url: lastUrl },
    ]);
    expect(seen.parties).toEqual([{ ...party, ...anyVersion, memory_photo_url: lastUrl }]);
    expect(Buffer.from(await (await fetch(lastUrl)).arrayBuffer())).toEqual(picture);
    expect((await fetch(lastUrl.replace(`dog-photos/${path}`, `invitation-previews/${preview.path}`))).ok).toBe(true);
    const without = await newClient(last).auth.signInWithPassword({
      email: 'by-link@wagday.dev',
      password: 'anything',
    });
    expect(without.error?.message).toBe('Invalid login credentials');
  } finally {
    await stop();
  }
});

/** Answers the two calls to Supabase Storage that a move makes. */
async function startStorage(kept: Map<string, Buffer>, key: string) {
  const server = createServer(async (request, response) => {
    const name = request.url?.replace(/^\/storage\/v1\/object\/(public\/)?/, '') ?? '';
    if (request.method === 'GET') {
      const bytes = kept.get(name);
      return void response.writeHead(bytes ? 200 : 400).end(bytes);
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { apikey, authorization } = request.headers;
    const type = name.endsWith('.png') ? 'image/png' : 'image/jpeg';
    // As in a project, a secret key is no token.
    const isAllowed = apikey === key && authorization === undefined && request.headers['content-type'] === type;
    if (isAllowed) kept.set(name, Buffer.concat(chunks));
    response.writeHead(isAllowed ? 200 : 403).end('{}');
  });
  return listen(server);
}
