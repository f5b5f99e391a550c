// The entry for Supabase Edge Functions.
import { onSupabase } from '../../../functions/on-supabase.ts';
import { pushKey } from '../../../functions/push/push-key.ts';

Deno.serve(onSupabase(pushKey, (name) => Deno.env.get(name)));
