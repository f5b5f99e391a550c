import { useEffect, useRef } from 'react';

/** How long a press waits, in milliseconds. Browsers open a share sheet only soon after the press. */
const patience = 1_500;

/**
 * Lets a press wait for a value that is being made. Returns the function that gives it: at once where it is there, null where it
 * cannot be made or takes too long.
 */
export function useAwaited<Value>(value: Value | null, isHopeless: boolean): () => Promise<Value | null> {
  const now = useRef({ value, isHopeless });
  const waiting = useRef(new Set<(value: Value | null) => void>());
  useEffect(() => {
    now.current = { value, isHopeless };
    if (value === null && !isHopeless) return;
    for (const resolve of waiting.current) resolve(value);
    waiting.current.clear();
  }, [value, isHopeless]);

  return () => {
    const { promise, resolve } = Promise.withResolvers<Value | null>();
    if (now.current.value !== null || now.current.isHopeless) resolve(now.current.value);
    else {
      waiting.current.add(resolve);
      window.setTimeout(() => resolve(null), patience);
    }
    return promise;
  };
}
