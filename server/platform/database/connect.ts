import type { MaybeRow, PendingQuery, RowList } from 'postgres';
import postgres from 'postgres';
import { DatabaseSocket, DatabaseUnreachable } from './database-socket.ts';
import { type DatabaseAddress, readDatabaseAddress } from './database-url.ts';

export type Sql = postgres.Sql;

export type ConnectOptions = {
  /** The most connections open at once. */
  readonly max?: number;
  /** Seconds until a connection attempt is given up. */
  readonly connectTimeout?: number;
  /** The name under which the database lists the connections. */
  readonly name?: string;
  /**
   * Seconds without an answer to a statement after which the database counts as dead, and the connection is closed. There is no
   * limit by default, because long statements need the time.
   */
  readonly silenceLimit?: number;
  /**
   * Whether statements stay prepared on their connections, which saves planning. A pooler passes connections on to clients that
   * do not know each other's statements: see `isPooled`. `prepare` in the address overrides this.
   */
  readonly prepares?: boolean;
};

/** Seconds between two attempts to connect while the database is down. The driver's own delays grow to 20 seconds. */
const reconnectDelay = 0.25;
/** Seconds that running statements may still take after their pool was replaced. */
const farewell = 7;

/** The OIDs in `pg_type` of the array types of parameters: `text[]`, `int[]` and `uuid[]`. */
const arrayTypes = { text: 1009, int: 1007, uuid: 2951 };

/** Writes an array as PostgreSQL reads it, with every element but NULL in quotes. */
function arrayLiteral(values: readonly (string | number | null)[] | string): string {
  // When the driver sends a statement again, such as after a change of the schema, it passes the literal that it already has.
  if (typeof values === 'string') return values;
  const elements = values.map((value) => (value === null ? 'NULL' : `"${String(value).replace(/["\\]/g, '\\$&')}"`));
  return `{${elements.join()}}`;
}

const arrays = Object.fromEntries(
  Object.entries(arrayTypes).map(([name, to]) => [name, { to, from: [], serialize: arrayLiteral, parse: String }]),
);

/**
 * Opens a pool over the database at `url`. Dates and instants stay in PostgreSQL's text form: a calendar date must never pass
 * through a JavaScript Date, where the time zone could move it by a day.
 *
 * When a connection breaks, or the database no longer accepts writes, the whole pool is replaced: its other connections most
 * likely lead to the same dead or demoted server, and the driver does not recover each of its connections.
 * @throws {StartUpError} when the address asks for TLS that is not available
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
  // The target is a function, so that the proxy can be called.
  return new Proxy<Sql>(pool, {
    apply: (_, receiver, args) => Reflect.apply(pool, receiver, args),
    get: (_, name) => (name === 'end' ? end : Reflect.get(pool, name)),
  });
}

/**
 * Whether there is a pooler in between, such as PgBouncer: the process number that it sends to its clients is not the
 * database's. A proxy that passes everything on, such as HAProxy, is not detected, and need not be.
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
    // Runs one statement at a time, so that none queues behind a slow one, and cancelling one cancels no other.
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
    // By default the driver asks for all array types on every new connection, in a promise without a handler: losing the database
    // at that moment would end this process. Arrays in results come as text; statements return JSON instead.
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
 * Milliseconds until a statement is cancelled. This is longer than PostgreSQL lets a request's statement run (logins.ts), because
 * a cancellation at the same moment might hit the next statement on the connection.
 */
const timeout = 6000;
/** Milliseconds to wait for the end of a cancelled statement. */
const graceOfCancelled = 1000;

/**
 * Waits for a statement and cancels it after six seconds; it then fails with SQLSTATE 57014. Fails with `DatabaseUnreachable` a
 * second later when the database does not answer even that, or the driver has lost the statement along with its connection.
 */
export function withTimeout<Result extends readonly MaybeRow[]>(query: PendingQuery<Result>): Promise<RowList<Result>> {
  const { promise, resolve, reject } = Promise.withResolvers<RowList<Result>>();
  let timer = setTimeout(() => {
    query.cancel();
    timer = setTimeout(() => reject(new DatabaseUnreachable('ETIMEDOUT')), graceOfCancelled);
  }, timeout);
  query.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
