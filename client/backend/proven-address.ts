import { supabase } from './client.ts';
import { BackendError, unwrap } from './errors.ts';
import { isReachable } from './network.ts';

/** Guests are mailed only once it is proved that their host reads the address of the account. Each function throws BackendError. */

export async function isAddressProven(): Promise<boolean> {
  if (!isReachable()) throw new BackendError('not reachable', 'There is no network.');
  const client = await supabase();
  return unwrap<unknown>(await client.rpc('is_own_address_proven')) !== false;
}

/**
 * Asks for the mail whose link proves the address.
 * @throws BackendError of kind 'limit reached' when one was sent lately
 */
export async function askForProof(): Promise<void> {
  const client = await supabase();
  unwrap(await client.rpc('ask_for_address_proof'));
}
