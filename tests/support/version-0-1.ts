import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { startCluster } from '../../embedded-supabase/database/cluster.ts';
import { connect, type Sql } from '../../embedded-supabase/database/connect.ts';
import { readSources } from '../../embedded-supabase/database/migrate.ts';
import { readPostmaster } from '../../embedded-supabase/database/postmaster.ts';
import { copyOut } from '../../server/backup/tables.ts';
import { migrationSources } from '../../server/product.ts';
import { plainPicture } from './pictures.ts';
import { type TarEntry, writeTar } from './tar.ts';

/**
 * The data of version 0.1: its migrations, tables, files and backups. Uses no code of the server but its
 * archive of migrations, whose checksums are here, because existing data directories and backups of that version do not change.
 */
const migrations = {
  'platform/0001_roles.sql': '5d4364e8bd927bad1f6ec3318684d83f230804bee14f71708bd20a7c1430a9d5',
  'platform/0002_auth.sql': '27447269b046f078451828ad8c721fa808a12b1ae685d8e1356ef4e25aa8a3c1',
  'platform/0003_storage.sql': 'e18a89763cf44b1f181908d592687678d15f9a57d6d93d39d09cf78283f376c6',
  'platform/0004_requests.sql': 'e6490f2f8f562a3ebc852f403c8169fca09df2957740cdd733085512a445621e',
  'platform/0005_recovery.sql': '169b88a4891f307e80a96151fbeef42168598f1afa28d1b23417d3cc60b25ac5',
  'platform/0006_rate_limits.sql': '3b2bd79e68d1c6ef71e21f194bf34ad8a6a934a5166a87c908582b926e91473e',
  'platform/0007_signing_keys.sql': 'c274617cc8ca14b8d29914b1a05b561aa7ffcd37a81b1f9a63a95a48af52c21d',
  'platform/0008_mail_outbox.sql': 'a3506c3817a0d1a6405d1c92c60c494cffcea1171e940b21867cb3863357139a',
  'platform/0009_session_checks.sql': '025d0f5b30c6e17e4068a44301fe46833ab72735821219df197cd9a3602892ca',
  'platform/0010_photo_names.sql': '9eff179cecf137defb67ccd9a540df3322f93289928828b118f5876392c0a7b2',
  'platform/0012_prepared_requests.sql': '05ee5ec220d17fad8960b2ad545a510bb96fa11fe78c3bd937e470625a6be79a',
  'migrations/20261121090000_dogs_and_celebrations.sql':
    '45f8c8edf4231f0c70bc15770995a8468742d037223a5b053b0ed7fc71a73e0a',
  'migrations/20261121090100_dog_photos_bucket.sql': '6ff8191cbd54446b590c636c5d45f807fb157b4b1af3c986e87d893c8d33c303',
  'migrations/20261121150000_delete_own_account.sql':
    '6f4834d2b0dded976ed0b665341f26fd3f4be8ab8227a94e115a88fcb3652813',
  'migrations/20261121160000_owner_limits.sql': 'b8bdc478832015e9889bf61f4a56e856c96568a6e42117a19dcdb1fba744e367',
};

/** In the order of the backups of version 0.1. */
const tables = {
  'auth.users':
    'id, aud, role, email, encrypted_password, email_confirmed_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, banned_until, is_anonymous',
  'auth.identities': 'id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at',
  'auth.one_time_tokens': 'id, user_id, token_type, token_hash, created_at',
  'auth.sessions':
    'id, user_id, created_at, updated_at, refreshed_at, aal, refresh_token_hmac_key, authentication_method, may_set_password',
  'auth.refresh_tokens': 'id, token_hash, session_id, rotated_at, created_at',
  'public.dogs': 'id, user_id, name, size, birth_date, photo_url, breed, notes, created_at',
  'public.birthday_celebrations':
    'id, dog_id, user_id, title, description, celebration_date, location, invitation_image_url, shared_platforms, created_at',
  'storage.buckets': 'id, name, owner_id, created_at, updated_at, public, file_size_limit, allowed_mime_types',
  'storage.objects':
    'id, bucket_id, name, owner_id, created_at, updated_at, last_accessed_at, metadata, user_metadata, version',
  'wagday.mail_outbox': 'id, kind, recipient, site, attempts, due_at, created_at',
  'wagday.signing_keys': 'kid, private_jwk, signs_from, verifies_until, created_at',
};

