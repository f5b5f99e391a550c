import { afterEach, expect, test } from 'vitest';
import { addDog, dogRow, newOwner, planParty } from '../support/owners.ts';
import { startForFile } from '../support/shared-backend.ts';
import { type Answer, askSafely, type Question } from './raw-requests.ts';
import { belongings, invite, newVictim } from './world.ts';

const backend = await startForFile();
const victim = await newVictim(backend);
const attacker = await newOwner(backend);
const dog = await addDog(attacker);
/** The token of the link to an invitation of the attacker. */
const link = (await invite(backend, attacker, (await planParty(attacker, dog.id)).id, { name: 'Grace' })).tokens.link;
const before = await belongings(victim, backend);
afterEach(async () => expect(await belongings(victim, backend)).toEqual(before));

async function send(question: Question): Promise<Answer> {
  const headers = { authorization: `Bearer ${attacker.accessToken}`, 'content-type': 'application/json' };
  return askSafely(backend.url, { ...question, headers: { ...headers, ...question.headers } }, victim.marks);
}

const writtenOut = (text: string) => encodeURIComponent(text).replaceAll("'", '%27');

/** Texts that would end a string, a name, a list or a statement if they were ever pasted into one. */
const payloads = [
  "'",
  '"',
  "' or '1'='1",
  '" or ""="',
  "'; drop table public.dogs; --",
  "') union select encrypted_password from auth.users --",
  '1) or (1=1',
  '*/ or 1=1 /*',
  '$$; reset role; $$',
  '$1',
  '$1[1]',
  '\\',
  "\\'; select 1 --",
  "E'\\x27'",
  "'||(select current_user)||'",
  '(select pg_sleep(10))',
  '$'.concat('{7*7}'),
  '{{7*7}}',
  '%s%s%n',
  '%00',
  '\0',
  '\r\nX-Injected: yes',
  '\n',
  '\u2028',
  '\ud800',
  '\uff07 or 1=1',
  '../../../../etc/passwd',
  '`id`',
  '; cat /etc/passwd',
  '(&(uid=*)(password=*))',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e999',
  '999999999999999999999999',
  '0x10',
  'infinity',
  'now()',
  'ctid',
  'xmin',
  'tableoid',
  'dogs.*',
  'dogs',
  'public.dogs',
  'user_id;',
  '',
];

/** A table's columns, in every spelling that a parameter accepts. */
const parameters: [string, (payload: string) => string][] = [
  ['select', (payload) => `select=${payload}`],
  ['select beside a column', (payload) => `select=id,${payload}`],
  ['an alias', (payload) => `select=${payload}:id`],
  ['an embedding', (payload) => `select=id,${payload}(*)`],
  ["a filter's value", (payload) => `name=eq.${payload}`],
  ["a uuid's value", (payload) => `id=eq.${payload}`],
  ["a date's value", (payload) => `birth_date=gte.${payload}`],
  ["a filter's operator", (payload) => `name=${payload}.x`],
  ["a filter's column", (payload) => `${payload}=eq.1`],
  ['a list of values', (payload) => `name=in.(${payload})`],
  ['a quoted list of values', (payload) => `name=in.("${payload}")`],
  ['is', (payload) => `name=is.${payload}`],
  ['order', (payload) => `order=${payload}`],
  ['order beside a column', (payload) => `order=name.asc,${payload}`],
  ["order's direction", (payload) => `order=name.${payload}`],
  ['limit', (payload) => `limit=${payload}`],
  ['offset', (payload) => `offset=${payload}`],
  ['a logic tree', (payload) => `or=(${payload})`],
  ['columns', (payload) => `columns=${payload}`],
  ['on_conflict', (payload) => `on_conflict=${payload}`],
];

function queryOf(parameter: string): string {
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(parameter) ?? [];
  return `?${writtenOut(name.toWellFormed())}=${writtenOut(value.toWellFormed())}`;
}

test.each(parameters)('injection through %s changes, tells and breaks nothing', async (_, build) => {
  for (const payload of payloads) {
    const query = queryOf(build(payload));
    const headers = { prefer: 'return=representation,resolution=merge-duplicates' };
    await send({ method: 'GET', path: `/rest/v1/dogs${query}` });
    await send({ method: 'PATCH', path: `/rest/v1/dogs${query}`, body: '{"notes":"seen"}' });
    const body = JSON.stringify(dogRow(attacker.id, { id: dog.id }));
    await send({ method: 'POST', path: `/rest/v1/dogs${query}`, headers, body });
  }
});

