// The entry for Supabase Edge Functions.
import { confirmReminders } from '../../../functions/mail-links/mail-links.ts';
import { onSupabase } from '../../../functions/on-supabase.ts';

Deno.serve(onSupabase(confirmReminders, (name) => Deno.env.get(name)));
