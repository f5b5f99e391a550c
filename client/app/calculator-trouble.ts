import { buttonClasses } from '../ui/button.tsx';
import type { Control } from './first-paint.ts';
import { isServerThere } from './load-failure.ts';

/** What a visitor typed into the landing page, while the page is loaded again. */
const typedKey = 'wagday-typed';

function controlsOf(place: HTMLElement): Control[] {
  return [...place.querySelectorAll<Control>('input, select')];
}

function reloadWithTyped(place: HTMLElement) {
  const typed = Object.fromEntries(controlsOf(place).map(({ name, value }) => [name, value]));
  try {
    window.sessionStorage.setItem(typedKey, JSON.stringify(typed));
  } catch {
    // A browser that keeps nothing may still fill its fields in again.
  }
  window.location.reload();
}

/** Fills in again what was typed before the page was loaded again. Answers whether there was something. */
export function restoreTyped(place: HTMLElement): boolean {
  try {
    const typed = JSON.parse(window.sessionStorage.getItem(typedKey) ?? 'null') as Record<string, string> | null;
    window.sessionStorage.removeItem(typedKey);
    if (!typed) return false;
    for (const control of controlsOf(place)) control.value = typed[control.name] ?? control.value;
    return true;
  } catch {
    return false;
  }
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
