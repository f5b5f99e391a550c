import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { calculatedDogOf, forgetCalculatedDog } from '../../data/drafts/prepared-dog.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { setToday } from '../../testing/today.ts';
import { dismissToasts, Toaster } from '../../ui/toaster.tsx';
import { Calculator } from './calculator.tsx';

// With reduced motion the report appears at once. reveal.test.tsx tests how it is revealed.
beforeEach(() => setToday(2026, 6, 15));
afterEach(() => {
  dismissToasts();
  forgetCalculatedDog();
});

async function renderCalculator() {
  const screen = await render(
    <main className="px-4 sm:px-6 lg:px-0">
      <Calculator id="calculator" />
      <Toaster />
    </main>,
  );
  const name = screen.getByLabelText("Dog's Name");
  const birthday = screen.getByLabelText('Birthday', { exact: true });
  const calculate = screen.getByRole('button', { name: 'Calculate Birthday!' });
  const calculateFor = async (date: string, dogName = 'Rex') => {
    await name.fill(dogName);
    await birthday.fill(date);
    await calculate.click();
  };
  return {
    ...{ screen, name, birthday, calculate, calculateFor },
    medium: screen.getByRole('radio', { name: 'Medium (20-50 lbs)' }),
    small: screen.getByRole('radio', { name: 'Small (<20 lbs)' }),
    report: screen.getByRole('region', { name: /Birthday Report$/ }),
    age: screen.getByRole('spinbutton', { name: 'Age' }),
    notSure: screen.getByRole('button', { name: 'Not sure? Pick an age instead' }),
    confetti: () => document.querySelector('[data-confetti]'),
  };
}

/** Returns the value beside a label of the report. */
function figure(report: Element, label: string): string | null {
  const term = [...report.querySelectorAll('dt')].find((dt) => dt.textContent?.startsWith(label));
  return term?.parentElement?.querySelector('dd')?.textContent ?? null;
}

test('The calculator starts empty, for a medium dog, with no report. @2.34 @2.35 @2.36 @4.18 @9.5', async () => {
  const { screen, name, birthday, medium, report, confetti } = await renderCalculator();
  await expect.element(screen.getByText(/thousands of dog parents.*veterinary science/)).toBeVisible();
  await expect.element(name).toHaveValue('');
  await expect.element(birthday).toHaveValue('');
  await expect.element(medium).toBeChecked();
  await expect.element(report).not.toBeInTheDocument();
  expect(confetti()).toBeNull();
});

test('Nothing filled in is answered by a toast, and both fields are marked. @5.1 @8.1', async () => {
  const { screen, name, birthday, calculate, report, confetti } = await renderCalculator();
  await calculate.click();
  await expect.element(screen.getByText('Woof! Missing info')).toBeVisible();
  await expect.element(screen.getByText("Please fill in your pup's name and birthday!")).toBeVisible();
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  await expect.element(name).toHaveAccessibleDescription('Please tell us the name.');
  await expect.element(name).toHaveFocus();
  await expect.element(birthday).toHaveAttribute('aria-invalid', 'true');
  await expect.element(birthday).toHaveAccessibleDescription('Please tell us the birthday. A good guess is fine.');
  await expect.element(report).not.toBeInTheDocument();
  expect(confetti()).toBeNull();
});

test('A missing birthday gets the focus when the name is there.', async () => {
  const { screen, name, birthday, calculate } = await renderCalculator();
  await name.fill('Rex');
  await calculate.click();
  await expect.element(screen.getByText('Woof! Missing info')).toBeVisible();
  await expect.element(name).toHaveAttribute('aria-invalid', 'false');
  await expect.element(birthday).toHaveAttribute('aria-invalid', 'true');
  await expect.element(birthday).toHaveFocus();
});

