import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { codeOf } from '../errors.ts';
import type { Log } from '../log.ts';
import { DatabaseUnreachable } from './database-error.ts';
import { type DatabaseAddress, readDatabaseAddress } from './database-url.ts';
import { createTag, type Rows, type Run, type Tag } from './sql.ts';

/** The parts of the driver's client that its types leave out. */
type Client = pg.Client & {
  readonly processID: number | null;
  readonly connection: EventEmitter & { readonly stream: Socket };
};

/** Runs statements on one connection, within a transaction. */
export type Transaction = Tag & {
  /** The connection, for what a statement cannot do: copies. `fail` closes it at the end of the transaction. */
  readonly connection: { readonly client: Client; fail(): void };
};

/** Runs statements on the connections of a pool. */
export type Sql = Tag & {
  /** Runs `work` in a transaction, which is undone when `work` fails. */
  begin<Result>(work: (transaction: Transaction) => PromiseLike<Result>): Promise<Result>;
  /** Closes the pool. @param timeout seconds that running statements may still take */
  end(how?: { readonly timeout?: number }): Promise<void>;
};

/** What the server does its own work with. */
export type Work = { readonly sql: Sql; readonly now: () => Date; readonly log: Log };

export type ConnectOptions = {
  readonly max?: number;
  /** Seconds until a connection attempt is given up. */
  readonly connectTimeout?: number;
  /** The name under which the database lists the connections. */
  readonly name?: string;
  /** The server's own schema, for `sql.own`. */
  readonly schema?: string;
  /** Seconds until a statement fails with `DatabaseUnreachable`, its wait for a connection included, unless it is in a transaction. */
  readonly patience?: number;
  /** Seconds after which a statement's database counts as dead, and the connection is closed. There is no limit by default. */
  readonly silenceLimit?: number;
  /** Seconds after which PostgreSQL itself cancels a statement. Not behind a pooler, which refuses such settings. */
  readonly statementTimeout?: number;
  /**
   * Whether statements stay prepared on their connections, which saves planning. A pooler passes connections on to clients that
   * do not know each other's statements: see `isPooled`. `prepare` in the address overrides this.
   */
  readonly prepares?: boolean;
};

/** The name of the server's own schema, where the product chooses no other. */
export const ownSchema = 'embedded';

/** Seconds after which a connection is replaced, so that they spread again over the servers behind a balancer. */
const longestLife = 3600;
/** The most statements that stay prepared on a connection. */
const mostPrepared = 500;
/** Milliseconds that a connection may take to close. */
const closeLimit = 1000;

/** What comes from the database as anything but its text. Dates and instants are text: a date must never pass through a Date. */
const parsed = new Set<number>(
  ['BOOL', 'BYTEA', 'INT2', 'INT4', 'OID', 'FLOAT4', 'FLOAT8', 'JSON', 'JSONB'].map(
    (name) => pg.types.builtins[name as keyof typeof pg.types.builtins],
  ),
);
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsed.has(oid) ? pg.types.getTypeParser(oid, format as 'text') : String,
};

function configOf({ url, host, port, tls }: DatabaseAddress, options: ConnectOptions): pg.ClientConfig {
  const { username, password, pathname, searchParams } = new URL(url);
  const settings = [...searchParams].map(([name, value]) =>
    name === 'options' ? value : `-c ${name}=${value.replace(/[\\ ]/g, '\\$&')}`,
  );
  return {
    host,
    port,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)) || undefined,
    ssl: tls ? tls.options : false,
    ...(tls?.isDirect && { sslnegotiation: 'direct' as const }),
    application_name: options.name ?? 'embedded-supabase',
    ...(settings.length > 0 && { options: settings.join(' ') }),
    connectionTimeoutMillis: 1000 * (options.connectTimeout ?? 15),
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    ...(options.silenceLimit && { query_timeout: 1000 * options.silenceLimit }),
    ...(options.statementTimeout && { statement_timeout: 1000 * options.statementTimeout }),
    types,
  };
}

/** Connects outside of any pool. @throws {DatabaseUnreachable} @throws {pg.DatabaseError} */
export async function openClient(url: string, options: ConnectOptions): Promise<pg.Client> {
  const client = new pg.Client(configOf(readDatabaseAddress(url), options));
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw asUnreachable(error);
  });
  return client;
}

type Connection = Client & pg.PoolClient;
type Connections = ReturnType<typeof openConnections>;

/**
 * Opens the connections of a pool. When one breaks, or the database no longer accepts writes, the others most likely lead to the same
 * dead or demoted server, so they are replaced before they are used again.
 */
