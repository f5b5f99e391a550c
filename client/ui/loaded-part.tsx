import type { ComponentType, ReactNode } from 'react';
import { NotLoaded } from './not-loaded.tsx';
import { useLoaded } from './use-loaded.ts';

/**
 * A component whose code has its own file, and is loaded when it is first rendered.
 * @param waiting what is shown until then
 */
export function loadedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  return function LoadedPart(props) {
    const { part: Part, hasFailed, retry } = useLoaded(load);
    if (Part) return <Part {...props} />;
    return hasFailed ? <NotLoaded onRetry={retry} /> : waiting;
  };
}
