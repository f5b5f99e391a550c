import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { keepTyped } from '../data/drafts/typed-calculation.ts';
import { restoreTyped } from './calculator-trouble.ts';

test('What is typed into an empty field takes the place of what is restored in it. @10.6', async () => {
  document.body.innerHTML = '<form><input name="name"><input name="birthDate" type="date"></form>';
  const [name, birthday] = document.querySelectorAll('input');
  keepTyped({ name: 'Rex', birthDate: '2020-02-29' });
  name!.focus();
  restoreTyped(document.body, new Map());
  expect([name!.value, birthday!.value]).toEqual(['Rex', '2020-02-29']);
  await userEvent.keyboard('Bello');
  expect(name!.value).toBe('Bello');
});
