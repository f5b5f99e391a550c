import type { SupabaseClient } from '@supabase/supabase-js';
import { backendUrl, publishableKey } from './backend-address.ts';
import { BackendError } from './errors.ts';
import { answerTime } from './network.ts';
import { asOwner } from './owner-fetch.ts';
import { prepareSupabase } from './prepare-supabase.ts';
import { clientStorage } from './session-store.ts';
import { sessionStorageKey } from './stored-session.ts';

/** A request that got no answer by then counts as failed, in milliseconds. A photo may be on its way for longer. */
const requestTimeout = 30_000;
const uploadTimeout = 120_000;

/** Whether this build talks to a Supabase elsewhere, whose mails lead back here with a code. */
export const isHosted = Boolean(import.meta.env.VITE_SUPABASE_URL);

/** A request for the rows of a table: it waits and is tried again, so that nobody has to wait for it. */
function isForRows(input: RequestInfo | URL): boolean {
  const url = input instanceof Request ? input.url : String(input);
  return url.includes('/rest/v1/') && !url.includes('/rest/v1/rpc/');
}

/** Fetches, and gives up where no answer begins in time. A long list on a slow network may take longer to end. */
async function fetchWithin(milliseconds: number, input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new DOMException('No answer in time.', 'TimeoutError')), milliseconds);
  const signals = [silence.signal, ...(init.signal ? [init.signal] : [])];
  try {
    return await fetch(input, { ...init, signal: AbortSignal.any(signals) });
  } finally {
    clearTimeout(timer);
  }
}

const fetchWithTimeout: typeof fetch = (input, init) => {
  const timeout = AbortSignal.timeout(init?.body instanceof FormData ? uploadTimeout : requestTimeout);
  const limited = { ...init, signal: init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout };
  return isForRows(input) ? fetchWithin(answerTime, input, limited) : fetch(input, limited);
};

async function createSupabaseClient(): Promise<SupabaseClient> {
  const { createClient } = await prepareSupabase();
  return createClient(backendUrl, publishableKey, {
    auth: {
      storageKey: sessionStorageKey,
      storage: clientStorage,
      persistSession: true,
      // token-refresh.ts does it.
      autoRefreshToken: false,
      // What a link brings is read by arrival.ts, which never replaces a session that is there.
      detectSessionInUrl: false,
      flowType: isHosted ? 'pkce' : 'implicit',
    },
    // What gets no answer is tried again by the outbox, which shows the pack as it was seen last meanwhile.
    db: { retry: false },
    global: { fetch: asOwner(fetchWithTimeout) },
  });
}

/**
 * A client with a session of its own that nobody else sees and that no reload keeps: for a proof, or for a link, while the page's own
 * session goes on untouched.
 */
export async function separateClient(): Promise<SupabaseClient> {
  const { createClient } = await prepareSupabase();
  return createClient(backendUrl, publishableKey, {
    auth: {
      storageKey: `${sessionStorageKey}-${crypto.randomUUID()}`,
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
    global: { fetch: fetchWithTimeout },
  });
}

let client: Promise<SupabaseClient> | undefined;

/**
 * The one Supabase client, loaded when it is first needed: a visitor who only calculates never downloads it.
 * @throws BackendError of kind 'not reachable' when its code does not come.
 */
export function supabase(): Promise<SupabaseClient> {
  client ??= createSupabaseClient().catch((error: unknown) => {
    client = undefined;
    throw new BackendError('not reachable', 'The code of the Supabase client did not come.', { cause: error });
  });
  return client;
}
