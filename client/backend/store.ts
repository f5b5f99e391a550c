/** A value that others follow, such as React's `useSyncExternalStore`: `read` gives it, `set` changes it and tells them. */
export function createStore<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    set(next: Value) {
      value = next;
      for (const listener of listeners) listener();
    },
    /** Answers with the way to stop following. */
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
