/** The same functions under Deno, the runtime of hosted Supabase, and in the embedded server. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { calendarFeed } from '../../addresses/addresses.ts';
import { addDays } from '../../domain/dates/calendar-date.ts';
import { localDayAt } from '../../domain/dates/local-time.ts';
import { addDog, dogRow, newOwner, planParty } from '../support/owners.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';
import { type DenoServer, serveInDeno } from './deno.ts';

let backend: TestBackend;
let deno: DenoServer;
beforeAll(async () => {
  [backend, deno] = await Promise.all([startTestBackend(), serveInDeno('celebrations')]);
});
afterAll(() => Promise.all([backend?.stop(), deno?.stop()]));

async function answerOf(url: string, method: string) {
  const response = await fetch(url, { method });
  const { status, headers } = response;
  return { status, type: headers.get('content-type'), allow: headers.get('allow'), body: await response.text() };
}

test.each([
  ['GET', 'birthday=2019-06-14&size=small&today=2026-06-14', 200],
  ['GET', 'birthday=2020-02-29&size=giant&today=2026-06-14', 200],
  ['GET', 'birthday=2026-06-14&size=medium&today=2026-06-14', 200],
  ['GET', 'birthday=9900-12-31&size=large&today=9900-12-31', 200],
  ['HEAD', 'birthday=2019-06-14&size=small&today=2026-06-14', 200],
  ['GET', '', 400],
  ['GET', 'birthday=2019-06-14&size=huge&today=2026-06-14', 400],
  ['GET', 'birthday=1900-06-14&size=small&today=2026-06-14', 400],
  ['GET', `birthday=2019-06-14&size=small&today=${'2'.repeat(300)}`, 400],
  ['POST', 'birthday=2019-06-14&size=small&today=2026-06-14', 405],
])('%s celebrations?%s is answered alike in Deno and in Node', async (method, query, status) => {
  const inNode = await answerOf(`${backend.url}/functions/v1/celebrations?${query}`, method);
  expect(inNode.status).toBe(status);
  expect(await answerOf(`${deno.url}/celebrations?${query}`, method)).toEqual(inNode);
});

test('a calendar is the same text in Deno, which reads it from this server as from its Supabase', async () => {
  const owner = await newOwner(backend);
  const dog = await addDog(owner, { name: 'Rex, "the" 🐶', gotcha_date: '2020-05-01' });
  await planParty(owner, dog.id, { celebration_date: new Date(Date.now() + 864e5).toISOString().slice(0, 10) });
  await owner.client
    .from('dogs')
    .insert(Array.from({ length: 60 }, () => dogRow(owner.id)))
    .throwOnError();
  const wanted = { name: 'Phone', contents: 'all', parties: true, alarms: true };
  const { data: token } = await owner.client.rpc('create_calendar_feed', wanted).throwOnError();
  const edge = await serveInDeno('calendar', {
    SUPABASE_URL: backend.url,
    SUPABASE_ANON_KEY: 'key',
    SITE_URL: backend.url,
  });
  onTestFinished(() => edge.stop());
  const inDeno = `${edge.url}/calendar/${token}.ics`;
  const answers = await Promise.all([inDeno, `${backend.url}${calendarFeed(token)}`].map((address) => fetch(address)));
  const [deno, node] = await Promise.all(
    answers.map(async (answer) => [answer.status, answer.headers.get('etag'), await answer.text()]),
  );
  expect(deno).toEqual(node);
  expect(deno?.[0]).toBe(200);
  const again = await fetch(inDeno, { headers: { 'If-None-Match': String(deno?.[1]) } });
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'private, no-cache']);
  await owner.client.from('calendar_feeds').delete().eq('user_id', owner.id).throwOnError();
  expect((await fetch(inDeno)).status).toBe(404);
  expect((await fetch(inDeno, { method: 'POST' })).status).toBe(405);
});

test.each([
  ['calendar', `${'A'.repeat(43)}.ics`],
  ['invitation', 'A'.repeat(43)],
])('without its Supabase %s in Deno says that it may be there later', async (name, path) => {
  const edge = await serveInDeno(name, { SUPABASE_URL: 'http://127.0.0.1:9', SITE_URL: backend.url });
  try {
    const answer = await fetch(`${edge.url}/${name}/${path}`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  } finally {
    await edge.stop();
  }
});

test('an invitation is opened, answered and changed in Deno, without a session and only by the page', async () => {
  const host = await newOwner(backend, { name: 'Maria' });
  const dog = await addDog(host, { name: 'Biscuit' });
  const celebration_date = addDays(localDayAt(Date.now(), 'UTC'), 20);
  const party = await planParty(host, dog.id, { title: 'Cake Day', celebration_date, location: 'The old oak' });
  const { data: token } = await host.client.rpc('make_invitation_link', { party_id: party.id }).throwOnError();
  const site = 'https://wagday.example';
  const edge = await serveInDeno('invitation', {
    SUPABASE_URL: backend.url,
    SUPABASE_ANON_KEY: 'key',
    SITE_URL: site,
  });
  // As the edge runtime calls it: by the function's name.
  const ask = (path: string, init?: RequestInit) => fetch(`${edge.url}/invitation/${path}`, init);
  const fields = { answerKey: crypto.randomUUID(), name: 'Ada', answer: 'yes', adults: '2', children: '0' };
  const form = (changes: object = {}, headers: Record<string, string> = {}): RequestInit => ({
    ...{ method: 'POST', redirect: 'manual', headers },
    body: new URLSearchParams({ ...fields, ...changes }),
  });
  onTestFinished(() => edge.stop());
  const page = await ask(token);
  const html = await page.text();
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  for (const shown of [`action="/i/${token}" method="post"`, 'Cake Day</h1>', 'Maria', 'The old oak'])
    expect(html).toContain(shown);
  const head = await ask(token, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
    ...[200, 'text/html; charset=utf-8', ''],
  ]);

  expect((await ask(token, form({ name: '' }))).status).toBe(422);
  expect((await ask(token, form({}, { Origin: 'https://elsewhere.example' }))).status).toBe(403);
  const answered = await ask(token, form());
  expect(answered.status).toBe(303);
  const [, own = ''] = /^\.\/([\w-]{43})#answered$/.exec(answered.headers.get('location') ?? '') ?? [];
  const ownPage = await ask(own);
  expect([ownPage.status, ownPage.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await ownPage.text()).toContain('You&#x27;re in, Ada!');
  expect((await ask(own, form({ answer: 'maybe' }))).headers.get('location')).toBe(`./${own}#answered`);
  const { data: guests } = await host.client.from('party_guests').select('name,answer,adults').throwOnError();
  expect(guests).toEqual([{ name: 'Ada', answer: 'maybe', adults: 2 }]);

  const file = await ask(`${token}/party.ics`);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(await file.text()).toContain(`URL:${site}/i/${token}\r\n`);
  const again = await ask(`${token}/party.ics`, { headers: { 'If-None-Match': file.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);

  const unknown = 'A'.repeat(43);
  for (const init of [{}, form()]) expect((await ask(unknown, init)).status).toBe(404);
  expect((await ask(`${unknown}/party.ics`)).status).toBe(404);
  expect((await ask('')).status).toBe(404);
  expect([(await ask(token, { method: 'PUT' })).status, (await ask(`${token}/party.ics`, form())).status]).toEqual([
    ...[405, 405],
  ]);
});

test("what draws invitations uses nothing of Node's, and no other file", async () => {
  const code = await readFile(new URL('../../dist/.server/draw-invitation.mjs', import.meta.url), 'utf8');
  expect(code.match(/createRequire|\bfrom ?["'`][^"'`]*["'`]|\bimport ?\(/g)).toBeNull();
});
