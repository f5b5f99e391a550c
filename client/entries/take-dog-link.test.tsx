import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { typedBefore } from '../data/drafts/typed-calculation.ts';
import { Calculator } from '../features/calculator/calculator.tsx';
import { setToday } from '../testing/today.ts';
import { takeDogLink } from './take-dog-link.ts';

beforeEach(() => setToday(2026, 6, 15));

/** Opens the page by a link. */
async function openBy(link: string) {
  window.history.replaceState(null, '', `#dog?${link}`);
  takeDogLink();
  const screen = await render(<Calculator id="calculator" />);
  return {
    name: screen.getByLabelText("Dog's Name"),
    birthday: screen.getByLabelText('Birthday', { exact: true }),
    small: screen.getByRole('radio', { name: 'Small (<20 lbs)' }),
    medium: screen.getByRole('radio', { name: 'Medium (20-50 lbs)' }),
    calculate: screen.getByRole('button', { name: 'Calculate Birthday!' }),
    report: screen.getByRole('region', { name: /Birthday Report$/ }),
    screen,
  };
}

test('A dog in a link is filled in and leaves the address, and one press calculates. @10.340', async () => {
  const { name, birthday, small, calculate, report } = await openBy(
    'born=2019-06-14&size=small&name=Biscuit&breed=Pug',
  );
  expect(window.location.hash).toBe('');
  await expect.element(name).toHaveValue('Biscuit');
  await expect.element(birthday).toHaveValue('2019-06-14');
  await expect.element(small).toBeChecked();
  await expect.element(report).not.toBeInTheDocument();
  await calculate.click();
  await expect.element(report).toHaveAccessibleName("Biscuit's Birthday Report");
});

test('A dog in a link takes the place of one that was calculated before, and one thing is left to type. @10.340', async () => {
  const before = await openBy('born=2020-02-29&size=large&name=Moose');
  await before.calculate.click();
  await expect.element(before.report).toBeVisible();
  await before.screen.unmount();
  const { name, birthday, small, report } = await openBy('born=2026-03-01&size=small');
  await expect.element(birthday).toHaveValue('2026-03-01');
  await expect.element(small).toBeChecked();
  await expect.element(name).toHaveValue('');
  await expect.element(report).not.toBeInTheDocument();
  expect(typedBefore()).toEqual({ birthDate: '2026-03-01', size: 'small' });
});

test('A birthday that is not sure is told as an age, and the report says "about". @10.340', async () => {
  const { birthday, calculate, report, screen } = await openBy('born=2023-06-01&sure=month&size=small&name=Biscuit');
  const age = screen.getByRole('spinbutton', { name: 'Age' });
  await expect.element(age).toHaveValue('about 3 years');
  expect(birthday.query()).toBeNull();
  await calculate.click();
  await expect.element(report.getByText('about 28').first()).toBeVisible();
  expect(typedBefore()).toMatchObject({ birthDate: '2023-06-01', birthPrecision: 'month' });
  await screen.getByRole('button', { name: 'Older' }).click();
  expect(typedBefore()).toMatchObject({ birthDate: '2022-12-15', birthPrecision: 'guess' });
});

test('A link in which nothing is right leaves what was typed before, and the address, too. @10.341', async () => {
  const before = await openBy('name=Moose');
  await before.screen.unmount();
  const { name, birthday, medium } = await openBy('born=9999-12-31&size=huge&name=%E2%80%8B');
  expect(window.location.hash).toBe('');
  await expect.element(name).toHaveValue('Moose');
  await expect.element(birthday).toHaveValue('');
  await expect.element(medium).toBeChecked();
});
