import type { Mailbox } from './mailbox.ts';
import { startForFile } from './shared-backend.ts';

export type ContractBackend = {
  readonly url: string;
  readonly key: string;
  /** The mail that the backend has sent; a hosted backend has none to read. */
  readonly mailbox?: Mailbox;
};

/**
 * The backend that the product's behaviour is tested against: a hosted Supabase project (with e-mail confirmation off
 * and the migrations applied) when CONTRACT_SUPABASE_URL and CONTRACT_SUPABASE_KEY name one, otherwise our own.
 */
export async function openContractBackend(): Promise<ContractBackend> {
  const { CONTRACT_SUPABASE_URL: url, CONTRACT_SUPABASE_KEY: key } = process.env;
  if (url && key) return { url, key };
  return startForFile();
}
