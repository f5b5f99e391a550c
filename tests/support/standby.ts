import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { freePort } from '../../embedded-supabase/database/cluster.ts';
import { findDatabaseHome, giveToDatabase, SUPERUSER } from '../../embedded-supabase/database/database-home.ts';
import { layDatabase } from './prepared-database.ts';
import { makeDataDir } from './start-server.ts';

/** A PostgreSQL that the test can kill, start again and promote. */
export type Node = {
  readonly port: number;
  start(): Promise<void>;
  /** Ends the process. SIGINT shuts it down in order and closes all connections; SIGKILL is a crash. */
  end(signal: 'SIGINT' | 'SIGKILL'): Promise<void>;
  /** Runs a statement as superuser, also on a standby. */
  run(statement: string): Promise<readonly Record<string, unknown>[]>;
};

export type Pair = {
  readonly primary: Node;
  readonly standby: Node;
  readonly password: string;
  stop(): Promise<void>;
};

/** Starts a primary with all of Wagday's tables, and a standby that has every commit before the primary confirms it. */
export async function startPair(): Promise<Pair> {
  const dataDirs = [await makeDataDir(), await makeDataDir()] as const;
  // Both are copies of one database, so the second can follow the first.
  for (const dataDir of dataDirs) await layDatabase(dataDir);
  const password = (await readFile(join(dataDirs[0], 'database', 'superuser-password'), 'utf8')).trim();
  const ports = [await freePort(), await freePort()] as const;
  const primary = await createNode(dataDirs[0], ports[0], password, { synchronous_standby_names: 'standby' });
  const source = `host=127.0.0.1 port=${ports[0]} user=${SUPERUSER} password=${password} application_name=standby`;
  const standby = await createNode(dataDirs[1], ports[1], password, { primary_conninfo: source });
  const signal = join(dataDirs[1], 'database', 'cluster', 'standby.signal');
  await writeFile(signal, '');
  await giveToDatabase(await findDatabaseHome(dataDirs[1]), signal);
  await primary.start();
  await standby.start();
  await expect.poll(() => primary.run('select sync_state from pg_stat_replication')).toEqual([{ sync_state: 'sync' }]);
  return {
    primary,
    standby,
    password,
    stop: async () => {
      for (const node of [primary, standby]) await node.end('SIGKILL');
      for (const dataDir of dataDirs) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function createNode(
  dataDir: string,
  port: number,
  password: string,
  settings: Readonly<Record<string, string>>,
): Promise<Node> {
  const home = await findDatabaseHome(dataDir);
  const words = [
    ...home.wrapper,
    home.binaries.postgres,
    ...['-D', join(dataDir, 'database', 'cluster'), '-p', String(port)],
    ...Object.entries({ ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: '' }).flatMap(
      ([name, value]) => ['-c', `${name}=${value}`],
    ),
  ];
  const [command = '', ...args] = words;
  let child: ChildProcess | null = null;

  async function run(statement: string) {
    const client = new pg.Client({ host: '127.0.0.1', port, user: SUPERUSER, password, database: 'postgres' });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  return {
    port,
    run,
    async start() {
      child = spawn(command, args, { ...home.account, cwd: '/', stdio: 'ignore', env: { LC_ALL: 'C', TZ: 'UTC' } });
      await expect.poll(() => run('select 1 as one').catch(({ code }) => code)).toEqual([{ one: 1 }]);
    },
    async end(signal) {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}
