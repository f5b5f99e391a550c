// The entry for Supabase Edge Functions.
import { onSupabase } from '../../../functions/on-supabase.ts';
import { calendar } from '../../../functions/serve-calendar.ts';

Deno.serve(onSupabase(calendar, (name) => Deno.env.get(name)));
