import { keepTyped, typedBefore } from '../data/drafts/typed-calculation.ts';
import { buttonClasses } from '../ui/button.tsx';
import type { EarlyActions } from './first-paint.ts';
import { isServerThere } from './load-failure.ts';

/** Returns the fields of the calculator, among them each dog that stands for a size. */
export function fieldsOf(container: HTMLElement): HTMLInputElement[] {
  return [...container.querySelectorAll('input')];
}

function reloadWithTyped(container: HTMLElement) {
  const filledIn = fieldsOf(container).filter(({ type, checked }) => type !== 'radio' || checked);
  keepTyped(Object.fromEntries(filledIn.map(({ name, value }) => [name, value])));
  window.location.reload();
}

/** Fills in what was typed before a reload, except in fields that are in `typedNow`. Returns whether there was anything. */
export function restoreTyped(container: HTMLElement, typedNow: EarlyActions['typed']): boolean {
  const typed = typedBefore();
  if (!typed) return false;
  const namesNow = new Set([...typedNow.keys()].map(({ name }) => name));
  for (const field of fieldsOf(container)) {
    // A half-typed date has no value and tells of none.
    if (namesNow.has(field.name) || field.validity.badInput) continue;
    const value = String(typed[field.name] ?? field.value);
    if (field.type === 'radio') field.checked ||= field.value === value && field.name in typed;
    else if (field.value !== value) {
      field.value = value;
      // In the field in use it is selected, so that typing replaces it.
      if (field === document.activeElement) field.select();
    }
  }
  return true;
}

let note: HTMLElement | null = null;

export function hideTrouble() {
  note?.remove();
  note = null;
}

/** Says below the calculator that its code could not be loaded, and offers to reload or to try again. */
export async function showTrouble(container: HTMLElement, tryAgain: () => void) {
  const isDeployed = await isServerThere();
  const label = isDeployed ? 'Reload' : 'Try Again';
  // The same message is already shown. Its button stays, because it may be about to be pressed.
  if (note?.lastChild?.textContent === label) return;
  hideTrouble();
  note = document.createElement('div');
  note.setAttribute('role', 'alert');
  note.className = 'mx-auto max-w-3xl px-4 text-center';
  const text = document.createElement('p');
  text.textContent = isDeployed
    ? 'A new Wagday is ready. Please reload the page; what you typed stays.'
    : 'We cannot reach Wagday just now. Please check your network; what you typed stays.';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `mt-6 ${buttonClasses('primary')}`;
  button.textContent = label;
  button.onclick = isDeployed ? () => reloadWithTyped(container) : tryAgain;
  note.append(text, button);
  container.after(note);
}
