import { seenPhotoCache } from '../../../addresses/addresses.ts';
import { removeKept } from './database.ts';
import { emptyOutbox } from './queue.ts';
import { forgetWaitingPhotos, removeCached } from './waiting-photos.ts';

/**
 * Takes what was seen of a pack off this device, whoever's it is: nobody is signed in here any more. What was not sent yet stays,
 * for the day when its owner comes back.
 */
export async function forgetSeenPack(): Promise<void> {
  // A browser that keeps nothing for this site may refuse even that.
  await Promise.all([removeKept('seen', () => true), window.caches?.delete(seenPhotoCache).catch(() => false)]);
}

/** Takes everything off this device that an owner's pack has left here: who leaves on purpose leaves nothing behind. */
export async function forgetPackOnDevice(ownerId: string | null): Promise<void> {
  emptyOutbox();
  await Promise.all([
    forgetSeenPack(),
    // Another owner's, whose session ended by itself, waits on.
    removeKept('changes', (key) => key === ownerId),
    forgetWaitingPhotos(ownerId),
  ]);
}

/**
 * Takes what earlier owners have seen off this device, now that another one has signed in. What they still have to send
 * stays, for the day when they come back: their sessions ended by themselves.
 */
export async function forgetOtherOwners(ownerId: string): Promise<void> {
  await removeKept('seen', (key) => !key.startsWith(`${ownerId}/`));
  await removeCached(seenPhotoCache, (path) => !path.includes(`/${ownerId}/`));
}
