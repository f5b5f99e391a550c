import type { MaybeRow, PendingQuery, RowList } from 'postgres';
import postgres from 'postgres';
import { DatabaseSocket, DatabaseUnreachable } from './database-socket.ts';
import { type DatabaseAddress, readDatabaseAddress } from './database-url.ts';

export type Sql = postgres.Sql;

export type ConnectOptions = {
  /** Most connections open at once. */
  readonly max?: number;
  /** Seconds until a connection attempt is given up. */
  readonly connectTimeout?: number;
  /** What the database lists the connections under. */
  readonly name?: string;
  /**
   * Seconds that the database may be silent after it was sent a statement. Then it is taken for dead, and the connection is closed. By
   * default there is no limit, because long statements need the time.
   */
  readonly silenceLimit?: number;
  /**
   * Whether statements stay prepared on their connections, which saves planning. A pooler passes connections on to clients that do not
   * know their statements: see `isPooled`. `prepare` in the address overrides this.
   */
  readonly prepares?: boolean;
};

/** Seconds between two attempts to connect while the database is away. The driver's own delays grow to 20 seconds. */
const reconnectDelay = 0.25;
/** Seconds that the statements under way on the connections of a pool that is given up may still take. */
const farewell = 7;

/** The array types of parameters: `text[]`, `int[]` and `uuid[]`, by their fixed numbers in `pg_type`. */
const arrayTypes = { text: 1009, int: 1007, uuid: 2951 };

/** An array as PostgreSQL reads it, with every element but NULL in quotes. */
function arrayLiteral(values: readonly (string | number | null)[] | string): string {
  // The driver passes the literal that it already has when it sends a statement again, such as after a change of the schema.
  if (typeof values === 'string') return values;
  const elements = values.map((value) => (value === null ? 'NULL' : `"${String(value).replace(/["\\]/g, '\\$&')}"`));
  return `{${elements.join()}}`;
}

const arrays = Object.fromEntries(
  Object.entries(arrayTypes).map(([name, to]) => [name, { to, from: [], serialize: arrayLiteral, parse: String }]),
);

/**
 * A pool over the database at `url`. Dates and instants come back as PostgreSQL's own text: a calendar date must never
 * pass through a JavaScript Date, where the time zone could move it by a day.
 *
 * When a connection breaks, or the database may not be written any more, all connections are given up and made anew: the others
 * most likely lead to the same dead or demoted server, and the driver does not recover each of its connections.
 * @throws {StartUpError} when the address asks for TLS that cannot be had
 */
export function connect(url: string, options: ConnectOptions = {}): Sql {
  const address = readDatabaseAddress(url);
  let isEnded = false;
  let pool = open();

  function open(): Sql {
    const opened: Sql = openPool(address, options, () => {
      if (opened !== pool || isEnded) return;
      pool = open();
      void opened.end({ timeout: farewell });
    });
    return opened;
  }

  const end: Sql['end'] = (how) => {
    isEnded = true;
    return pool.end(how);
  };
  // A function, so that the proxy can be called.
  return new Proxy<Sql>(pool, {
    apply: (_, receiver, args) => Reflect.apply(pool, receiver, args),
    get: (_, name) => (name === 'end' ? end : Reflect.get(pool, name)),
  });
}

/**
 * Whether a pooler answers, such as PgBouncer: the process that it names to its clients is not one of the database's. A proxy that
 * passes everything on, such as HAProxy, is not noticed, and need not be.
 */
export async function isPooled(sql: Sql): Promise<boolean> {
  const rows = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return rows[0]?.pid !== rows.state.pid;
}

function openPool(
  { url, host, port, tls, prepares }: DatabaseAddress,
  options: ConnectOptions,
  onLost: () => void,
): Sql {
  const { max = 4, connectTimeout = 15, name = 'wagday', silenceLimit } = options;
  // The driver knows these options, but its types do not name them.
  const untyped = {
    // A connection runs one statement at a time: no statement queues behind a slow one, and cancelling one cancels no other.
    max_pipeline: 1,
    socket: () =>
      new DatabaseSocket({
        host,
        port,
        tls,
        silenceLimit: silenceLimit === undefined ? null : 1000 * silenceLimit,
        onLost,
      }),
  };
  return postgres(url, {
    max,
    ...untyped,
    ssl: false,
    connect_timeout: connectTimeout,
    backoff: () => reconnectDelay,
    prepare: prepares ?? options.prepares ?? false,
    onnotice: () => undefined,
    // The driver would ask every new connection for all array types, in a promise that nobody handles: a database that went
    // away just then would end this process. Arrays in results come as text; statements return JSON instead.
    fetch_types: false,
    connection: { application_name: name, TimeZone: 'UTC' },
    types: {
      ...arrays,
      date: {
        to: 1184,
        from: [1082, 1114, 1184],
        serialize: (value: unknown) => (value instanceof Date ? value.toISOString() : String(value)),
        parse: (text: string) => text,
      },
    },
  }) as Sql;
}

/**
 * Milliseconds until a statement is cancelled. This is longer than PostgreSQL itself lets a request's statement run
 * (logins.ts): a cancellation at the same moment might hit the next statement on the connection.
 */
const timeout = 6000;
/** Milliseconds after which a statement that was cancelled is not waited for any more. */
const graceOfCancelled = 1000;

/**
 * Waits for a statement and cancels it after six seconds; it then fails with SQLSTATE 57014. A database that does not even answer
 * that, and a statement that the driver has lost along with its connection, are given up a second later.
 */
export function withTimeout<Result extends readonly MaybeRow[]>(query: PendingQuery<Result>): Promise<RowList<Result>> {
  return new Promise((resolve, reject) => {
    let timer = setTimeout(() => {
      query.cancel();
      timer = setTimeout(() => reject(new DatabaseUnreachable('ETIMEDOUT')), graceOfCancelled);
    }, timeout);
    query.then(
      (rows) => {
        clearTimeout(timer);
        resolve(rows);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
