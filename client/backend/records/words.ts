import type { Words } from './record.ts';

/** Whether two sides say the same; null is a record that is not there. Fields that only `other` has are left out of it. */
export function isSameContent(one: Words | null, other: Words | null): boolean {
  if (one === null || other === null) return one === other;
  return Object.keys(one).every((key) => one[key] === other[key]);
}

/** The fields that both sides have changed since `base`, and not to the same. */
export function clashingFields(base: Words | null, mine: Words, theirs: Words): string[] {
  return Object.keys(mine).filter((key) => {
    if (mine[key] === theirs[key]) return false;
    return base === null || (mine[key] !== base[key] && theirs[key] !== base[key]);
  });
}

/** Both sides' words. `preferred` says whose stay where they clash; nothing else is lost. */
export function mergedContent(
  { base, mine, theirs }: { base: Words | null; mine: Words; theirs: Words },
  preferred: 'mine' | 'theirs',
): Words {
  const clashing = new Set(clashingFields(base, mine, theirs));
  const isMine = (key: string) => (clashing.has(key) ? preferred === 'mine' : base !== null && mine[key] !== base[key]);
  return { ...theirs, ...Object.fromEntries(Object.entries(mine).filter(([key]) => isMine(key))) };
}
