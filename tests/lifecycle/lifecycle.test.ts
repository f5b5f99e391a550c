import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../embedded-supabase/database/connect.ts';
import { readPostmaster } from '../../embedded-supabase/database/postmaster.ts';
import { listen } from '../support/listen.ts';
import { layDatabase } from '../support/prepared-database.ts';
import { makeDataDir, runServerToEnd, startServer, type TestServer } from '../support/start-server.ts';
import { startTestBackend } from '../support/test-backend.ts';

let dataDir: string;
let servers: TestServer[];

beforeEach(async () => {
  dataDir = await makeDataDir();
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<TestServer> {
  if (!env.DATABASE_URL && !existsSync(join(dataDir, 'database'))) await layDatabase(dataDir);
  return startFirst(env);
}

/** Starts where there may be no database yet. */
async function startFirst(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startServer({ dataDir, env });
  servers.push(server);
  return server;
}

async function databaseUrl(): Promise<URL> {
  const password = await readFile(join(dataDir, 'database', 'superuser-password'), 'utf8');
  const postmaster = await readPostmaster(join(dataDir, 'database', 'cluster'));
  return new URL(`postgres://postgres:${password.trim()}@127.0.0.1:${postmaster!.port}/postgres`);
}

/** Returns the database's processes, found by their command line; zombies that wait for a parent do not count. */
function databaseProcesses(): string[] {
  const all = execFileSync('ps', ['-eww', '-o', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return all.filter((line) => line.includes(dataDir) && !/^\s*\d+\s+Z/.test(line));
}

test('the server says one address and answers there', async () => {
  const server = await start();
  expect(server.output().match(/http:\/\//g)).toHaveLength(1);
  const response = await fetch(`${server.url}/health`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: 'ok' });
});

test('npm start builds the pages once and serves them', async () => {
  await layDatabase(dataDir);
  const first = await startServer({ dataDir, script: 'scripts/start.ts' });
  const page = await fetch(first.url);
  expect(page.status).toBe(200);
  expect(await page.text()).toMatch(/^<!doctype html>/i);
  expect((await fetch(`${first.url}/no-such-page`)).status).toBe(404);
  const styles = page.headers.get('content-security-policy')?.match(/style-src [^;]*/)?.[0];
  expect(styles).toMatch(/'sha256-/);
  await first.stop();

  const second = await startServer({ dataDir, script: 'scripts/start.ts' });
  servers.push(second);
  expect(second.output()).not.toContain('Building');
  expect((await fetch(second.url)).headers.get('etag')).toBe(page.headers.get('etag'));
});

test('a second server on the same data directory is refused while the first goes on', async () => {
  const first = await start();
  const second = await runServerToEnd({ dataDir });
  expect(second.code).toBe(1);
  expect(second.output).toContain(`The data directory ${dataDir} is in use by another running server.\n`);
  expect(second.output).not.toMatch(/^\s+at /m);
  expect((await fetch(`${first.url}/health`)).status).toBe(200);
});

test('after SIGKILL the next start stops the database that was left, starts it anew and finds every row', async () => {
  const first = await start();
  const url = await databaseUrl();
  const sql = connect(url.href, { max: 1 });
  await sql.unsafe('create table public.kept (dog int)');
  const acknowledged: number[] = [];
  const writing = (async () => {
    for (let dog = 1; ; dog += 1) {
      await sql`insert into public.kept values (${dog})`;
      acknowledged.push(dog);
      if (dog === 200) await first.kill('SIGKILL');
      if (dog === 250) return;
    }
  })();
  await writing;
  await sql.end();

  const second = await start();
  expect(second.output()).toContain('orphaned_database_stopped');
  const again = connect((await databaseUrl()).href, { max: 1 });
  const rows = await again<{ dog: number }[]>`select dog from public.kept order by dog`;
  expect(rows.map(({ dog }) => dog)).toEqual(acknowledged);
  await again.end();
  expect((await fetch(`${second.url}/health`)).status).toBe(200);
  await second.stop();
  expect(databaseProcesses()).toEqual([]);
});

test('after SIGKILL of the server and its database the next start recovers', async () => {
  const first = await start();
  const sql = connect((await databaseUrl()).href, { max: 1 });
  await sql.unsafe('create table public.kept (dog int); insert into public.kept values (1)');
  const { pid } = (await readPostmaster(join(dataDir, 'database', 'cluster')))!;
  await first.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
  await sql.end({ timeout: 0 });

  await start();
  const again = connect((await databaseUrl()).href, { max: 1 });
  expect(await again`select dog from public.kept`).toEqual([{ dog: 1 }]);
  await again.end();
});

test('each signal to stop ends the server with code 0 and leaves no process behind, and a supervisor starts it again and again', async () => {
  for (const signal of ['SIGINT', 'SIGKILL', 'SIGTERM', 'SIGHUP'] as const) {
    const server = await start();
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    expect(databaseProcesses()).not.toEqual([]);
    await server.kill(signal);
    if (signal === 'SIGKILL') continue;
    expect([signal, server.process.exitCode]).toEqual([signal, 0]);
    expect(databaseProcesses()).toEqual([]);
  }
});

test('Ctrl-C while the database is being prepared leaves nothing half-made', async () => {
  const starting = runServerToEnd({ dataDir }, (child) => child.stdout?.once('data', () => child.kill('SIGINT')));
  expect((await starting).code).toBe(0);
  expect(databaseProcesses()).toEqual([]);
  expect((await fetch(`${(await startFirst()).url}/health`)).status).toBe(200);
});

test('SIGKILL while the database is being prepared leaves nothing half-made', async () => {
  await runServerToEnd({ dataDir }, (child) =>
    child.stdout?.on('data', (text) => String(text).includes('Preparing') && child.kill('SIGKILL')),
  );
  const server = await startFirst();
  expect(server.output().match(/http:\/\//g)).toHaveLength(1);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
});

test('on Ctrl-C, pressed twice, a request in flight is finished before the server and its database end', async () => {
  const server = await start();
  // A body that trickles in keeps the request open until after the signal.
  const request = httpRequest(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
  });
  const answer = once(request, 'response') as Promise<[IncomingMessage]>;
  await new Promise<void>((resolve) => request.write('{"email":"rex@example.com",', () => resolve()));
  // Asked for later, so once it is answered the server has begun with the other one.
  await expect.poll(async () => (await fetch(`${server.url}/health`)).status).toBe(200);
  const closed = once(server.process, 'close');
  process.kill(-server.process.pid!, 'SIGINT');
  await expect.poll(() => fetch(`${server.url}/health`).catch(() => 'refused')).toBe('refused');
  // Twice, as impatient people do.
  process.kill(-server.process.pid!, 'SIGINT');
  request.end('"password":"wrong-password"}');
  const [response] = await answer;
  expect(response.resume().statusCode).toBe(400);
  await closed;
  expect(server.process.exitCode).toBe(0);
});

test('a taken port is said in one sentence, and the data directory stays untouched', async () => {
  const { port, stop } = await listen(createServer());
  const { code, output } = await runServerToEnd({ dataDir, env: { PORT: String(port) } });
  await stop();
  expect(code).toBe(1);
  expect(output).toBe(`Port ${port} is taken by another program: stop it, or choose another with PORT=${port + 1}.\n`);
  expect(await readdir(dataDir)).toEqual([]);
});

test.each([
  [{ PORT: 'eighty' }, 'PORT must be a whole number from 0 to 65535, but it is "eighty".\n'],
  [{ HOST: '203.0.113.7' }, 'HOST is "203.0.113.7", which is no address of this machine.\n'],
  [{ DATABASE_URL: 'nonsense' }, /^DATABASE_URL must look like [^\n]*\n$/],
  [
    { DATABASE_URL: 'postgres://owner:hunter2@127.0.0.1:1/wagday' },
    /cannot be reached at 127\.0\.0\.1:1 \(ECONNREFUSED\)\.\n$/,
  ],
  [
    { DATABASE_URL: 'postgres://owner:hunter2@nowhere.invalid/wagday' },
    /the host name nowhere\.invalid is not known\.\n$/,
  ],
])('%j is refused in one sentence', async (env, sentence) => {
  const { code, output } = await runServerToEnd({ dataDir, env });
  expect(code).toBe(1);
  expect(output.replace('Connecting to the database …\n', '')).toEqual(
    typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
  );
  expect(output.trim().split('\n').length).toBeLessThanOrEqual(2);
  expect(output).not.toContain('hunter2');
});

test('a data directory whose place is taken by a file is refused in one sentence', async () => {
  const file = join(dataDir, 'file');
  await writeFile(file, '');
  const { code, output } = await runServerToEnd({ dataDir: file });
  expect(code).toBe(1);
  expect(output).toBe(`The data directory ${file} cannot be written (a file is in its place).\n`);
});

test('a data directory that is read-only is refused in one sentence', async () => {
  await chmod(dataDir, 0o500);
  // Root may write everywhere, so as root the server is started without that right.
  const withoutRight = ['setpriv', '--bounding-set=-dac_override', '--inh-caps=-dac_override'];
  const launcher = process.getuid?.() === 0 ? withoutRight : [];
  const { code, output } = await runServerToEnd({ dataDir, launcher });
  await chmod(dataDir, 0o700);
  expect(code).toBe(1);
  expect(output).toBe(`The data directory ${dataDir} cannot be written (permission denied).\n`);
});

test('DATABASE_URL: a refused password, missing rights and a missing database are told apart; a good one serves', async () => {
  const { sql, databaseUrl, stop } = await startTestBackend({ embedsDatabase: true });
  onTestFinished(stop);
  await sql.unsafe(`create role plain login password 'hunter2'`);
  await sql.unsafe(`create role maker login createrole password 'hunter2'`);
  await sql.unsafe('create database made owner maker');
  await sql.unsafe('create database other');
  const { port } = new URL(databaseUrl);
  const refusal = async (user: string, secret: string, database: string) => {
    const url = `postgres://${user}:${secret}@127.0.0.1:${port}/${database}`;
    const { code, output } = await runServerToEnd({ dataDir, env: { DATABASE_URL: url } });
    expect(code).toBe(1);
    expect(output).not.toContain(secret);
    return output.replace('Connecting to the database …\n', '');
  };
  expect(await refusal('plain', 'wrong-secret', 'made')).toMatch(/refuses the user "plain" or its password\.\n$/);
  expect(await refusal('plain', 'hunter2', 'none')).toMatch(
    /^The database "none" of DATABASE_URL does not exist at .*\n$/,
  );
  expect(await refusal('plain', 'hunter2', 'other')).toMatch(
    /^The role "plain" of DATABASE_URL may not create schemas: .*\n$/,
  );

  await sql.unsafe('grant anon, authenticated, service_role to maker');
  expect(await refusal('maker', 'hunter2', 'made')).toMatch(
    /^The role "maker" of DATABASE_URL may not hand on the roles anon and authenticated: .*\n$/,
  );

  await sql.unsafe('grant anon, authenticated to maker with admin option');
  const server = await start({ DATABASE_URL: `postgres://maker:hunter2@127.0.0.1:${port}/made` });
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  expect(await readdir(dataDir)).not.toContain('database');
});

test('a database that dies under the server ends it with a sentence, and nothing goes on half-alive', async () => {
  const server = await start();
  const { pid } = (await readPostmaster(join(dataDir, 'database', 'cluster')))!;
  const closed = once(server.process, 'close');
  process.kill(pid, 'SIGKILL');
  await closed;
  expect(server.process.exitCode).toBe(1);
  expect(server.output()).toMatch(/^The database stopped unexpectedly; see .*postgres\.log\.$/m);
});

test.each([
  ['an exception nobody caught', 'throw(new(Error)("boom"))', 'uncaught_exception'],
  ['a rejection nobody handled', 'Promise.reject(new(Error)("boom"))', 'unhandled_rejection'],
])('%s is logged and ends the server with code 1 after its database', async (_, statement, event) => {
  const hook = `data:text/javascript,process.on("SIGUSR2",()=>{${statement}})`;
  const server = await start({ NODE_OPTIONS: `--import=${hook.replaceAll('"', '%22')}` });
  await server.kill('SIGUSR2');
  expect(server.process.exitCode).toBe(1);
  expect(server.output()).toContain(`"event":"${event}"`);
  expect(databaseProcesses()).toEqual([]);
});
