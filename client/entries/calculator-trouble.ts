import { keepTyped, typedBefore } from '../data/drafts/typed-calculation.ts';
import { buttonClasses } from '../ui/button.tsx';
import type { Control } from './first-paint.ts';
import { isServerThere } from './load-failure.ts';

/** Returns the fields of the calculator. The dogs beside the size menu only mirror it. */
export function controlsOf(container: HTMLElement): Control[] {
  return [...container.querySelectorAll<Control>('input:not([type=radio]), select')];
}

function reloadWithTyped(container: HTMLElement) {
  keepTyped(Object.fromEntries(controlsOf(container).map(({ name, value }) => [name, value])));
  window.location.reload();
}

/** Restores what was typed earlier in this tab. Returns whether there was anything. */
export function restoreTyped(container: HTMLElement): boolean {
  const typed = typedBefore();
  if (!typed) return false;
  for (const control of controlsOf(container)) control.value = String(typed[control.name] ?? control.value);
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
