/** One of the browser's two stores of text. Where it is closed or full nothing is kept, and nothing fails. */
function safeStorage(open: () => Storage) {
  function text(key: string): string | null {
    try {
      return open().getItem(key);
    } catch {
      return null;
    }
  }
  /** The value that is kept, or null. Who reads it checks it: it may be of another version of the app. */
  function read(key: string): unknown {
    const kept = text(key);
    try {
      return JSON.parse(kept ?? 'null');
    } catch {
      // Earlier versions kept some values as they were.
      return kept;
    }
  }
  /** Whether the value is kept now. */
  function keep(key: string, value: unknown): boolean {
    try {
      open().setItem(key, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  }
  function forget(key: string) {
    try {
      open().removeItem(key);
    } catch {
      // Nothing was kept.
    }
  }
  function keys(): string[] {
    try {
      return Object.keys(open());
    } catch {
      return [];
    }
  }
  return { read, keep, forget, keys };
}

/** What this browser keeps for all its tabs, until it is forgotten. */
export const deviceStorage = safeStorage(() => window.localStorage);

/** What this tab keeps, through a reload. */
export const tabStorage = safeStorage(() => window.sessionStorage);
