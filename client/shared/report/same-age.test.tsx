import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { sameAge } from '../../../domain/dogs/age-of-person.ts';
import { date } from '../../../domain/testing/dates.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { SameAge, sameAgeCard, sameAgeWords } from './same-age.tsx';

const today = date('2026-06-15');
const luna = { name: 'Luna', size: 'large', birthDate: date('2019-06-15') } as const;

async function renderSameAge(dog: { name: string; size: 'small' | 'large'; birthDate: CalendarDate } = luna) {
  const screen = await render(<SameAge dog={dog} today={today} />);
  return {
    screen,
    birthday: screen.getByLabelText('Your birthday (optional)'),
    find: screen.getByRole('button', { name: 'Find the Day' }),
    answer: screen.getByRole('status'),
  };
}

test.for([
  ['past', '1988-06-15', "Luna overtook you on April 4, 2023. You're 38, Luna is 54 in human years."],
  [
    'future',
    '1960-06-15',
    "You'll be the same age on November 9, 2028: 68, both of you. You're 66, Luna is 54 in human years.",
  ],
  [
    'always',
    '2022-01-01',
    "Luna has been the older one since the day you were born. You're 4, Luna is 54 in human years.",
  ],
  ['today', '1972-06-15', "Today you are exactly the same age! You're 54, Luna is 54 in human years."],
  // A puppy has it all ahead.
  ['puppy', '2012-06-15', "both of you. You're 14, Luna is 1 in human years."],
] as const)('A dog and its person, %s: born %s. @10.16', async ([when, born, sentence]) => {
  const { birthday, find, answer } = await renderSameAge(
    when === 'puppy' ? { ...luna, birthDate: date('2026-05-15') } : luna,
  );
  await birthday.fill(born);
  await find.click();
  await expect.poll(() => answer.element().textContent).toContain(sentence);
  // The form is gone, so the focus moves to the answer.
  await expect.poll(() => answer.element().contains(document.activeElement)).toBe(true);
});

test('The two lines cross on the chart, which says so, and in a table. @10.17', async () => {
  const { screen, birthday, find } = await renderSameAge();
  await birthday.fill('1988-06-15');
  await find.click();
  await expect.element(screen.getByRole('img', { name: /They cross on April 4, 2023, at 34 years\./ })).toBeVisible();
  expect(screen.container.querySelector('.chart [stroke-dasharray="2 9"]')).not.toBeNull();
  expect(screen.container.querySelector('.chart-crossing')).not.toBeNull();
  await screen.getByText('See the numbers').click();
  const rows = screen
    .getByRole('row')
    .elements()
    .map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Day', 'You', 'Human years'],
    ['June 15, 2019', '31.0', '0.0'],
    ['April 4, 2023', '34.8', '34.8'],
    ['Today', '38.0', '54.0'],
  ]);
});

test.for([
  ['', 'Please choose the day you were born.'],
  ['2026-06-16', "That day's still ahead. Pick today or earlier."],
  ['1906-06-14', 'That is more than 120 years ago. Please check the year.'],
] as const)('The birthday "%s" is refused beside its field. @10.18', async ([born, problem]) => {
  const { birthday, find, answer } = await renderSameAge();
  if (born) await birthday.fill(born);
  await find.click();
  await expect.element(birthday).toHaveAccessibleDescription(`${problem} Stays on this device.`);
  await expect.element(birthday).toHaveAttribute('aria-invalid', 'true');
  await expect.element(birthday).toHaveFocus();
  expect(answer.element().textContent).toBe('');
});

test('The birthday is kept on the device until its owner has it forgotten. @10.18', async () => {
  // What somebody else kept under the name is passed over.
  window.localStorage.setItem('wagday-own-birthday', '1988-02-30');
  const first = await renderSameAge();
  await expect.element(first.birthday).toHaveAccessibleDescription('Stays on this device.');
  await first.birthday.fill('1988-06-15');
  await first.find.click();
  await first.screen.unmount();

  const { screen, birthday, answer } = await renderSameAge();
  await expect.poll(() => answer.element().textContent).toContain('April 4, 2023');
  await expect.element(birthday).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Forget My Birthday' }).click();
  await expect.element(birthday).toHaveValue('');
  await expect.element(birthday).toHaveFocus();
  expect(window.localStorage.length).toBe(0);
});

