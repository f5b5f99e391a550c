import type { SupabaseClient } from '@supabase/supabase-js';
import { watchForEndedSession } from './ended-session.ts';
import { prepareSupabase } from './prepare-supabase.ts';
import { sessionStorageKey } from './stored-session.ts';

/** A request that got no answer by then counts as failed, in milliseconds. A photo may be on its way for longer. */
const requestTimeout = 30_000;
const uploadTimeout = 120_000;

// Without a hosted Supabase the backend is the server that delivered this page; its data rules need no key.
export const backendUrl = (import.meta.env.VITE_SUPABASE_URL ?? globalThis.location?.origin ?? '').replace(/\/+$/, '');
const key = import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY ?? 'wagday';

const fetchWithTimeout: typeof fetch = (input, init) => {
  const timeout = AbortSignal.timeout(init?.body instanceof FormData ? uploadTimeout : requestTimeout);
  return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout });
};

async function createSupabaseClient(): Promise<SupabaseClient> {
  const { createClient } = await prepareSupabase();
  return createClient(backendUrl, key, {
    auth: { storageKey: sessionStorageKey, persistSession: true, autoRefreshToken: true, detectSessionInUrl: true },
    global: { fetch: watchForEndedSession(fetchWithTimeout, async () => (await supabase()).auth) },
  });
}

let client: Promise<SupabaseClient> | undefined;

/** The one Supabase client, loaded when it is first needed: a visitor who only calculates never downloads it. */
export function supabase(): Promise<SupabaseClient> {
  client ??= createSupabaseClient().catch((error: unknown) => {
    client = undefined;
    throw error;
  });
  return client;
}
