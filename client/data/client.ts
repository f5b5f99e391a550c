import type { SupabaseClient } from '@supabase/supabase-js';
import { backendUrl, isHosted, publishableKey } from './backend-address.ts';
import { BackendError, noteWait } from './errors.ts';
import { answerTime, notePause } from './network.ts';
import { prepareSupabase } from './prepare-supabase.ts';
import { newRecordId } from './records/record-id.ts';
import { asOwner, isForRows } from './session/owner-fetch.ts';
import { clientStorage } from './session/session-store.ts';
import { sessionStorageKey } from './session/stored-session.ts';

/** The timeout of a request, in milliseconds. Photos have a longer one. */
const requestTimeout = 30_000;
const uploadTimeout = 120_000;

const fetchWithTimeout: typeof fetch = async (input, init) => {
  const silence = new AbortController();
  const isUpload = init?.body instanceof FormData;
  const timeout = AbortSignal.timeout(isUpload ? uploadTimeout : requestTimeout);
  const signal = AbortSignal.any([silence.signal, timeout, ...(init?.signal ? [init.signal] : [])]);
  const giveUp = () => silence.abort(new DOMException('No answer in time.', 'TimeoutError'));
  // Limits the time to the start of the answer. A long list on a slow network may take longer to arrive.
  const timer = isForRows(input) ? setTimeout(giveUp, answerTime) : undefined;
  try {
    const response = await fetch(input, { ...init, signal });
    if (isForRows(input) || isUpload) notePause(response);
    else noteWait(response);
    return response;
  } finally {
    clearTimeout(timer);
  }
};

async function createSupabaseClient(
  fetchAnswer: typeof fetch,
  session: { storageKey: string; persistSession: boolean; storage?: typeof clientStorage; flowType?: 'pkce' },
): Promise<SupabaseClient> {
  const { createClient } = await prepareSupabase();
  return createClient(backendUrl, publishableKey, {
    auth: {
      ...session,
      // token-refresh.ts refreshes the token.
      autoRefreshToken: false,
      // arrival.ts reads the address, and never replaces an existing session.
      detectSessionInUrl: false,
    },
    // client/data/offline retries requests without an answer and shows the pack as last seen meanwhile.
    db: { retry: false },
    global: { fetch: fetchAnswer },
  });
}

/**
 * Creates a client with its own session in memory, to check a password or use up a link without changing the page's session.
 */
export function separateClient(): Promise<SupabaseClient> {
  const storageKey = `${sessionStorageKey}-${newRecordId()}`;
  return createSupabaseClient(fetchWithTimeout, { storageKey, persistSession: false });
}

let client: Promise<SupabaseClient> | undefined;

/**
 * Returns the shared Supabase client. It is loaded on first use, because visitors who only calculate do not need it.
 * @throws BackendError of kind 'not reachable' when its code cannot be loaded.
 */
export function supabase(): Promise<SupabaseClient> {
  const flow = isHosted && ({ flowType: 'pkce' } as const);
  const session = { storageKey: sessionStorageKey, persistSession: true, storage: clientStorage, ...flow };
  client ??= createSupabaseClient(asOwner(fetchWithTimeout), session).catch((error: unknown) => {
    client = undefined;
    throw new BackendError('not reachable', 'The code of the Supabase client did not come.', { cause: error });
  });
  return client;
}
