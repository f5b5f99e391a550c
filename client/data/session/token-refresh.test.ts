import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consoleError } from '../../testing/console.ts';
import { session } from '../../testing/pretend-session.ts';
import { changeStored, readStored } from '../offline/database.ts';

const hour = 3_600_000;
const start = new Date('2026-06-15T12:00:00Z').getTime();

type Answer = () => Response | Promise<Response>;

let isOnline = true;
let pages = 0;

/** Opens a page whose token endpoint returns `answer`. */
async function openPage({ answer, expiresIn = -10_000 }: { answer: Answer; expiresIn?: number }) {
  pages += 1;
  const asked: { at: number; token: unknown }[] = [];
  vi.stubGlobal('fetch', async (_input: RequestInfo | URL, init?: RequestInit) => {
    asked.push({ at: Date.now() - start, token: JSON.parse(String(init?.body)).refresh_token });
    return answer();
  });
  storeSession({ expires_at: (Date.now() + expiresIn) / 1000 });
  // A new instance of the module, as each page has its own.
  const page: typeof import('./token-refresh.ts') = await import(/* @vite-ignore */ `./token-refresh.ts?page=${pages}`);
  return { asked, page };
}

function storeSession(part: object) {
  window.localStorage.setItem('wagday-session', JSON.stringify({ ...session, ...part }));
}

function stored() {
  return JSON.parse(window.localStorage.getItem('wagday-session') ?? 'null') as typeof session | null;
}

let tokens = 0;

/** The answer of a server whose clock is right. */
function newTokens(): Response {
  tokens += 1;
  const expires_at = Math.round(start / 1000) + 3600;
  return Response.json({
    ...session,
    access_token: `access-${tokens}`,
    refresh_token: `refresh-${tokens}`,
    expires_at,
  });
}

const noConnection: Answer = () => Promise.reject(new TypeError('Failed to fetch'));

/** Removes the listeners of one test, which would otherwise run in the next. */
let listening = new AbortController();

function endListeningWithTest(target: Window | Document) {
  const listen = target.addEventListener.bind(target);
  const { signal } = listening;
  vi.spyOn(target, 'addEventListener').mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject) => listen(type, listener, { signal }),
  );
}

beforeEach(() => {
  listening = new AbortController();
  endListeningWithTest(window);
  endListeningWithTest(document);
  vi.useFakeTimers({ now: start, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), time);
    return controller.signal;
  });
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  isOnline = true;
});

afterEach(() => listening.abort());

test('a refresh that gets no answer is tried again after 200 ms, doubling, within 30 seconds @9.22', async () => {
  const { asked, page } = await openPage({ answer: noConnection });
  expect(await page.refreshNow()).toBe('no answer');
  await vi.advanceTimersByTimeAsync(120_000);
  const pauses = asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0));
  expect(pauses).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800]);
});

test('The session is looked at every 30 seconds, and refreshed when 90 seconds remain. @9.20 @9.21', async () => {
  const { asked, page } = await openPage({ answer: newTokens, expiresIn: 150_000 });
  page.keepTokenGood();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(1);
});

test('A server that stays away is asked at each look and no more often; once it is back, the session goes on.', async () => {
  let answer = noConnection;
  const { asked, page } = await openPage({ answer: () => answer() });
  page.keepTokenGood();
  await page.refreshNow();
  await vi.advanceTimersByTimeAsync(30_000);
  asked.length = 0;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(asked).toHaveLength(10);
  answer = newTokens;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(stored()?.access_token).toBe(`access-${tokens}`);
});

test('When the network returns, the token is refreshed at once, however short ago that has failed.', async () => {
  let answer = noConnection;
  const { page } = await openPage({ answer: () => answer() });
  page.keepTokenGood();
  await page.refreshNow();
  await vi.advanceTimersByTimeAsync(29_000);
  isOnline = false;
  await expect(page.usableSession()).rejects.toBeInstanceOf(TypeError);
  answer = newTokens;
  isOnline = true;
  const events: string[] = [];
  page.subscribeToRefreshes((event) => events.push(event));
  window.dispatchEvent(new Event('online'));
  expect((await page.usableSession())?.access_token).toBe(`access-${tokens}`);
  expect(events).toEqual(['refreshed']);
});

test('A request that comes while the token cannot be refreshed asks for it anew, and is not sent without.', async () => {
  let answer = noConnection;
  const { page } = await openPage({ answer: () => answer() });
  await expect(page.usableSession()).rejects.toBeInstanceOf(TypeError);
  answer = newTokens;
  expect((await page.usableSession())?.access_token).toBe(`access-${tokens}`);
});

for (const [what, answer] of Object.entries<Answer>({
  'answers 500': () => Response.json({ code: 'unexpected_failure', message: 'boom' }, { status: 500 }),
  'answers 503': () => new Response('<h1>Unavailable</h1>', { status: 503, headers: { 'Content-Type': 'text/html' } }),
  'answers 429': () => Response.json({ error_code: 'over_request_rate_limit' }, { status: 429 }),
  'is not there': () => new Response('404 page not found', { status: 404 }),
  'is a page to sign in to a network': () =>
    new Response('<h1>Welcome</h1>', { status: 403, headers: { 'Content-Type': 'text/html' } }),
  'answers something else': () => Response.json({ hello: 'world' }),
  'refuses the connection': noConnection,
})) {
  test(`A token endpoint that ${what} signs nobody out.`, async () => {
    const { page } = await openPage({ answer });
    await changeStored('seen', 'owner/dogs', () => ['Rex']);
    expect(await page.refreshNow()).toBe('no answer');
    expect(stored()?.refresh_token).toBe(session.refresh_token);
    expect(await readStored('seen', 'owner/dogs')).toEqual(['Rex']);
  });
}