export type OldOwner = {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly refreshToken: string;
  readonly dog: { readonly id: string; readonly name: string; readonly notes: string };
  readonly party: { readonly id: string; readonly title: string };
  readonly photo: { readonly id: string; readonly path: string; readonly bytes: Buffer };
};

/** Creates a data directory of version 0.1 with these owners. No server runs on it. */
export async function makeOldDataDirectory(dataDir: string): Promise<OldOwner[]> {
  await whileDatabaseRuns(dataDir, async (sql) => {
    await removeLaterRoles(sql);
    await applyMigrations(sql, migrations);
  });
  const owners = [await newOldOwner('Ada', '#c0703a'), await newOldOwner('Grace', '#3366aa')];
  await whileDatabaseRuns(dataDir, async (sql) => {
    for (const owner of owners) await insertOwner(sql, owner);
  });
  await mkdir(join(dataDir, 'photos'), { recursive: true, mode: 0o700 });
  for (const { photo } of owners) await writeFile(join(dataDir, 'photos', photo.id), photo.bytes);
  await writeFile(join(dataDir, 'secrets.json'), `${JSON.stringify({ signingKeys: [await newKey()] }, null, 2)}\n`, {
    mode: 0o600,
  });
  return owners;
}

/** Returns the backup that version 0.1 takes of a data directory. */
export async function makeOldBackup(dataDir: string, owners: readonly OldOwner[]): Promise<Buffer> {
  const rows: Record<string, number> = {};
  const pieces: TarEntry[] = [];
  await whileDatabaseRuns(dataDir, async (sql) => {
    for (const [table, columns] of Object.entries(tables)) {
      const chunks: Buffer[] = [];
      await sql.begin(async (transaction) => {
        for await (const chunk of copyOut(transaction, `${table} (${columns})`)) chunks.push(chunk);
      });
      const bytes = Buffer.concat(chunks);
      rows[table] = bytes.toString('latin1').split('\n').length - 1;
      if (bytes.length > 0) pieces.push({ name: `rows/${table}/000001`, bytes });
    }
  });
  const header = {
    wagday: 1,
    takenAt: '2026-11-21T12:00:00.000Z',
    migrations: Object.entries(migrations).map(([name, checksum]) => ({ name, checksum })),
    tables: Object.entries(tables).map(([name, columns]) => ({ name, columns: columns.split(', ') })),
  };
  const json = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);
  return writeTar([
    { name: 'backup.json', bytes: json(header) },
    { name: 'secrets.json', bytes: await readFile(join(dataDir, 'secrets.json')) },
    ...pieces,
    ...owners.map(({ photo }) => ({ name: `photos/${photo.id}.png`, bytes: photo.bytes })),
    { name: 'contents.json', bytes: json({ rows, photos: owners.length, missing: [] }) },
  ]);
}

