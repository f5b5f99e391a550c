import { BackendError, isOfKind, unwrap } from '../backend-error.ts';
import { supabase } from '../client.ts';
import { isReachable } from '../network.ts';

/** Guests get mail only after their host has confirmed the account's address. Each function throws BackendError. */

export async function isAddressProven(): Promise<boolean> {
  if (!isReachable()) throw new BackendError('not reachable', 'There is no network.');
  const client = await supabase();
  return unwrap(await client.rpc('is_own_address_proven')) !== false;
}

/** Reloads whenever it is shown, and when the owner returns from the mail. */
export function addressProvenQuery(ownerId: string) {
  return {
    queryKey: ['address proven', ownerId],
    queryFn: isAddressProven,
    staleTime: 0,
    refetchOnWindowFocus: true,
  } as const;
}

/** Requests the mail whose link confirms the address. A recent mail counts as success. */
export async function askForProof(): Promise<void> {
  const client = await supabase();
  try {
    unwrap(await client.rpc('ask_for_address_proof'));
  } catch (error) {
    if (!isOfKind(error, 'limit reached')) throw error;
  }
}
