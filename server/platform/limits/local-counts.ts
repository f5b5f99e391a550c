import type { Limit } from './rate-limits.ts';

/** Keys that are counted at once. Whoever is counted longest goes first. */
const mostKeys = 10_000;

/** Counts under one limit in the memory of this process: for what costs less than a count in the database. */
export function createLocalCounts({ times, seconds }: Limit, now: () => Date) {
  const counts = new Map<string, { count: number; endsAt: number }>();

  return {
    /** @returns the seconds until there is a place again; null when one was taken */
    take(key: string): number | null {
      const time = now().getTime();
      const counted = counts.get(key);
      // A clock that was set back ends the count, too.
      if (counted && counted.endsAt > time && counted.endsAt <= time + seconds * 1000) {
        if (counted.count >= times) return Math.ceil((counted.endsAt - time) / 1000);
        counted.count += 1;
        return null;
      }
      counts.delete(key);
      const [oldest] = counts.keys();
      if (counts.size >= mostKeys && oldest !== undefined) counts.delete(oldest);
      counts.set(key, { count: 1, endsAt: time + seconds * 1000 });
      return null;
    },

    /** Forgets a key that is not worth a count. */
    forget(key: string): void {
      counts.delete(key);
    },
  };
}
