import { expect, test } from 'vitest';
import { confirmReminders, unsubscribe } from '../../addresses/addresses.ts';
import { functions } from '../../functions/functions.ts';
import { newOwner } from '../support/owners.ts';
import { startForFile } from '../support/shared-backend.ts';
import { ask } from './raw-requests.ts';

const right = '/functions/v1/celebrations?birthday=2019-06-14&size=small&today=2026-06-14';
const unknown = { code: 'NOT_FOUND', message: 'Requested function was not found' };

const backend = await startForFile();

const owner = await newOwner(backend);
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

test.each([
  ...['', 'Bearer ', 'Bearer undefined', 'Bearer wagday', 'Basic eDp5', 'bearer x', `Bearer ${'x'.repeat(4000)}`],
  `Bearer ${owner.accessToken}`,
])('nobody makes the server send reminders or mails to guests by %s', async (Authorization) => {
  for (const name of ['reminders', 'guest-mails']) {
    const request = { headers: { Authorization }, body: '{}' };
    const response = await call(`/functions/v1/${name}`, { method: 'POST', ...request });
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'UNAUTHORIZED' }]);
    expect((await call(`/functions/v1/${name}`, { headers: { Authorization } })).status).toBe(405);
  }
});

test.each([
  ['turns mails off', unsubscribe],
  ['confirms another one', confirmReminders],
])('an address that %s cannot be guessed: every wrong one is answered alike, and reads no body', async (_, address) => {
  const answers = new Set<string>();
  for (const token of ['a', 'A'.repeat(48), '%00', "'--", '<script>', 'a'.repeat(4000)]) {
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' && { body: 'x'.repeat(9000) };
      const response = await call(`${address}/${token}`, { method, ...body });
      answers.add(`${response.status} ${await response.text()}`);
    }
  }
  expect([...answers]).toEqual([expect.stringMatching(/^404 /)]);
  const large = { method: 'POST', body: 'x'.repeat(64 * 1024 + 1) };
  expect((await call(`${address}/${'A'.repeat(48)}`, large)).status).toBe(413);
});

test('HEAD answers as GET does, without the body', async () => {
  const response = await call(right, { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
});
