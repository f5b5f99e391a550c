/**
 * Photos that were chosen without network, until they can be uploaded. They lie in a cache of this browser; the service
 * worker answers their addresses, so that a card or an invitation shows them like any other.
 */
import { isWords } from '../records/record.ts';
import { newRecordId } from '../records/record-id.ts';
import { deviceStorage } from '../web-storage.ts';

const cacheName = 'wagday-waiting-photos';
const prefix = '/waiting-photos/';

export function isWaitingPhoto(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(prefix);
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
  const address = `${prefix}${ownerId}/${newRecordId()}`;
  const cache = await caches.open(cacheName);
  await cache.put(address, new Response(photo, { headers: { 'Content-Type': photo.type } }));
  return address;
}

/** The kept photo, or null when the browser has thrown it away. */
export async function keptPhoto(address: string): Promise<Blob | null> {
  if (!('caches' in window)) return null;
  const response = await caches.match(address, { cacheName });
  return response ? response.blob() : null;
}

async function forgetPhoto(address: string): Promise<void> {
  if ('caches' in window) await (await caches.open(cacheName)).delete(address);
}

/** Forgets those of the photos that wait here and that no form or dog shows any more. */
export async function discardKeptPhotos(photoUrls: readonly string[]): Promise<void> {
  for (const address of photoUrls.filter(isWaitingPhoto)) await forgetPhoto(address);
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
  await forgetPhoto(address);
}

/** The real address of a photo that has waited, once it is uploaded; any other address as it is. */
export function settledPhotoUrl(photoUrl: string | null): string | null {
  if (!isWaitingPhoto(photoUrl)) return photoUrl;
  return sentPhotos().find(({ address }) => address === photoUrl)?.photoUrl ?? photoUrl;
}

export function forgetSettledPhotos() {
  deviceStorage.forget(sentKey);
}

/** Forgets the waiting photos of all owners for whom `isUnwanted`. */
export async function forgetWaitingPhotos(isUnwanted: (ownerId: string) => boolean): Promise<void> {
  if (!('caches' in window)) return;
  const cache = await caches.open(cacheName);
  for (const request of await cache.keys()) {
    const [ownerId = ''] = new URL(request.url).pathname.slice(prefix.length).split('/');
    if (isUnwanted(ownerId)) await cache.delete(request);
  }
}
