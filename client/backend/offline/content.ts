/** What the owner can change about a record, as one flat object: a dog's profile or a party's plan. */

export function isSameContent<Content extends object>(one: Content | null, other: Content | null): boolean {
  if (one === null || other === null) return one === other;
  const keys = Object.keys(one) as (keyof Content)[];
  return keys.every((key) => one[key] === other[key]);
}

/** The fields that both sides have changed since `base`, and not to the same. */
export function clashingFields<Content extends object>(
  base: Content | null,
  mine: Content,
  theirs: Content,
): (keyof Content)[] {
  const keys = Object.keys(mine) as (keyof Content)[];
  return keys.filter((key) => {
    if (mine[key] === theirs[key]) return false;
    return base === null || (mine[key] !== base[key] && theirs[key] !== base[key]);
  });
}

/** Both sides' words. `preferred` says whose stay where they clash; nothing else is lost. */
export function mergedContent<Content extends object>(
  { base, mine, theirs }: { base: Content | null; mine: Content; theirs: Content },
  preferred: 'mine' | 'theirs',
): Content {
  const clashing = new Set(clashingFields(base, mine, theirs));
  const result = { ...theirs };
  for (const key of Object.keys(mine) as (keyof Content)[]) {
    const isMine = clashing.has(key) ? preferred === 'mine' : base !== null && mine[key] !== base[key];
    if (isMine) result[key] = mine[key];
  }
  return result;
}
