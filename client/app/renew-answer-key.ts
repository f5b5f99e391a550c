import { newRecordId } from '../backend/records/record-id.ts';

/**
 * A page that the browser takes out of its memory has the key of the answer that went out from it. Whoever answers from there then, on a
 * device that a household shares, would write over that answer: a form that is shown again gets a key of its own.
 */
export function renewAnswerKeys(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    for (const field of document.querySelectorAll<HTMLInputElement>('input[name="answerKey"]'))
      field.value = newRecordId();
  });
}
