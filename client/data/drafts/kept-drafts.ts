import type { FieldValues } from '../records/record.ts';
import { forgetCalculatedDog } from './prepared-dog.ts';
import { typedKey } from './typed-calculation.ts';
import { tabStorage } from './web-storage.ts';

/**
 * Keeps unsaved drafts of forms in this tab, through a reload and after the end of a session. The name of a form says what it is
 * about, such as `dog new` or `party <id>`.
 */

const prefix = 'wagday-draft-';

/** `isOpen`: whether the form was open, and so opens again with the page. */
type KeptDraft = { draft: FieldValues; isOpen: boolean };

function keyOf(ownerId: string, form: string): string {
  return `${prefix}${ownerId} ${form}`;
}

function read(key: string): KeptDraft | null {
  const { draft, isOpen } = Object(tabStorage.read(key));
  return draft instanceof Object ? { draft, isOpen: isOpen === true } : null;
}

/** Whether a kept value has the same type as the value in `blank`. */
function isLike(value: unknown, blank: unknown): boolean {
  if (Array.isArray(value) || Array.isArray(blank)) return Array.isArray(value) && Array.isArray(blank);
  return value === null || blank === null ? value !== undefined : typeof value === typeof blank;
}

/** Reads and writes the draft of one form. Fields that an older draft lacks are as in `blank`. Without room in the tab none is kept. */
export function draftStore<Draft extends object>(ownerId: string, form: string, blank: Draft) {
  const key = keyOf(ownerId, form);
  return {
    read: (): Draft | null => {
      const stored = read(key);
      if (!stored) return null;
      const known = Object.entries(blank).filter(([field, value]) => isLike(stored.draft[field], value));
      return Object.assign({ ...blank }, Object.fromEntries(known.map(([field]) => [field, stored.draft[field]])));
    },
    keep: (draft: Draft, isOpen: boolean) => {
      tabStorage.keep(key, { draft, isOpen });
    },
    forget: () => tabStorage.forget(key),
    isOpen: (): boolean => read(key)?.isOpen === true,
  };
}

/** Returns the name of a form of the owner that was open when the page was left; null if there is none. */
export function openForm(ownerId: string, name: RegExp): string | null {
  const start = keyOf(ownerId, '');
  const kept = tabStorage.keys().filter((key) => key.startsWith(start) && read(key)?.isOpen);
  return kept.map((key) => key.slice(start.length)).find((form) => name.test(form)) ?? null;
}

export function forgetAllDrafts() {
  forgetCalculatedDog();
  for (const key of tabStorage.keys()) if (key === typedKey || key.startsWith(prefix)) tabStorage.forget(key);
}
