import { once } from 'node:events';
import type { TransactionSql } from 'postgres';

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
  // The end may only be told once all is written: the driver takes no other statement before it.
  for await (const chunk of chunks) {
    await Promise.race([new Promise((written) => stream.write(chunk, written)), done]);
  }
  stream.end();
  // Of rows that end in the middle the driver tells nobody: the stream just never finishes. What is asked next learns it.
  await Promise.race([done, sql`select 1`.catch(explainRefusedEnd)]);
}

function explainRefusedEnd(error: unknown): never {
  const isAborted = error instanceof Error && 'code' in error && error.code === '25P02';
  throw isAborted ? Object.assign(new Error('the rows end in the middle'), { code: '22P04' }) : error;
}

/** A row a line: in the text form a line end inside a value is written as two characters. */
export function countRows(piece: Buffer): number {
  let rows = 0;
  for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) rows += 1;
  return rows;
}
