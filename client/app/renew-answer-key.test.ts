import { expect, test } from 'vitest';
import { renewAnswerKeys } from './renew-answer-key.ts';

test('A form that comes back from the memory of the browser is another answer, and one that is loaded keeps its key.', () => {
  const field = document.createElement('input');
  Object.assign(field, { type: 'hidden', name: 'answerKey', value: 'first' });
  document.body.append(field);
  renewAnswerKeys();
  const show = (persisted: boolean) => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
  show(false);
  expect(field.value).toBe('first');
  show(true);
  const second = field.value;
  expect(second).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  show(true);
  expect(field.value).not.toBe(second);
  field.remove();
});
