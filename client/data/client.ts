import { PostgrestClient } from '@supabase/postgrest-js';
import type { SupabaseClient } from '@supabase/supabase-js';
import { services } from '../../addresses/addresses.ts';
import { backendUrl, isHosted, publishableKey } from './backend-address.ts';
import { BackendError, noteWait } from './backend-error.ts';
import { forgetEarlyLists, takeEarlyList } from './early-lists.ts';
import { answerTime, notePause } from './network.ts';
import { prepareSupabase } from './prepare-supabase.ts';
import { newRecordId } from './records/record-id.ts';
import { asOwner, isForRows } from './session/owner-fetch.ts';
import { clientStorage, storedSession } from './session/session-store.ts';
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

/** Creates a client with a session of its own, to check a password or use up a link apart from that of the page. */
export function separateClient(): Promise<SupabaseClient> {
  const storageKey = `${sessionStorageKey}-${newRecordId()}`;
  return createSupabaseClient(fetchWithTimeout, { storageKey, persistSession: false });
}

let client: Promise<SupabaseClient> | undefined;

const fetchAsOwner = asOwner(fetchWithTimeout);

/** How long what the first screen needs less waits for its lists, in milliseconds. */
const firstListsWait = 5_000;

const firstLists = Promise.withResolvers<void>();
setTimeout(firstLists.resolve, firstListsWait);

/** Resolves once a list of the first screen has come, or has had its time. */
export const afterFirstLists = firstLists.promise;

const fetchOrTakeEarly: typeof fetch = async (input, init) => {
  const early = await takeEarlyList(String(input));
  if (early) notePause(early);
  return early ?? fetchWithTimeout(input, init);
};

const fetchRowsAsOwner = asOwner(fetchOrTakeEarly);

/** Sends a request with the stored session, as Supabase's client does. */
const fetchRows: typeof fetch = async (input, init) => {
  if (init?.method !== 'GET') forgetEarlyLists();
  const headers = new Headers(init?.headers);
  headers.set('apikey', publishableKey);
  headers.set('Authorization', `Bearer ${storedSession()?.access_token ?? publishableKey}`);
  return fetchRowsAsOwner(input, { ...init, headers }).finally(firstLists.resolve);
};

/** Reads and writes rows as the signed-in owner: the part of Supabase's client that the first lists of a pack need. */
const rowsClient = new PostgrestClient(`${backendUrl}${services.rest}`, { fetch: fetchRows, retry: false });

export async function rowsOfOwner(): Promise<Pick<PostgrestClient, 'from'>> {
  return rowsClient;
}

/**
 * Returns the shared Supabase client. It is loaded on first use, because visitors who only calculate do not need it.
 * @throws BackendError of kind 'not reachable' when its code cannot be loaded.
 */
export function supabase(): Promise<SupabaseClient> {
  const flow = isHosted && ({ flowType: 'pkce' } as const);
  const session = { storageKey: sessionStorageKey, persistSession: true, storage: clientStorage, ...flow };
  client ??= createSupabaseClient(fetchAsOwner, session).catch((error: unknown) => {
    client = undefined;
    throw new BackendError('not reachable', 'The code of the Supabase client did not come.', { cause: error });
  });
  return client;
}
