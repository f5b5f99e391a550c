/** Loads the code of the Supabase client ahead of a sign-in. */
export function prepareSupabase() {
  return import('@supabase/supabase-js');
}
