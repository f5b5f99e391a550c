/** A list of listeners. `subscribe` returns the function that unsubscribes. */
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

/** A value with listeners, for React's `useSyncExternalStore`. `set` calls them when the value changes. */
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
