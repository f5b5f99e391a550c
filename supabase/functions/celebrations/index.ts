// The entry for Supabase Edge Functions.

import { onSupabase } from '../../../functions/on-supabase.ts';
import { celebrations } from '../../../functions/serve-celebrations.ts';

Deno.serve(onSupabase(celebrations, (name) => Deno.env.get(name)));
