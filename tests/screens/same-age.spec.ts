import { calculate, loadDetails } from './calculating.ts';
import { expect, test } from './screen-fixtures.ts';

test('the day of the same age', { tag: '@phone' }, async ({ page, compare }) => {
  await calculate(page, { name: 'Luna', size: 'large' });
  await loadDetails(page);
  const section = page.getByRole('region', { name: 'When are you two the same age?' });
  await section.getByLabel('Your birthday').fill('1988-06-15');
  await section.getByRole('button', { name: 'Find the Day' }).click();
  await expect(section.getByRole('img', { name: /They cross on/ })).toBeVisible();
  await compare('same-age', section);
  await section.getByRole('button', { name: 'Make a Card' }).click();
  await expect(page.getByRole('button', { name: 'Save Picture', disabled: false })).toBeVisible();
  await compare('same-age-card', 'dialog');
});
