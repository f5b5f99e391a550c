import type { Session } from '@supabase/supabase-js';
import { storedSession } from './session-store.ts';
import { refreshNow, usableSession } from './token-refresh.ts';

/** Whether the backend refused the token itself. A row rule that refuses answers with another code: 42501. */
async function isTokenRefused(response: Response): Promise<boolean> {
  if (response.status !== 401 && response.status !== 403) return false;
  return /"PGRST30\d"|session_id claim|\bjwt\b/i.test(await response.clone().text());
}

/**
 * A fetch that sends an owner's requests with a good token. It refreshes an expired one before. The backend may refuse a token
 * all the same, because this device's clock is wrong or the keys were changed: then it refreshes the token and sends the request
 * once more. A refused request has changed nothing, so nothing is done twice. A refresh also finds out that the session has ended.
 */
export function asOwner(fetchAnswer: typeof fetch): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    const session = storedSession();
    // Without a session, with that of another, or to sign in: not the owner's.
    if (!session || headers.get('Authorization') !== `Bearer ${session.access_token}`) return fetchAnswer(input, init);

    const send = (token: string) => {
      headers.set('Authorization', `Bearer ${token}`);
      return fetchAnswer(input, { ...init, headers });
    };
    // Somebody else may have signed in while this waited.
    const tokenOf = (found: Session | null) => (found?.user.id === session.user.id ? found.access_token : null);
    const token = tokenOf(await usableSession()) ?? session.access_token;
    const response = await send(token);
    if (!(await isTokenRefused(response))) return response;
    if (storedSession()?.access_token === token) await refreshNow();
    const renewed = tokenOf(storedSession());
    return renewed && renewed !== token ? send(renewed) : response;
  };
}
