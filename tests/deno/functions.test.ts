/** The same functions under Deno, the runtime of hosted Supabase, and in the embedded server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarFeed } from '../../addresses/addresses.ts';
import { addDog, dogRow, newOwner, planParty, startTestBackend, type TestBackend } from '../support/test-backend.ts';
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
  try {
    const inDeno = `${edge.url}/calendar/${token}.ics`;
    const answers = await Promise.all(
      [inDeno, `${backend.url}${calendarFeed(token)}`].map((address) => fetch(address)),
    );
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
  } finally {
    await edge.stop();
  }
});

test('without its Supabase a calendar in Deno says that it may be there later', async () => {
  const edge = await serveInDeno('calendar', { SUPABASE_URL: 'http://127.0.0.1:9', SITE_URL: backend.url });
  try {
    const answer = await fetch(`${edge.url}/calendar/${'A'.repeat(43)}.ics`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  } finally {
    await edge.stop();
  }
});
