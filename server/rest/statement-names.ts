import { createHash } from 'node:crypto';

/** So often a statement must come before it is worth a place in every connection. */
const repetitions = 5;
/** Most names: each statement takes some ten kilobytes in each connection. */
const maxNames = 60;
/** Most statements that are counted at once; then counting begins again. */
const maxCounted = 500;
/** Characters above which a statement is nobody's habit, and values cost more to quote than a plan costs to make. */
const maxTextLength = 4000;
const maxValuesLength = 16_000;

export type StatementNames = {
  /** The name that a statement stays prepared under for a role; null for one that is better planned each time. */
  nameOf(role: string, text: string, valuesLength: number): string | null;
};

/**
 * Gives names to the statements that come again and again, and to no more than so many: callers decide what statements
 * there are, so their number has no bound.
 */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();

  return {
    nameOf(role, text, valuesLength) {
      if (text.length > maxTextLength || valuesLength > maxValuesLength) return null;
      const key = `${role} ${text}`;
      const name = names.get(key);
      if (name !== undefined) return name;
      if (names.size >= maxNames) return null;
      const count = (counts.get(key) ?? 0) + 1;
      if (count < repetitions) {
        if (counts.size >= maxCounted) counts.clear();
        counts.set(key, count);
        return null;
      }
      counts.delete(key);
      // Of the text, so that servers which share a connection through a pooler mean the same by it.
      const given = `wagday_${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
      names.set(key, given);
      return given;
    },
  };
}