test.for([
  ['full', ['setItem']],
  ['blocked', ['getItem', 'setItem', 'removeItem']],
] as const)(
  'Where the storage of the browser is %s the day is found, and the birthday lives as long as the page.',
  async ([, broken]) => {
    for (const method of broken)
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('No storage', 'SecurityError');
      });
    const { screen, birthday, find, answer } = await renderSameAge();
    await birthday.fill('1988-06-15');
    await find.click();
    await expect.poll(() => answer.element().textContent).toContain('April 4, 2023');
    await expect.poll(() => answer.element().contains(document.activeElement)).toBe(true);
    await screen.getByRole('button', { name: 'Forget My Birthday' }).click();
    await expect.element(birthday).toHaveValue('');
    await expect.element(birthday).toHaveFocus();
  },
);

test.for([
  [
    'future',
    '2026-06-10',
    '2026-02-01',
    "You'll be the same age on June 20, 2026: not yet 1, both of you. You're not yet 1, Luna is 0 in human years.",
    /before the first birthday of either\./,
    'Luna and I will be the same age, not yet 1, on',
    { top: 'both under', figure: '1', bottom: 'year' },
  ],
  [
    'past',
    '2024-09-12',
    '2023-07-17',
    'Luna overtook you on',
    /at 1 year\./,
    'Luna and I were the same age, 1, on',
    { top: 'both', figure: '1', bottom: 'year' },
  ],
] as const)(
  'An age of less than two years reads well, %s: a dog of %s and a person of %s.',
  async ([, dogBorn, born, turn, chart, told, seal]) => {
    const puppy = { ...luna, birthDate: date(dogBorn) };
    const { screen, birthday, find, answer } = await renderSameAge(puppy);
    await birthday.fill(born);
    await find.click();
    await expect.poll(() => answer.element().textContent).toContain(turn);
    await expect.element(screen.getByRole('img', { name: chart })).toBeVisible();
    const card = sameAgeCard(puppy, sameAge(puppy, date(born), today), 'https://wagday.example/');
    expect(card?.share.text).toContain(told);
    expect(card?.content.seal).toEqual(seal);
    expect(`${card?.alt}${answer.element().textContent}`).not.toMatch(/\b0\b(?! in human years)/);
  },
);

test('The day has a card of its own, where it ever comes. @10.17', async () => {
  const { screen, birthday, find } = await renderSameAge();
  await birthday.fill('1988-06-15');
  await find.click();
  await screen.getByRole('button', { name: 'Make a Card' }).click();
  const dialog = screen.getByRole('dialog', { name: 'A Card for You and Luna' });
  await expect.element(dialog.getByLabelText('Your wish')).toHaveValue('Overtaken by a dog, and proud of it.');
  const card = sameAgeCard(luna, sameAge(luna, date('1972-06-15'), today), 'https://wagday.example/');
  expect(card?.content).toMatchObject({
    kicker: 'The same age today:',
    headline: 'Luna',
    lines: ['Monday, June 15, 2026'],
    wish: 'Today we blow out the same candles.',
    seal: { figure: '54' },
  });
  expect(card?.share.text).toBe('Luna and I are the same age today: 54!');
  // A very old person keeps the head start.
  const never = sameAge({ ...luna, size: 'small' }, date('1880-01-01'), today);
  expect(sameAgeCard(luna, never, 'https://wagday.example/')).toBeNull();
});

test('The longest name and the oldest dog stay within the smallest phone.', async () => {
  await page.viewport(320, 800);
  const { screen, birthday, find } = await renderSameAge({
    name: 'W'.repeat(60),
    size: 'small',
    birthDate: date('1987-01-01'),
  });
  await birthday.fill('1930-01-01');
  await find.click();
  await screen.getByText('See the numbers').click();
  for (const animation of document.getAnimations()) animation.finish();
  expect(contentOutside(screen.container)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(320);
});

test.for([
  ['1988-06-15', "You're 38, Luna is about 54 in human years.", 'Luna overtook you about April 4, 2023.'],
  ['1972-06-15', "You're 54, Luna is about 54 in human years.", 'Today you are about the same age!'],
] as const)('The day of a dog whose birthday is a guess is one, too: born %s. @10.139', ([born, ages, turn]) => {
  const dog = { ...luna, birthPrecision: 'guess' } as const;
  expect(sameAgeWords(dog, sameAge(dog, date(born), today), today)).toEqual({ ages, turn });
});
