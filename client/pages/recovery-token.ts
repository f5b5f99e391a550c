import { useSearch } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';

/**
 * The token of the mailed link of that type that led to this page, for as long as it stands in the address. It stands in the
 * fragment, which no server or proxy sees; links that were mailed by an older version have it in the query.
 */
export function useLinkToken(type: 'recovery' | 'email_change'): string | null {
  const addresses = [useLocationProperty(() => window.location.hash.slice(1)), useSearch()];
  const link = addresses.map((part) => new URLSearchParams(part)).find((part) => part.get('type') === type);
  return link?.get('token_hash') || null;
}

export function useRecoveryToken(): string | null {
  return useLinkToken('recovery');
}
