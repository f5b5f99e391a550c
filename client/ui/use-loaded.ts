import { useCallback, useEffect, useState } from 'react';

type Loading<Part> = { part: Part | null; hasFailed: boolean };

/**
 * Loads a part of the page that has its own file, when it is first rendered. `load` must stay the same function. Where loading
 * fails, `part` stays null and the rest of the page goes on; `retry` loads again.
 */
export function useLoaded<Part>(load: () => Promise<Part>): Loading<Part> & { retry: () => void } {
  const [loading, setLoading] = useState<Loading<Part>>({ part: null, hasFailed: false });
  const retry = useCallback(() => {
    setLoading({ part: null, hasFailed: false });
    load().then(
      (part) => setLoading({ part, hasFailed: false }),
      () => setLoading({ part: null, hasFailed: true }),
    );
  }, [load]);
  useEffect(retry, [retry]);
  return { ...loading, retry };
}