test.each([
  'prefer',
  'range',
  'accept',
  'accept-profile',
  'content-profile',
  'content-type',
  'apikey',
  'x-client-info',
  'x-supabase-api-version',
  'if-none-match',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-http-method-override',
  'origin',
  'referer',
  'cookie',
])('injection through the header %s changes, tells and breaks nothing', async (name) => {
  const sendable = payloads.filter((payload) => /^[\t\x20-\x7e]*$/.test(payload));
  for (const payload of [...sendable, 'x'.repeat(4000), `${'a,'.repeat(1000)}b`]) {
    for (const path of ['/rest/v1/dogs', '/auth/v1/settings', `/storage/v1/object/public/dog-photos/${victim.photo}`]) {
      const { headers } = await send({ method: 'GET', path, headers: { [name]: payload } });
      expect(headers).not.toHaveProperty('x-injected');
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
    const body = JSON.stringify({ notes: 'seen' });
    await send({ method: 'PATCH', path: `/rest/v1/dogs?id=eq.${dog.id}`, headers: { [name]: payload }, body });
  }
});

test('injection through names, keys and values of a body changes, tells and breaks nothing', async () => {
  for (const payload of payloads) {
    const bodies = [
      { ...dogRow(attacker.id), [payload]: payload },
      dogRow(attacker.id, { name: payload }),
      dogRow(attacker.id, { size: payload }),
      dogRow(attacker.id, { birth_date: payload }),
      dogRow(attacker.id, { notes: payload, breed: payload, photo_url: payload }),
      { user_id: payload, dog_id: payload, shared_platforms: payload, title: payload },
      { user_id: attacker.id, dog_id: dog.id, title: 'x', celebration_date: '2030-01-01', shared_platforms: [payload] },
    ];
    for (const body of bodies) {
      for (const table of ['dogs', 'birthday_celebrations']) {
        await send({ method: 'POST', path: `/rest/v1/${table}`, body: JSON.stringify(body) });
      }
      const path = '/rest/v1/rpc/delete_own_account';
      if (payload !== '') await send({ method: 'POST', path, body: JSON.stringify({ [payload]: payload }) });
    }
    const said = { name: payload, answer: 'yes', adults: 1, children: 0, dogs: [], brings: [] };
    for (const answer of [
      said,
      { ...said, name: 'Ann', note: payload, allergies: payload, brings: [payload] },
      { ...said, name: 'Ann', dogs: [{ name: payload, size: payload }] },
      { ...said, name: 'Ann', email: `${payload}@wagday.dev`, [payload]: payload },
    ]) {
      for (const token of [link, payload]) {
        const body = JSON.stringify({ token, answer_key: dog.id, answer });
        await send({ method: 'POST', path: '/rest/v1/rpc/answer_invitation', body });
      }
    }
    for (const place of [
      `/rest/v1/${writtenOut(payload.toWellFormed())}`,
      `/rest/v1/rpc/${writtenOut(payload.toWellFormed())}`,
    ]) {
      await send({ method: 'GET', path: place });
      await send({ method: 'POST', path: place, body: '{}' });
    }
    const listing = { prefix: payload, search: payload, sortBy: { column: payload, order: payload } };
    for (const body of [
      listing,
      { ...listing, sortBy: null },
      { prefix: '', search: payload },
      { prefixes: [payload] },
    ]) {
      for (const [method, path] of [
        ['POST', 'list/dog-photos'],
        ['DELETE', 'dog-photos'],
      ] as const) {
        await send({ method, path: `/storage/v1/object/${path}`, body: JSON.stringify(body) });
      }
    }
    for (const body of [
      { email: payload, password: payload },
      { email: `${payload}@wagday.dev`, password: payload },
      { refresh_token: payload },
      { token_hash: payload, type: 'recovery' },
      { token_hash: payload, type: payload },
    ]) {
      for (const path of ['token?grant_type=password', 'token?grant_type=refresh_token', 'verify', 'recover']) {
        await send({ method: 'POST', path: `/auth/v1/${path}`, body: JSON.stringify(body) });
      }
    }
  }
});

test('a value that looks like a statement is kept as the text that it is', async () => {
  const name = "Robert'); drop table dogs;--";
  const { body } = await send({
    method: 'POST',
    path: '/rest/v1/dogs?select=name',
    headers: { prefer: 'return=representation' },
    body: JSON.stringify(dogRow(attacker.id, { name })),
  });
  expect(JSON.parse(body.toString())).toEqual([{ name }]);
  const found = await send({ method: 'GET', path: `/rest/v1/dogs?select=name&name=eq.${writtenOut(name)}` });
  expect(JSON.parse(found.body.toString())).toEqual([{ name }]);
});

test('a list written to be read slowly is read at once', async () => {
  const spaces = '+'.repeat(7_500);
  for (const list of [`(${spaces}%22)`, `(a${spaces}%22x)`, `(%22${'%5C'.repeat(2000)})`, `(${'%22,'.repeat(900)})`]) {
    const answer = await send({ method: 'GET', path: `/rest/v1/dogs?name=in.${list}` });
    expect([200, 400]).toContain(answer.status);
  }
});

test('the same parameter twice means both, never one instead of the other', async () => {
  const query = `id=eq.${dog.id}&id=eq.${victim.dog.id}`;
  expect((await send({ method: 'GET', path: `/rest/v1/dogs?${query}` })).body.toString()).toBe('[]');
  const patched = await send({
    method: 'PATCH',
    path: `/rest/v1/dogs?${query}`,
    headers: { prefer: 'return=representation' },
    body: '{"notes":"both"}',
  });
  expect(patched.body.toString()).toBe('[]');
  const grant = 'grant_type=refresh_token&grant_type=password';
  const body = JSON.stringify({ email: attacker.email, password: attacker.password });
  expect((await send({ method: 'POST', path: `/auth/v1/token?${grant}`, body })).status).toBe(400);
});
