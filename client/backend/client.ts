import type { SupabaseClient } from '@supabase/supabase-js';
import { services } from '../../addresses/addresses.ts';
import { backendUrl, publishableKey } from './backend-address.ts';
import { BackendError } from './errors.ts';
import { answerTime } from './network.ts';
import { asOwner } from './owner-fetch.ts';
import { prepareSupabase } from './prepare-supabase.ts';
import { newRecordId } from './records/record-id.ts';
import { clientStorage } from './session-store.ts';
import { sessionStorageKey } from './stored-session.ts';

/** A request that got no answer by then counts as failed, in milliseconds. A photo may be on its way for longer. */
const requestTimeout = 30_000;
const uploadTimeout = 120_000;

/** Whether this build talks to a Supabase elsewhere, whose mails lead back here with a code. */
export const isHosted = Boolean(import.meta.env.VITE_SUPABASE_URL);

/** Requests for the rows of a table go to the outbox when they get no answer, so that nobody has to wait for them long. */
function isForRows(input: RequestInfo | URL): boolean {
  const url = input instanceof Request ? input.url : String(input);
  return url.includes(`${services.rest}/`) && !url.includes(`${services.rest}/rpc/`);
}

const fetchWithTimeout: typeof fetch = async (input, init) => {
  const silence = new AbortController();
  const timeout = AbortSignal.timeout(init?.body instanceof FormData ? uploadTimeout : requestTimeout);
  const signal = AbortSignal.any([silence.signal, timeout, ...(init?.signal ? [init.signal] : [])]);
  const giveUp = () => silence.abort(new DOMException('No answer in time.', 'TimeoutError'));
  // Only until the answer begins: a long list on a slow network may take longer to end.
  const timer = isForRows(input) ? setTimeout(giveUp, answerTime) : undefined;
  try {
    return await fetch(input, { ...init, signal });
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
      // token-refresh.ts does it.
      autoRefreshToken: false,
      // arrival.ts reads what a link brings, and never replaces a session that is there.
      detectSessionInUrl: false,
    },
    // The outbox tries again what gets no answer, and shows the pack as it was seen last meanwhile.
    db: { retry: false },
    global: { fetch: fetchAnswer },
  });
}

/**
 * A client with a session of its own that nobody else sees and that no reload keeps: for a proof, or for a link, while the page's own
 * session goes on untouched.
 */
export function separateClient(): Promise<SupabaseClient> {
  const storageKey = `${sessionStorageKey}-${newRecordId()}`;
  return createSupabaseClient(fetchWithTimeout, { storageKey, persistSession: false });
}

let client: Promise<SupabaseClient> | undefined;

/**
 * The one Supabase client, loaded when it is first needed: a visitor who only calculates never downloads it.
 * @throws BackendError of kind 'not reachable' when its code does not come.
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