function openConnections(address: DatabaseAddress, options: ConnectOptions) {
  /** The number of times that connections were lost. One opened before the last time is not used again. */
  let losses = 0;
  let hasTls = address.tls !== null;
  const states = new WeakMap<pg.Client, { losses: number; isReplicated: boolean }>();
  const open = new Set<Client>();
  const closing = new AbortController();
  let ended: Promise<void> | null = null;

  const config = configOf(address, options);
  const pool = new pg.Pool({
    max: options.max ?? 4,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: longestLife,
    Client: class extends pg.Client {
      constructor() {
        super({ ...config, ...(!hasTls && { ssl: false }) });
        watch(this as unknown as Client);
      }
    },
    onConnect: async (client: pg.Client) => {
      const { rows } = await client.query(
        `select set_config('TimeZone', 'UTC', false), current_setting('transaction_read_only') as is_read_only`,
      );
      if (rows[0]?.is_read_only === 'on') throw new DatabaseUnreachable('25006', 'the database may not be written');
      states.set(client, { losses, isReplicated: true });
    },
  } as unknown as pg.PoolConfig);
  // An idle connection, which the pool has removed already.
  pool.on('error', (_, client) => lose(client as unknown as pg.Client));

  function watch(client: Client): void {
    open.add(client);
    client.on('end', () => open.delete(client));
    // A connection that breaks fails its statement. Without a handler it would also end this process.
    client.on('error', () => undefined);
    client.on('notice', ({ routine }) => {
      // Committed here, but not on the standby, which may become the primary: nobody must consider it confirmed.
      const state = states.get(client);
      if (state && routine === 'SyncRepWaitForLSN') state.isReplicated = false;
    });
    client.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      const isReadOnly = ['in_hot_standby', 'default_transaction_read_only'].includes(parameterName);
      if (isReadOnly && parameterValue === 'on') lose(client);
    });
  }

  /** Notes a loss. That of a connection opened before the last one says nothing new. */
  function lose(client: pg.Client): void {
    if (states.get(client)?.losses === losses) losses += 1;
  }

  async function acquire(): Promise<Connection> {
    for (;;) {
      const opened = unlessAborted(pool.connect(), closing.signal, (late) => late.release(true));
      const client = (await opened.catch((error: unknown) => {
        if (hasTls && address.tls?.isOptional && /does not support SSL/.test(String(error))) {
          hasTls = false;
          return null;
        }
        throw asUnreachable(error);
      })) as Connection | null;
      if (client && states.get(client)?.losses === losses) return client;
      if (client) discard(client);
    }
  }

  async function end({ timeout }: { readonly timeout?: number } = {}): Promise<void> {
    ended ??= pool.end();
    // The pool forgets those that still wait for a connection.
    closing.abort(new DatabaseUnreachable('CONNECTION_ENDED'));
    if (timeout === undefined) return ended;
    await Promise.race([ended, sleep(1000 * timeout, undefined, { ref: false })]);
    // Those that still run a statement.
    for (const client of open) client.connection.stream.destroy();
  }

  return { acquire, lose, end, isReplicated: (client: pg.Client) => states.get(client)?.isReplicated !== false };
}

type Statement = Parameters<Run>[0];

/** Lends a connection to one caller, whose statements run one after the other. */
function lend({ lose, isReplicated }: Connections, client: Connection, nameOf: (text: string) => string | undefined) {
  let last: Promise<unknown> = Promise.resolve();

  async function ask({ text, values, isFixed }: Statement): Promise<Rows<object>> {
    try {
      const name = isFixed && values.length > 0 ? nameOf(text) : undefined;
      const results = await client.query(values.length > 0 ? { text, values, ...(name && { name }) } : text);
      if (!isReplicated(client)) throw new DatabaseUnreachable('NOT_REPLICATED');
      return rowsOf([results].flat().at(-1) as pg.QueryResult);
    } catch (error) {
      const failure = asUnreachable(error);
      if (isLoss(failure)) lose(client);
      throw failure;
    }
  }

  const run = async (statement: Statement, signal?: AbortSignal) => {
    const next = last.then(() => ask(statement));
    last = next.catch(() => undefined);
    try {
      return await (signal ? unlessAborted(next, signal) : next);
    } catch (error) {
      if (signal?.aborted) lose(client);
      loan.isBroken ||= signal?.aborted || isLoss(error);
      throw error;
    }
  };
  const loan = { run, isBroken: false, giveBack: () => (loan.isBroken ? discard(client) : client.release()) };
  return loan;
}

/** Names statements that may stay prepared, by their text. Returns undefined once there are too many. */
function createNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= mostPrepared) return known;
    const name = `s_${createHash('sha256').update(text).digest('base64url')}`;
    names.set(text, name);
    return name;
  };
}

