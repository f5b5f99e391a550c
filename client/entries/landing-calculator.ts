/** The calculator's island, and the transfer of what its fields held before hydration. */
import { calculatorIsland } from '../pages/calculator-island.tsx';
import { fieldsOf } from './calculator-trouble.ts';
import type { EarlyActions } from './first-paint.ts';
import { bearOtherPrograms } from './other-programs.ts';

// Here, because the rest of the landing page never changes what it shows, and is weighed before anything is used.
bearOtherPrograms();

type Typed = EarlyActions['typed'];

/** Returns the control that is now in the place of one of the HTML: mostly the same. */
export type Newest = <Control extends HTMLElement>(control: Control) => Control;

/** Returns whether a field differs from the prerendered one, because it was typed, tapped or restored by the browser. */
function isChanged(field: HTMLInputElement): boolean {
  return field.type === 'radio' ? field.checked && !field.defaultChecked : field.value !== field.defaultValue;
}

/** Reports a value that was set before hydration to React, by an event as if it were typed now, with the selection at that time. */
function announceValue(field: HTMLInputElement, value: string, start: number | null, end: number | null) {
  // React tracks what is set on the element itself, but not what is set through its prototype.
  if (field.type === 'radio') {
    field.checked = false;
    field.click();
    return;
  }
  field.value = '';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  // A date has no selection, and refuses one.
  if (start !== null) field.setSelectionRange(start, end);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Adds to `typed` the changed values of all fields, before hydration, and takes out the dogs that were tapped before another. */
function keepTyped(container: HTMLElement, typed: Typed) {
  for (const field of fieldsOf(container)) {
    if (field.type === 'radio' && !field.checked) typed.delete(field);
    else if (isChanged(field)) typed.set(field, field.value);
  }
}

async function fillIn(typed: Typed, newest: Newest) {
  // Read before React sets the fields to what it knows of them.
  const before = [...typed].map(([drawn, value]) => [drawn, value, drawn.selectionStart, drawn.selectionEnd] as const);
  for (const [drawn, value, start, end] of before) {
    const field = newest(drawn);
    // The birthday field has reported its own value, and setting it would lose what is being typed.
    if (field.type === 'date' && field === drawn) continue;
    // Lets React finish what it does, as if each value were typed: in the midst of its effects it would take the caret to the end.
    await Promise.resolve();
    announceValue(field, value, start, end);
  }
}

export const calculator = { island: calculatorIsland, keepTyped, fillIn };
