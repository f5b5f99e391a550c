import { expect, test } from 'vitest';
import { renewAnswerKeys } from './renew-answer-key.ts';

test('A form that comes back from the memory of the browser changes its answer, and by another name is another one.', () => {
  const form = document.createElement('form');
  form.innerHTML = '<input name="name" value="Ada"><input type="hidden" name="answerKey" value="first">';
  const [name, key] = form.querySelectorAll('input') as unknown as [HTMLInputElement, HTMLInputElement];
  document.body.append(form);
  renewAnswerKeys();
  const show = (persisted: boolean) => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
  const send = () => form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  show(false);
  name.value = 'Adam';
  send();
  expect(key.value).toBe('first');
  show(true);
  name.value = 'Adam ';
  send();
  expect(key.value).toBe('first');
  name.value = 'Ben';
  send();
  const second = key.value;
  expect(second).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  show(true);
  send();
  expect(key.value).toBe(second);
  form.remove();
});
