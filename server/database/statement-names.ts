import { createHash } from 'node:crypto';

/** So often a statement must succeed before it is worth a place in every connection. */
const repetitions = 5;
/** Most names: each statement takes some ten kilobytes in each connection. */
const maxNames = 60;
/** Most statements that are counted at once. */
const maxCounted = 500;
/** Characters above which a statement is nobody's habit, and values cost more to quote than a plan costs to make. */
const maxTextLength = 4000;
const maxValuesLength = 16_000;

export type StatementNames = ReturnType<typeof createStatementNames>;

/**
 * Gives names to the statements that owners run again and again, and to no more than so many: callers decide what
 * statements there are, so their number has no bound. The one that was used least recently makes room for a new one; its
 * preparation ends in each connection as others are prepared there (`wagday.run_as`).
 */
export function createStatementNames() {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();

  return {
    /** The name that an owner's statement stays prepared under; null for one that is better planned each time. */
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
      // Of the text, so that servers which share a connection through a pooler mean the same by it.
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
