import type { Session } from '@supabase/supabase-js';
import { storedSession } from './session-store.ts';
import { sessionWithoutToken, usableSession } from './token-refresh.ts';

/** What the backend says of a token that stands for nobody. A row rule that refuses says something else: 42501. */
const wordsOfTheEnd = /"PGRST30\d"|session_id claim|\bjwt\b/i;

async function tellsOfTheEnd(response: Response): Promise<boolean> {
  if (response.status !== 401 && response.status !== 403) return false;
  return wordsOfTheEnd.test(await response.clone().text());
}

/**
 * A fetch that sends an owner's requests with a token that is good. One that has expired is refreshed before; one that the
 * backend refuses all the same, because this device's clock is wrong or the keys were changed, is refreshed and the request sent
 * once more: it was refused, so nothing is done twice. Where the session itself has ended, the refresh finds out.
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
    if (!(await tellsOfTheEnd(response))) return response;
    const renewed = tokenOf(await sessionWithoutToken(token));
    return renewed ? send(renewed) : response;
  };
}
