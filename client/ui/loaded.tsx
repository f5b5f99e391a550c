/**
 * How code that has a file of its own is loaded when it is rendered. What a press opens is loaded by `import()` in the press, which has
 * its own words for a failure. Data is loaded by queries.
 */
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { Button } from './button.tsx';

type Loading<Part> = { part: Part | null; hasFailed: boolean };

/**
 * Loads code once it is wanted, and keeps it. `load` must stay the same function. Where loading fails, `part` stays null and the rest of
 * the page goes on. It loads again when `retry` is called, when the part is wanted anew, and when the network or the reader comes back.
 */
export function useLoaded<Part>(load: () => Promise<Part>, isWanted = true): Loading<Part> & { retry: () => void } {
  const [loading, setLoading] = useState<Loading<Part>>({ part: null, hasFailed: false });
  const retry = useCallback(() => {
    setLoading(({ part }) => ({ part, hasFailed: false }));
    load().then(
      (part) => setLoading({ part, hasFailed: false }),
      () => setLoading(({ part }) => ({ part, hasFailed: part === null })),
    );
  }, [load]);
  const isMissing = isWanted && loading.part === null;
  useEffect(() => {
    if (isMissing) retry();
  }, [retry, isMissing]);
  useEffect(() => {
    if (!isMissing || !loading.hasFailed) return;
    const gone = new AbortController();
    const retryWhenSeen = () => document.visibilityState === 'visible' && retry();
    for (const kind of ['online', 'focus']) window.addEventListener(kind, retryWhenSeen, { signal: gone.signal });
    document.addEventListener('visibilitychange', retryWhenSeen, { signal: gone.signal });
    return () => gone.abort();
  }, [isMissing, loading.hasFailed, retry]);
  return { ...loading, retry };
}

/** In the place of a part whose code did not arrive, with a button that loads it again. */
export function NotLoaded({
  text = 'This part did not arrive. Please check your network.',
  onRetry,
  className = 'content-start',
}: {
  text?: string;
  onRetry: () => void;
  className?: string;
}) {
  return (
    <div role="alert" className={`grid justify-items-start gap-3 ${className}`}>
      <p>{text}</p>
      <Button variant="secondary" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}

/**
 * A component whose code is loaded when it is first rendered.
 * @param waiting what is shown until then
 * @param renderFailure what is shown where the code does not arrive
 */
export function loadedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
  renderFailure = (retry: () => void): ReactNode => <NotLoaded onRetry={retry} />,
): ComponentType<Props> {
  return function LoadedPart(props) {
    const { part: Part, hasFailed, retry } = useLoaded(load);
    if (Part) return <Part {...props} />;
    return hasFailed ? renderFailure(retry) : waiting;
  };
}
