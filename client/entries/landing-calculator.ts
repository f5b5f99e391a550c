/** The calculator's island, and the transfer of what its fields held before hydration. */
import { calculatorIsland } from '../pages/calculator-island.tsx';
import { controlsOf } from './calculator-trouble.ts';
import type { Control, EarlyActions } from './first-paint.ts';

type Typed = EarlyActions['typed'];

/** Returns whether a control's value differs from the prerendered one, because it was typed or restored by the browser. */
function isChanged(control: Control): boolean {
  return control instanceof HTMLSelectElement
    ? control.selectedOptions[0]?.defaultSelected === false
    : control.value !== control.defaultValue;
}

/** Reports a value that was set before hydration to React, by an event as if it were typed now. */
function announceValue(control: Control, value: string) {
  const { prototype } = control instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
  const isText = control instanceof HTMLInputElement && control.type === 'text';
  const [start, end] = isText ? [control.selectionStart, control.selectionEnd] : [];
  // React tracks values that are set on the element itself, but not those set through its prototype.
  control.value = '';
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value);
  if (isText) control.setSelectionRange(start ?? null, end ?? null);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** Adds to `typed` the changed values of all fields, before hydration. */
function keepTyped(container: HTMLElement, typed: Typed) {
  for (const control of controlsOf(container)) {
    if (isChanged(control)) typed.set(control, control.value);
  }
}

async function fillIn(typed: Typed) {
  for (const [control, value] of typed) {
    // The birthday field has reported its own value, and setting it would lose what is being typed.
    if (control.type === 'date') continue;
    announceValue(control, value);
    // Lets React render each value before the next is set, as if they were typed.
    await Promise.resolve();
  }
}

export const calculator = { island: calculatorIsland, keepTyped, fillIn };
