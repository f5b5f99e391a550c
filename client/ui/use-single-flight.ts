import { useCallback, useRef, useState } from 'react';

/**
 * An action that is under way at most once. The second click of a double click, or a second Enter, comes before the page can
 * show a disabled button, so it is ignored here. Gives the action to call, and whether it is under way.
 */
export function useSingleFlight<Args extends unknown[]>(
  action: (...args: Args) => Promise<unknown>,
): [run: (...args: Args) => Promise<void>, isRunning: boolean] {
  const isUnderWay = useRef(false);
  const latest = useRef(action);
  latest.current = action;
  const [isRunning, setIsRunning] = useState(false);

  const run = useCallback(async (...args: Args) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsRunning(true);
    try {
      await latest.current(...args);
    } finally {
      isUnderWay.current = false;
      setIsRunning(false);
    }
  }, []);

  return [run, isRunning];
}
