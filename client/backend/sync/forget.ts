import { seenPhotoCache } from '../../../addresses/addresses.ts';
import { removeKept } from './database.ts';
import { emptyOutbox } from './queue.ts';
import { forgetWaitingPhotos, removeCached } from './waiting-photos.ts';

/** Removes what any owner has seen from this device. Changes that were not sent yet stay until their owner signs in again. */
export async function forgetSeenPack(): Promise<void> {
  // A browser that keeps nothing for this site may refuse even that.
  await Promise.all([removeKept('seen', () => true), window.caches?.delete(seenPhotoCache).catch(() => false)]);
}

/** Removes everything of an owner's pack from this device. */
export async function forgetPackOnDevice(ownerId: string | null): Promise<void> {
  emptyOutbox();
  await Promise.all([
    forgetSeenPack(),
    // The changes of another owner, whose session ended by itself, stay.
    removeKept('changes', (key) => key === ownerId),
    forgetWaitingPhotos(ownerId),
  ]);
}

/** Removes what earlier owners have seen, once another one has signed in. Their unsent changes stay: their sessions ended by themselves. */
export async function forgetOtherOwners(ownerId: string): Promise<void> {
  await removeKept('seen', (key) => !key.startsWith(`${ownerId}/`));
  await removeCached(seenPhotoCache, (path) => !path.includes(`/${ownerId}/`));
}
