// The entry for Supabase Edge Functions.
import { onSupabase } from '../../../functions/on-supabase.ts';
import { confirmReminders } from '../../../functions/mail-links/confirm-reminders.ts';

Deno.serve(onSupabase(confirmReminders, (name) => Deno.env.get(name)));
