import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { layEmptyDatabase } from '../../tests/support/prepared-database.ts';
import { makeDataDir } from '../../tests/support/start-server.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { connect } from './connect.ts';
import { checkExternalDatabase } from './external-database.ts';

let dataDir: string;
let cluster: Cluster;

beforeAll(async () => {
  dataDir = await makeDataDir();
  await layEmptyDatabase(dataDir);
  cluster = await startCluster({ dataDir, log: { info: () => undefined, error: () => undefined } });
  const admin = connect(cluster.url, { max: 1 });
  await admin.unsafe(`
    create role plain login password 'hunter2';
    create role maker login createrole password 'hunter2';
    grant create on database postgres to plain;
  `);
  await admin.end();
});
afterAll(async () => {
  await cluster?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function urlOf(user: string, password: string, database = 'postgres'): string {
  const url = new URL(cluster.url);
  url.username = user;
  url.password = password;
  url.pathname = `/${database}`;
  return url.href;
}

test('a role that may do all passes', async () => {
  await expect(checkExternalDatabase(cluster.url)).resolves.toBeUndefined();
});

test.each([
  [
    'plain',
    'hunter2',
    'postgres',
    /^The role "plain" of DATABASE_URL may not create roles: run "alter role plain createrole"/,
  ],
  ['maker', 'hunter2', 'postgres', /^The role "maker" of DATABASE_URL may not create schemas/],
  ['maker', 'wrong', 'postgres', /refuses the user "maker" or its password\.$/],
  ['nobody', 'wrong', 'postgres', /refuses the user "nobody" or its password\.$/],
  ['maker', 'hunter2', 'dogs', /^The database "dogs" of DATABASE_URL does not exist/],
])('%s with %s on %s is refused in one sentence', async (user, password, database, sentence) => {
  const refused = checkExternalDatabase(urlOf(user, password, database));
  await expect(refused).rejects.toMatchObject({ name: 'StartUpError', message: expect.stringMatching(sentence) });
  await expect(refused).rejects.toMatchObject({ message: expect.not.stringContaining(password) });
});

test('a server that is there but is no PostgreSQL is refused', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await expect(checkExternalDatabase(`postgres://owner:hunter2@127.0.0.1:${port}/wagday`, 1500)).rejects.toThrow(
    /^The database of DATABASE_URL cannot be reached at 127\.0\.0\.1:\d+/,
  );
  server.close();
});
