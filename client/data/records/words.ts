import type { Words } from './record.ts';

/** Compares by value. A field that a record from before it lacks is as empty as null. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/** Whether all fields of `one` have the same values in `other`. Null is a record that does not exist. */
export function isSameContent(one: Words | null, other: Words | null): boolean {
  if (one === null || other === null) return one === other;
  return Object.keys(one).every((key) => isSame(one[key], other[key]));
}

/** The fields that both sides have changed since `base`, to different values. */
export function clashingFields(base: Words | null, mine: Words, theirs: Words): string[] {
  return Object.keys(mine).filter((key) => {
    if (isSame(mine[key], theirs[key])) return false;
    return base === null || !(isSame(mine[key], base[key]) || isSame(theirs[key], base[key]));
  });
}

/** Merges what both sides have changed since `base`. `preferred` wins in the fields where they clash. */
export function mergedContent(
  { base, mine, theirs }: { base: Words | null; mine: Words; theirs: Words },
  preferred: 'mine' | 'theirs',
): Words {
  const clashing = new Set(clashingFields(base, mine, theirs));
  const isMine = (key: string) =>
    clashing.has(key) ? preferred === 'mine' : base !== null && !isSame(mine[key], base[key]);
  return { ...theirs, ...Object.fromEntries(Object.entries(mine).filter(([key]) => isMine(key))) };
}
