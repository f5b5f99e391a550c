import type { TransactionSql } from 'postgres';

/**
 * What moves between Wagday and hosted Supabase, in both directions: accounts with their password hashes, dogs, parties, and
 * photos under their names in the bucket. Sessions do not: owners sign in anew, with the password they have.
 *
 * Each part is a CSV file with a heading. Both sides keep these tables under the same names; where hosted Supabase has more
 * columns, they are left to their defaults or filled as its own sign-up fills them.
 */
export type Part = {
  /** Without `.csv`. */
  readonly name: 'users' | 'identities' | 'dogs' | 'birthday_celebrations' | 'photos';
  readonly columns: readonly string[];
  /** The query that yields them. */
  readonly select: string;
};

export const bucket = 'dog-photos';
/** What stands before a photo's name in its public address, behind the origin. */
export const publicPath = `/storage/v1/object/public/${bucket}/`;

export const parts: readonly Part[] = [
  {
    name: 'users',
    columns: [
      'id',
      'email',
      'encrypted_password',
      'email_confirmed_at',
      'last_sign_in_at',
      'raw_app_meta_data',
      'raw_user_meta_data',
      'created_at',
      'updated_at',
      'banned_until',
    ],
    select: `select id, email, encrypted_password, email_confirmed_at, last_sign_in_at, raw_app_meta_data,
      raw_user_meta_data, created_at, updated_at, banned_until from auth.users where email <> '' order by id`,
  },
  {
    name: 'identities',
    columns: [
      'id',
      'provider_id',
      'user_id',
      'identity_data',
      'provider',
      'last_sign_in_at',
      'created_at',
      'updated_at',
    ],
    select: `select id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
      from auth.identities where user_id in (select id from auth.users where email <> '') order by id`,
  },
  {
    name: 'dogs',
    columns: ['id', 'user_id', 'name', 'size', 'birth_date', 'photo_url', 'breed', 'notes', 'created_at'],
    // An address of a photo of ours loses its origin, which the other side puts back as its own.
    select: `select id, user_id, name, size, birth_date,
      case when exists (
        select from storage.objects
        where bucket_id = '${bucket}' and objects.name = substring(photo_url from '^https?://[^/]+${publicPath}(.*)$')
      ) then substring(photo_url from '^https?://[^/]+(/.*)$') else photo_url end as photo_url,
      breed, notes, created_at
      from public.dogs where user_id in (select id from auth.users where email <> '') order by id`,
  },
  {
    name: 'birthday_celebrations',
    columns: [
      'id',
      'dog_id',
      'user_id',
      'title',
      'description',
      'celebration_date',
      'location',
      'invitation_image_url',
      'shared_platforms',
      'created_at',
    ],
    select: `select id, dog_id, user_id, title, description, celebration_date, location, invitation_image_url,
      shared_platforms, created_at
      from public.birthday_celebrations where user_id in (select id from auth.users where email <> '') order by id`,
  },
  {
    name: 'photos',
    columns: ['id', 'name'],
    select: `select id, name from storage.objects where bucket_id = '${bucket}' and metadata is not null
      and split_part(name, '/', 1) in (select id::text from auth.users where email <> '') order by name`,
  },
];

/** Where the rows of a part wait until they are put into their places. */
export function stagingTable({ name, columns }: Part): string {
  return `create temporary table moved_${name} (${columns.map((column) => `${column} text`).join(', ')}) on commit drop`;
}

/**
 * Columns of hosted Supabase's auth.users that its server reads as text and cannot read when they are null, and the project
 * that every user belongs to.
 */
const hostedDefaults: Readonly<Record<string, string>> = {
  instance_id: "'00000000-0000-0000-0000-000000000000'",
  confirmation_token: "''",
  recovery_token: "''",
  email_change_token_new: "''",
  email_change_token_current: "''",
  email_change: "''",
  phone_change: "''",
  phone_change_token: "''",
  reauthentication_token: "''",
};

/**
 * @param existing the columns that auth.users has there
 * @param withoutPassword what stands in place of the hash for owners who came in by other ways
 */
