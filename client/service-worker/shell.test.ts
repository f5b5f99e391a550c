import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const cacheName = 'wagday-shell-test';
const script = '/assets/app-12345678.js';
/** Another script asks for it. */
const laterScript = '/assets/later-12345678.js';
/** Only the browsers of owners keep it. */
const packScript = '/assets/client-12345678.js';

/** The module needs what the build fills in, and types that only workers have. */
async function page(path: string): Promise<string> {
  vi.stubGlobal('wagday', { version: 'test', pages: ['/auth'], shell: [script, laterScript], pack: [packScript] });
  const { page } = await import(/* @vite-ignore */ new URL('./shell.ts', import.meta.url).href);
  const response: Response = await page({ request: new Request(path) });
  return response.text();
}

const kept = `<script src="${script}"></script><script>import('${packScript}')</script>`;
let fetched: ReturnType<typeof vi.spyOn>;

beforeEach(async () => {
  fetched = vi.spyOn(window, 'fetch').mockImplementation(async () => new Response('new'));
  const cache = await caches.open(cacheName);
  await cache.put('/auth', new Response(kept));
  for (const name of [script, laterScript]) await cache.put(name, new Response(''));
});

afterEach(async () => {
  await caches.delete(cacheName);
});

test('A page comes from the cache with the scripts that it names.', async () => {
  expect(await page('/auth')).toBe(kept);
  expect(fetched).not.toHaveBeenCalled();
});

test.for([script, laterScript])(
  'A page of which the cache has lost %s comes from the network, and from the cache without one. @2.8',
  async (lost) => {
    await (await caches.open(cacheName)).delete(lost);
    expect(await page('/auth')).toBe('new');
    fetched.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await page('/auth')).toBe(kept);
  },
);