/** Starts the database of a data directory, connects as its superuser, and stops it after `work`. */
export async function whileDatabaseRuns(dataDir: string, work: (sql: Sql) => Promise<void>): Promise<void> {
  const silent = () => undefined;
  const cluster = await startCluster({ dataDir, log: { info: silent, error: silent } });
  const password = (await readFile(join(dataDir, 'database', 'superuser-password'), 'utf8')).trim();
  const port = (await readPostmaster(join(dataDir, 'database', 'cluster')))?.port;
  const sql = connect(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`, { max: 1, name: 'test' });
  try {
    await work(sql);
  } finally {
    await sql.end();
    await cluster.stop();
  }
  await rm(join(dataDir, 'logs'), { recursive: true, force: true });
}

/** Removes the roles that later versions create. Version 0.1 had only PostgreSQL's own. */
export async function removeLaterRoles(sql: Sql): Promise<void> {
  const roles = await sql<{ name: string }[]>`
    select quote_ident(rolname) as name from pg_roles where rolname !~ '^pg_' and rolname <> 'postgres'`;
  for (const { name } of roles) await sql.unsafe(`drop owned by ${name} cascade; drop role ${name}`);
}

/**
 * Applies the migrations of an earlier version.
 * @param checksums of each file by name, so that a file that has changed since fails the test
 */
export async function applyMigrations(sql: Sql, checksums: Readonly<Record<string, string>>): Promise<void> {
  await sql.unsafe(`create schema if not exists wagday;
    revoke all on schema wagday from public;
    create table if not exists wagday.migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    )`);
  const files = new Map((await readSources(migrationSources)).map((file) => [file.name, file.text]));
  for (const [name, checksum] of Object.entries(checksums)) {
    const text = files.get(name) ?? '';
    if (createHash('sha256').update(text).digest('hex') !== checksum)
      throw new Error(`${name} is not that of the earlier version`);
    await sql.begin(async (transaction) => {
      await transaction.unsafe(text);
      await transaction.unsafe('reset role; reset all');
      await transaction`
        insert into wagday.migrations (name, checksum, applied_at) values (${name}, ${checksum}, clock_timestamp())`;
    });
  }
}

async function newOldOwner(name: string, colour: string): Promise<OldOwner> {
  const id = randomUUID();
  const { buffer: bytes } = await plainPicture(colour);
  return {
    id,
    email: `${name.toLowerCase()}@wagday.dev`,
    password: 'sausages-4-ever',
    refreshToken: createHash('sha256').update(id).digest('base64url'),
    dog: { id: randomUUID(), name: `Rex of ${name} \\N`, notes: 'two\nlines\tand a \\' },
    party: { id: randomUUID(), title: `${name}'s party` },
    photo: { id: randomUUID(), path: `${id}/1.png`, bytes },
  };
}

/** The hash of the password above, with bcrypt at the cost that version 0.1 used. */
const passwordHash = '$2b$10$b7.FtWWBPQqdejHnVBsEQeoh7IbvBhfHh54tPflUPcxNu8VtqBD2W';

async function insertOwner(sql: Sql, { id, email, refreshToken, dog, party, photo }: OldOwner): Promise<void> {
  const session = randomUUID();
  const identity = { sub: id, email, email_verified: true, phone_verified: false };
  const metadata = {
    eTag: `"${createHash('sha256').update(photo.bytes).digest('hex').slice(0, 32)}"`,
    size: photo.bytes.length,
    mimetype: 'image/png',
    cacheControl: 'max-age=31536000',
    lastModified: '2026-11-21T12:00:00.000Z',
    contentLength: photo.bytes.length,
    httpStatusCode: 200,
  };
  const url = `http://localhost:8080/storage/v1/object/public/dog-photos/${photo.path}`;
  await sql`insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
    values (${id}, ${email}, ${passwordHash}, now(), '{"provider": "email", "providers": ["email"]}', '{"name": "Ada"}')`;
  await sql`insert into auth.identities (provider_id, user_id, identity_data, provider)
    values (${id}, ${id}, ${JSON.stringify(identity)}::text::jsonb, 'email')`;
  await sql`insert into auth.sessions (id, user_id, refresh_token_hmac_key)
    values (${session}, ${id}, ${createHash('sha256').update(session).digest()})`;
  await sql`insert into auth.refresh_tokens (token_hash, session_id)
    values (${createHash('sha256').update(refreshToken).digest()}, ${session})`;
  await sql`insert into auth.one_time_tokens (user_id, token_type, token_hash)
    values (${id}, 'recovery_token', ${createHash('sha256').update(id).digest()})`;
  await sql`insert into wagday.mail_outbox (kind, recipient, site, due_at)
    values ('recovery', ${email}, 'http://localhost:8080', now() + interval '1 day')`;
  await sql`insert into storage.objects (id, bucket_id, name, owner_id, metadata, version)
    values (${photo.id}, 'dog-photos', ${photo.path}, ${id}, ${JSON.stringify(metadata)}::text::jsonb, ${photo.id})`;
  await sql`insert into public.dogs (id, user_id, name, size, birth_date, photo_url, breed, notes)
    values (${dog.id}, ${id}, ${dog.name}, 'medium', '2020-02-29', ${url}, 'Spaniel', ${dog.notes})`;
  await sql`insert into public.birthday_celebrations (id, dog_id, user_id, title, celebration_date, shared_platforms)
    values (${party.id}, ${dog.id}, ${id}, ${party.title}, '2030-02-28', '{twitter}')`;
}

async function newKey(): Promise<object> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256', use: 'sig' };
  return { ...jwk, signs_from: '2026-11-21T12:00:00.000Z' };
}