export function insertUsers(existing: ReadonlySet<string>, withoutPassword: string): string {
  const extra = Object.entries(hostedDefaults).filter(([column]) => existing.has(column));
  const names = ['aud', 'role', ...extra.map(([column]) => column)].join(', ');
  const values = ["'authenticated'", "'authenticated'", ...extra.map(([, value]) => value)].join(', ');
  return `insert into auth.users (id, email, encrypted_password, email_confirmed_at, last_sign_in_at, raw_app_meta_data,
      raw_user_meta_data, created_at, updated_at, banned_until, ${names})
    select id::uuid, lower(email), coalesce(nullif(encrypted_password, ''), '${withoutPassword}'),
      email_confirmed_at::timestamptz, last_sign_in_at::timestamptz, coalesce(raw_app_meta_data, '{}')::jsonb,
      coalesce(raw_user_meta_data, '{}')::jsonb, coalesce(created_at::timestamptz, now()),
      coalesce(updated_at::timestamptz, now()),
      banned_until::timestamptz, ${values}
    from moved_users`;
}

export const insertIdentities = `insert into auth.identities
    (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  select id::uuid, provider_id, user_id::uuid, identity_data::jsonb, provider, last_sign_in_at::timestamptz,
    coalesce(created_at::timestamptz, now()), coalesce(updated_at::timestamptz, now())
  from moved_identities`;

/** @param origin an SQL expression for the origin of the new side */
export function insertDogs(origin: string): string {
  return `insert into public.dogs (id, user_id, name, size, birth_date, photo_url, breed, notes, created_at)
    select id::uuid, user_id::uuid, name, size, birth_date::date,
      case when starts_with(photo_url, '${publicPath}') then ${origin} || photo_url else photo_url end,
      breed, notes, created_at::timestamptz
    from moved_dogs`;
}

export const insertCelebrations = `insert into public.birthday_celebrations
    (id, dog_id, user_id, title, description, celebration_date, location, invitation_image_url, shared_platforms, created_at)
  select id::uuid, dog_id::uuid, user_id::uuid, title, description, celebration_date::date, location,
    invitation_image_url, shared_platforms::text[], created_at::timestamptz
  from moved_birthday_celebrations`;

/** Dogs that have grown older than a new one may be still move. */
export const withoutTriggers = (table: string, does: 'disable' | 'enable') =>
  `alter table ${table} ${does} trigger user`;

export async function columnsOfUsers(sql: TransactionSql): Promise<Set<string>> {
  const rows = await sql<{ column_name: string }[]>`
    select attname as column_name from pg_attribute
    where attrelid = 'auth.users'::regclass and attnum > 0 and not attisdropped`;
  return new Set(rows.map(({ column_name }) => column_name));
}

/**
 * The same import as a script for psql, for those who would rather not give a program the key to their project: it asks for
 * the new origin by `-v origin=…`. The photos then go up by any S3 client or the dashboard.
 */
export function psqlScript(): string {
  const rows = parts.filter(({ name }) => name !== 'photos');
  const lines = [
    '-- psql "<connection string>" -v origin=https://<reference>.supabase.co -f hosted-supabase.sql',
    '\\set ON_ERROR_STOP on',
    'begin;',
    ...rows.flatMap((part) => [
      `${stagingTable(part)};`,
      `\\copy moved_${part.name} from '${part.name}.csv' csv header`,
    ]),
    `${insertUsers(hostedUserColumns, '')};`,
    `${insertIdentities};`,
    `${withoutTriggers('public.dogs', 'disable')};`,
    `${insertDogs(":'origin'")};`,
    `${withoutTriggers('public.dogs', 'enable')};`,
    `${insertCelebrations};`,
    'commit;',
  ];
  return `${lines.join('\n')}\n`;
}

/** For the script, which cannot look: what hosted Supabase's table has had for years. */
const hostedUserColumns: ReadonlySet<string> = new Set(Object.keys(hostedDefaults));
