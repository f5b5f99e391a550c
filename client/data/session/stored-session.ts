import { deviceStorage } from '../drafts/web-storage.ts';

/** The key of the session in local storage. */
export const sessionStorageKey = 'wagday-session';

/** The key for the id of an owner who signs out, until everything of theirs has left this device; empty where nobody knows it. */
export const leavingKey = 'wagday-leaving';

/** In the place of a session while a sign-out removes the pack: pages start the app, which finishes it. */
export const noSession = 'null';

/** Whether this device has a stored session. A visitor's page needs nothing else of session handling. */
export function hasStoredSession(): boolean {
  return (deviceStorage.readText(sessionStorageKey) ?? noSession) !== noSession;
}
