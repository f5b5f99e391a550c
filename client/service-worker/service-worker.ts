/**
 * Opens Wagday without network. It answers for the pages, their files and seen photos. All other requests, such as those to the
 * backend, go to the network. Pages come from the cache first, so that a page and its files are always of one build. It also shows
 * reminders that come by push.
 */
import {
  isOfBackend,
  publicPhotos,
  pushChanged,
  seenPhotoCache,
  waitingPhotoCache,
  waitingPhotos,
} from '../../addresses/addresses.ts';
import { notificationOf, ownAddress } from './notifications.ts';
import { file, install, keepPack, leaveOldShells, page } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

/** How many photos are cached; the oldest is deleted first. client/data/offline/forget.ts deletes all at sign-out. */
const limit = 200;

async function keep(address: string, response: Response) {
  const cache = await caches.open(seenPhotoCache);
  await cache.put(address, response);
  const cached = await cache.keys();
  await Promise.all(cached.slice(0, Math.max(0, cached.length - limit)).map((request) => cache.delete(request)));
}

/** Requests a photo of another origin with CORS first, because otherwise the worker cannot check that the answer is a photo. */
function ask(request: Request): Promise<Response> {
  if (new URL(request.url).origin === self.location.origin) return fetch(request);
  return fetch(request.url, { mode: 'cors', credentials: 'omit' }).catch(() => fetch(request));
}

/** Answers with a saved photo. Its address never changes its content, so a cached photo is always current. */
async function photo(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cached = await caches.match(request.url, { cacheName: seenPhotoCache, ignoreVary: true });
  if (cached) return cached;
  const response = await ask(request);
  if (response.ok && response.status === 200) {
    event.waitUntil(keep(request.url, response.clone()).catch(() => undefined));
  }
  return response;
}

/** A photo that was chosen without network and waits to be uploaded. */
async function waitingPhoto(request: Request): Promise<Response> {
  const cached = await caches.match(request.url, { cacheName: waitingPhotoCache });
  return cached ?? new Response('Not found', { status: 404, headers: { 'Content-Type': 'text/plain' } });
}

/** Opens what a notification is about: in a window of Wagday if one is open, which comes to the front. */
async function openNotification({ notification }: NotificationEvent) {
  notification.close();
  const address = ownAddress(notification.data, self.location.origin);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  try {
    if (!open) throw new Error('No window is open.');
    await open.focus();
    if (open.url !== address) await open.navigate(address);
  } catch {
    // A window that another worker controls cannot be navigated either.
    await self.clients.openWindow(address);
  }
}

/**
 * Subscribes again where the browser has ended the subscription. The worker has no session, so an open page tells the backend, or
 * the next one that opens: it does so at each start.
 */
async function renewSubscription({ newSubscription, oldSubscription }: PushSubscriptionChangeEvent) {
  const options = oldSubscription?.options;
  if (!newSubscription && options) {
    const { applicationServerKey } = options;
    await self.registration.pushManager
      .subscribe({ userVisibleOnly: true, applicationServerKey })
      .catch(() => undefined);
  }
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage(pushChanged);
}

self.addEventListener('install', (event) => event.waitUntil(install()));

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([leaveOldShells(), self.clients.claim()]));
});

self.addEventListener('message', (event) => {
  // claim() takes over a page that was loading while this worker became active.
  if (event.data === 'keep the pack') event.waitUntil(Promise.all([keepPack(), self.clients.claim()]));
  if (event.data === 'take over') event.waitUntil(self.skipWaiting());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const { origin, pathname } = new URL(request.url);
  if (pathname.includes(publicPhotos)) event.respondWith(photo(event));
  else if (origin !== self.location.origin) return;
  else if (pathname.startsWith(waitingPhotos)) event.respondWith(waitingPhoto(request));
  else if (request.mode === 'navigate') {
    if (!isOfBackend(pathname) && !/\.\w+$/.test(pathname)) event.respondWith(page(event));
  } else {
    const answer = file(event);
    if (answer) event.respondWith(answer);
  }
});

self.addEventListener('push', (event) => {
  const { title, options } = notificationOf(event.data?.text() ?? null, self.location.origin);
  event.waitUntil(self.registration.showNotification(title, options));
});
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event)));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));