test('What was said of an attempt goes with the next one, whatever that one lacks. @8.1', async () => {
  const { screen, birthday, calculate, calculateFor } = await renderCalculator();
  await calculate.click();
  await expect.element(screen.getByText('Woof! Missing info')).toBeVisible();
  await calculateFor('2026-06-16');
  await expect.element(birthday).toHaveAccessibleDescription(/^That day's still ahead\./);
  await expect.element(screen.getByText('Woof! Missing info')).not.toBeInTheDocument();
});

test('A marked field is fine again as soon as it is changed.', async () => {
  const { screen, name, calculate } = await renderCalculator();
  await calculate.click();
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  await name.fill('Rex');
  await expect.element(name).toHaveAttribute('aria-invalid', 'false');
  await expect.element(screen.getByText('Please tell us the name.')).not.toBeInTheDocument();
});

test.for([
  ['2026-06-16', "That day's still ahead. Pick today or earlier."],
  ['1986-06-14', 'That is more than 40 years ago. Please check the year.'],
] as const)(
  'The birthday %s is refused beside its field, and nothing is calculated. @5.11',
  async ([date, problem]) => {
    const { screen, birthday, report, confetti, calculateFor } = await renderCalculator();
    await calculateFor(date);
    await expect.element(birthday).toHaveAttribute('aria-invalid', 'true');
    await expect.element(birthday).toHaveAccessibleDescription(problem);
    await expect.element(birthday).toHaveFocus();
    await expect.element(report).not.toBeInTheDocument();
    await expect.element(screen.getByRole('listitem')).not.toBeInTheDocument();
    expect(confetti()).toBeNull();
  },
);

test('The report says every thing about the dog, and the toast its human years. @2.40', async () => {
  const { screen, name, birthday, small, calculate, report } = await renderCalculator();
  await name.fill('  Rex  ');
  await birthday.fill('2019-06-14');
  await small.click();
  await calculate.click();
  await expect.element(screen.getByRole('heading', { name: "Rex's Birthday Report", exact: true })).toBeVisible();
  expect(figure(report.element(), 'human years')).toBe('44');
  expect(figure(report.element(), 'dog years')).toBe('7.0');
  expect(figure(report.element(), 'Life stage')).toBe('Mature Adult');
  expect(figure(report.element(), 'Next celebration')).toBe('45th human-year birthday');
  expect(figure(report.element(), 'Next birthday')).toBe('September 14, 2026');
  expect(figure(report.element(), 'Countdown')).toBe('91 days to go!');
  await expect
    .element(report.getByText('All grown up, with 4 birthdays to celebrate every year.', { exact: true }))
    .toBeVisible();

  const toast = screen.getByRole('listitem').filter({ hasText: 'Birthday calculated!' });
  await expect.element(toast.getByText('Birthday calculated!')).toBeVisible();
  await expect.element(toast.getByText('Rex is 44 in human years.')).toBeVisible();
});

test('The report of a puppy says its age in months, too.', async () => {
  const { report, calculateFor } = await renderCalculator();
  await calculateFor('2026-01-20');
  await expect.element(report.getByText('· 4 months old')).toBeVisible();
});

test('Enter in a field calculates, too.', async () => {
  const { name, birthday, report } = await renderCalculator();
  await birthday.fill('2020-02-29');
  await name.fill('Rex');
  await userEvent.keyboard('{Enter}');
  await expect.element(report).toBeVisible();
});

test('Each calculation throws confetti, which is gone when it has fallen. @4.19', async () => {
  const { calculate, confetti, calculateFor } = await renderCalculator();
  await calculateFor('2020-02-29');
  await expect.poll(confetti).not.toBeNull();
  const first = confetti();
  await calculate.click();
  await expect.poll(confetti).not.toBe(first);
  expect(confetti()).not.toBeNull();
  confetti()?.getAnimations()[0]?.finish();
  await expect.poll(confetti).toBeNull();
});

test('The report stays, under its own name, while the next dog is typed.', async () => {
  const { screen, name, calculate, calculateFor } = await renderCalculator();
  await calculateFor('2020-02-29');
  await expect.element(screen.getByRole('region', { name: "Rex's Birthday Report" })).toBeVisible();
  await name.fill('Bella');
  await expect.element(screen.getByRole('region', { name: "Rex's Birthday Report" })).toBeVisible();
  await calculate.click();
  await expect.element(screen.getByRole('region', { name: "Bella's Birthday Report" })).toBeVisible();
  await expect.element(screen.getByRole('region', { name: "Rex's Birthday Report" })).not.toBeInTheDocument();
});

test('A refused birthday takes the earlier report away and ends the party.', async () => {
  const { birthday, calculate, report, confetti, calculateFor } = await renderCalculator();
  await calculateFor('2020-02-29');
  await expect.element(report).toBeVisible();
  await birthday.fill('2027-01-01');
  await calculate.click();
  await expect.element(report).not.toBeInTheDocument();
  expect(confetti()).toBeNull();
});

test.for([
  ['one word', 'W'.repeat(60)],
  ['emoji', '🐶'.repeat(60)],
] as const)('The longest name, %s, stays within the card on a phone.', async ([, longName]) => {
  await page.viewport(390, 844);
  const { report, screen, calculateFor } = await renderCalculator();
  await calculateFor('2020-02-29', longName);
  await expect.element(report).toBeVisible();
  expect(contentOutside(document.querySelector('.report')!)).toEqual([]);
  expect(contentOutside(screen.getByRole('listitem').filter({ hasText: 'Birthday calculated!' }).element())).toEqual(
    [],
  );
  expect(document.documentElement.scrollWidth).toBe(390);
});

test('A name of 61 characters is refused beside its field. @9.25', async () => {
  const { name, report, calculateFor } = await renderCalculator();
  await calculateFor('2020-02-29', 'W'.repeat(61));
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  await expect.element(name).toHaveAccessibleDescription('A little shorter, please: at most 60 characters.');
  await expect.element(name).toHaveFocus();
  await expect.element(report).not.toBeInTheDocument();
});

test('A number that is still to come is almost reached, in the report and its chart, and the toast says that it is rounded up. @8.21', async () => {
  setToday(2026, 9, 13);
  const { screen, name, birthday, small, calculate, report } = await renderCalculator();
  await name.fill('Biscuit');
  await birthday.fill('2019-06-14');
  await small.click();
  await calculate.click();
  await expect.element(report).toBeVisible();
  expect(figure(report.element(), 'human years')).toBe('almost 45');
  await expect.element(screen.getByText('Biscuit is 45 in human years, rounded up.', { exact: true })).toBeVisible();
  await report.getByText('In numbers').click();
  await expect.element(screen.getByRole('img', { name: /Biscuit is at almost 45\.$/ })).toBeInTheDocument();
});

test('What was typed and reported is there again when the page comes back, quietly.', async () => {
  const before = await renderCalculator();
  await before.name.fill('Biscuit');
  await before.birthday.fill('2019-06-14');
  await before.small.click();
  await before.calculate.click();
  await expect.element(before.report).toBeVisible();
  await before.name.fill('Moose');
  await before.screen.unmount();
  dismissToasts();

  const { screen, name, birthday, report, confetti } = await renderCalculator();
  await expect.element(name).toHaveValue('Moose');
  await expect.element(birthday).toHaveValue('2019-06-14');
  await expect.element(report).toHaveAccessibleName("Biscuit's Birthday Report");
  await expect.element(screen.getByText('Birthday calculated!')).not.toBeInTheDocument();
  expect(confetti()).toBeNull();
});

test('What another version of the page kept is passed over.', async () => {
  window.sessionStorage.setItem('wagday-typed', JSON.stringify({ name: 5, size: 'enormous', reported: [] }));
  const { name, medium, report } = await renderCalculator();
  await expect.element(name).toHaveValue('');
  await expect.element(medium).toBeChecked();
  await expect.element(report).not.toBeInTheDocument();
});

test('Who does not know the birthday picks an age by presses or arrow keys, and the report says "about". @10.324', async () => {
  const { screen, name, small, age, notSure, calculate, report } = await renderCalculator();
  await name.fill('Biscuit');
  await small.click();
  await notSure.click();
  await expect.element(age).toHaveFocus();
  await expect.element(age).toHaveValue('about 3 years');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}');
  await expect.element(age).toHaveValue('about 3½ years');
  await screen.getByRole('button', { name: 'Older' }).click();
  await expect.element(age).toHaveAttribute('aria-valuetext', 'about 4 years');
  await calculate.click();
  await expect.element(report).toBeVisible();
  expect(figure(report.element(), 'human years')).toBe('about 32');
  expect(figure(report.element(), 'dog years')).toBe('about 4.0');
  expect(calculatedDogOf('an owner')?.dog).toMatchObject({ birthDate: '2022-06-15', birthPrecision: 'guess' });
});

