import { useSearch } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';

/**
 * Returns the token of a mailed link of that type while the address contains it, otherwise null. It is in the fragment, which no server
 * or proxy sees. Links from older versions have it in the query.
 */
export function useLinkToken(type: 'recovery' | 'email_change'): string | null {
  const addresses = [useLocationProperty(() => window.location.hash.slice(1)), useSearch()];
  const link = addresses.map((part) => new URLSearchParams(part)).find((part) => part.get('type') === type);
  return link?.get('token_hash') || null;
}
