import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { date } from '../../../domain/testing/dates.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { rex } from '../../testing/dogs.ts';
import { answerRequests } from '../../testing/network.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { storeSession } from '../../testing/session.ts';
import { dismissToasts } from '../../ui/toaster.tsx';
import { DogForm } from './dog-form.tsx';

const ownerId = '00000000-0000-4000-8000-00000000000a';

beforeEach(() => storeSession(ownerId));
afterEach(() => {
  dismissToasts();
  sessionStorage.clear();
});

async function renderForm(dog: Dog | null = null) {
  const onClose = vi.fn();
  const screen = await renderApp(
    <DogForm onReopen={vi.fn()} ownerId={ownerId} dog={dog} today={date('2026-06-15')} onClose={onClose} />,
  );
  return {
    screen,
    onClose,
    name: screen.getByRole('textbox', { name: 'Name', exact: true }),
    birthday: screen.getByLabelText('Birthday', { exact: true }),
    more: screen.getByText(/^More about/),
    precision: screen.getByLabelText('How sure is the birthday?'),
    year: screen.getByLabelText('Born around'),
    gotcha: screen.getByLabelText('Gotcha day (optional)'),
    lastDay: screen.getByLabelText('In memory since (optional)'),
    submit: screen.getByRole('button', { name: dog ? 'Save Changes' : 'Add Dog', exact: true }),
  };
}

test('For an exact birthday the form is as short as ever: the rest is folded, under the name of the dog. @10.142', async () => {
  const { name, more, precision } = await renderForm();
  await expect.element(more).toHaveTextContent('More about your dog');
  await expect.element(precision).not.toBeInTheDocument();
  await name.fill(' Luna ');
  await expect.element(more).toHaveTextContent('More about Luna');
  await more.click();
  await expect.element(precision).toHaveDisplayValue('We know the exact day');
});

test('What is told already is open. @10.142', async () => {
  for (const told of [
    { birthPrecision: 'month' },
    { gotchaDate: date('2020-09-01') },
    { diedOn: date('2026-06-01') },
  ] as const) {
    const { screen, precision } = await renderForm({ ...rex, ...told });
    await expect.element(precision).toBeVisible();
    await screen.unmount();
    sessionStorage.clear();
  }
});

test('A guess is made with a year, and a day that is offered for it. @10.143', async () => {
  const { screen, name, more, precision, year, gotcha, submit } = await renderForm();
  await name.fill('Luna');
  await more.click();
  await precision.selectOptions('It is a guess');
  await expect.element(screen.getByText(/^Every party needs a day/)).toBeVisible();
  await year.selectOptions('2022, about 4 years old');
  await expect.element(screen.getByText('Around 2022. We celebrate May 1.')).toBeVisible();
  const may = screen.getByRole('button', { name: 'The First of May' });
  const home = screen.getByRole('button', { name: 'Gotcha Day' });
  await expect.element(may).toHaveAttribute('aria-pressed', 'true');
  await expect.element(home).not.toBeInTheDocument();
  await gotcha.fill('2024-08-20');
  await home.click();
  await expect.element(screen.getByText('Around 2022. We celebrate August 20.')).toBeVisible();
  await expect.element(home).toHaveAttribute('aria-pressed', 'true');
  await expect.element(screen.getByText(`We'll celebrate August 20 and say "about" with every age.`)).toBeVisible();
  await expect.element(submit).toBeEnabled();
});

test('A dog may celebrate on August 1 by one press, and the day that was there before stays on offer. @10.143', async () => {
  const { screen, precision, year } = await renderForm({ ...rex, birthPrecision: 'guess' });
  const own = screen.getByRole('button', { name: 'June 20' });
  await expect.element(own).not.toBeInTheDocument();
  await year.selectOptions('2019, about 7 years old');
  await screen.getByRole('button', { name: 'August 1, like Many Shelter Dogs' }).click();
  await expect.element(screen.getByText('Around 2019. We celebrate August 1.')).toBeVisible();
  await expect.element(own).toHaveAttribute('aria-pressed', 'false');
  await own.click();
  await expect.element(own).toHaveFocus();
  await expect.element(screen.getByText('Around 2019. We celebrate June 20.')).toBeVisible();
  await precision.selectOptions('We know the exact day');
  await expect.element(own).not.toBeInTheDocument();
});

