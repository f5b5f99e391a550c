// Without a hosted Supabase the backend is the server that delivered this page, which needs no key.
export const backendUrl = (import.meta.env.VITE_SUPABASE_URL || (globalThis.location?.origin ?? '')).replace(
  /\/+$/,
  '',
);

/**
 * Whether the backend is a hosted Supabase. Calendars and functions without a session are then answered there, not by this site, and
 * links in mails come back with a code.
 */
export const isHosted = Boolean(import.meta.env.VITE_SUPABASE_URL);

/** Names the project on hosted Supabase. It gives no rights. */
export const publishableKey = import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY ?? 'wagday';
