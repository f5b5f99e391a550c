import { useSearch } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';

/**
 * The token of a mailed link of that type, as long as the address contains it; null without one. It stands in the fragment,
 * which no server or proxy sees. Links from older versions have it in the query.
 */
export function useLinkToken(type: 'recovery' | 'email_change'): string | null {
  const addresses = [useLocationProperty(() => window.location.hash.slice(1)), useSearch()];
  const link = addresses.map((part) => new URLSearchParams(part)).find((part) => part.get('type') === type);
  return link?.get('token_hash') || null;
}
