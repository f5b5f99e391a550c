import { deviceStorage } from './web-storage.ts';

/** The key of the session in local storage. */
export const sessionStorageKey = 'wagday-session';

/** Whether this device has a stored session. A visitor's page needs nothing else of session handling. */
export function hasStoredSession(): boolean {
  return deviceStorage.readText(sessionStorageKey) !== null;
}
