import type { Session } from '@supabase/supabase-js';
import { services } from '../../../addresses/addresses.ts';
import { storedSession } from './session-store.ts';
import { refreshNow, usableSession } from './token-refresh.ts';

/** Whether a request is for rows: it has a short timeout, because the queue repeats it later, and is never sent without a session. */
export function isForRows(input: RequestInfo | URL): boolean {
  const url = input instanceof Request ? input.url : String(input);
  return url.includes(`${services.rest}/`) && !url.includes(`${services.rest}/rpc/`);
}

/** How PostgREST, Storage and their libraries describe a refused token. */
const tokenRefusal =
  /"PGRST30\d"|session_id claim|\bjw[st]\b|claim timestamp check failed|signature verification failed/i;

/** Whether the backend refused the token. A refusal by a row rule has another code: 42501. */
async function isTokenRefused(response: Response): Promise<boolean> {
  if (![400, 401, 403].includes(response.status)) return false;
  const body = await response.clone().text();
  // Hosted Storage answers with 400 and names the real status in the body.
  return (response.status !== 400 || /"statusCode":\s*"?40[013]\b/.test(body)) && tokenRefusal.test(body);
}

/**
 * Wraps fetch to send an owner's requests with a valid token. It refreshes an expired token first. If the backend refuses the token,
 * because this device's clock is wrong or the keys have changed, it refreshes the token and sends the request again. That is safe,
 * because the refused request had no effect. The refresh also detects a session that has ended.
 */
export function asOwner(fetchAnswer: typeof fetch): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    const session = storedSession();
    // The session has ended since the caller made this request. Without one, the backend would show no rows and accept none, nor files.
    if (!session && (isForRows(input) || init?.body instanceof FormData))
      return Response.json({ code: 'PGRST302', message: 'Nobody is signed in.' }, { status: 401 });
    // Not a request of the stored session, such as a sign-in or a request of a separate client.
    if (!session || headers.get('Authorization') !== `Bearer ${session.access_token}`) return fetchAnswer(input, init);

    const send = (token: string) => {
      headers.set('Authorization', `Bearer ${token}`);
      return fetchAnswer(input, { ...init, headers });
    };
    // Another owner may have signed in meanwhile.
    const tokenOf = (found: Session | null) => (found?.user.id === session.user.id ? found.access_token : null);
    const token = tokenOf(await usableSession()) ?? session.access_token;
    const response = await send(token);
    if (!(await isTokenRefused(response))) return response;
    if (storedSession()?.access_token === token) await refreshNow();
    const renewed = tokenOf(storedSession());
    return renewed && renewed !== token ? send(renewed) : response;
  };
}
