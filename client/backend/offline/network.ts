/**
 * Whether the browser itself knows that it has no network. A server that is out of reach while the browser has one is a
 * failure to be told, not a park without signal: see docs/decisions on offline.
 */
export function isOffline(): boolean {
  return !navigator.onLine;
}

export function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
