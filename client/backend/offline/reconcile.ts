import type { Change } from './changes.ts';
import { clashingFields, isSameContent, mergedContent } from './content.ts';

/** What sending a change comes to, once it is known how the record stands at the backend. */
export type Verdict<Content> =
  | { kind: 'nothing to do' }
  | { kind: 'insert' | 'update'; content: Content }
  | { kind: 'delete' }
  | { kind: 'conflict' };

/** Decides about a change, so that nobody's words are lost: neither the owner's nor those written elsewhere meanwhile. */
export function reconcile<Content extends object>(
  { base, mine, attempted }: { base: Content | null; mine: Content | null; attempted: Content | null },
  theirs: Content | null,
): Verdict<Content> {
  // What stands there are our own earlier words, whose answer got lost.
  const known = attempted && isSameContent(attempted, theirs) ? attempted : base;
  if (mine === null) {
    if (theirs === null) return { kind: 'nothing to do' };
    return isSameContent(known, theirs) ? { kind: 'delete' } : { kind: 'conflict' };
  }
  if (theirs === null) return base === null ? { kind: 'insert', content: mine } : { kind: 'conflict' };
  if (isSameContent(mine, theirs)) return { kind: 'nothing to do' };
  if (clashingFields(known, mine, theirs).length > 0) return { kind: 'conflict' };
  return { kind: 'update', content: mergedContent({ base: known, mine, theirs }, 'mine') };
}

/** Whether the backend has to be asked how the record stands: not for one that it cannot know yet. */
export function needsLook({ base, attempted }: Change): boolean {
  return base !== null || attempted !== null;
}
