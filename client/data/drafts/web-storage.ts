/** Wraps local or session storage. If storage is blocked or full, it keeps nothing and does not throw. */
function safeStorage(open: () => Storage) {
  function attempt<Answer>(work: (storage: Storage) => Answer, otherwise: Answer): Answer {
    try {
      return work(open());
    } catch {
      return otherwise;
    }
  }
  const readText = (key: string) => attempt((storage) => storage.getItem(key), null);
  /** Returns whether the text was kept. */
  const keepText = (key: string, text: string) =>
    attempt((storage) => {
      storage.setItem(key, text);
      return true;
    }, false);
  return {
    readText,
    keepText,
    /** Returns the kept value, or null. Callers check its type, because another version of the app may have stored it. */
    read: (key: string): unknown => {
      const text = readText(key);
      try {
        return JSON.parse(text ?? 'null');
      } catch {
        // Earlier versions stored some values as plain text.
        return text;
      }
    },
    keep: (key: string, value: unknown) => keepText(key, JSON.stringify(value)),
    forget: (key: string) => attempt((storage) => storage.removeItem(key), undefined),
    keys: () => attempt((storage) => Object.keys(storage), []),
  };
}

/** Storage that all tabs of this browser share. */
export const deviceStorage = safeStorage(() => window.localStorage);

/** Storage of this tab. It survives a reload. */
export const tabStorage = safeStorage(() => window.sessionStorage);
