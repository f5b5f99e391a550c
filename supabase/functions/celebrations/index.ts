// The entry for Supabase Edge Functions.
import { celebrations } from '../../../functions/celebrations.ts';
import { onSupabase } from '../../../functions/on-supabase.ts';

Deno.serve(onSupabase(celebrations, (name) => Deno.env.get(name)));
