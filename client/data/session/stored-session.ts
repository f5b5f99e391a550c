import { deviceStorage } from '../drafts/web-storage.ts';

export const sessionStorageKey = 'wagday-session';

/** The key for the id of an owner who is signing out, until all their data has left this device; empty if the id is unknown. */
export const leavingKey = 'wagday-leaving';

/** Replaces a session while a sign-out removes the pack. Its key makes pages start the app, which finishes the sign-out. */
export const noSession = 'null';

/** Whether this device has a stored session. Pages for visitors need no other session code. */
export function hasStoredSession(): boolean {
  return (deviceStorage.readText(sessionStorageKey) ?? noSession) !== noSession;
}
