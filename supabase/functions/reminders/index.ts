// The entry for Supabase Edge Functions.
import { reminders } from '../../../functions/delivery/looks.ts';
import { onSupabase } from '../../../functions/on-supabase.ts';

Deno.serve(onSupabase(reminders, (name) => Deno.env.get(name)));
