import { useEffect, useEffectEvent } from 'react';

/** Calls `onClose` when the visitor goes back while something is open, in place of leaving the page. */
export function useCloseOnBack(isOpen: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const gone = new AbortController();
    // Loaded apart, to keep the landing page small. Where it does not arrive, going back leaves the page.
    import('./back-to-close.ts').then(
      ({ closeOnBack }) => closeOnBack(() => close(), gone.signal),
      () => undefined,
    );
    return () => gone.abort();
  }, [isOpen]);
}
