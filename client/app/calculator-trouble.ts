import { keepTyped, typedBefore } from '../backend/typed-calculation.ts';
import { buttonClasses } from '../ui/button.tsx';
import type { Control } from './first-paint.ts';
import { isServerThere } from './load-failure.ts';

function controlsOf(place: HTMLElement): Control[] {
  return [...place.querySelectorAll<Control>('input, select')];
}

function reloadWithTyped(place: HTMLElement) {
  keepTyped(Object.fromEntries(controlsOf(place).map(({ name, value }) => [name, value])));
  window.location.reload();
}

/** Fills in again what was typed before in this tab. Answers whether there was something. */
export function restoreTyped(place: HTMLElement): boolean {
  const typed = typedBefore();
  if (!typed) return false;
  for (const control of controlsOf(place)) control.value = String(typed[control.name] ?? control.value);
  return true;
}

let note: HTMLElement | null = null;

export function hideTrouble() {
  note?.remove();
  note = null;
}

/** Says under the calculator that its code did not come, and what helps. */
export async function showTrouble(place: HTMLElement, tryAgain: () => void) {
  const isDeployed = await isServerThere();
  const label = isDeployed ? 'Reload' : 'Try Again';
  // Said already: what may be pressed just now stays where it is.
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
  button.onclick = isDeployed ? () => reloadWithTyped(place) : tryAgain;
  note.append(text, button);
  place.after(note);
}
