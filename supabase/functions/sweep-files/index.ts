// The entry for Supabase Edge Functions.
import { onSupabase } from '../../../functions/on-supabase.ts';
import { sweepFiles } from '../../../functions/sweep-files.ts';

Deno.serve(onSupabase(sweepFiles, (name) => Deno.env.get(name)));
