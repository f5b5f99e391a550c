import type { Tag, Transaction } from 'embedded-supabase';
import { from, to } from 'pg-copy-streams';

/** A column with stored data. `sql` is its name as SQL text, quoted where needed. */
export type Column = {
  readonly name: string;
  readonly sql: string;
  readonly type: string;
  readonly isNullable: boolean;
};

/** A foreign key: these columns name a row of that table by those columns. All of it is SQL text except the table's name. */
type Reference = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly theirColumns: readonly string[];
};

/** A table in the catalogue. Files use its plain name, such as `public.dogs`; statements use `sql`. */
export type Table = {
  readonly name: string;
  readonly sql: string;
  readonly columns: readonly Column[];
  readonly references: readonly Reference[];
};

/** Tables of schema `wagday` that no backup holds: they belong to one database, or hold counts that may start anew. */
const unarchivedTables = ['migrations', 'logins', 'rate_limits'];

/**
 * Tables whose rows a restore deletes: mailed links and mails about accounts are useful for an hour, and other waiting mail and
 * farewells may have been sent since. Older backups lack some of them: those of version 0.1 have `mail_outbox` instead of `jobs`.
 */
export const shortLivedTables: readonly string[] = [
  'auth.one_time_tokens',
  'wagday.mail_outbox',
  'wagday.jobs',
  'private.guest_farewells',
];

/** The prefixes of Wagday's tables in schema `private`: other programs may use a schema of that name, too. */
const privatePrefixes = ['reminder_', 'proof_', 'proven_', 'invitation_', 'guest_', 'released_'];

/**
 * Lists the tables of a backup, those that others refer to first: every table of Wagday's own schemas except the unarchived and
 * unlogged ones, those of schema `private` by their names, and every table with row rules of schema `public`. Other programs may
 * share that schema, and a table of Wagday's without row rules would be open to everybody on hosted Supabase: a test refuses one.
 */
export function listTables(sql: Tag): Promise<Table[]> {
  return readTables(
    sql,
    sql`nspname in ('auth', 'storage')
      or (nspname = 'private' and exists (select from unnest(${privatePrefixes}::text[]) as prefix where starts_with(relname, prefix)))
      or (nspname = 'wagday' and relname <> all (${unarchivedTables}::text[]))
      or (nspname = 'public' and relrowsecurity)`,
  );
}

/** Tables that do not move: browsers subscribe to the push key of one backend, and register anew with another. */
const stayingTables = ['push_subscriptions'];

/** Tables of schema `private` that move: links to invitations keep working, and guests who unsubscribed stay unsubscribed. */
const movingPrivateTables = ['invitation_links', 'guest_tokens', 'guest_mail_stops'];

/** Lists the tables that hosted Supabase has too: accounts, and what owners enter. Parents come first. */
export function listMovingTables(sql: Tag): Promise<Table[]> {
  return readTables(
    sql,
    sql`(nspname = 'auth' and relname in ('users', 'identities'))
      or (nspname = 'private' and relname = any (${movingPrivateTables}::text[]))
      or (nspname = 'public' and relrowsecurity and relname <> all (${stayingTables}::text[]))`,
  );
}

async function readTables(sql: Tag, isWanted: ReturnType<Tag>): Promise<Table[]> {
  const tables = await sql<Table[]>`
    select nspname || '.' || relname as name, format('%I.%I', nspname, relname) as sql, (
      select json_agg(json_build_object(
        'name', attname, 'sql', quote_ident(attname), 'type', format_type(atttypid, atttypmod), 'isNullable', not attnotnull
      ) order by attnum)
      from pg_attribute where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    ) as columns, (
      select coalesce(json_agg(json_build_object(
        'table', (select relnamespace::regnamespace || '.' || relname from pg_class where oid = confrelid),
        'columns', array(
          select quote_ident(attname) from unnest(conkey) with ordinality as key (number, place)
          join pg_attribute on attrelid = conrelid and attnum = number order by place
        ),
        'theirColumns', array(
          select quote_ident(attname) from unnest(confkey) with ordinality as key (number, place)
          join pg_attribute on attrelid = confrelid and attnum = number order by place
        )
      )), '[]')
      from pg_constraint where contype = 'f' and conrelid = class.oid and confrelid <> conrelid
    ) as references
    from pg_class as class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and relpersistence = 'p' and (${isWanted})
    order by name`;
  return parentsFirst(tables);
}

