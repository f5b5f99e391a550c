import { createHash } from 'node:crypto';

/** How often a statement must succeed before it gets a name. */
const repetitions = 5;
/** Most names: each statement takes some ten kilobytes in each connection. */
const maxNames = 60;
/** Most statements that are counted at once. */
const maxCounted = 500;
/** In characters. Longer statements are not repeated in practice, and longer values cost more to quote than a plan costs to make. */
const maxTextLength = 4000;
const maxValuesLength = 16_000;

/**
 * Names the statements that owners repeat, so that connections keep them prepared. The number of names is bounded, because
 * callers can make up any number of statements. A new one replaces the one that was used least recently, whose
 * preparation ends in each connection as others are prepared there (`wagday.run_as`).
 */
export function createStatementNames() {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();

  return {
    /** The name that an owner's statement stays prepared under; null for one that is planned each time. */
    nameOf(text: string, valuesLength: number): string | null {
      const name = names.get(text);
      if (name === undefined) return null;
      putLast(names, text, name, maxNames);
      return valuesLength > maxValuesLength ? null : name;
    },

    /** Counts an owner's statement that has succeeded. */
    succeeded(text: string) {
      if (text.length > maxTextLength || names.has(text)) return;
      const count = (counts.get(text) ?? 0) + 1;
      if (count < repetitions) return putLast(counts, text, count, maxCounted);
      counts.delete(text);
      // A hash of the text, so that servers which share a connection through a pooler use one name for one statement.
      const name = `wagday_${createHash('sha256').update(`authenticated ${text}`).digest('hex').slice(0, 32)}`;
      putLast(names, text, name, maxNames);
    },
  };
}

/** A map keeps the order in which its entries were put in: the first is the one that was used least recently. */
function putLast<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
