import { expect, test } from 'vitest';
import { answerRequests } from '../testing/pretend-network.ts';
import { session, storeSession } from '../testing/pretend-session.ts';
import { rowsOfOwner } from './client.ts';
import { askForLists } from './early-lists.ts';
import { forgetNetwork, pauseLeft } from './network.ts';
import { dogs } from './records/dogs.ts';
import { rowsIn } from './records/rows.ts';
import { sessionStorageKey } from './session/stored-session.ts';

const list = () => rowsIn(rowsOfOwner, dogs).list(session.user.id);

/** Asks early, and answers each request for dogs with the next status. Returns them and those for a token, a request a line. */
function askEarly(...statuses: number[]) {
  const requests = answerRequests(({ path }) => {
    if (path.includes('/token')) return Response.json({ ...session, access_token: 'a new one', refresh_token: 'next' });
    const status = path.includes('/dogs') ? (statuses.shift() ?? 200) : 200;
    return Response.json(status === 401 ? { code: 'PGRST303' } : [], {
      status,
      headers: { 'Content-Range': '*/0', ...(status === 503 && { 'Retry-After': '5' }) },
    });
  });
  askForLists();
  return () => requests.filter(({ path }) => /dogs|token/.test(path)).map(({ method, path }) => `${method} ${path}`);
}

test('A list that was asked for early is asked for once, and then anew.', async () => {
  storeSession();
  const requests = askEarly();
  await list();
  expect(requests()).toHaveLength(1);
  await list();
  expect(new Set(requests()).size).toBe(1);
  expect(requests()).toHaveLength(2);
});

test('A list whose token was refused is asked for once more, with a new token.', async () => {
  storeSession();
  const requests = askEarly(401);
  expect(await list()).toEqual([]);
  expect(requests().map((request) => request.split('?')[0])).toEqual([
    'GET /rest/v1/dogs',
    'POST /auth/v1/token',
    'GET /rest/v1/dogs',
  ]);
});

test('A failure is asked again unless it says to wait, a change here or in another tab makes what was asked old, and a token that is about to end is not sent.', async () => {
  storeSession();
  const failed = askEarly(500, 200);
  expect(await list()).toEqual([]);
  expect(failed()).toHaveLength(2);

  const paused = askEarly(503);
  await expect(list()).rejects.toMatchObject({ kind: 'not reachable' });
  expect([paused().length, pauseLeft() > 0]).toEqual([1, true]);
  forgetNetwork();

  const changed = askEarly();
  await (await rowsOfOwner()).from('dogs').delete().eq('id', 'none');
  await list();
  expect(changed().map((request) => request.split(' ')[0])).toEqual(['GET', 'DELETE', 'GET']);

  const [told, tab, other] = [askEarly(), ...[1, 2].map(() => new BroadcastChannel('wagday-outbox'))];
  const heard = new Promise((resolve) => other?.addEventListener('message', resolve));
  tab?.postMessage(session.user.id);
  await heard;
  await list();
  expect(told()).toHaveLength(2);

  localStorage.setItem(sessionStorageKey, JSON.stringify({ ...session, expires_at: Date.now() / 1000 + 5 }));
  expect(askEarly()()).toEqual([]);
});
