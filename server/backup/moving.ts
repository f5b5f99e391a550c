import type { Tag } from 'embedded-supabase';
import { publicPhotos, publicPreviews } from '../../addresses/addresses.ts';
import { type Column, listMovingTables, type Table } from './tables.ts';

/**
 * What moves between Wagday and hosted Supabase, in both directions: accounts with their password hashes, what owners have
 * entered, and pictures under their names in their buckets. Sessions do not move: owners sign in again with the same password.
 *
 * What owners enter moves with every column of every table. Accounts move only with what both sides keep; other columns of hosted
 * Supabase get their defaults, or the values that its sign-up gives.
 *
 * An export is an archive like a backup. A backup replaces everything, secrets included; an export is added to owners who are there
 * already, also by `psql` and S3 clients, for which `tar -xf` makes files of it.
 */

/**
 * A bucket that moves: its files are under `name` in the archive. Rows name a file by `prefix` and its name; in an address, the prefix
 * follows an origin.
 */
export type MovingBucket = {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly prefix: string;
};

const photoBucket: MovingBucket = { id: 'dog-photos', name: 'photos', path: publicPhotos, prefix: publicPhotos };

export const movingBuckets: readonly MovingBucket[] = [
  photoBucket,
  { id: 'invitation-previews', name: 'previews', path: publicPreviews, prefix: '' },
];

/** The columns of accounts and their identities that move. Tokens and unconfirmed changes do not move. */
const accountColumns: readonly string[] = [
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
  'provider_id',
  'user_id',
  'identity_data',
  'provider',
];

/** Whether owners enter these rows. Then Wagday may switch their triggers off, and a text may be the address of a photo. */
export function isEntered({ name }: Table): boolean {
  return !name.startsWith('auth.');
}

/** Lists the tables with the columns that move, parents first. */
export async function listMoving(sql: Tag): Promise<Table[]> {
  return (await listMovingTables(sql)).map((table) => {
    const columns = table.columns.filter(({ name }) => isEntered(table) || accountColumns.includes(name));
    return { ...table, columns };
  });
}

/** Selects the rows of one table. Only owners with an e-mail address move, with the rows that refer to them, directly or indirectly. */
export function selectRows(tables: readonly Table[], { name, columns }: Table): string {
  const values = columns.map((column) =>
    isText(column) ? `${withoutOrigin(column)} as ${column.sql}` : `moved.${column.sql}`,
  );
  return `${movingRows(tables)} select ${values.join(', ')} from ${alias(name)} as moved`;
}

/** Selects the pictures of these owners in a bucket. */
export function selectPictures(tables: readonly Table[], bucket: MovingBucket): string {
  return `${movingRows(tables)} select id, name from storage.objects
    where bucket_id = '${bucket.id}' and metadata is not null
      and split_part(name, '/', 1) in (select id::text from ${alias('auth.users')}) order by name`;
}

/** Defines a query for the rows of each table that move: those whose parents move. */
function movingRows(tables: readonly Table[]): string {
  const moves = new Set(tables.map(({ name }) => name));
  const queries = tables.map((table) => {
    const conditions = table.references
      .filter((reference) => moves.has(reference.table))
      .map(({ table: parent, columns, theirColumns }) => {
        const ours = columns.map((column) => `moved.${column}`);
        const isSame = ours.map((column, index) => `parent.${theirColumns[index]} = ${column}`).join(' and ');
        const isNobody = ours.map((column) => `${column} is null`).join(' or ');
        return `(${isNobody} or exists (select from ${alias(parent)} as parent where ${isSame}))`;
      });
    if (table.name === 'auth.users') conditions.push("email <> ''");
    return `${alias(table.name)} as (select * from ${table.sql} as moved where ${['true', ...conditions].join(' and ')})`;
  });
  return `with ${queries.join(', ')}`;
}

function alias(table: string): string {
  return `"${table.replaceAll('"', '""')}"`;
}

