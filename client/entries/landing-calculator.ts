/** The calculator's island, and the transfer of what its fields held before hydration. */
import { calculatorIsland } from '../pages/calculator-island.tsx';
import { fieldsOf } from './calculator-trouble.ts';
import type { EarlyActions } from './first-paint.ts';
import { bearOtherPrograms } from './other-programs.ts';

// Here, because the rest of the landing page never changes what it shows, and is weighed before anything is used.
bearOtherPrograms();

type Typed = EarlyActions['typed'];

/** Returns whether a field differs from the prerendered one, because it was typed, tapped or restored by the browser. */
function isChanged(field: HTMLInputElement): boolean {
  return field.type === 'radio' ? field.checked && !field.defaultChecked : field.value !== field.defaultValue;
}

/** Reports a value that was set before hydration to React, by an event as if it were typed now. */
function announceValue(field: HTMLInputElement, value: string) {
  // React tracks what is set on the element itself, but not what is set through its prototype.
  if (field.type === 'radio') {
    field.checked = false;
    field.click();
    return;
  }
  const { selectionStart, selectionEnd } = field;
  field.value = '';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Adds to `typed` the changed values of all fields, before hydration, and takes out the dogs that were tapped before another. */
function keepTyped(container: HTMLElement, typed: Typed) {
  for (const field of fieldsOf(container)) {
    if (field.type === 'radio' && !field.checked) typed.delete(field);
    else if (isChanged(field)) typed.set(field, field.value);
  }
}

async function fillIn(typed: Typed) {
  for (const [field, value] of typed) {
    // The birthday field has reported its own value, and setting it would lose what is being typed.
    if (field.type === 'date') continue;
    announceValue(field, value);
    // Lets React render each value before the next is set, as if they were typed.
    await Promise.resolve();
  }
}

export const calculator = { island: calculatorIsland, keepTyped, fillIn };
