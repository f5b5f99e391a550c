// Without a hosted Supabase the backend is the server that delivered this page. It needs no key.
export const backendUrl = (import.meta.env.VITE_SUPABASE_URL ?? globalThis.location?.origin ?? '').replace(/\/+$/, '');

/** Where functions without a session, and calendars with them, are answered: by the server itself, or by a hosted Supabase. */
export const isHosted = import.meta.env.VITE_SUPABASE_URL !== undefined;

/** Names the project on hosted Supabase. It gives no rights. */
export const publishableKey = import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY ?? 'wagday';
