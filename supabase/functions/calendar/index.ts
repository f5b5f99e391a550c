// The entry for Supabase Edge Functions.
import { calendar } from '../../../functions/calendar.ts';
import { onSupabase } from '../../../functions/on-supabase.ts';

Deno.serve(onSupabase(calendar, (name) => Deno.env.get(name)));
