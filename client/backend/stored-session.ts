/** Where the session is kept in local storage. */
export const sessionStorageKey = 'wagday-session';

/** Whether somebody is, as far as this device knows, signed in. Costs nothing: the Supabase client is not needed to tell. */
export function hasStoredSession(): boolean {
  try {
    return window.localStorage.getItem(sessionStorageKey) !== null;
  } catch {
    return false;
  }
}
