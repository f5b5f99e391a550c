import { setTimeout as sleep } from 'node:timers/promises';
import {
  codeOf,
  createSigningKey,
  describeKeys,
  formatSecrets,
  hasTable,
  migrateWithin,
  type PhotoStore,
  parseKeys,
  parseSecrets,
  replaceFile,
  type Secrets,
  type Sql,
  StartUpError,
  secretsFileOf,
  signingSecret,
  type Transaction,
} from 'embedded-supabase';
import { productName } from '../product.ts';
import { readArchive, refuse } from './archive.ts';
import { areKeys, entryNames, type Plan, photoIn, tableIn } from './check-archive.ts';
import type { Data } from './open-data.ts';
import {
  copyIn,
  countRowsOf,
  describeTable,
  listTables,
  resumeSequences,
  setTriggers,
  shortLivedTables,
  type Table,
} from './tables.ts';

type RestoreOptions = {
  readonly replace: boolean;
  /** Whether sessions and signing keys of the backup stay valid. */
  readonly keepSessions: boolean;
};

/** Replaces all data with a checked backup in one transaction: any reader finds all of it or nothing. @throws {StartUpError} */
export async function restoreBackup(data: Data, plan: Plan, options: RestoreOptions, now: Date) {
  const { sql, store } = data;
  await requireNoServer(sql);
  const restored = await sql
    .begin(async (transaction) => {
      const before = await makeSchema(transaction, plan, options.replace);
      // Migrations end with `reset all`, so the settings follow them.
      await transaction.unsafe('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0');
      const tables = await matchTables(transaction, plan);
      await transaction.unsafe(`truncate ${tables.map(({ sql }) => sql).join(', ')}`);
      await setTriggers(transaction, tables, 'disable');
      const secrets = await load(transaction, store, plan, tables);
      await setTriggers(transaction, tables, 'enable');
      await resumeSequences(transaction, tables);
      await endSessions(transaction, tables, options.keepSessions);
      await settleReminders(transaction, tables, now);
      await settleGuestMails(transaction, tables);
      await keepDisabled(transaction, before ?? []);
      const after = await transaction<{ id: string }[]>`select id from auth.users order by id`;
      await restoreSecrets(transaction, data, plan, secrets, options.keepSessions, now);
      /** Accounts of the backup that the replaced database did not have; null where there was no database to compare with. */
      const known = before && new Set(before.map(({ id }) => id));
      const returned = known && after.map(({ id }) => id).filter((id) => !known.has(id));
      return { returned };
    })
    .catch((error: unknown) => {
      throw explain(error, plan.file);
    });
  await removeUnnamedPhotos(sql, store);
  return restored;
}

/**
 * Refuses a database that servers use. A server with an embedded database holds a lock, which was checked before this. Over
 * DATABASE_URL the connections are counted; those of a server that has just ended may be listed for a moment longer.
 */
