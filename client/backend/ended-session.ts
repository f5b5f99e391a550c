import type { SupabaseClient } from '@supabase/supabase-js';
import { isOffline } from './offline/network.ts';

type Auth = SupabaseClient['auth'];

/** What rows and photos say of a token that stands for nobody. A row rule that refuses says something else: 42501. */
const wordsOfTheEnd = /"PGRST30\d"|session_id claim|\bjwt\b/i;

async function tellsOfTheEnd(response: Response): Promise<boolean> {
  if (response.status !== 401 && response.status !== 403) return false;
  if (!/\/(rest|storage)\/v1\//.test(response.url)) return false;
  return wordsOfTheEnd.test(await response.clone().text());
}

/** Whether the backend itself has refused; a request that got lost on its way says nothing about a session. */
function isRefusal({ status }: { status?: number | undefined }): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}

/** Looks whether the session still stands, and signs out on this device where it does not. */
async function checkSession(auth: Auth) {
  if (isOffline()) return;
  // Signs out by itself where the backend says that the session is gone.
  const { error } = await auth.getUser();
  if (!error || !isRefusal(error)) return;
  const { data } = await auth.getSession();
  if (!data.session) return;
  // Only the token may be of no use any more, as after a change of the server's keys.
  const refreshed = await auth.refreshSession();
  // The account was deleted elsewhere, or the refresh token is as dead as the session.
  if (refreshed.error && isRefusal(refreshed.error)) await auth.signOut({ scope: 'local' });
}

/**
 * A fetch that notices when an answer tells of a session that was ended elsewhere: by a new password, a sign-out of all devices or
 * the deletion of the account. The answer itself goes back unchanged.
 */
export function watchForEndedSession(fetchAnswer: typeof fetch, getAuth: () => Promise<Auth>): typeof fetch {
  let check: Promise<void> | null = null;

  async function lookAt(response: Response) {
    if (check || !(await tellsOfTheEnd(response)) || check) return;
    check = getAuth().then(checkSession);
    await check.finally(() => {
      check = null;
    });
  }

  return async (input, init) => {
    const response = await fetchAnswer(input, init);
    // What cannot be found out now, the next answer tells again.
    void lookAt(response).catch(() => undefined);
    return response;
  };
}
