/**
 * Opens Wagday without network. It answers for the pages, their files and seen photos. All other requests, such as those to the
 * backend, go to the network. Pages come from the cache first, so that a page and its files are always of one build. It also shows
 * reminders that come by push.
 */
import { isOfBackend, publicPhotos, waitingPhotos } from '../../addresses/addresses.ts';
import { photo, waitingPhoto } from './photos.ts';
import { openNotification, renewSubscription, showMessage } from './push.ts';
import { file, install, keepPack, leaveOldShells, page } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

function isPage(path: string): boolean {
  return !isOfBackend(path) && !/\.\w+$/.test(path);
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
    if (isPage(pathname)) event.respondWith(page(event));
  } else {
    const answer = file(event);
    if (answer) event.respondWith(answer);
  }
});

self.addEventListener('push', (event) => event.waitUntil(showMessage(event)));
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event)));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));
