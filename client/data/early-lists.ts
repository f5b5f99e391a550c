/**
 * Asks for the lists of an owner's pack before the code that shows them is here. An answer serves the first request for the same address, so
 * a list is read once.
 */
import { services } from '../../addresses/addresses.ts';
import { backendUrl, publishableKey } from './backend-address.ts';
import { sessionStorageKey } from './session/stored-session.ts';

declare global {
  interface Window {
    /** Answers by their addresses: null for none. The file that asks shares no module with the app. */
    wagdayLists?: Map<string, Promise<Response | null>>;
  }
}

/** What the first screen lists, as records/rows.ts asks for it. */
const lists: Readonly<Record<string, string>> = {
  dogs: 'created_at.desc',
  birthday_celebrations: 'celebration_date.asc',
};

/** Tabs of an older version may be open too, so this name and that of the lock in sender.ts stay. */
export const outboxChannel = 'wagday-outbox';

/** For how long an answer is new enough, and a token must still be valid, in milliseconds. */
const newEnough = 30_000;

/** Returns whether somebody is signed in. */
export function askForLists(): boolean {
  try {
    const { access_token, expires_at, user } = JSON.parse(localStorage.getItem(sessionStorageKey) ?? '');
    const headers = { apikey: publishableKey, Authorization: `Bearer ${access_token}`, Prefer: 'count=exact' };
    const isValid = expires_at * 1000 > Date.now() + newEnough;
    const asked = Object.entries(isValid ? lists : {}).map(([table, order]) => {
      const { href } = new URL(`${backendUrl}${services.rest}/${table}?select=*&user_id=eq.${user.id}&order=${order}`);
      return [href, fetch(href, { headers }).catch(() => null)] as const;
    });
    window.wagdayLists = new Map(asked);
    // What another tab saves meanwhile is missing in these answers.
    new BroadcastChannel(outboxChannel).onmessage = forgetEarlyLists;
    return true;
  } catch {
    return false;
  }
}

/** Forgets the answers: a change may have made them old. */
export function forgetEarlyLists() {
  window.wagdayLists?.clear();
}

/** Returns the answer to a request that was sent early, once, unless asking again with the same token could help. */
export async function takeEarlyList(address: string): Promise<Response | null> {
  const answer = performance.now() < newEnough ? window.wagdayLists?.get(address) : null;
  window.wagdayLists?.delete(address);
  const response = await answer;
  return response && (response.ok || response.status === 401 || response.headers.has('Retry-After')) ? response : null;
}
