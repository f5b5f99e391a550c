// The entry for Supabase Edge Functions.
import { guestMails } from '../../../functions/delivery/looks.ts';
import { onSupabase } from '../../../functions/on-supabase.ts';

Deno.serve(onSupabase(guestMails, (name) => Deno.env.get(name)));
