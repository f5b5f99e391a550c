import { removeKept } from './database.ts';
import { emptyOutbox } from './queue.ts';
import { forgetSettledPhotos, forgetWaitingPhotos } from './waiting-photos.ts';

/** The pictures that were seen on this device; the service worker fills it. */
const seenPhotosCache = 'wagday-seen-photos';

function ownerOf(key: string): string {
  return key.split('/')[0] ?? '';
}

async function forgetSeenPhotos() {
  // A browser that keeps nothing for this site may refuse even that.
  if ('caches' in window) await caches.delete(seenPhotosCache).catch(() => false);
}

/**
 * Takes what was seen of a pack off this device, whoever's it is: nobody is signed in here any more. What was not sent yet stays,
 * for the day when its owner comes back.
 */
export async function forgetSeenPack(): Promise<void> {
  await Promise.all([removeKept('seen', () => true), forgetSeenPhotos()]);
}

/** Takes everything off this device that an owner's pack has left here: who leaves on purpose leaves nothing behind. */
export async function forgetPackOnDevice(ownerId: string | null): Promise<void> {
  emptyOutbox();
  forgetSettledPhotos();
  await Promise.all([
    forgetSeenPack(),
    // Another owner's, whose session ended by itself, waits on.
    removeKept('changes', (key) => key === ownerId),
    forgetWaitingPhotos((photoOwner) => photoOwner === ownerId),
  ]);
}

/**
 * Takes what earlier owners have seen off this device, now that another one has signed in. What they still have to send
 * stays, for the day when they come back: their sessions ended by themselves.
 */
export async function forgetOtherOwners(ownerId: string): Promise<void> {
  await removeKept('seen', (key) => ownerOf(key) !== ownerId);
  if (!('caches' in window)) return;
  const cache = await caches.open(seenPhotosCache);
  for (const request of await cache.keys()) if (!request.url.includes(`/${ownerId}/`)) await cache.delete(request);
}
