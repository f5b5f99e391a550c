// The entry for Supabase Edge Functions.
import { celebrations } from '../../../functions/celebrations.ts';

Deno.serve((request) => celebrations(request));
