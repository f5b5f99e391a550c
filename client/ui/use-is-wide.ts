import { useSyncExternalStore } from 'react';

export const isWide = (width = '48rem') => window.matchMedia(`(width >= ${width})`).matches;

function subscribe(onChange: () => void) {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}

/** Whether the window has room for two columns, or is as wide as said. For what is in another order then, which the keyboard follows. */
export function useIsWide(width?: string): boolean {
  return useSyncExternalStore(subscribe, () => isWide(width));
}
