import { forgetCalculatedDog } from './calculated-dog.ts';
import { typedKey } from './typed-calculation.ts';

/**
 * What was typed into forms and not saved yet, kept in this tab through a reload and through a session that ended. A form is named
 * by what it is about, such as `dog new` or `party <id>`.
 */

const prefix = 'wagday-draft-';

/** `isOpen` says that the form was not closed: it opens again with the page. */
type KeptDraft = { draft: unknown; isOpen: boolean };

function storage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

function keyOf(ownerId: string, form: string): string {
  return `${prefix}${ownerId} ${form}`;
}

function read(key: string): KeptDraft | null {
  try {
    return JSON.parse(storage()?.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** The place of one form's draft. A tab whose storage is full or closed just keeps none. */
export function draftStore<Draft>(ownerId: string, form: string) {
  const key = keyOf(ownerId, form);
  return {
    /** The draft as it was given, or null. */
    read: () => (read(key)?.draft as Draft | undefined) ?? null,
    keep: (draft: Draft, isOpen: boolean) => {
      try {
        storage()?.setItem(key, JSON.stringify({ draft, isOpen } satisfies KeptDraft));
      } catch {
        // Nothing is lost as long as the form stays open.
      }
    },
    forget: () => storage()?.removeItem(key),
  };
}

/** All drafts of an owner, with the names of their forms. */
export function keptDrafts(ownerId: string): (KeptDraft & { form: string })[] {
  const start = keyOf(ownerId, '');
  return Object.keys(storage() ?? {})
    .filter((key) => key.startsWith(start))
    .flatMap((key) => {
      const kept = read(key);
      return kept ? [{ ...kept, form: key.slice(start.length) }] : [];
    });
}

/** Forgets the drafts of every owner: who leaves on purpose leaves nothing behind. */
export function forgetAllDrafts() {
  forgetCalculatedDog();
  const kept = storage();
  if (!kept) return;
  kept.removeItem(typedKey);
  for (const key of Object.keys(kept)) if (key.startsWith(prefix)) kept.removeItem(key);
}