test('A dog of an age that was picked may celebrate on August 1 by one press, which keeps the age and can be undone. @10.324', async () => {
  const { screen, name, age, notSure, calculate, report } = await renderCalculator();
  await name.fill('Biscuit');
  await notSure.click();
  const offer = screen.getByRole('button', { name: 'Celebrate on August 1, like many shelter dogs' });
  const undo = screen.getByRole('button', { name: 'Undo' });
  await offer.click();
  await expect.element(undo).toHaveFocus();
  await screen.getByRole('button', { name: 'Older' }).click();
  await screen.getByRole('button', { name: 'Younger' }).click();
  await expect.element(age).toHaveValue('about 3 years');
  await calculate.click();
  // It takes the focus once its code has arrived.
  await expect.element(report).toHaveFocus();
  const dog = () => calculatedDogOf('an owner')?.dog;
  expect(dog()).toMatchObject({ birthDate: '2023-08-01', birthPrecision: 'guess' });
  await undo.click();
  await expect.element(offer).toHaveFocus();
  await calculate.click();
  await expect.poll(() => dog()?.birthDate).toBe('2023-06-15');
});

test('August 1 is kept when the page comes back, and is not offered for a puppy. @10.324', async () => {
  const before = await renderCalculator();
  await before.notSure.click();
  await before.screen.getByRole('button', { name: /^Celebrate on August 1/ }).click();
  await before.calculate.click();
  await before.name.fill('Biscuit');
  await before.calculate.click();
  await expect.element(before.report).toBeVisible();
  await before.screen.unmount();
  const { screen, age } = await renderCalculator();
  const undo = screen.getByRole('button', { name: 'Undo' });
  await expect.element(undo).toBeVisible();
  await expect.element(age).toHaveValue('about 3 years');
  const younger = screen.getByRole('button', { name: 'Younger' });
  for (let turn = 0; turn < 4; turn += 1) await younger.click();
  await expect.element(age).toHaveValue('about 1 year');
  await expect.element(undo).not.toBeInTheDocument();
  await expect.element(screen.getByText(/elebrate (on )?August 1/)).not.toBeInTheDocument();
});

test('An age can be taken back for the birthday that was typed before, and comes back with the page. @10.324', async () => {
  const before = await renderCalculator();
  await before.birthday.fill('2019-06-14');
  await before.notSure.click();
  await before.screen.getByRole('button', { name: 'Younger' }).click();
  await expect.element(before.age).toHaveValue('about 2½ years');
  await before.screen.unmount();

  const { screen, birthday, age, notSure } = await renderCalculator();
  await expect.element(age).toHaveValue('about 2½ years');
  await screen.getByRole('button', { name: 'I know the day' }).click();
  await expect.element(birthday).toHaveFocus();
  await birthday.fill('2019-06-14');
  await notSure.click();
  await screen.getByRole('button', { name: 'I know the day' }).click();
  await expect.element(birthday).toHaveValue('2019-06-14');
});
