import { availableParallelism } from 'node:os';
import { codeOf, StartUpError } from '../errors.ts';
import { connect, isPooled } from './connect.ts';
import { openLogins } from './logins.ts';
import { type MigrationSource, migrate } from './migrate.ts';

/** The most connections for one network's clients: two a core, from 4 to 8, because more would only share the cores. */
export const connectionsOfOneNetwork = Math.min(8, Math.max(4, 2 * availableParallelism()));
/** The most for requests: twice as many, so that other networks find a connection while these wait for locks. */
export const connectionsForRequests = 2 * connectionsOfOneNetwork;

/** Users wait for these connections. PostgreSQL itself cancels a statement before it is given up (`atMost`, and logins.ts). */
const patience = { connectTimeout: 5, patience: 7, silenceLimit: 8 };

/** The most for signing in and everything else about accounts. */
export const connectionsForAccounts = 6;

export type Database = Awaited<ReturnType<typeof openDatabase>>;

export type DatabaseOptions = {
  /** The name under which PostgreSQL lists the connections. */
  readonly name: string;
  /** The server's own schema, a plain word, with which the names of new logins begin. */
  readonly schema: string;
  /** The schema: `supabaseSchema` or migrations that lead to it, then the product's. */
  readonly sources: readonly MigrationSource[];
};

/**
 * Migrates the database as the owner of its tables, then connects with logins that have fewer rights.
 * @param url as the owner, who is not needed afterwards
 * @throws {StartUpError}
 */
export async function openDatabase(url: string, options: DatabaseOptions) {
  const { applied, logins, isBehindPooler } = await prepare(url, options);
  const serving = { ...patience, name: options.name, schema: options.schema, prepares: !isBehindPooler };
  // The login of requests has a limit of its own (logins.ts).
  const atMost = (statementTimeout: number) => (isBehindPooler ? {} : { statementTimeout });
  // A pool for each purpose, so that no kind of work waits behind another.
  const pools = {
    /** For data requests, whose statements run in their caller's role. */
    requests: connect(logins.requests, { ...serving, max: connectionsForRequests }),
    /** For signing in and everything else about accounts. */
    accounts: connect(logins.service, { ...serving, ...atMost(6), max: connectionsForAccounts }),
    /** For background work: mail, keys. As many as there are jobs at once. */
    background: connect(logins.service, { ...serving, ...atMost(6), max: 4 }),
    /** For the two sweeps, whose statements take long: one each, because a wait for the other would count. */
    sweeps: connect(logins.service, { ...serving, ...atMost(60), patience: 61, silenceLimit: 62, max: 2 }),
    health: connect(logins.service, { ...serving, ...atMost(6), max: 1 }),
  };
  const close = async () => {
    await Promise.all(Object.values(pools).map((pool) => pool.end({ timeout: 5 })));
  };
  try {
    await Promise.all([pools.requests`select 1`, pools.background`select 1`]);
  } catch (error) {
    await close();
    if (!/^(28|08P01|SASL)/.test(codeOf(error))) throw error;
    throw new StartUpError(
      `The database refuses the logins that the server has made in it (their names are in the table ${options.schema}.logins): let them in through pg_hba.conf, and through a connection pooler if there is one.`,
    );
  }
  return { ...pools, applied, isBehindPooler, close };
}

async function prepare(url: string, { name, schema, sources }: DatabaseOptions) {
  const owner = connect(url, { max: 1, name, schema });
  try {
    /** The names of the migrations that were applied now. */
    const applied = await migrate(owner, sources);
    // Behind a pooler no statement stays prepared.
    return { applied, logins: await openLogins(owner, url), isBehindPooler: await isPooled(owner) };
  } finally {
    await owner.end({ timeout: 5 });
  }
}
