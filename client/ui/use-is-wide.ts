import { useSyncExternalStore } from 'react';

const wide = () => window.matchMedia('(width >= 48rem)');

function subscribe(onChange: () => void) {
  const query = wide();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the window has room for two columns. For what is in another order then, which the keyboard follows. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide().matches);
}
