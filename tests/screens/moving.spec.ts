/** One still frame of what moves. */
import { askForReport } from '../e2e/fixtures.ts';
import { expect, test } from './screen-fixtures.ts';
import { untilSettled } from './still.ts';

test('the reveal, on its way through a life', { tag: '@phone' }, async ({ page, holdMotion, compareFrame }) => {
  await page.goto('/');
  await untilSettled(page);
  await holdMotion();
  await askForReport(page);
  await expect(page.locator('[data-climbing]')).toBeVisible();
  await compareFrame('reveal', 1_100);
});
