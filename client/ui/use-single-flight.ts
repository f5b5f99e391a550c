import { useCallback, useRef, useState } from 'react';

/**
 * An action that runs at most once at a time. The second click of a double click, or a second Enter, comes before React has
 * disabled the button, so it is ignored here. Calls with different keys by `keyOf` may run side by side, such as the deletions of
 * two records. Returns the function to call, and whether it is running.
 */
export function useSingleFlight<Args extends unknown[]>(
  action: (...args: Args) => Promise<unknown>,
  keyOf: (...args: Args) => unknown = () => null,
): [run: (...args: Args) => Promise<void>, isRunning: boolean] {
  const underWay = useRef(new Set<unknown>());
  const latest = useRef({ action, keyOf });
  latest.current = { action, keyOf };
  const [isRunning, setIsRunning] = useState(false);

  const run = useCallback(async (...args: Args) => {
    const key = latest.current.keyOf(...args);
    if (underWay.current.has(key)) return;
    underWay.current.add(key);
    setIsRunning(true);
    try {
      await latest.current.action(...args);
    } finally {
      underWay.current.delete(key);
      setIsRunning(underWay.current.size > 0);
    }
  }, []);

  return [run, isRunning];
}
