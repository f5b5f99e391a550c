/**
 * How code that has a file of its own is loaded when it is rendered. What a press opens is loaded by `import()` in the press, which has
 * its own words for a failure. Data is loaded by queries.
 */
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { Button } from './button.tsx';

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
 * A component whose code is loaded when it is rendered. Where it does not arrive, the rest of the page goes on, and it is loaded again when
 * `retry` is called, and when the network or the reader comes back.
 * @param waiting what is shown until then
 * @param renderFailure what is shown where the code does not arrive; null for nothing
 */
export function loadedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
  renderFailure: ((retry: () => void) => ReactNode) | null = (retry) => <NotLoaded onRetry={retry} />,
): ComponentType<Props> {
  // Once here, it is drawn at once, so that what is shown has its heading for the focus.
  let loaded: ComponentType<Props> | null = null;
  return function LoadedPart(props) {
    const [Part, setPart] = useState(() => loaded);
    const [hasFailed, setHasFailed] = useState(false);
    const retry = useCallback(() => {
      setHasFailed(false);
      load().then(
        (part) => {
          loaded = part;
          setPart(() => part);
        },
        () => setHasFailed(true),
      );
    }, []);
    useEffect(() => (Part ? undefined : retry()), [Part, retry]);
    useEffect(() => {
      if (!hasFailed) return;
      const gone = new AbortController();
      const retryWhenSeen = () => document.visibilityState === 'visible' && retry();
      for (const kind of ['online', 'focus']) window.addEventListener(kind, retryWhenSeen, { signal: gone.signal });
      document.addEventListener('visibilitychange', retryWhenSeen, { signal: gone.signal });
      return () => gone.abort();
    }, [hasFailed, retry]);
    if (Part) return <Part {...props} />;
    return hasFailed ? renderFailure?.(retry) : waiting;
  };
}

/** The same for a part that the page does without where its code does not arrive. */
export function optionalPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return loadedPart(load, null, null);
}
