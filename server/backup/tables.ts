import { once } from 'node:events';
import type { TransactionSql } from 'postgres';

/** A table with the columns that hold data of their own; both names come from the catalogue, quoted where needed. */
export type TableShape = { readonly name: string; readonly columns: readonly string[] };

/** The product's own tables of a schema that may be shared with other programs. */
const publicTables = ['dogs', 'birthday_celebrations'];

/**
 * Every table that Wagday keeps data in, those that others refer to first: all of its own schemas except what is counted
 * anew (rate limits, unlogged tables), the logins of the server, which every database has of its own, and the list of
 * migrations, which is kept apart.
 */
export async function listTables(sql: TransactionSql): Promise<TableShape[]> {
  const tables = await sql<{ oid: number; name: string; columns: string[] }[]>`
    select class.oid::int, format('%I.%I', nspname, relname) as name, (
      select array_agg(quote_ident(attname) order by attnum) from pg_attribute
      where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    ) as columns
    from pg_class as class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and relpersistence = 'p' and (
      nspname in ('auth', 'storage') or (nspname = 'wagday' and relname not in ('migrations', 'rate_limits', 'logins'))
      or (nspname = 'public' and relname in ${sql(publicTables)})
    )
    order by name`;
  const references = await sql<{ child: number; parent: number }[]>`
    select conrelid::int as child, confrelid::int as parent from pg_constraint
    where contype = 'f' and conrelid <> confrelid`;

  const sorted: (typeof tables)[number][] = [];
  const visit = (table: (typeof tables)[number], path: readonly number[]) => {
    if (sorted.includes(table) || path.includes(table.oid)) return;
    for (const { child, parent } of references) {
      const wanted = child === table.oid && tables.find(({ oid }) => oid === parent);
      if (wanted) visit(wanted, [...path, table.oid]);
    }
    sorted.push(table);
  };
  for (const table of tables) visit(table, []);
  return sorted.map(({ name, columns }) => ({ name, columns }));
}

/** What a query or table yields in PostgreSQL's own text form, a row a line, in pieces of at least so many bytes. */
export async function* copyOut(
  sql: TransactionSql,
  what: string,
  options = '',
  pieceBytes = 1024 * 1024,
): AsyncGenerator<Buffer> {
  const stream = await sql.unsafe(`copy ${what} to stdout ${options}`).readable();
  let pending: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    // The driver hands out parts of its receiving buffer.
    pending.push(Buffer.from(chunk));
    length += chunk.length;
    if (length < pieceBytes) continue;
    yield Buffer.concat(pending);
    pending = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(pending);
}

/** Lets rows flow into a table; resolves when the database has taken them all. */
export async function copyIn(
  sql: TransactionSql,
  into: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  options = '',
): Promise<void> {
  const stream = await sql.unsafe(`copy ${into} from stdin ${options}`).writable();
  const done = once(stream, 'finish');
  // Told by whichever await comes next; until then nobody listens.
  done.catch(() => undefined);
  for await (const chunk of chunks) {
    if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), done]);
  }
  stream.end();
  // Of rows that end in the middle the driver tells nobody: the stream just never finishes. What is asked next learns it.
  await Promise.race([done, sql`select 1`.catch(explainRefusedEnd)]);
}

function explainRefusedEnd(error: unknown): never {
  const isAborted = error instanceof Error && 'code' in error && error.code === '25P02';
  throw isAborted ? Object.assign(new Error('the rows end in the middle'), { code: '22P04' }) : error;
}

export function describeTable({ name, columns }: TableShape): string {
  return `${name} (${columns.join(', ')})`;
}

/** A row a line: in the text form a line end inside a value is written as two characters. */
export function countRows(piece: Buffer): number {
  let rows = 0;
  for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) rows += 1;
  return rows;
}

/** Numbers that tables give by themselves go on behind the highest one that was loaded. */
export async function resumeSequences(sql: TransactionSql, tables: readonly TableShape[]): Promise<void> {
  for (const { name, columns } of tables) {
    for (const column of columns) {
      const [found] = await sql<{ sequence: string | null }[]>`
        select pg_get_serial_sequence(${name}, trim(both '"' from ${column}::text)) as sequence`;
      if (!found?.sequence) continue;
      await sql.unsafe(
        `select setval('${found.sequence.replaceAll("'", "''")}', (select coalesce(max(${column}), 0) + 1 from ${name}), false)`,
      );
    }
  }
}
