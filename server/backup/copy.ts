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
  // The next await reports a failure. Without this handler Node would end the process before that.
  done.catch(() => undefined);
  // Each chunk is written before the stream ends: the driver runs no other statement until then.
  for await (const chunk of chunks) {
    await Promise.race([new Promise((written) => stream.write(chunk, written)), done]);
  }
  stream.end();
  // When the rows end in the middle, the driver reports nothing and the stream never finishes. The next statement fails instead.
  await Promise.race([done, sql`select 1`.catch(explainRefusedEnd)]);
}

function explainRefusedEnd(error: unknown): never {
  const isAborted = error instanceof Error && 'code' in error && error.code === '25P02';
  throw isAborted ? Object.assign(new Error('the rows end in the middle'), { code: '22P04' }) : error;
}

/** Counts line ends. In the text form each row is a line, and a line end inside a value is written as two characters. */
export function countRows(piece: Buffer): number {
  let rows = 0;
  for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) rows += 1;
  return rows;
}
