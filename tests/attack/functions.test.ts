import { afterAll, beforeAll, expect, test } from 'vitest';
import { functions } from '../../functions/functions.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';
import { ask } from './answers.ts';

const right = '/functions/v1/celebrations?birthday=2019-06-14&size=small&today=2026-06-14';
const unknown = { code: 'NOT_FOUND', message: 'Requested function was not found' };

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend?.stop());

const call = (path: string, init?: RequestInit) => fetch(`${backend.url}${path}`, init);

test('a function answers any caller with every safety header, but no page of another site', async () => {
  const response = await call(right, { headers: { Origin: 'https://elsewhere.example', Authorization: 'Bearer x' } });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ celebrations: [{ date: '2026-06-14' }, {}, {}, {}] });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
  });
  expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test.each([
  '/functions/v1/unknown',
  '/functions/v1/',
  '/functions/v1',
  '/functions/v1/constructor',
  '/functions/v1/__proto__',
  '/functions/v1/celebrations/more',
  '/functions/v1/celebrations%2f..%2funknown',
  '/functions/v1/CELEBRATIONS',
])('%s is no function, as the gateway of Supabase says it', async (path) => {
  for (const method of ['GET', 'POST']) {
    const response = await call(path, { method });
    expect([response.status, await response.json()]).toEqual([404, unknown]);
  }
});

test('a body is read no further than its limit, and a query no longer than it may be', async () => {
  const long = await call(right, { method: 'POST', body: 'x'.repeat(64 * 1024 + 1) });
  expect([long.status, await long.json()]).toEqual([413, { code: 'INVALID_BODY', message: expect.any(String) }]);
  const query = await call(`${right}&more=${'x'.repeat(4000)}`);
  expect([query.status, await query.json()]).toMatchObject([400, { code: 'INVALID_QUERY' }]);
  expect((await call(`${right}&more=${'x'.repeat(9000)}`)).status).toBe(414);
});

test.each(['TRACE', 'PROPFIND', 'PATCH'])('%s with a body is refused by every function as a method', async (method) => {
  for (const name of functions.keys()) {
    const { status } = await ask(backend.url, { method, path: `/functions/v1/${name}`, body: 'x' });
    expect([name, status]).toEqual([name, expect.toBeOneOf([401, 404, 405])]);
  }
});

test('the page of another site changes nothing by a function', async () => {
  const headers = { 'Sec-Fetch-Site': 'cross-site' };
  for (const name of functions.keys()) {
    expect((await call(`/functions/v1/${name}`, { method: 'POST', headers })).status).toBe(403);
  }
});

test.each(['', 'Bearer ', 'Bearer undefined', 'Bearer wagday', 'Basic eDp5', 'bearer x', `Bearer ${'x'.repeat(4000)}`])(
  'nobody makes the server send reminders or mails to guests by %s',
  async (Authorization) => {
    for (const name of ['reminders', 'guest-mails']) {
      const request = { method: 'POST', headers: { Authorization }, body: '{}' };
      const response = await call(`/functions/v1/${name}`, request);
      expect([response.status, await response.json()]).toMatchObject([401, { code: 'UNAUTHORIZED' }]);
    }
  },
);

test('an address that turns mails off cannot be guessed: every wrong one is answered alike, and reads no body', async () => {
  const answers = new Set<string>();
  for (const token of ['a', 'A'.repeat(48), '%00', "'--", '<script>', 'a'.repeat(4000)]) {
    for (const method of ['GET', 'POST']) {
      const response = await call(`/unsubscribe/${token}`, {
        method,
        ...(method === 'POST' && { body: 'x'.repeat(9000) }),
      });
      answers.add(`${response.status} ${await response.text()}`);
    }
  }
  expect([...answers]).toEqual([expect.stringMatching(/^404 /)]);
  const large = await call(`/unsubscribe/${'A'.repeat(48)}`, { method: 'POST', body: 'x'.repeat(64 * 1024 + 1) });
  expect(large.status).toBe(413);
});

test('an address that confirms another one cannot be guessed: every wrong one is answered alike, and reads no body', async () => {
  const answers = new Set<string>();
  for (const token of ['a', 'A'.repeat(48), '%00', "'--", '<script>', 'a'.repeat(4000)]) {
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' && { body: 'x'.repeat(9000) };
      const response = await call(`/confirm-reminders/${token}`, { method, ...body });
      answers.add(`${response.status} ${await response.text()}`);
    }
  }
  expect([...answers]).toEqual([expect.stringMatching(/^404 /)]);
  const large = await call(`/confirm-reminders/${'A'.repeat(48)}`, {
    method: 'POST',
    body: 'x'.repeat(64 * 1024 + 1),
  });
  expect(large.status).toBe(413);
});

test('HEAD answers as GET does, without the body', async () => {
  const response = await call(right, { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
});
