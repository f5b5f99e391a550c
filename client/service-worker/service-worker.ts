/**
 * Opens Wagday without network. It answers for the pages, their files and the photos that were seen; everything else, above all
 * requests to the backend, goes to the network. Pages come from the cache first, so that a page and its files are always of one build.
 */
import { isOfBackend, publicPhotos, waitingPhotos } from '../../addresses/addresses.ts';
import { photo, waitingPhoto } from './photos.ts';
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
  // No worker controls a page yet that was loading while this one became active.
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
