import { supabase } from '../client.ts';
import { BackendError, isOfKind, unwrap } from '../errors.ts';
import { isReachable } from '../network.ts';

/** Guests are mailed only once it is proved that their host reads the address of the account. Each function throws BackendError. */

export async function isAddressProven(): Promise<boolean> {
  if (!isReachable()) throw new BackendError('not reachable', 'There is no network.');
  const client = await supabase();
  return unwrap(await client.rpc('is_own_address_proven')) !== false;
}

/** Asked anew whenever it is shown, and when the owner comes back from the mail. */
export function addressProvenQuery(ownerId: string) {
  return {
    queryKey: ['address proven', ownerId],
    queryFn: isAddressProven,
    staleTime: 0,
    refetchOnWindowFocus: true,
  } as const;
}

/** Asks for the mail whose link proves the address. Where one was sent lately, that one counts. */
export async function askForProof(): Promise<void> {
  const client = await supabase();
  try {
    unwrap(await client.rpc('ask_for_address_proof'));
  } catch (error) {
    if (!isOfKind(error, 'limit reached')) throw error;
  }
}
