/** A list of functions that are called together. `subscribe` returns the way to unsubscribe. */
export function createListeners<Values extends unknown[]>() {
  const listeners = new Set<(...values: Values) => void>();
  return {
    call(...values: Values) {
      for (const listener of listeners) listener(...values);
    },
    subscribe(listener: (...values: Values) => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** A value that others follow, such as React's `useSyncExternalStore`. `set` notifies them when the value is another one. */
export function createStore<Value>(initial: Value) {
  let value = initial;
  const { call, subscribe } = createListeners();
  return {
    read: () => value,
    set(next: Value) {
      if (Object.is(next, value)) return;
      value = next;
      call();
    },
    subscribe,
  };
}
