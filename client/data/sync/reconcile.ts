import type { Words } from '../records/record.ts';
import { clashingFields, isSameContent, mergedContent } from '../records/words.ts';

/** `send`: overwrite the record in the backend with `content`, or delete it when `content` is null. */
type Verdict = { kind: 'nothing to do' } | { kind: 'send'; content: Words | null } | { kind: 'conflict' };

/** Merges a change with the record in the backend (`theirs`), so that no edit is lost. */
export function reconcile(
  { base, mine, attempted }: { base: Words | null; mine: Words | null; attempted: Words | null },
  theirs: Words | null,
): Verdict {
  // The backend may have the values of an earlier attempt whose answer was lost.
  const known = attempted && isSameContent(attempted, theirs) ? attempted : base;
  if (mine === null) {
    if (theirs === null) return { kind: 'nothing to do' };
    return known && isSameContent(known, theirs) ? { kind: 'send', content: null } : { kind: 'conflict' };
  }
  if (theirs === null) return base === null ? { kind: 'send', content: mine } : { kind: 'conflict' };
  if (isSameContent(mine, theirs)) return { kind: 'nothing to do' };
  if (clashingFields(known, mine, theirs).length > 0) return { kind: 'conflict' };
  return { kind: 'send', content: mergedContent({ base: known, mine, theirs }, 'mine') };
}