test('Of a month, its first day and its middle are offered. @10.143', async () => {
  const { screen, precision, more } = await renderForm(rex);
  await more.click();
  await precision.selectOptions('Only the month is sure');
  await screen.getByRole('button', { name: 'The First of June' }).click();
  await expect.element(screen.getByText('June 2020. We celebrate June 1.')).toBeVisible();
  await screen.getByRole('button', { name: 'The Middle of June' }).click();
  await expect.element(screen.getByText('June 2020. We celebrate June 15.')).toBeVisible();
});

test('A day that is only celebrated does not pass for the day of birth: it is told in words, and asked for on request. @10.141', async () => {
  const { screen, birthday, precision, submit } = await renderForm({ ...rex, birthPrecision: 'year' });
  const words = screen.getByText('2020. We celebrate June 20.', { exact: true });
  await expect.element(words).toBeVisible();
  await expect.element(birthday).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Change the birthday' }).click();
  await expect.element(birthday).toHaveFocus();
  await expect.element(birthday).toHaveValue('2020-06-20');
  await birthday.fill('2020-06-21');
  await expect.element(birthday).toHaveFocus();
  await precision.selectOptions('We know the exact day');
  await expect.element(birthday).toHaveValue('2020-06-21');
  await precision.selectOptions('Only the month is sure');
  await expect.element(screen.getByText('June 2020. We celebrate June 21.')).toBeVisible();
  await expect.element(birthday).not.toBeInTheDocument();
  await expect.element(submit).toBeEnabled();
});

test('A day that cannot be is never told in words. @10.141', async () => {
  const { birthday, submit } = await renderForm({ ...rex, birthPrecision: 'year', birthDate: date('2026-06-16') });
  await expect.element(birthday).toHaveValue('2026-06-16');
  await expect.element(submit).toBeEnabled();
});

test('What is told is sent with the dog.', async () => {
  const requests = answerRequests(({ body }) =>
    Response.json([{ ...(body as object), id: rex.id, created_at: rex.createdAt }]),
  );
  const { onClose, more, precision, gotcha, submit } = await renderForm(rex);
  await more.click();
  await precision.selectOptions('Only the year is sure');
  await gotcha.fill('2020-09-01');
  await submit.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(requests[0]?.body).toMatchObject({ birth_precision: 'year', gotcha_date: '2020-09-01', died_on: null });
});

test('A day that cannot be has its problem beside it, also where it was folded away, and the focus. @10.144', async () => {
  const requests = answerRequests(() => Response.error());
  const { birthday, more, gotcha, lastDay, submit } = await renderForm(rex);
  await more.click();
  await gotcha.fill('2020-06-19');
  await lastDay.fill('2026-06-16');
  await more.click();
  await expect.element(gotcha).not.toBeVisible();
  await submit.click();
  await expect.element(gotcha).toHaveFocus();
  await expect.element(gotcha).toHaveAccessibleDescription(/^That is before the birthday above/);
  await expect.element(lastDay).toHaveAccessibleDescription(/^That day's still ahead/);
  await birthday.fill('2020-06-01');
  await lastDay.fill('2020-06-10');
  await submit.click();
  await expect.element(gotcha).toHaveAccessibleDescription(/^That is after the last day below/);
  expect(requests).toEqual([]);
});

test('A dog is kept in memory with a quiet word, and taken back from the same form. @10.149', async () => {
  answerRequests(({ body }) => Response.json([{ ...(body as object), id: rex.id, created_at: rex.createdAt }]));
  const { screen, onClose, more, lastDay, submit } = await renderForm(rex);
  await more.click();
  await lastDay.fill('2026-06-10');
  await submit.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  await expect.element(screen.getByText('In memory of Rex')).toBeVisible();
  await screen.unmount();
  dismissToasts();

  const again = await renderForm({ ...rex, diedOn: date('2026-06-10') });
  await again.screen.getByRole('button', { name: 'Rex Is Still with Us' }).click();
  await expect.element(again.lastDay).toHaveValue('');
  await again.submit.click();
  await expect.element(again.screen.getByText('Profile updated!')).toBeVisible();
});

test('What is typed into the fold is kept with the draft.', async () => {
  const { screen, name, more, precision } = await renderForm();
  await name.fill('Luna');
  await more.click();
  await precision.selectOptions('It is a guess');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await screen.unmount();
  const again = await renderForm();
  await again.screen.getByRole('button', { name: 'Pick Up There' }).click();
  await expect.element(again.precision).toHaveDisplayValue('It is a guess');
});
