import type { Words } from '../records/record.ts';
import { clashingFields, isSameContent, mergedContent } from '../records/words.ts';

/** What sending a change comes to, once it is known how the record stands at the backend. */
export type Verdict =
  | { kind: 'nothing to do' }
  | { kind: 'insert' | 'update'; content: Words }
  | { kind: 'delete' }
  | { kind: 'conflict' };

/** Decides about a change, so that nobody's words are lost: neither the owner's nor those written elsewhere meanwhile. */
export function reconcile(
  { base, mine, attempted }: { base: Words | null; mine: Words | null; attempted: Words | null },
  theirs: Words | null,
): Verdict {
  // What stands there are our own earlier words, whose answer got lost.
  const known = attempted && isSameContent(attempted, theirs) ? attempted : base;
  if (mine === null) {
    if (theirs === null) return { kind: 'nothing to do' };
    return known && isSameContent(known, theirs) ? { kind: 'delete' } : { kind: 'conflict' };
  }
  if (theirs === null) return base === null ? { kind: 'insert', content: mine } : { kind: 'conflict' };
  if (isSameContent(mine, theirs)) return { kind: 'nothing to do' };
  if (clashingFields(known, mine, theirs).length > 0) return { kind: 'conflict' };
  return { kind: 'update', content: mergedContent({ base: known, mine, theirs }, 'mine') };
}
