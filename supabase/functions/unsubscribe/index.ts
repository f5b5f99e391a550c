// The entry for Supabase Edge Functions.
import { onSupabase } from '../../../functions/on-supabase.ts';
import { unsubscribe } from '../../../functions/mail-links/unsubscribe.ts';

Deno.serve(onSupabase(unsubscribe, (name) => Deno.env.get(name)));
