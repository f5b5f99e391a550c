/**
 * Photos that were chosen without network, until they can be uploaded. They are kept in a cache of this browser; the service
 * worker answers their addresses, so that a card or an invitation shows them like any other.
 */
import { waitingPhotoCache, waitingPhotos } from '../../../addresses/addresses.ts';
import { isWords } from '../records/record.ts';
import { newRecordId } from '../records/record-id.ts';
import { deviceStorage } from '../web-storage.ts';

export function isWaitingPhoto(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(waitingPhotos);
}

/** Whether a photo can be kept here and shown: only where the service worker is at work. */
export function canKeepPhotos(): boolean {
  return 'caches' in window && Boolean(navigator.serviceWorker?.controller);
}

/**
 * Keeps a photo until it can be uploaded.
 * @returns the address at which it can be seen on this device.
 * @throws DOMException when there is no room for it.
 */
export async function keepPhoto(ownerId: string, photo: Blob): Promise<string> {
  const address = `${waitingPhotos}${ownerId}/${newRecordId()}`;
  const cache = await caches.open(waitingPhotoCache);
  await cache.put(address, new Response(photo, { headers: { 'Content-Type': photo.type } }));
  return address;
}

/** The kept photo, or null when the browser has thrown it away. */
export async function keptPhoto(address: string): Promise<Blob | null> {
  const response = await window.caches?.match(address, { cacheName: waitingPhotoCache });
  return response ? response.blob() : null;
}

/** Removes what a cache of photos holds at the paths that are `isUnwanted`. */
export async function removeCached(cacheName: string, isUnwanted: (path: string) => boolean): Promise<void> {
  const cache = await window.caches?.open(cacheName);
  for (const request of (await cache?.keys()) ?? [])
    if (isUnwanted(new URL(request.url).pathname)) await cache.delete(request);
}

/** Forgets those of the photos that wait here. No form and no dog shows them any more. */
export async function discardKeptPhotos(photoUrls: readonly string[]): Promise<void> {
  const waiting = photoUrls.filter(isWaitingPhoto);
  if (waiting.length > 0) await removeCached(waitingPhotoCache, (path) => waiting.includes(path));
}

/** Where sent photos went: a form that is still open may know one by the address it had while it waited. */
const sentKey = 'wagday-sent-photos';
const sentCount = 20;

type SentPhoto = { address: string; photoUrl: string };

function isSentPhoto(value: unknown): value is SentPhoto {
  return isWords(value) && typeof value.address === 'string' && typeof value.photoUrl === 'string';
}

function sentPhotos(): SentPhoto[] {
  const kept = deviceStorage.read(sentKey);
  return Array.isArray(kept) ? kept.filter(isSentPhoto) : [];
}

/** A waiting photo was uploaded: it goes by its real address from now on. */
export async function settlePhoto(address: string, photoUrl: string | null): Promise<void> {
  if (photoUrl) deviceStorage.keep(sentKey, [...sentPhotos(), { address, photoUrl }].slice(-sentCount));
  await discardKeptPhotos([address]);
}

/** The real address of a photo that has waited, once it is uploaded; any other value as it is. */
export function settledPhotoUrl(value: unknown): unknown {
  return sentPhotos().find(({ address }) => address === value)?.photoUrl ?? value;
}

/** Forgets an owner's waiting photos, and where sent ones went. */
export async function forgetWaitingPhotos(ownerId: string | null): Promise<void> {
  deviceStorage.forget(sentKey);
  await removeCached(waitingPhotoCache, (path) => path.startsWith(`${waitingPhotos}${ownerId}/`));
}
