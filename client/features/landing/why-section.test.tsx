import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { contentOutside } from '../../testing/overflow.ts';
import { WhySection } from './landing-sections.tsx';

test('Three reasons say why every birthday matters. @2.25', async () => {
  const screen = await render(<WhySection />);
  const section = screen.getByRole('region', { name: 'Why Every Dog Birthday Matters', exact: true });
  await expect.element(section).toBeVisible();
  const reasons = section.getByRole('listitem').elements();
  expect(reasons.map((reason) => reason.querySelector('h3')?.textContent)).toEqual([
    'Science-Based Aging',
    'Size Matters',
    'More Birthdays',
  ]);
});

test('The milestone table says what the specification says. @2.26 @2.27 @2.28 @2.29', async () => {
  const screen = await render(<WhySection />);
  const rows = screen.getByRole('table').getByRole('row').elements() as HTMLTableRowElement[];
  expect(rows.map((row) => [...row.cells].map((cell) => cell.textContent))).toEqual([
    ["Dog's age", 'Human years', 'Milestone'],
    ['6 months', 'about 7.5', 'Puppy graduation'],
    ['1 year', '15', 'First birthday'],
    ['2 years', '24', 'Second birthday'],
    ['5-8 years', '40-60', 'Senior milestone, varying by size'],
  ]);
  await expect.element(screen.getByRole('rowheader', { name: '6 months' })).toBeVisible();
  await expect.element(screen.getByRole('columnheader', { name: 'Human years' })).toBeVisible();
});

test('The section fits the smallest phone.', async () => {
  await page.viewport(320, 640);
  const screen = await render(<WhySection />);
  expect(contentOutside(screen.getByRole('region').element())).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(320);
});
