import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SUPERUSER } from '../../embedded-supabase/database/database-home.ts';
import { startForwarder } from '../support/forwarder.ts';
import { dogRow, newOwner, type Owner } from '../support/owners.ts';
import { startPair } from '../support/standby.ts';
import { makeDataDir, startServer } from '../support/start-server.ts';

// Two databases, two servers, and up to a minute for each of seven waits.
vi.setConfig({ testTimeout: 420_000 });

/** Writes that every owner has confirmed before and after something happens to the database. */
const leastWrites = 5;

/** Owners who write without a pause, two of whom also read, and all of whom sign in, and the answers they got. More would only keep the processor busy. */
function startWriting(owners: readonly Owner[]) {
  const confirmed = owners.map(() => [] as string[]);
  const inDoubt: string[] = [];
  const complaints: string[] = [];
  const over = new AbortController();
  const isOver = () => over.signal.aborted;

  const writers = owners.map(async (owner, place) => {
    while (!isOver()) {
      const id = randomUUID();
      const { error, status } = await owner.client.from('dogs').insert({ id, ...dogRow(owner.id) });
      if (!error) confirmed[place]?.push(id);
      else if (status >= 500) inDoubt.push(id);
      else complaints.push(`a write was refused with ${status}: ${error.message}`);
    }
  });
  const readers = owners.slice(0, 2).map(async (owner) => {
    while (!isOver()) {
      const { error, status } = await owner.client.from('dogs').select('id').limit(1);
      if (error && status < 500) complaints.push(`a list was refused with ${status}: ${error.message}`);
    }
  });
  const signingIn = owners.map(async ({ client, email, password }) => {
    while (!isOver()) {
      const { error } = await client.auth.signInWithPassword({ email, password });
      if (error && (error.status ?? 0) < 500)
        complaints.push(`a sign-in was refused with ${error.status}: ${error.message}`);
      // An account may sign in sixty times an hour, and the test may take seven minutes.
      await sleep(7_000, undefined, over).catch(() => undefined);
    }
  });

  const counts = () => confirmed.map(({ length }) => length);
  return {
    inDoubt,
    complaints,
    confirmed: () => confirmed.flat(),
    /** Resolves when every owner has some more writes confirmed. */
    async untilMoreIsConfirmed(): Promise<void> {
      const before = counts();
      await expect.poll(() => counts().every((count, place) => count >= (before[place] ?? 0) + leastWrites)).toBe(true);
    },
    async stop(): Promise<void> {
      over.abort();
      await Promise.all([...writers, ...readers, ...signingIn]);
    },
  };
}

test('the database restarts, dies and moves to its standby under writing owners: nothing confirmed is lost, nobody is refused, no server is restarted', async () => {
  const pair = await startPair();
  onTestFinished(() => pair.stop());
  const { primary, standby, password } = pair;
  const forwarder = await startForwarder(primary.port);
  onTestFinished(() => forwarder.stop());
  const DATABASE_URL = `postgres://${SUPERUSER}:${password}@127.0.0.1:${forwarder.port}/postgres`;
  const dataDirs = [await makeDataDir(), await makeDataDir()];
  const servers = await Promise.all(dataDirs.map((dataDir) => startServer({ dataDir, env: { DATABASE_URL } })));
  onTestFinished(async () => {
    for (const server of servers) await server.stop();
    for (const dataDir of dataDirs) await rm(dataDir, { recursive: true, force: true });
  });
  const readiness = async () =>
    new Set(await Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/ready`)).status)));
  const owners: Owner[] = [];
  for (const { url } of [...servers, ...servers, ...servers]) owners.push(await newOwner({ url, key: 'wagday' }));

  const writing = startWriting(owners);
  await writing.untilMoreIsConfirmed();
  await primary.end('SIGINT');
  await primary.start();
  await writing.untilMoreIsConfirmed();
  await expect.poll(readiness).toEqual(new Set([200]));

  await primary.end('SIGKILL');
  await expect.poll(readiness).toEqual(new Set([503]));
  // The address points to the standby before it is promoted: until then it answers, but refuses writes.
  forwarder.point(standby.port);
  const refusals = () => servers.every(({ output }) => /"code":"25006".*"event":"not_ready"/.test(output()));
  await expect
    .poll(async () => {
      expect(await readiness()).toEqual(new Set([503]));
      return refusals();
    })
    .toBe(true);
  await standby.run('select pg_promote()');
  await expect.poll(readiness).toEqual(new Set([200]));
  await writing.untilMoreIsConfirmed();
  await writing.stop();

  expect(writing.complaints).toEqual([]);
  expect(writing.inDoubt.length).toBeGreaterThan(0);
  const found = new Set((await standby.run('select id from public.dogs')).map(({ id }) => String(id)));
  expect(writing.confirmed().filter((id) => !found.has(id))).toEqual([]);
  const known = new Set([...writing.confirmed(), ...writing.inDoubt]);
  expect([...found].filter((id) => !known.has(id))).toEqual([]);
  for (const { process, output } of servers) {
    expect(process.exitCode).toBeNull();
    expect(output()).not.toMatch(/uncaught_exception|unhandled_rejection/);
  }
  for (const owner of owners) expect((await owner.client.auth.refreshSession()).error).toBeNull();
});
