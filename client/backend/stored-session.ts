import { deviceStorage } from './web-storage.ts';

/** Where the session is kept in local storage. */
export const sessionStorageKey = 'wagday-session';

/** Whether somebody is, as far as this device knows, signed in. A visitor's page needs no more than this of the session. */
export function hasStoredSession(): boolean {
  return deviceStorage.readText(sessionStorageKey) !== null;
}
