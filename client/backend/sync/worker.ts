/** Asks the service worker, where there is one, to keep the code of the pack as well: an owner has signed in. */
export function keepPackPages() {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage('keep the pack')).catch(() => undefined);
}
