// The entry for Supabase Edge Functions. `npm run build` leaves the pages that it draws; they need a domain of the project's own,
// because Supabase's own domain shows no HTML.
import { invitations } from '../../../dist/.server/invitation.mjs';
import { invitation } from '../../../functions/invitation/invitation.ts';
import { onSupabase } from '../../../functions/on-supabase.ts';

Deno.serve(
  onSupabase(
    (request, parts) => invitation(request, { ...parts, invitations }),
    (name) => Deno.env.get(name),
  ),
);