function parentsFirst(tables: readonly Table[]): Table[] {
  const sorted: Table[] = [];
  const visit = (table: Table, path: readonly Table[]) => {
    if (sorted.includes(table) || path.includes(table)) return;
    for (const { table: parent } of table.references) {
      const wanted = tables.find(({ name }) => name === parent);
      if (wanted) visit(wanted, [...path, table]);
    }
    sorted.push(table);
  };
  for (const table of tables) visit(table, []);
  return sorted;
}

/** Writes a table and its columns as COPY and INSERT require. */
export function describeTable({ sql, columns }: Pick<Table, 'sql' | 'columns'>): string {
  return `${sql} (${columns.map((column) => column.sql).join(', ')})`;
}

/** Switches the triggers off or on. They check new rows and raise versions, but a restored or moved row must stay as it is. */
export async function setTriggers(sql: Tag, tables: readonly Table[], to: 'disable' | 'enable'): Promise<void> {
  for (const table of tables) await sql.unsafe(`alter table ${table.sql} ${to} trigger user`);
}

export async function countRowsOf(sql: Tag, table: string): Promise<number> {
  const [found] = await sql.unsafe<{ count: number }[]>(`select count(*)::int as count from ${table}`);
  return found?.count ?? 0;
}

/** Sets each sequence to continue after the highest number that was loaded. */
export async function resumeSequences(sql: Tag, tables: readonly Table[]): Promise<void> {
  for (const table of tables) {
    for (const column of table.columns) {
      const [found] = await sql<{ sequence: string | null }[]>`
        select quote_literal(pg_get_serial_sequence(${table.sql}, ${column.name})) as sequence`;
      if (!found?.sequence) continue;
      await sql.unsafe(
        `select setval(${found.sequence}, (select coalesce(max(${column.sql}), 0) + 1 from ${table.sql}), false)`,
      );
    }
  }
}

/** The least bytes of a piece of a table. */
const pieceBytes = 1024 * 1024;

/** Yields the result of a query or table in PostgreSQL's text format, a row a line, in pieces of whole rows. */
export async function* copyOut({ connection }: Transaction, what: string): AsyncGenerator<Buffer, void, undefined> {
  const stream = connection.client.query(to(`copy ${what} to stdout`));
  let pending: Buffer[] = [];
  let length = 0;
  let isWhole = false;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      pending.push(chunk);
      length += chunk.length;
      const end = chunk.lastIndexOf(10) + 1;
      if (length < pieceBytes || end === 0) continue;
      yield Buffer.concat(pending).subarray(0, length - chunk.length + end);
      pending = [chunk.subarray(end)];
      length = chunk.length - end;
    }
    isWhole = true;
    if (length > 0) yield Buffer.concat(pending);
  } finally {
    // The rest would have to be read before another statement, such as the end of the transaction.
    if (!isWhole) connection.fail();
  }
}

/** Copies rows into a table. Resolves when the database has taken them all. */
export async function copyIn(
  { connection }: Transaction,
  into: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  const stream = connection.client.query(from(`copy ${into} from stdin`));
  const done = new Promise((resolve, reject) => stream.once('finish', resolve).on('error', reject));
  // The next await reports a failure. Without this handler Node would end the process before that.
  done.catch(() => undefined);
  try {
    for await (const chunk of chunks) {
      await Promise.race([new Promise((written) => stream.write(chunk, written)), done]);
    }
    stream.end();
    await done;
  } catch (error) {
    // What was written may still be on its way, so nothing else can be said on this connection.
    connection.fail();
    throw error;
  }
}

/** Counts rows by their line ends. In the text format a line end inside a value is written as two characters. */
export function countRows(piece: Buffer): number {
  let rows = 0;
  for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) rows += 1;
  return rows;
}
