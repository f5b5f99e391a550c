// The entry for Supabase Edge Functions.
import { unsubscribe } from '../../../functions/mail-links/mail-links.ts';
import { onSupabase } from '../../../functions/on-supabase.ts';

Deno.serve(onSupabase(unsubscribe, (name) => Deno.env.get(name)));
