/** Asks the service worker, if there is one, to cache the code of the pack, because an owner has signed in. */
export function keepPackPages() {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage('keep the pack')).catch(() => undefined);
}
