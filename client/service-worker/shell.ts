import { assets, authPage, plainPath } from '../../addresses/addresses.ts';

/** The pages and their files, of one build. `scripts/build-service-worker.ts` fills the lists in. */
declare const wagday: {
  /** A hash of everything in the lists. */
  version: string;
  pages: string[];
  /** What visitors need. */
  shell: string[];
  /** What only owners need. */
  pack: string[];
};

const prefix = 'wagday-shell-';
const cacheName = prefix + wagday.version;

/** Marks a cache that holds the files of the pack, too. */
const packMark = '/the-pack-is-kept';

const files = new Set([...wagday.shell, ...wagday.pack]);

/** Adds missing files to the cache: from the cache of an older build if they are the same, otherwise from the network. */
async function addMissing(cache: Cache, addresses: readonly string[]) {
  const add = async (address: string) => {
    if (await cache.match(address)) return;
    // Only a name with a hash promises the same content.
    const known = address.startsWith(assets) && (await caches.match(address));
    if (known) await cache.put(address, known);
    else await cache.add(address.startsWith(assets) ? address : new Request(address, { cache: 'no-cache' }));
  };
  await Promise.all(addresses.map(add));
}

/** Fills a new cache beside the one in use. If a file cannot be loaded, the old worker stays. */
export async function install() {
  const isPackKept = (await caches.match(packMark)) !== undefined;
  const cache = await caches.open(cacheName);
  await addMissing(cache, [...wagday.pages, ...wagday.shell]);
  if (isPackKept) await keepPack();
}

/** Caches the code of the pack, too. Only owners need it. */
export async function keepPack() {
  const cache = await caches.open(cacheName);
  await addMissing(cache, wagday.pack);
  await cache.put(packMark, new Response(''));
}

/** Deletes old caches except that of the previous build, which another tab may still use. */
export async function leaveOldShells() {
  const names = await caches.keys();
  const [, ...older] = names.filter((name) => name.startsWith(prefix) && name !== cacheName).reverse();
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** Whether the cache has all scripts that its pages need, also those that no document names. Browsers may clear single files of a cache. */
async function hasScripts(): Promise<boolean> {
  const cache = await caches.open(cacheName);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const needed = [...wagday.shell, ...(kept.has(packMark) ? wagday.pack : [])];
  return needed.every((name) => !name.endsWith('.js') || kept.has(name));
}

/**
 * A document. A known one comes from the cache, so that it fits the kept files, unless one of its scripts is missing there: the
 * server may have only those of a newer build. Any other comes from the network; without network the app answers, and says so.
 */
export async function page({ request }: FetchEvent): Promise<Response> {
  const plain = plainPath(new URL(request.url).pathname);
  if (wagday.pages.includes(plain)) {
    const cached = await caches.match(plain, { cacheName });
    if (!cached) return fetch(request);
    if (await hasScripts()) return cached;
    return fetch(request).catch(() => cached);
  }
  try {
    return await fetch(request);
  } catch (error) {
    const app = await caches.match(authPage, { cacheName });
    if (!app) throw error;
    return app;
  }
}

async function cacheFirst({ request }: FetchEvent, pathname: string): Promise<Response> {
  const isHashed = pathname.startsWith(assets);
  const cached = await caches.match(request, isHashed ? { ignoreVary: true } : { cacheName, ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (isHashed && files.has(pathname) && response.ok) {
    const cache = await caches.open(cacheName);
    await cache.put(pathname, response.clone()).catch(() => undefined);
  }
  return response;
}

/** A file of this build or of the one before; null for any other address. */
export function file(event: FetchEvent): Promise<Response> | null {
  const { pathname } = new URL(event.request.url);
  return pathname.startsWith(assets) || files.has(pathname) ? cacheFirst(event, pathname) : null;
}
