// The entry for Supabase Edge Functions.
import { onSupabase } from '../../../functions/on-supabase.ts';
import { reminders } from '../../../functions/delivery/looks.ts';

Deno.serve(onSupabase(reminders, (name) => Deno.env.get(name)));
