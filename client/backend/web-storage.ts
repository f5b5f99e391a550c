/** One of the browser's two stores of text. Where it is blocked or full nothing is kept, and nothing fails. */
function safeStorage(open: () => Storage) {
  function attempt<Answer>(work: (storage: Storage) => Answer, otherwise: Answer): Answer {
    try {
      return work(open());
    } catch {
      return otherwise;
    }
  }
  const readText = (key: string) => attempt((storage) => storage.getItem(key), null);
  /** Answers whether the text is kept now. */
  const keepText = (key: string, text: string) =>
    attempt((storage) => {
      storage.setItem(key, text);
      return true;
    }, false);
  return {
    readText,
    keepText,
    /** The value that is kept, or null. Its reader checks it: another version of the app may have kept it. */
    read: (key: string): unknown => {
      const text = readText(key);
      try {
        return JSON.parse(text ?? 'null');
      } catch {
        // Earlier versions kept some values as plain text.
        return text;
      }
    },
    keep: (key: string, value: unknown) => keepText(key, JSON.stringify(value)),
    forget: (key: string) => attempt((storage) => storage.removeItem(key), undefined),
    keys: () => attempt((storage) => Object.keys(storage), []),
  };
}

/** What this browser keeps for all its tabs, until it is forgotten. */
export const deviceStorage = safeStorage(() => window.localStorage);

/** What this tab keeps, through a reload. */
export const tabStorage = safeStorage(() => window.sessionStorage);