test('A token endpoint that hangs makes a request wait for four seconds, and is tried again after eight.', async () => {
  const { asked, page } = await openPage({ answer: () => new Promise(() => {}) });
  vi.stubGlobal('fetch', (_input: RequestInfo | URL, init?: RequestInit) => {
    asked.push({ at: Date.now() - start, token: null });
    return new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
    );
  });
  const request = expect(page.usableSession()).rejects.toBeInstanceOf(TypeError);
  await vi.advanceTimersByTimeAsync(4_000);
  await request;
  await vi.advanceTimersByTimeAsync(4_200);
  expect(asked.map(({ at }) => at)).toEqual([0, 8_200]);
});

for (const status of [400, 401, 403]) {
  test(`A session that the server refuses with ${status} ends, is logged without its tokens, and takes what was seen along.`, async () => {
    const answer = () => Response.json({ error_code: 'refresh_token_not_found', msg: 'no refresh-0' }, { status });
    const { page } = await openPage({ answer });
    await changeStored('seen', 'owner/dogs', () => ['Rex']);
    await changeStored('changes', 'owner', () => ['unsent']);
    await (await caches.open('wagday-seen-photos')).put('/photo', new Response('Rex'));
    const ended: string[] = [];
    page.subscribeToRefreshes((event, { user }) => ended.push(`${event} ${user.id}`));
    vi.useRealTimers();
    expect(await page.refreshNow()).toBe('ended');
    expect(ended).toEqual(['ended 1']);
    expect(stored()).toBeNull();
    expect(await readStored('seen', 'owner/dogs')).toBeUndefined();
    expect(await caches.has('wagday-seen-photos')).toBe(false);
    expect(await readStored('changes', 'owner')).toEqual(['unsent']);
    await changeStored('changes', 'owner', () => undefined);
    const words = `The session could not be checked: the server refused to go on with it (${status} refresh_token_not_found).`;
    expect(consoleError.mock.calls).toEqual([[words]]);
    consoleError.mockClear();
  });
}

for (const [what, error] of [
  ['two hours fast', 2 * hour],
  ['two hours slow', -2 * hour],
] as const) {
  test(`A device whose clock is ${what} refreshes a token once in its hour.`, async () => {
    vi.setSystemTime(start + error);
    const { asked, page } = await openPage({ answer: newTokens });
    page.keepTokenGood();
    await page.refreshNow();
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(hour - 120_000);
    await page.usableSession();
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(2);
  });
}

test('A clock that jumps ahead while the page is open costs one refresh.', async () => {
  const { asked, page } = await openPage({ answer: newTokens, expiresIn: hour });
  page.keepTokenGood();
  vi.setSystemTime(start + 2 * hour);
  await vi.advanceTimersByTimeAsync(120_000);
  await page.usableSession();
  expect(asked).toHaveLength(1);
});

test('What another tab has done meanwhile counts: neither its new token nor its sign-out is undone.', async () => {
  const answer = Promise.withResolvers<Response>();
  const { page } = await openPage({ answer: () => answer.promise });
  const refresh = page.refreshNow();
  storeSession({ access_token: 'theirs', refresh_token: 'theirs', expires_at: (start + hour) / 1000 });
  answer.resolve(Response.json({ error_code: 'refresh_token_already_used' }, { status: 400 }));
  expect(await refresh).toBe('refreshed');
  expect(stored()?.access_token).toBe('theirs');

  const later = Promise.withResolvers<Response>();
  const { page: other } = await openPage({ answer: () => later.promise });
  const again = other.refreshNow();
  window.localStorage.removeItem('wagday-session');
  later.resolve(newTokens());
  expect(await again).toBe('ended');
  expect(stored()).toBeNull();

  const { page: last } = await openPage({ answer: () => Response.json({}, { status: 400 }) });
  const events: string[] = [];
  last.subscribeToRefreshes((event) => events.push(event));
  consoleError.mockImplementationOnce(() => storeSession({ access_token: 'theirs', refresh_token: 'theirs' }));
  vi.useRealTimers();
  await last.refreshNow();
  expect(consoleError).toHaveBeenCalledOnce();
  consoleError.mockClear();
  expect([stored()?.access_token, events]).toEqual(['theirs', []]);
});

test('Requests that were turned away can go on once another tab has refreshed the session.', async () => {
  const { page } = await openPage({ answer: noConnection });
  page.keepTokenGood();
  await expect(page.usableSession()).rejects.toBeInstanceOf(TypeError);
  const events: string[] = [];
  page.subscribeToRefreshes((event) => events.push(event));
  storeSession({ refresh_token: 'theirs', expires_at: (start + hour) / 1000 });
  window.dispatchEvent(new StorageEvent('storage', { key: 'wagday-session' }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'wagday-pack-order' }));
  expect(events).toEqual(['refreshed']);
});
