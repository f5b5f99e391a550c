// The entry for Supabase Edge Functions.
import { onSupabase } from '../../../functions/on-supabase.ts';
import { reminders } from '../../../functions/reminders/reminders.ts';

Deno.serve(onSupabase(reminders, (name) => Deno.env.get(name)));
