// The entry for Supabase Edge Functions. `npm run build` creates the pages that it imports. They need a custom domain of the project,
// because Supabase's own domain does not serve HTML.
import { invitations } from '../../../dist/.server/invitation.mjs';
import { invitation } from '../../../functions/invitation/serve-invitation.ts';
import { onSupabase } from '../../../functions/on-supabase.ts';

Deno.serve(
  onSupabase(
    (request, parts) => invitation(request, { ...parts, invitations }),
    (name) => Deno.env.get(name),
  ),
);
