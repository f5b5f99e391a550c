import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect as connectSocket, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../embedded-supabase/database/cluster.ts';
import { readPostmaster } from '../../embedded-supabase/database/postmaster.ts';
import { listen } from '../support/listen.ts';
import { newOwner } from '../support/owners.ts';
import { plainPicture, putPicture } from '../support/pictures.ts';
import { layDatabase } from '../support/prepared-database.ts';
import { signalIfThere } from '../support/signal-if-there.ts';
import { makeDataDir, runServerToEnd, startServer, withoutConfiguration } from '../support/start-server.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await makeDataDir();
  await layDatabase(dataDir);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function ask(url: string) {
  return fetch(url).then(
    async (response) => ({ status: response.status, text: await response.text() }),
    () => null,
  );
}

test('a server that is still starting lives and is not ready', async () => {
  // A database that accepts the connection and never answers.
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket));
  const { port: databasePort } = await listen(silent);
  const port = await freePort();
  let seen: unknown[] = [];
  const ended = runServerToEnd(
    {
      dataDir,
      env: { PORT: String(port), DATABASE_URL: `postgres://owner:secret@127.0.0.1:${databasePort}/wagday` },
    },
    async (child) => {
      let health = null;
      while (!health) {
        await sleep(50);
        health = await ask(`http://127.0.0.1:${port}/health`);
      }
      const ready = await ask(`http://127.0.0.1:${port}/ready`);
      seen = [health, ready?.status];
      child.kill('SIGKILL');
    },
  );
  await ended;
  for (const socket of sockets) socket.destroy();
  silent.close();
  expect(seen).toEqual([{ status: 200, text: '{"status":"ok"}' }, 503]);
});

test('a server without its photo store lives on, but is not ready until the store is back', async () => {
  const server = await startServer({ dataDir });
  const photos = join(dataDir, 'photos');
  await rename(photos, `${photos}-away`);
  await expect.poll(async () => (await ask(`${server.url}/ready`))?.status).toBe(503);
  expect(await ask(`${server.url}/health`)).toEqual({ status: 200, text: '{"status":"ok"}' });
  expect(server.output()).toContain('"event":"not_ready"');
  await rename(`${photos}-away`, photos);
  await expect.poll(async () => (await ask(`${server.url}/ready`))?.status).toBe(200);
  await server.stop();
});

test('told to stop, it is not ready first, refuses who comes new, and finishes the upload under way', async () => {
  const server = { ...(await startServer({ dataDir })), key: 'wagday' };
  expect(await ask(`${server.url}/ready`)).toEqual({ status: 200, text: '{"status":"ready"}' });
  const owner = await newOwner(server);
  const picture = await plainPicture('#c0703a');
  const { port } = new URL(server.url);
  const name = `${owner.id}/1.png`;
  const upload = request({
    port,
    method: 'POST',
    path: `/storage/v1/object/dog-photos/${name}`,
    headers: {
      Authorization: `Bearer ${owner.accessToken}`,
      'Content-Type': 'image/png',
      'Content-Length': picture.buffer.length,
    },
  });
  const answered = once(upload, 'response');
  await new Promise<void>((done) => upload.write(picture.buffer.subarray(0, 100), () => done()));
  // A load balancer that is about to ask, on a connection that is already open.
  const asking = connectSocket(Number(port), '127.0.0.1');
  asking.setEncoding('utf8');
  let told = '';
  asking.on('data', (text) => {
    told += String(text);
  });
  await new Promise<void>((done) => asking.write('GET /ready HTTP/1.1\r\nHost: localhost\r\n', () => done()));
  // Both were sent before this request, so they have arrived once it is answered.
  expect(await ask(`${server.url}/health`)).toEqual({ status: 200, text: '{"status":"ok"}' });

  const closed = once(server.process, 'close');
  server.process.kill('SIGTERM');
  await expect.poll(() => ask(`${server.url}/health`)).toBeNull();
  asking.write('\r\n');
  await expect.poll(() => told).toContain('{"status":"stopping"}');
  expect(told).toMatch(/^HTTP\/1\.1 503 /);
  upload.end(picture.buffer.subarray(100));
  const [response] = await answered;
  expect(response.statusCode).toBe(200);
  response.resume();
  await closed;
  expect(server.process.exitCode).toBe(0);

  const again = await startServer({ dataDir });
  const photo = await fetch(`${again.url}/storage/v1/object/public/dog-photos/${name}`);
  expect(Buffer.from(await photo.arrayBuffer())).toEqual(picture.buffer);
  await again.stop();
});

/** Returns the ids of running processes and of their parents; ended processes that are only listed do not count. */
async function runningProcesses(): Promise<{ pid: number; parent: number }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state]) => !state?.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}

test.each(['SIGTERM', 'SIGKILL'] as const)('when npm gets %s, server and database end with it', async (signal) => {
  const env = { ...withoutConfiguration(process.env), PORT: '0', WAGDAY_DATA: dataDir };
  const npm = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  let output = '';
  npm.stdout.setEncoding('utf8').on('data', (part: string) => {
    output += part;
  });
  await expect.poll(() => output, { timeout: 120_000 }).toContain('Wagday is ready');
  const server = (await runningProcesses()).find(({ parent }) => parent === npm.pid)?.pid;
  const database = (await readPostmaster(join(dataDir, 'database', 'cluster')))?.pid;
  expect(server).toBeTypeOf('number');
  expect(database).toBeTypeOf('number');
  npm.kill(signal);
  try {
    await expect
      .poll(async () => (await runningProcesses()).filter(({ pid }) => pid === server || pid === database))
      .toEqual([]);
  } finally {
    // Processes that did not end with npm are in its group; the database needs a separate signal.
    for (const left of [-npm.pid!, database!]) signalIfThere(left, 'SIGINT');
  }
});

test('a server that is killed takes the process that draws its photos along', async () => {
  const server = { ...(await startServer({ dataDir })), key: 'wagday' };
  const owner = await newOwner(server);
  await putPicture(owner, '1.png');
  const decoders = (...of: string[]) =>
    spawnSync('pgrep', [...of, '-f', 'decoder-process'], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean);
  const [decoder = ''] = decoders('-P', String(server.process.pid));
  expect(decoder).not.toBe('');
  await server.kill('SIGKILL');
  await expect.poll(() => decoders().includes(decoder)).toBe(false);
  await server.stop();
});
