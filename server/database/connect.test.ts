import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { layEmptyDatabase } from '../../tests/support/prepared-database.ts';
import { makeDataDir } from '../../tests/support/start-server.ts';
import { startCluster } from './cluster.ts';
import { connect } from './connect.ts';

test('a connection that breaks as it opens fails the statement that waits for it, and nothing else', async () => {
  const signedIn = Buffer.from([...'R\0\0\0\x08\0\0\0\0', ...'Z\0\0\0\x05I'].map((char) => char.charCodeAt(0)));
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(signedIn);
      socket.once('data', () => socket.resetAndDestroy());
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sql = connect(`postgres://wagday:x@127.0.0.1:${(server.address() as AddressInfo).port}/wagday`);
  onTestFinished(async () => {
    await sql.end({ timeout: 0 });
    server.close();
  });
  const reported: unknown[] = [];
  const report = (error: unknown) => reported.push(error);
  process.on('unhandledRejection', report);
  onTestFinished(() => void process.off('unhandledRejection', report));
  await expect(sql`select 1`).rejects.toMatchObject({ code: 'ECONNRESET' });
  await new Promise((done) => setImmediate(done));
  expect(reported).toEqual([]);
});

test('arrays arrive as they were given, whatever they hold', async () => {
  const dataDir = await makeDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await layEmptyDatabase(dataDir);
  const cluster = await startCluster({ dataDir, log: { info: () => undefined, error: () => undefined } });
  onTestFinished(() => cluster.stop());
  const sql = connect(cluster.url, { max: 1 });
  onTestFinished(() => sql.end());
  const texts = [null, '', 'NULL', ' a, b ', '{"}', "o'clock", 'back\\slash\\', 'two\nlines', 'Zoë 🐶'];
  const numbers = [0, -7, 2_147_483_647];
  const ids = ['00000000-0000-4000-8000-000000000001', 'ffffffff-ffff-4fff-bfff-ffffffffffff'];
  expect(
    await sql`
      select to_json(${texts}::text[]) as texts, to_json(${numbers}::int[]) as numbers, to_json(${ids}::uuid[]) as ids,
        to_json(${[]}::text[]) as none`,
  ).toEqual([{ texts, numbers, ids, none: [] }]);
});
