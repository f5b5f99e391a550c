import { seenPhotoCache } from '../../../addresses/addresses.ts';
import { deviceStorage } from '../drafts/web-storage.ts';
import { createListeners } from '../store.ts';
import { removeStored, visitorPhotoKey } from './database.ts';
import { forgetWaitingPhotos, removeCached } from './waiting-photos.ts';

/** The key for the number of dogs in the pack when last seen. */
export const packCountKey = 'wagday-pack-count';

/** The keys for ids of the latest parties saved as calendar files on this device, and of days of a year ago that were put away. */
export const [inCalendarKey, putAwayKey] = ['wagday-parties-in-calendar', 'wagday-no-year-ago'] as const;

/** Kept from the first dog on: the id of the owner who is still to be asked about reminders, or that there was an answer. */
export const remindersAskKey = 'wagday-reminders-asked';

/** The key for the id of the party that another was planned from, until that one has the settings of its invitation. */
export function againKey(ownerId: string, partyId: string): string {
  return `wagday-again-${ownerId}-${partyId}`;
}

/** Removes the kept lists and photos of all owners. Unsent changes stay until their owner signs in again. */
export async function forgetSeenPack(): Promise<void> {
  deviceStorage.forget(packCountKey);
  // A browser that blocks storage may also refuse this.
  const seen = removeStored('seen', (key) => key !== visitorPhotoKey);
  await Promise.all([seen, window.caches?.delete(seenPhotoCache).catch(() => false)]);
}

const forgetting = createListeners();

/** Calls the listener when what this page remembers of the queue must go. */
export const subscribeToForgetting = forgetting.subscribe;

export async function forgetPackOnDevice(ownerId: string | null): Promise<void> {
  forgetting.call();
  if (deviceStorage.read(remindersAskKey) === ownerId) deviceStorage.forget(remindersAskKey);
  for (const key of [inCalendarKey, putAwayKey]) deviceStorage.forget(key);
  for (const key of deviceStorage.keys()) if (ownerId && key.includes(`-${ownerId}`)) deviceStorage.forget(key);
  await Promise.all([
    forgetSeenPack(),
    // Unsent changes of other owners stay, because their sessions ended without a sign-out.
    removeStored('changes', (key) => key === ownerId),
    forgetWaitingPhotos(ownerId),
  ]);
}

/** Removes the kept lists and photos of earlier owners after a sign-in. Their unsent changes stay. */
export async function forgetOtherOwners(ownerId: string): Promise<void> {
  await removeStored('seen', (key) => !key.startsWith(`${ownerId}/`) && key !== visitorPhotoKey);
  await removeCached(seenPhotoCache, (path) => !path.includes(`/${ownerId}/`));
}
