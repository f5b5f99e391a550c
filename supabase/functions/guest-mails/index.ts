// The entry for Supabase Edge Functions.
import { guestMails } from '../../../functions/guest-mails/guest-mails.ts';
import { onSupabase } from '../../../functions/on-supabase.ts';

Deno.serve(onSupabase(guestMails, (name) => Deno.env.get(name)));