async function requireNoServer(sql: Sql): Promise<void> {
  for (let look = 0; look < 20; look += 1) {
    const [others] = await sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = ${productName}`;
    if (others?.count === 0) return;
    await sleep(100);
  }
  throw new StartUpError('A running Wagday is using this database: stop it first. Nothing was touched.');
}

type Account = { readonly id: string; readonly bannedUntil: string | null };

/** Creates or checks the schema. Returns the accounts to be replaced; null where there were none. */
async function makeSchema(
  transaction: Transaction,
  { migrations, file }: Plan,
  replace: boolean,
): Promise<readonly Account[] | null> {
  if (!(await hasTable(transaction, 'wagday.migrations'))) {
    await migrateWithin(transaction, migrations).catch((error: unknown) => {
      // Each migration is known, but they cannot be applied in this order.
      throw codeOf(error).startsWith('42') ? refuse(file, 'damaged') : error;
    });
    return null;
  }
  const applied = await transaction<{ name: string }[]>`select name from wagday.migrations`;
  const names = new Set(applied.map(({ name }) => name));
  if (names.size !== migrations.length || !migrations.every(({ name }) => names.has(name))) {
    throw new StartUpError(
      'The database there has the tables of another version than the backup: restore into a new data directory or database, and start Wagday then. Nothing was touched.',
    );
  }
  const users = await transaction<Account[]>`select id, banned_until::text as "bannedUntil" from auth.users`;
  if (users.length > 0 && !replace) {
    throw new StartUpError(
      'There are owners already where the backup would go: choose an empty data directory or database, or say --replace to give them up. Nothing was touched.',
    );
  }
  return users.length > 0 ? users : null;
}

/** Lets accounts stay disabled that were disabled after the backup. */
async function keepDisabled(transaction: Transaction, before: readonly Account[]): Promise<void> {
  for (const { id, bannedUntil } of before.filter((account) => account.bannedUntil !== null)) {
    await transaction`update auth.users set banned_until = greatest(banned_until, ${bannedUntil}) where id = ${id}`;
  }
}

/**
 * Matches the tables in the order of the file, with the names and columns as the catalogue spells them. A backup has exactly the
 * tables that its migrations make: a missing one would be emptied without an error.
 */
async function matchTables(transaction: Transaction, { header, file }: Plan): Promise<Table[]> {
  const existing = await listTables(transaction);
  if (existing.length !== header.tables.length) throw refuse(file, 'damaged');
  return header.tables.map((described) => {
    const table = existing.find(({ name }) => name === described.name);
    const columns = described.columns.flatMap((column) => table?.columns.find(({ name }) => name === column) ?? []);
    if (!table || columns.length !== described.columns.length || columns.length !== table.columns.length) {
      throw refuse(file, 'damaged');
    }
    return { ...table, columns };
  });
}

/** Loads rows and photos. Returns the secrets, which are stored last. */
async function load(
  transaction: Transaction,
  store: PhotoStore,
  plan: Plan,
  tables: readonly Table[],
): Promise<Buffer | null> {
  await loadRows(transaction, plan, tables);
  await requirePhotos(transaction, plan);
  // From here on files are written, which no rollback removes.
  let secrets: Buffer | null = null;
  for await (const { name, bytes } of readArchive(plan.file)) {
    const photo = photoIn(name);
    if (name === entryNames.secrets) secrets = bytes;
    if (photo) await store.put(photo.id, bytes, photo.type);
  }
  return secrets;
}

/** Loads the rows that precede the photos, as many as the file counts. One COPY takes a whole table, because pieces may end within a row. */
export async function loadRows(transaction: Transaction, plan: Plan, tables: readonly Table[]): Promise<void> {
  await using entries = readArchive(plan.file);
  let entry = await entries.next();
  const piecesOf = async function* (table: string) {
    for (; !entry.done && tableIn(entry.value.name) === table; entry = await entries.next()) yield entry.value.bytes;
  };
  while (!entry.done && !entry.value.name.startsWith('photos/')) {
    const name = tableIn(entry.value.name);
    const table = tables.find((one) => one.name === name);
    if (table) await copyIn(transaction, describeTable(table), piecesOf(table.name));
    else entry = await entries.next();
  }
  for (const { name, sql } of tables) {
    if ((await countRowsOf(transaction, sql)) !== plan.contents.rows[name]) throw refuse(plan.file, 'damaged');
  }
}

/** Requires each row's photo unless it was missing when the backup was made. */
async function requirePhotos(transaction: Transaction, plan: Plan): Promise<void> {
  const named = await transaction<{ id: string }[]>`select id from storage.objects where metadata is not null`;
  const inFile = new Set([...plan.pictures, ...plan.contents.missing]);
  if (named.length !== inFile.size || !named.every(({ id }) => inFile.has(id))) throw refuse(plan.file, 'damaged');
}

/** Explains a refusal by the database: rows that break its checks, or a table that is locked. */
function explain(error: unknown, file: string): unknown {
  const code = codeOf(error);
  if (/^2[23]/.test(code)) return refuse(file, 'damaged');
  if (code === '0A000') {
    return new StartUpError(
      "Tables of another program refer to Wagday's in this database: restore into a database of its own. Nothing was touched.",
    );
  }
  return error;
}

/** Deletes mailed links, waiting jobs and, unless they are kept, sessions: owners who signed out since the backup stay signed out. */
async function endSessions(transaction: Transaction, tables: readonly Table[], keepSessions: boolean): Promise<void> {
  const ended = [...shortLivedTables, ...(keepSessions ? [] : ['auth.sessions'])];
  for (const { name, sql } of tables) if (ended.includes(name)) await transaction.unsafe(`delete from ${sql}`);
}

/** Drops mails to guests that may have been sent since the backup. Changes after the restore are announced as usual. */
async function settleGuestMails(transaction: Transaction, tables: readonly Table[]): Promise<void> {
  if (!tables.some(({ name }) => name === 'private.guest_mails')) return;
  await transaction`delete from private.guest_mails where handed_at is null`;
  await transaction`
    update private.guest_facts as known set told = private.facts_of_invitation(invitation)
    from public.party_guests as guest join public.party_invitations as invitation on invitation.id = guest.invitation_id
    where guest.id = known.guest_id and invitation.change_due_at is not null`;
}

/** Drops reminders that were due since the backup, because they may have been sent. Later ones are scheduled again. */
async function settleReminders(transaction: Transaction, tables: readonly Table[], now: Date): Promise<void> {
  if (!tables.some(({ name }) => name === 'private.reminder_due')) return;
  await transaction`
    update private.reminder_due set done_until = greatest(done_until, ${now.toISOString()}), due_at = '-infinity'`;
}

/**
 * Stores the secrets of the backup where the server keeps its secrets. Signing keys of the backup may have been dropped since, such
 * as after a leak, so a new one replaces them unless sessions are kept.
 */
async function restoreSecrets(
  transaction: Transaction,
  { dataDir, keepsKeysInFile }: Data,
  { file }: Plan,
  archived: Buffer | null,
  keepSessions: boolean,
  now: Date,
): Promise<void> {
  const shared = await takeSharedSecrets(transaction);
  const secrets: Record<string, unknown> = { ...(archived && parseSecrets(archived.toString('utf8'))), ...shared };
  if (!keepSessions) secrets[signingSecret] = describeKeys([await createSigningKey(now)]);
  else if (signingSecret in secrets && !(await areKeys(secrets[signingSecret]))) throw refuse(file, 'damaged');
  if (!keepsKeysInFile) return putSharedSecrets(transaction, secrets);
  const isUnchanged = keepSessions && Object.keys(shared).length === 0;
  const text = isUnchanged ? archived : formatSecrets(secrets);
  if (text) await replaceFile(secretsFileOf(dataDir), (place) => place.writeFile(text));
}

/** Takes the secrets of servers that shared a database out of it. A backup of version 0.1 has only a table of signing keys. */
async function takeSharedSecrets(transaction: Transaction): Promise<Record<string, unknown>> {
  const rows = (await hasTable(transaction, 'wagday.secrets'))
    ? await transaction<{ name: string; value: unknown }[]>`delete from wagday.secrets returning name, value`
    : await transaction<{ name: string; value: unknown }[]>`
        with taken as (delete from wagday.signing_keys returning *)
        select ${signingSecret} as name, jsonb_agg(
          private_jwk || jsonb_strip_nulls(jsonb_build_object('signs_from', signs_from, 'verifies_until', verifies_until))
          order by signs_from desc
        ) as value from taken where private_jwk is not null having count(*) > 0`;
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

async function putSharedSecrets(transaction: Transaction, secrets: Secrets): Promise<void> {
  if (await hasTable(transaction, 'wagday.secrets')) {
    for (const [name, value] of Object.entries(secrets)) {
      await transaction`
        insert into wagday.secrets (name, value) values (${name}, ${JSON.stringify(value)}::text::jsonb)`;
    }
    return;
  }
  for (const { jwk, signsFrom, verifiesUntil } of parseKeys(secrets[signingSecret]) ?? []) {
    await transaction`
      insert into wagday.signing_keys (kid, private_jwk, signs_from, verifies_until) values (
        ${jwk.kid}, ${JSON.stringify(jwk)}::text::jsonb, ${signsFrom.toISOString()}, ${verifiesUntil?.toISOString() ?? null}
      )`;
  }
}

/** Removes the earlier photos, which no row names any more. */
async function removeUnnamedPhotos(sql: Sql, store: PhotoStore): Promise<void> {
  const named = new Set((await sql<{ id: string }[]>`select id from storage.objects`).map(({ id }) => id));
  for (const { id } of await store.list()) if (!named.has(id)) await store.remove(id);
}
