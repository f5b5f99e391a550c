/** The same functions under Deno, the runtime of hosted Supabase, and in the embedded server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
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
