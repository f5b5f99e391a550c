import type { LogFields, PhotoStore, Sql } from 'embedded-supabase';
import { expect, test } from 'vitest';
import { readiness } from '../../addresses/addresses.ts';
import { createHealthRoutes } from './health.ts';

/** Asks a server, whose database and photo store answer, whether it is ready. */
async function askReady(hasRoomForRows: boolean, sql = async () => [{ is_read_only: false }]) {
  const logged: (LogFields | undefined)[] = [];
  const app = createHealthRoutes({
    sql: sql as unknown as Sql,
    store: { check: async () => undefined } as PhotoStore,
    log: { info: () => undefined, error: (_event, fields) => logged.push(fields) },
    now: () => new Date(0),
    hasRoomForRows: () => hasRoomForRows,
    isStopping: () => false,
  });
  return { status: (await app.request(readiness)).status, logged };
}

test('a server is ready while its database takes rows', async () => {
  expect(await askReady(true)).toEqual({ status: 200, logged: [] });
});

test('a server whose disk has no room for rows is not ready, and logs why', async () => {
  const logged = [{ part: 'database', code: '53100', because: 'the disk is full' }];
  expect(await askReady(false)).toEqual({ status: 503, logged });
});

test('the log says why the database does not answer', async () => {
  const refuse = async () => {
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  };
  const logged = [{ part: 'database', code: 'ECONNREFUSED', because: 'there is no connection' }];
  expect(await askReady(true, refuse)).toEqual({ status: 503, logged });
});
