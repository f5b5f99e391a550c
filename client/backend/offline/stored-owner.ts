import { sessionStorageKey } from '../stored-session.ts';

/** The id of the owner whose session is kept on this device, also an expired one; null when nobody is signed in. */
export function storedOwnerId(): string | null {
  try {
    const session = JSON.parse(window.localStorage.getItem(sessionStorageKey) ?? 'null') as {
      user?: { id?: unknown };
    } | null;
    return typeof session?.user?.id === 'string' ? session.user.id : null;
  } catch {
    return null;
  }
}