/** Opens a pool over the database at `url`. @throws {StartUpError} when the address asks for TLS that is not available */
export function connect(url: string, options: ConnectOptions = {}): Sql {
  const address = readDatabaseAddress(url);
  const { schema = ownSchema, patience } = options;
  const connections = openConnections(address, options);
  const nameOf = (address.prepares ?? options.prepares) ? createNames() : () => undefined;

  async function runUnlessAborted(statement: Statement, signal: AbortSignal): Promise<Rows<object>> {
    for (let isRetry = false; ; isRetry = true) {
      const client = await unlessAborted(connections.acquire(), signal, (late) => late.release());
      const loan = lend(connections, client, nameOf);
      try {
        return await loan.run(statement, signal);
      } catch (error) {
        if (isRetry || !isForgotten(error)) throw error;
      } finally {
        loan.giveBack();
      }
    }
  }

  const run: Run = (statement) => {
    const late = new AbortController();
    const timer = patience && setTimeout(() => late.abort(new DatabaseUnreachable('ETIMEDOUT')), 1000 * patience);
    return runUnlessAborted(statement, late.signal).finally(() => clearTimeout(timer));
  };

  async function begin<Result>(work: (transaction: Transaction) => PromiseLike<Result>): Promise<Result> {
    const client = await connections.acquire();
    const loan = lend(connections, client, nameOf);
    const tag = createTag(loan.run, schema);
    const fail = () => {
      loan.isBroken = true;
    };
    try {
      await tag.unsafe('begin');
      const result = await work(Object.assign(tag, { connection: { client, fail } }));
      // PostgreSQL answers ROLLBACK, and no error, when a statement has failed before.
      if ((await tag.unsafe('commit')).command === 'COMMIT') return result;
      throw new Error('The transaction was undone, because a statement in it had failed');
    } catch (error) {
      if (!loan.isBroken) await tag.unsafe('rollback').catch(fail);
      throw error;
    } finally {
      loan.giveBack();
    }
  }

  return Object.assign(createTag(run, schema), { begin, end: connections.end }) as Sql;
}

/** Closes a connection. One that leads to a dead server is cut off, because nobody there says goodbye. */
function discard(client: Connection): void {
  client.release(true);
  setTimeout(() => client.connection.stream.destroy(), closeLimit).unref();
}

function rowsOf({ rows, rowCount, command }: pg.QueryResult): Rows<object> {
  // Not enumerable, so that what compares rows sees rows only.
  return Object.defineProperties(rows, {
    count: { value: rowCount ?? 0 },
    command: { value: command },
  }) as Rows<object>;
}

/** Whether the connection can be used no more: it broke, is about to close, may not write, or has forgotten its statements. */
function isLoss(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return error instanceof DatabaseUnreachable;
  return error.severity === 'FATAL' || error.code === '25006' || isForgotten(error);
}

/** Whether the database has forgotten a prepared statement, or its plan no longer fits the schema. A new connection runs it. */
function isForgotten(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '26000' || error.routine === 'RevalidateCachedQuery');
}

/** What the driver says, without a code, of connections that break or never open. */
const brokenConnections: readonly (readonly [RegExp, string])[] = [
  [/does not support SSL/, 'TLS_NOT_OFFERED'],
  [/^SASL/, 'SASL_SIGNATURE_MISMATCH'],
  [/^timeout expired/, 'CONNECT_TIMEOUT'],
  [/^Query read timeout/, 'ETIMEDOUT'],
  [/^Cannot use a pool after calling end/, 'CONNECTION_ENDED'],
  [/^(Connection terminated|Client has encountered|Client was closed|There was an error establishing)/, 'ECONNRESET'],
];

/** Returns `DatabaseUnreachable` for a failure of the connection, and any other error as it is. */
function asUnreachable(error: unknown): unknown {
  if (error instanceof pg.DatabaseError || error instanceof DatabaseUnreachable || !(error instanceof Error))
    return error;
  const [, code = codeOf(error)] = brokenConnections.find(([text]) => text.test(error.message)) ?? [];
  return code === '' ? error : new DatabaseUnreachable(code, error.message);
}

/** Waits for a promise until the signal aborts. @param onLate takes the result that comes after that */
function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
  onLate: (value: Value) => void = () => undefined,
): Promise<Value> {
  const { promise: earlier, resolve, reject } = Promise.withResolvers<Value>();
  const abort = () => {
    reject(signal.reason);
    promise.then(onLate, () => undefined);
  };
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  return earlier;
}

/**
 * Whether there is a pooler in between, such as PgBouncer: the process number that it sends to its clients is not the
 * database's. A proxy that passes everything on, such as HAProxy, is not detected, and need not be.
 */
export function isPooled(sql: Sql): Promise<boolean> {
  return sql.begin(async (transaction) => {
    const [row] = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`;
    return row?.pid !== transaction.connection.client.processID;
  });
}
