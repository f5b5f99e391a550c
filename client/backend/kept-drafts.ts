import { forgetCalculatedDog } from './calculated-dog.ts';
import { typedKey } from './typed-calculation.ts';

/** What was typed into a form and not saved yet, kept in this tab through a reload and through a session that ended. */

const prefix = 'wagday-draft-';

function storage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** Keeps the owner's one draft, in place of any before it. A tab whose storage is full or closed just keeps none. */
export function keepDraft(ownerId: string, draft: unknown) {
  try {
    storage()?.setItem(prefix + ownerId, JSON.stringify(draft));
  } catch {
    // Nothing is lost as long as the form stays open.
  }
}

/** The owner's kept draft as it was given, or null. */
export function keptDraft(ownerId: string): unknown {
  try {
    return JSON.parse(storage()?.getItem(prefix + ownerId) ?? 'null');
  } catch {
    return null;
  }
}

export function forgetDraft(ownerId: string) {
  storage()?.removeItem(prefix + ownerId);
}

/** Forgets the drafts of every owner: who leaves on purpose leaves nothing behind. */
export function forgetAllDrafts() {
  forgetCalculatedDog();
  const kept = storage();
  if (!kept) return;
  kept.removeItem(typedKey);
  for (const key of Object.keys(kept)) if (key.startsWith(prefix)) kept.removeItem(key);
}
