import { newRecordId } from '../backend/records/record-id.ts';

function nameIn(field: HTMLInputElement): string {
  const name = field.form?.elements.namedItem('name');
  return name instanceof HTMLInputElement ? name.value.trim() : '';
}

/**
 * A page that the browser takes out of its memory has the key of the answer that went out from it. Whoever goes back to correct that
 * answer changes it. Whoever answers from there by another name, on a device that a household shares, would write over it, so that
 * answer gets a key of its own.
 */
export function renewAnswerKeys(): void {
  const sentNames = new Map<HTMLInputElement, string>();
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    for (const field of document.querySelectorAll<HTMLInputElement>('input[name="answerKey"]'))
      sentNames.set(field, nameIn(field));
  });
  window.addEventListener('submit', () => {
    for (const [field, sent] of sentNames) if (nameIn(field) !== sent) field.value = newRecordId();
  });
}
