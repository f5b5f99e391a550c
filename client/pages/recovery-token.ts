import { useSearch } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';

/**
 * The token of the recovery link that led to this page, for as long as it stands in the address. It stands in the fragment,
 * which no server or proxy sees; links that were mailed by an older version have it in the query.
 */
export function useRecoveryToken(): string | null {
  const addresses = [useLocationProperty(() => window.location.hash.slice(1)), useSearch()];
  const link = addresses.map((part) => new URLSearchParams(part)).find((part) => part.get('type') === 'recovery');
  return link?.get('token_hash') || null;
}
