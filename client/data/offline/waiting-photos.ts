/**
 * Photos that were chosen without network and wait for upload. They are in a cache of this browser. The service worker serves their
 * addresses, so cards and invitations show them like other photos.
 */
import { waitingPhotoCache, waitingPhotos } from '../../../addresses/addresses.ts';
import { isObject } from '../../../domain/parse.ts';
import { deviceStorage } from '../drafts/web-storage.ts';
import { newRecordId } from '../records/record-id.ts';

export function isWaitingPhoto(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(waitingPhotos);
}

/** Whether this page can keep and show photos. That needs an active service worker. */
export function canKeepPhotos(): boolean {
  return 'caches' in window && Boolean(navigator.serviceWorker?.controller);
}

/**
 * Stores a photo until it can be uploaded.
 * @returns its address on this device
 * @throws DOMException when there is no room for it
 */
export async function keepPhoto(ownerId: string, photo: Blob): Promise<string> {
  const address = `${waitingPhotos}${ownerId}/${newRecordId()}`;
  const cache = await caches.open(waitingPhotoCache);
  await cache.put(address, new Response(photo, { headers: { 'Content-Type': photo.type } }));
  return address;
}

/** Returns the stored photo, or null when the browser has deleted it. */
export async function keptPhoto(address: string): Promise<Blob | null> {
  const response = await window.caches?.match(address, { cacheName: waitingPhotoCache });
  return response ? response.blob() : null;
}

/** Removes the photos of a cache for whose path `isUnwanted` returns true. */
export async function removeCached(cacheName: string, isUnwanted: (path: string) => boolean): Promise<void> {
  const cache = await window.caches?.open(cacheName);
  for (const request of (await cache?.keys()) ?? [])
    if (isUnwanted(new URL(request.url).pathname)) await cache.delete(request);
}

/** Deletes those of these photos that wait for upload. Call it when no form and no dog shows them any more. */
export async function discardKeptPhotos(photoUrls: readonly string[]): Promise<void> {
  const waiting = photoUrls.filter(isWaitingPhoto);
  if (waiting.length > 0) await removeCached(waitingPhotoCache, (path) => waiting.includes(path));
}

/** The key for the real addresses of uploaded photos. A form that is still open may have the local address. */
const sentKey = 'wagday-sent-photos';
const sentCount = 20;

type SentPhoto = { address: string; photoUrl: string };

function isSentPhoto(value: unknown): value is SentPhoto {
  return isObject(value) && typeof value.address === 'string' && typeof value.photoUrl === 'string';
}

function sentPhotos(): SentPhoto[] {
  const stored = deviceStorage.read(sentKey);
  return Array.isArray(stored) ? stored.filter(isSentPhoto) : [];
}

export function settlePhoto(address: string, photoUrl: string | null) {
  if (photoUrl) deviceStorage.keep(sentKey, [...sentPhotos(), { address, photoUrl }].slice(-sentCount));
}

/** Returns the real address of an uploaded photo, and any other value unchanged. */
export function settledPhotoUrl(value: unknown): unknown {
  return sentPhotos().find(({ address }) => address === value)?.photoUrl ?? value;
}

export async function forgetWaitingPhotos(ownerId: string | null): Promise<void> {
  deviceStorage.forget(sentKey);
  await removeCached(waitingPhotoCache, (path) => path.startsWith(`${waitingPhotos}${ownerId}/`));
}
