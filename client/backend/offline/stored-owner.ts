import { storedSession } from '../session-store.ts';

/** The id of the owner whose session is kept on this device, also an expired one; null when nobody is signed in. */
export function storedOwnerId(): string | null {
  return storedSession()?.user.id ?? null;
}
