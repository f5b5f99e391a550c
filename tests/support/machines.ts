import { rm } from 'node:fs/promises';
import { startCluster } from '../../embedded-supabase/database/cluster.ts';
import { connect, type Sql } from '../../embedded-supabase/database/connect.ts';
import { type FakeS3, startFakeS3 } from './fake-s3.ts';
import { layEmptyDatabase } from './prepared-database.ts';
import { type RoundRobin, startRoundRobin } from './round-robin.ts';
import { makeDataDir, startServer, type TestServer } from './start-server.ts';

/** Several servers, as if on separate machines. They share only a PostgreSQL, an S3 store and a proxy. */
export type Machines = {
  readonly sql: Sql;
  readonly databaseUrl: string;
  readonly s3: FakeS3;
  readonly proxy: RoundRobin;
  /** The current server of each place. */
  readonly servers: readonly TestServer[];
  /** Everything that all servers have written to stdout and stderr. */
  output(): string;
  /** Kills a server with SIGKILL and restarts it on its data directory. */
  killAndRestart(place: number): Promise<void>;
  kill(place: number): Promise<void>;
  restart(place: number, env?: Readonly<Record<string, string>>): Promise<TestServer>;
  stop(): Promise<void>;
};

const quiet = { info: () => undefined, error: () => undefined };

/** Starts all servers at once on an empty database. */
export async function startMachines(count: number): Promise<Machines> {
  const cleanups = new AsyncDisposableStack();
  try {
    const hostDir = await makeDataDir();
    cleanups.defer(() => rm(hostDir, { recursive: true, force: true }));
    await layEmptyDatabase(hostDir);
    const cluster = await startCluster({ dataDir: hostDir, log: quiet });
    cleanups.defer(() => cluster.stop());
    const databaseUrl = await createDatabase(cluster.url);
    const sql = connect(databaseUrl, { max: 2 });
    cleanups.defer(() => sql.end({ timeout: 5 }));
    const s3 = await startFakeS3();
    cleanups.defer(() => s3.stop());
    const proxy = await startRoundRobin();
    cleanups.defer(() => proxy.stop());

    const dataDirs = await Promise.all(Array.from({ length: count }, makeDataDir));
    cleanups.defer(async () => {
      await Promise.all(dataDirs.map((dataDir) => rm(dataDir, { recursive: true, force: true })));
    });
    const shared = {
      DATABASE_URL: databaseUrl,
      S3_ENDPOINT: s3.config.endpoint,
      S3_REGION: s3.config.region,
      S3_BUCKET: s3.config.bucket,
      S3_ACCESS_KEY_ID: s3.config.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
      PUBLIC_URL: proxy.url,
      // All owners of a test come from one address.
      WAGDAY_CLIENT_LIMITS: '1000',
    };
    const servers: TestServer[] = [];
    const ended: string[] = [];
    cleanups.defer(async () => {
      await Promise.all(servers.map((server) => server.stop()));
    });

    async function restart(place: number, env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
      const dataDir = dataDirs[place];
      if (!dataDir) throw new Error(`there is no machine ${place}`);
      const server = await startServer({ dataDir, env: { ...shared, ...env } });
      servers[place] = server;
      proxy.route(place, server.url);
      return server;
    }
    async function kill(place: number): Promise<void> {
      const server = servers[place];
      await server?.kill('SIGKILL');
      ended.push(server?.output() ?? '');
    }
    await Promise.all(dataDirs.map((_, place) => restart(place)));

    return {
      sql,
      databaseUrl,
      s3,
      proxy,
      servers,
      output: () => [...ended, ...servers.map((server) => server.output())].join('\n'),
      kill,
      restart,
      async killAndRestart(place) {
        await kill(place);
        await restart(place);
      },
      stop: () => cleanups.disposeAsync(),
    };
  } catch (error) {
    await cleanups.disposeAsync();
    throw error;
  }
}

async function createDatabase(clusterUrl: string): Promise<string> {
  const admin = connect(clusterUrl, { max: 1 });
  await admin.unsafe('create database wagday');
  await admin.end();
  const url = new URL(clusterUrl);
  url.pathname = '/wagday';
  return url.href;
}