/** Removes the origin from the address of a photo of Wagday's. The import adds the new one. The table of files has columns of its own. */
function withoutOrigin({ sql }: Column): string {
  const column = `moved.${sql}`;
  return `case when exists (
      select from storage.objects
      where bucket_id = '${photoBucket.id}' and objects.name = substring(${column} from '^https?://[^/]+${publicPhotos}(.*)$')
    ) then substring(${column} from '^https?://[^/]+(/.*)$') else ${column} end`;
}

export function isText({ type }: Column): boolean {
  return type === 'text' || type.startsWith('character varying');
}

/** Creates the staging table, in which rows wait before they are inserted. */
export function createStaging({ name, sql, columns }: Table): string {
  const selected = columns.map((column) => column.sql).join(', ');
  return `create temporary table ${stagingName(name)} on commit drop as select ${selected} from ${sql} with no data`;
}

export function stagingName(table: string): string {
  return alias(`moved_${table}`);
}

/** Columns that hosted Supabase has had for years in auth.users: it cannot read null there. All users belong to one project. */
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
 * Inserts the rows that wait.
 * @param origin an SQL expression for the origin of the new side
 * @param withoutPassword the password hash for owners without one, because they signed in by other means; null on hosted Supabase
 */
export function insertRows(table: Table, origin: string, withoutPassword: string | null): string {
  const values = new Map(table.columns.map((column) => [column.sql, column.sql]));
  const repair = (column: string, value: string) => values.has(column) && values.set(column, value);
  if (!isEntered(table)) {
    repair('email', 'lower(email)');
    repair('encrypted_password', `coalesce(nullif(encrypted_password, ''), '${withoutPassword ?? ''}')`);
    for (const column of ['raw_app_meta_data', 'raw_user_meta_data']) repair(column, `coalesce(${column}, '{}')`);
    for (const column of ['created_at', 'updated_at']) repair(column, `coalesce(${column}, now())`);
  } else {
    for (const { sql } of table.columns.filter(isText)) {
      repair(sql, `case when starts_with(${sql}, '${publicPhotos}') then ${origin} || ${sql} else ${sql} end`);
    }
  }
  if (table.name === 'auth.users') {
    for (const column of ['aud', 'role']) values.set(column, "'authenticated'");
    if (withoutPassword === null) for (const [name, value] of Object.entries(hostedDefaults)) values.set(name, value);
  }
  return `insert into ${table.sql} (${[...values.keys()].join(', ')}) overriding system value
    select ${[...values.values()].join(', ')} from ${stagingName(table.name)}`;
}

/** Does what the triggers would have done if they had been on. */
export const scheduleReminders = 'select private.schedule_missing_reminders()';

/**
 * Writes the same import as a script for psql, for administrators who prefer not to give a program the key to their project. It
 * takes the new origin from `-v origin=…`. The pictures are then uploaded by any S3 client or the dashboard.
 * @param entries the names of the entries that hold each table's rows
 */
export function psqlScript(tables: readonly Table[], entries: ReadonlyMap<Table, readonly string[]>): string {
  const triggers = (does: string) =>
    tables.filter(isEntered).map(({ sql }) => `alter table ${sql} ${does} trigger user;`);
  const lines = [
    '-- psql "<connection string>" -v origin=https://<reference>.supabase.co -f hosted-supabase.sql',
    '\\set ON_ERROR_STOP on',
    '\\encoding UTF8',
    'begin;',
    ...triggers('disable'),
    ...tables.flatMap((table) => [
      `${createStaging(table)};`,
      ...(entries.get(table) ?? []).map((entry) => `\\copy ${stagingName(table.name)} from '${entry}'`),
      `${insertRows(table, ":'origin'", null)};`,
    ]),
    ...triggers('enable'),
    `${scheduleReminders};`,
    'commit;',
  ];
  return `${lines.join('\n')}\n`;
}
