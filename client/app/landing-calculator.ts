/** What the landing page needs as soon as somebody wants to calculate: the island, and what its fields held before it was alive. */
import { calculatorIsland } from '../pages/calculator-island.tsx';
import type { Control, EarlyActions } from './first-paint.ts';

type Typed = EarlyActions['typed'];

/** A control whose value is not the one that the page came with: typed early, or filled in again by the browser. */
function isChanged(control: Control): boolean {
  return control instanceof HTMLSelectElement
    ? control.selectedOptions[0]?.defaultSelected === false
    : control.value !== control.defaultValue;
}

/** Tells React of a value that was there before it was: it listens to events, and trusts what it saw last. */
function announceValue(control: Control, value: string) {
  const { prototype } = control instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
  const isText = control instanceof HTMLInputElement && control.type === 'text';
  const [start, end] = isText ? [control.selectionStart, control.selectionEnd] : [];
  // React notes what is set on the element itself, and not what is set through its prototype.
  control.value = '';
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value);
  if (isText) control.setSelectionRange(start ?? null, end ?? null);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** Adds to `typed` what the fields of a place hold before React takes them over. */
function keepTyped(place: HTMLElement, typed: Typed) {
  for (const control of place.querySelectorAll<Control>('input, select')) {
    if (isChanged(control)) typed.set(control, control.value);
  }
}

async function fillIn(typed: Typed) {
  for (const [control, value] of typed) {
    announceValue(control, value);
    // One after the other, as a hand would: each is rendered before the next.
    await Promise.resolve();
  }
}

export const calculator = { island: calculatorIsland, keepTyped, fillIn };
