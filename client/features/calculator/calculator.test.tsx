import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { birthdayReport } from '../../../domain/celebrations/birthday-report.ts';
import { date } from '../../../domain/testing/dates.ts';
import { calculatedDogOf, calculatedPhotoOf, forgetCalculatedDog } from '../../data/drafts/prepared-dog.ts';
import { offerShareSheet } from '../../testing/browser.ts';
import { photoFile } from '../../testing/canvas.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { setToday } from '../../testing/today.ts';
import { dismissToasts, Toaster } from '../../ui/toaster.tsx';
import { Calculator } from './calculator.tsx';
import { ReportActions, ReportRows } from './report.tsx';

// With reduced motion the report appears at once. reveal.test.tsx tests how it is revealed.
beforeEach(() => setToday(2026, 6, 15));
afterEach(() => forgetCalculatedDog());

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
  const small = screen.getByRole('radio', { name: 'Small (<20 lbs)' });
  const calculateFor = async (date: string, dogName = 'Rex', isSmall = false) => {
    await name.fill(dogName);
    await birthday.fill(date);
    if (isSmall) await small.click();
    await calculate.click();
  };
  return {
    ...{ screen, name, birthday, small, calculate, calculateFor },
    medium: screen.getByRole('radio', { name: 'Medium (20-50 lbs)' }),
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

test('What is missing is told in a toast and beside each field, the first with the focus, until that is changed. @5.1 @8.1', async () => {
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
  await name.fill('Rex');
  await expect.element(name).toHaveAttribute('aria-invalid', 'false');
  await expect.element(screen.getByText('Please tell us the name.')).not.toBeInTheDocument();
  await calculate.click();
  await expect.element(birthday).toHaveFocus();
  await expect.element(screen.getByText('Woof! Missing info')).toBeVisible();
});

test('The report says every thing about the dog, and the toast its human years. @2.40', async () => {
  const { screen, calculateFor, report } = await renderCalculator();
  await calculateFor('2019-06-14', '  Rex  ', true);
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

test('Enter in a field calculates, too, and the report of a puppy says its age in months.', async () => {
  const { name, birthday, report } = await renderCalculator();
  await birthday.fill('2026-01-20');
  await name.fill('Rex');
  await userEvent.keyboard('{Enter}');
  await expect.element(report.getByText('· 4 months old')).toBeVisible();
});

test('Each calculation throws confetti, which is gone when it has fallen, and the report keeps its name until the next. @4.19', async () => {
  const { screen, name, calculate, confetti, calculateFor } = await renderCalculator();
  const reportOf = (dog: string) => screen.getByRole('region', { name: `${dog}'s Birthday Report` });
  await calculateFor('2020-02-29');
  await expect.poll(confetti).not.toBeNull();
  const first = confetti();
  await name.fill('Bella');
  await expect.element(reportOf('Rex')).toBeVisible();
  await calculate.click();
  await expect.element(reportOf('Bella')).toBeVisible();
  await expect.element(reportOf('Rex')).not.toBeInTheDocument();
  await expect.poll(confetti).not.toBe(first);
  expect(confetti()).not.toBeNull();
  confetti()?.getAnimations()[0]?.finish();
  await expect.poll(confetti).toBeNull();
});

test('A wrong birthday and a name of 61 characters are refused beside their fields, and take the earlier report and its toast away. @5.11 @9.25', async () => {
  const { screen, name, birthday, report, confetti, calculateFor } = await renderCalculator();
  await calculateFor('2020-02-29');
  await expect.element(report).toBeVisible();
  await calculateFor('2026-06-16', 'W'.repeat(61));
  await expect.element(name).toHaveAccessibleDescription('A little shorter, please: at most 60 characters.');
  await expect.element(birthday).toHaveAccessibleDescription("That day's still ahead. Pick today or earlier.");
  for (const field of [name, birthday]) await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(report).not.toBeInTheDocument();
  expect(confetti()).toBeNull();
  expect(screen.getByText('Birthday calculated!').query()).toBeNull();
  await calculateFor('1986-06-14');
  await expect.element(birthday).toHaveFocus();
  await expect.element(birthday).toHaveAccessibleDescription('That is more than 40 years ago. Please check the year.');
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

test('A number that is still to come is almost reached, in the report and its chart, and the toast says that it is rounded up. @8.21', async () => {
  setToday(2026, 9, 13);
  const { screen, calculateFor, report } = await renderCalculator();
  await calculateFor('2019-06-14', 'Biscuit', true);
  await expect.element(report).toBeVisible();
  expect(figure(report.element(), 'human years')).toBe('almost 45');
  await expect.element(screen.getByText('Biscuit is 45 in human years, rounded up.', { exact: true })).toBeVisible();
  await report.getByText('In numbers').click();
  await expect.element(screen.getByRole('img', { name: /Biscuit is at almost 45\.$/ })).toBeInTheDocument();
});

test('What was typed and reported is there again when the page comes back, quietly.', async () => {
  const before = await renderCalculator();
  await before.calculateFor('2019-06-14', 'Biscuit', true);
  await expect.element(before.report).toBeVisible();
  await before.name.fill('Moose');
  await before.screen.unmount();
  dismissToasts();

  const { screen, name, birthday, report, confetti } = await renderCalculator();
  await expect.element(name).toHaveValue('Moose');
  await expect.element(birthday).toHaveValue('2019-06-14');
  await expect.element(report).toHaveAccessibleName("Biscuit's Birthday Report");
  expect(screen.getByText('Birthday calculated!').query()).toBeNull();
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

test('The day can be taken back in the moment in which the age appears. @10.324', async () => {
  const { screen, birthday, age, notSure } = await renderCalculator();
  const back = screen.getByRole('button', { name: 'I know the day' });
  // Called right after the page has changed, before anything else is.
  const observer = new MutationObserver(() => {
    if (!age.query()) return;
    observer.disconnect();
    (back.element() as HTMLElement).click();
  });
  observer.observe(screen.container, { childList: true, subtree: true });
  await notSure.click();
  await expect.element(birthday).toHaveFocus();
});

const dog = { name: 'Biscuit', size: 'small', birthDate: date('2019-06-14') } as const;
const today = date('2026-06-15');
const report = birthdayReport(dog, today);

async function renderActions() {
  const onCelebrate = vi.fn();
  const screen = await renderApp(
    <>
      <ReportActions dog={dog} report={report} onCelebrate={onCelebrate} />
      <ReportRows dog={dog} today={today} />
    </>,
  );
  return { screen, onCelebrate };
}

test('The share sheet gets the birthday card with the words, where it takes pictures. @10.116', async () => {
  const share = offerShareSheet();
  const { screen } = await renderActions();
  // The first key or touch starts the drawing.
  await userEvent.keyboard('{Shift}');
  const button = screen.getByRole('button', { name: 'Share' });
  await expect
    .poll(async () => {
      await button.click();
      return share.mock.lastCall?.[0].files?.[0]?.name;
    })
    .toBe('biscuit-birthday-card.png');
  expect(share.mock.lastCall?.[0]).toMatchObject({
    title: "Biscuit's Birthday Report",
    text: expect.stringMatching(/^Biscuit is 44 in human years!/),
    url: `${window.location.origin}/#calculator`,
  });
});

test('The next celebration, or all of three years, goes into a calendar without an account. @10.151', async () => {
  const { screen } = await renderActions();
  await screen.getByText('Add to Calendar').click();
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const made = vi.spyOn(URL, 'createObjectURL');
  const textOf = async (name: string) => {
    await screen.getByRole('button', { name }).click();
    return (made.mock.lastCall![0] as File).text();
  };
  const file = await textOf('Apple or Other: Next celebration, September 14, 2026');
  expect(file).toContain('SUMMARY:Biscuit turns 45 in human years\r\n');
  const again = await textOf('Apple or Other: Next celebration, September 14, 2026');
  const uidOf = (text: string) => /^UID:.*$/m.exec(text)?.[0];
  expect([uidOf(again), save.mock.calls.length]).toEqual([uidOf(file), 2]);
  const all = await textOf('All Celebrations for 3 Years');
  expect(all.match(/^BEGIN:VEVENT/gm)).toHaveLength(12);
});

test('Celebrate leads into planning, and the wish for a party is kept until the sign-in. @2.48', async () => {
  const { screen, onCelebrate } = await renderActions();
  await screen.getByRole('button', { name: 'Celebrate' }).click();
  expect(onCelebrate).toHaveBeenCalledOnce();
  const way = screen.getByRole('link', { name: 'Plan Party' });
  await expect.element(way).toHaveAttribute('href', '/auth?join');
  await expect.element(way).toHaveFocus();
  const stay = (press: MouseEvent) => press.preventDefault();
  window.addEventListener('click', stay, { once: true });
  await way.click();
  expect(calculatedDogOf('an owner')).toEqual({ dog, wantsParty: true });
});

test('A photo that is put on the card is kept for the sign-up, shows the way into planning, and is there when the card is opened again. @2.47', async () => {
  const { screen } = await renderActions();
  await screen.getByRole('button', { name: 'Photo' }).click();
  const dialog = screen.getByRole('dialog', { name: 'A Birthday Card for Biscuit' });
  const card = dialog.getByRole('img', { name: /^Birthday card with a picture of Biscuit.*44 in human years/ });
  await expect.element(card).toBeVisible();
  await expect
    .element(dialog.getByText('A photo chosen here stays on this device, for two days at most.'))
    .toBeVisible();
  await userEvent.upload(dialog.getByLabelText('Choose a Photo'), await photoFile());
  await expect.element(dialog.getByRole('button', { name: 'Adjust Photo' })).toHaveFocus();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const way = screen.getByRole('link', { name: 'Plan Party' });
  await expect.element(way).toBeVisible();
  await expect.element(way).not.toHaveFocus();
  expect((await calculatedPhotoOf(dog))?.type).toBe('image/webp');

  await screen.getByRole('button', { name: 'Photo' }).click();
  await dialog.getByRole('button', { name: 'Adjust Photo' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => calculatedPhotoOf(dog)).toBeNull();
});

test('Where the browser stores nothing, the photo is on the card all the same.', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('', 'InvalidStateError');
  });
  const { screen } = await renderActions();
  await screen.getByRole('button', { name: 'Photo' }).click();
  await userEvent.upload(screen.getByLabelText('Choose a Photo'), await photoFile());
  await expect.element(screen.getByRole('button', { name: 'Adjust Photo' })).toBeVisible();
  await screen.getByRole('button', { name: 'Close' }).click();
  await expect.element(screen.getByRole('link', { name: 'Plan Party' })).toBeVisible();
});

test('Celebrate throws new confetti, also while the first is falling.', async () => {
  const { screen, confetti, calculateFor } = await renderCalculator();
  await calculateFor('2019-06-14');
  await expect.poll(confetti).not.toBeNull();
  const first = confetti();
  await screen.getByRole('button', { name: 'Celebrate' }).click();
  await expect.poll(confetti).not.toBe(first);
  expect(confetti()).not.toBeNull();
});
