import { seenPhotoCache, waitingPhotoCache } from '../../addresses/addresses.ts';

/** How many photos are kept; the oldest is deleted first. client/data/sync/forget.ts deletes all at sign-out. */
const limit = 200;

async function keep(address: string, response: Response) {
  const cache = await caches.open(seenPhotoCache);
  await cache.put(address, response);
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - limit)).map((request) => cache.delete(request)));
}

/** Requests a photo of another origin with CORS first, because otherwise the worker cannot check that the answer is a photo. */
function ask(request: Request): Promise<Response> {
  if (new URL(request.url).origin === self.location.origin) return fetch(request);
  return fetch(request.url, { mode: 'cors', credentials: 'omit' }).catch(() => fetch(request));
}

/** Answers with a saved photo. Its address never changes its content, so a cached photo is always current. */
export async function photo(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const kept = await caches.match(request.url, { cacheName: seenPhotoCache, ignoreVary: true });
  if (kept) return kept;
  const response = await ask(request);
  if (response.ok && response.status === 200) {
    event.waitUntil(keep(request.url, response.clone()).catch(() => undefined));
  }
  return response;
}

/** A photo that was chosen without network and waits to be uploaded. */
export async function waitingPhoto(request: Request): Promise<Response> {
  const kept = await caches.match(request.url, { cacheName: waitingPhotoCache });
  return kept ?? new Response('Not found', { status: 404, headers: { 'Content-Type': 'text/plain' } });
}
