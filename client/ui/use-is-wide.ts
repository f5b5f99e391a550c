import { useCallback, useSyncExternalStore } from 'react';

/** Whether the window has room for two columns, or for what needs more. For what is in another order then, which the keyboard follows. */
export function useIsWide(from: '48rem' | '64rem' = '48rem'): boolean {
  const query = `(width >= ${from})`;
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
