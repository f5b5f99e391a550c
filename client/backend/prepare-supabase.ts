/** Fetches the client's code and nothing else, for who is about to sign in. */
export function prepareSupabase() {
  return import('@supabase/supabase-js');
}
