import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { breeds } from '../../../domain/dogs/breeds.ts';
import type { LinkedDog } from '../../../domain/dogs/linked-dog.ts';
import { date } from '../../../domain/testing/dates.ts';
import { packMessages } from '../../copy/pack-messages.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { photoFile } from '../../testing/canvas.ts';
import { answerRequests, type SeenRequest } from '../../testing/pretend-network.ts';
import { session, storeSession } from '../../testing/pretend-session.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { onePixel, rex } from '../../testing/sample-dogs.ts';
import { dismissToasts } from '../../ui/toaster.tsx';
import { DogForm } from './dog-form.tsx';

const ownerId = session.user.id;

beforeEach(() => storeSession());

async function renderForm(dog: Dog | null = null, linked: LinkedDog | null = null, of = ownerId) {
  const onClose = vi.fn();
  const onReopen = vi.fn();
  const screen = await renderApp(
    <DogForm today={date('2026-06-15')} ownerId={of} {...{ dog, linked, onReopen, onClose }} />,
  );
  return {
    screen,
    onClose,
    onReopen,
    name: screen.getByRole('textbox', { name: 'Name', exact: true }),
    birthday: screen.getByLabelText('Birthday', { exact: true }),
    giant: screen.getByRole('radio', { name: 'Giant (100+ lbs)', exact: true }),
    chosen: screen.getByRole('radio', { checked: true }),
    breed: screen.getByRole('combobox', { name: 'Breed (optional)', exact: true }),
    notes: screen.getByRole('textbox', { name: 'Notes (optional)', exact: true }),
    offer: screen.getByRole('button', { name: 'Set the size to Giant', exact: true }),
    more: screen.getByText(/^More about/),
    precision: screen.getByLabelText('How sure is the birthday?'),
    year: screen.getByLabelText('Born around'),
    gotcha: screen.getByLabelText('Gotcha day (optional)'),
    lastDay: screen.getByLabelText('In memory since (optional)'),
    submit: screen.getByRole('button', { name: dog ? 'Save Changes' : 'Add Dog', exact: true }),
    choose: async () => screen.getByLabelText(/^(Choose a|Change) Photo$/).upload(await photoFile()),
  };
}

test('The form for a new dog is empty, with what must be said first, then the photo, drawn as the dog of the chosen size. @10.55', async () => {
  const { screen, name, birthday, giant, chosen, breed, notes } = await renderForm();
  await expect.element(screen.getByRole('dialog', { name: 'Add New Dog', exact: true })).toBeVisible();
  for (const field of [name, birthday, breed, notes]) await expect.element(field).toHaveValue('');
  await expect.element(chosen).toHaveAccessibleName('Medium (20-50 lbs)');
  const photo = screen.getByRole('group', { name: 'Photo (optional)' }).element();
  for (const field of [name, birthday])
    expect(photo.compareDocumentPosition(field.element())).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  expect(photo.compareDocumentPosition(breed.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const medium = photo.querySelector('svg')?.outerHTML;
  await giant.click();
  await expect.poll(() => photo.querySelector('svg')?.outerHTML).not.toBe(medium);
});

test('On a tablet the box for a photo ends where the birthday beside it does.', async () => {
  await page.viewport(768, 1024);
  const { screen, birthday } = await renderForm();
  const photo = screen.getByRole('group', { name: 'Photo (optional)' }).element().getBoundingClientRect();
  const { right, bottom } = birthday.element().getBoundingClientRect();
  expect(photo.left).toBeGreaterThan(right);
  expect(Math.abs(photo.bottom - bottom)).toBeLessThan(3);
});

test('The form for a known dog is named after it and shows what is known. @2.75', async () => {
  const { screen, name, birthday, giant, breed, notes, submit } = await renderForm(rex);
  await expect.element(screen.getByRole('dialog', { name: "Edit Rex's Profile", exact: true })).toBeVisible();
  await expect.element(name).toHaveValue('Rex');
  await expect.element(birthday).toHaveValue('2020-06-20');
  await expect.element(giant).toBeChecked();
  await expect.element(breed).toHaveValue('Great Dane');
  await expect.element(notes).toHaveValue('Loves cake.\nHates the vacuum cleaner.');
  await expect.element(submit).toBeEnabled();
  // A breed that fits the size has nothing to propose.
  await expect.element(screen.getByText(/^Usually/)).not.toBeInTheDocument();
});

test('A dog can be added once it has a name and a birthday. @5.2', async () => {
  const { screen, name, birthday, submit } = await renderForm();
  await expect.element(submit).toBeDisabled();
  await expect.element(screen.getByText('Still missing: name and birthday')).toBeVisible();
  await name.fill('Rex');
  await expect.element(submit).toBeDisabled();
  await expect.element(screen.getByText('Still missing: birthday')).toBeVisible();
  await birthday.fill('2020-06-20');
  await expect.element(submit).toBeEnabled();
  await name.fill('   ');
  await expect.element(submit).toBeDisabled();
  await name.fill('Rex');
  await expect.element(submit).toBeEnabled();
  await birthday.fill('');
  await expect.element(submit).toBeDisabled();
});

test('Every problem is shown beside its field, the first has the focus, and nothing is sent. @5.11', async () => {
  const requests = answerRequests(() => Response.error());
  const { name, birthday, breed, notes, submit, onClose } = await renderForm();
  const refused = [
    [name, 'W'.repeat(61), 'Rex', 'A little shorter, please: at most 60 characters.'],
    [birthday, '2026-06-16', '2020-06-20', "That day's still ahead. Pick today or earlier."],
    [breed, 'W'.repeat(81), 'Pug', 'A little shorter, please: at most 80 characters.'],
    [notes, 'W'.repeat(2001), 'Sings.', 'A little shorter, please: at most 2000 characters.'],
  ] as const;
  for (const [field, wrong] of refused) await field.fill(wrong);
  await submit.click();
  for (const [field, , , problem] of refused) {
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field).toHaveAccessibleDescription(problem);
  }
  for (const [field, , right] of refused) {
    await submit.click();
    await expect.element(field).toHaveFocus();
    await field.fill(right);
  }
  expect(requests).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

test('A new dog is sent tidied, with nothing for what is empty, and is welcomed. @8.24', async () => {
  const persist = vi.spyOn(navigator.storage, 'persist').mockResolvedValue(true);
  const saved = Promise.withResolvers<Response>();
  const requests = answerRequests(() => saved.promise);
  const { screen, name, birthday, giant, notes, submit, onClose } = await renderForm();
  await name.fill('  Rex  the   Great ');
  await birthday.fill('2020-06-20');
  await giant.click();
  await notes.fill('   ');
  await submit.click();
  await expect.element(screen.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  expect(onClose).not.toHaveBeenCalled();

  const row = {
    user_id: ownerId,
    name: 'Rex the Great',
    size: 'giant',
    birth_date: '2020-06-20',
    birth_precision: 'day',
    gotcha_date: null,
    died_on: null,
    photo_url: null,
    photo_x: null,
    photo_y: null,
    breed: null,
    notes: null,
  };
  // The client makes the id, so that a retry after a lost answer saves the same dog.
  const body = { ...row, id: expect.stringMatching(/^[\da-f-]{36}$/) };
  await expect.poll(() => requests).toEqual([{ method: 'POST', path: '/rest/v1/dogs?select=*', body }]);
  saved.resolve(Response.json({ ...row, id: rex.id, created_at: rex.createdAt }, { status: 201 }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  await expect.element(screen.getByText('Profile created!')).toBeInTheDocument();
  await expect.element(screen.getByText('Welcome to the pack, Rex the Great!')).toBeInTheDocument();
  // From now on there is something to keep.
  expect(persist).toHaveBeenCalledOnce();
});

test('A changed dog is sent under its own id, with its photo.', async () => {
  const persist = vi.spyOn(navigator.storage, 'persist').mockResolvedValue(true);
  const photo_url = '/storage/v1/object/public/dog-photos/a/1.webp';
  const requests = answerRequests(answerSaving);
  const { screen, name, breed, submit, onClose } = await renderForm({ ...rex, photoUrl: photo_url });
  await name.fill('Rexy');
  await breed.fill('');
  await submit.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  await expect.element(screen.getByText('Profile updated!')).toBeInTheDocument();
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({ method: 'PATCH', body: { name: 'Rexy', breed: null, photo_url } });
  expect(requests[0]?.path).toContain(`id=eq.${rex.id}`);
  expect(persist).not.toHaveBeenCalled();
});

test('A save that fails is told above the buttons, and the form stays open with all that was typed. @8.9', async () => {
  answerRequests(() => Response.json({ code: 'PGRSTX00', message: 'boom' }, { status: 500 }));
  const { screen, name, notes, submit, onClose } = await renderForm(rex);
  await name.fill('Rexy');
  await submit.click();
  const said = screen.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Could not save profile.' });
  await expect.element(said).toBeVisible();
  await expect.element(submit).toBeEnabled();
  const { bottom } = said.element().getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual(submit.element().getBoundingClientRect().top);
  await expect.element(name).toHaveValue('Rexy');
  await expect.element(notes).toHaveValue('Loves cake.\nHates the vacuum cleaner.');
  expect(onClose).not.toHaveBeenCalled();
});

test('A filled form that is closed says that it is kept, and comes back with what was typed and a way to start over.', async () => {
  const { screen, name, onClose, onReopen } = await renderForm();
  await name.fill('Rex');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  expect(onClose).toHaveBeenCalledOnce();
  await expect.element(screen.getByText('Kept for you')).toBeInTheDocument();
  (screen.getByRole('button', { name: 'Reopen', includeHidden: true }).element() as HTMLElement).click();
  expect(onReopen).toHaveBeenCalledOnce();
  await screen.unmount();

  const again = await renderForm();
  await expect.element(again.name).toHaveValue('Rex');
  await expect.element(again.screen.getByText('Picked up where you left off.')).toBeVisible();
  // The focus is not on the button that erases the draft.
  await expect.element(again.name).toHaveFocus();
  // Its owner saw the size then, so a breed no longer sets it.
  await again.breed.fill('Great Dane');
  await expect.element(again.chosen).toHaveAttribute('value', 'medium');
  await again.screen.getByRole('button', { name: 'Start Over' }).click();
  await expect.element(again.name).toHaveValue('');
  await expect.element(again.screen.getByText('Picked up where you left off.')).not.toBeInTheDocument();
  await again.screen.getByRole('button', { name: 'Cancel' }).click();
  await again.screen.unmount();
  const empty = await renderForm();
  await expect.element(empty.name).toHaveValue('');
});

test('The form for a new dog opens empty after Cancel, and offers what was typed before until it is taken up.', async () => {
  const first = await renderForm();
  await first.name.fill('Rex');
  await first.screen.getByRole('button', { name: 'Cancel' }).click();
  await first.screen.unmount();
  const { screen, name } = await renderForm();
  await expect.element(name).toHaveValue('');
  await expect.element(name).toHaveFocus();
  await expect.element(screen.getByText('You had begun with Rex.')).toBeVisible();
  // Closed as it is, it leaves what was typed before.
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await screen.unmount();
  const again = await renderForm();
  await again.screen.getByRole('button', { name: 'Pick Up There' }).click();
  await expect.element(again.name).toHaveValue('Rex');
  await expect.element(again.name).toHaveFocus();
  // Its owner saw the size then, so a breed no longer sets it.
  await again.breed.fill('Great Dane');
  await expect.element(again.chosen).toHaveAttribute('value', 'medium');
  await again.screen.getByRole('button', { name: 'Start Over' }).click();
  await expect.element(again.name).toHaveValue('');
  expect(again.screen.getByText('You had begun with Rex.').query()).toBeNull();
});

test('What is typed is kept for each dog apart, the last is offered, nothing is sent, and a form without changes closes silently.', async () => {
  const requests = answerRequests(() => Response.error());
  const closed = async (dog: Dog | null, ...names: string[]) => {
    const { screen, name, notes, onClose } = await renderForm(dog);
    await expect.element(notes).toHaveValue(dog?.notes ?? '');
    for (const typed of names) await name.fill(typed);
    await screen.getByRole('button', { name: 'Cancel' }).click();
    expect(onClose).toHaveBeenCalledOnce();
    return screen;
  };
  const unchanged = await closed(rex, 'Max', 'Rex');
  expect(sessionStorage).toHaveLength(0);
  expect(unchanged.getByText('Kept for you').query()).toBeNull();
  await unchanged.unmount();
  for (const [dog, typed] of [
    [rex, 'Rexy'],
    [null, 'Max'],
  ] as const) {
    const screen = await closed(dog, typed);
    await expect.element(screen.getByText(`What you typed about ${typed} waits in this tab.`)).toBeInTheDocument();
    expect(screen.getByText('Kept for you').elements()).toHaveLength(1);
    await screen.unmount();
  }
  await expect.element((await renderForm(rex)).name).toHaveValue('Rexy');
  expect(requests).toEqual([]);
});

const luna: LinkedDog = {
  name: 'Luna',
  birthDate: '2026-03-01',
  size: 'large',
  breed: 'Boxer mix',
  gotchaDate: '2026-05-20',
};

test('A dog in a link is filled in, with its gotcha day, and what was typed before is offered. @10.342', async () => {
  const first = await renderForm();
  await first.name.fill('Rex');
  await first.screen.unmount();
  const { screen, name, birthday, chosen, breed, submit } = await renderForm(null, luna);
  await expect.element(name).toHaveValue('Luna');
  await expect.element(birthday).toHaveValue('2026-03-01');
  await expect.element(chosen).toHaveAttribute('value', 'large');
  await expect.element(breed).toHaveValue('Boxer mix');
  await expect.element(screen.getByLabelText('Gotcha day (optional)')).toHaveValue('2026-05-20');
  await expect.element(submit).toBeEnabled();
  await screen.getByRole('button', { name: 'Pick Up There' }).click();
  await expect.element(name).toHaveValue('Rex');
});

test('A guessed birthday in a link is saved as one. @10.342', async () => {
  const guessed: LinkedDog = { ...luna, birthDate: '2026-03-01', birthPrecision: 'guess' };
  const requests = answerRequests(() => Response.json([], { status: 201 }));
  const { screen, submit } = await renderForm(null, guessed);
  await expect.element(screen.getByText('We celebrate March 1.')).toBeVisible();
  await expect.element(screen.getByLabelText('How sure is the birthday?')).toHaveValue('guess');
  await submit.click();
  const sent = () => requests.find(({ method }) => method === 'POST')?.body;
  await expect.poll(sent).toMatchObject({ birth_date: '2026-03-01', birth_precision: 'guess' });
});

test('A dog in a link is still there after a reload, and a breed does not change the size that the link said. @10.342', async () => {
  const first = await renderForm(null, { size: 'medium' });
  await first.breed.fill('Great Dane');
  await expect.element(first.chosen).toHaveAttribute('value', 'medium');
  await first.screen.getByRole('button', { name: 'Cancel' }).click();
  await first.screen.unmount();
  sessionStorage.clear();
  const opened = await renderForm(null, luna);
  await opened.screen.unmount();
  const { name, breed } = await renderForm();
  await expect.element(name).toHaveValue('Luna');
  await expect.element(breed).toHaveValue('Boxer mix');
});

test('The breed field suggests the known breeds and takes any other.', async () => {
  const { breed, chosen } = await renderForm();
  const list = (breed.element() as HTMLInputElement).list;
  expect([...(list?.options ?? [])].map(({ value }) => value)).toEqual(breeds);
  await breed.fill('Half wolf, half cushion');
  await expect.element(breed).toHaveValue('Half wolf, half cushion');
  await expect.element(chosen).toHaveAttribute('value', 'medium');
});

test('A known breed proposes its size, visibly, as long as none was chosen. @2.72', async () => {
  const { screen, breed, chosen } = await renderForm();
  const taken = screen.getByText('Usually giant, so we set the size. Change it as you like.');
  await breed.fill('great dane');
  await expect.element(chosen).toHaveAttribute('value', 'giant');
  await expect.element(taken).toBeVisible();
  await breed.fill('Pug');
  await expect.element(chosen).toHaveAttribute('value', 'small');
  await expect.element(taken).not.toBeInTheDocument();
});

test('A size that is known, or that the owner chose by hand, is never overridden, only another one offered. @2.72', async () => {
  const known = await renderForm({ ...rex, size: 'large', breed: null });
  await known.breed.fill('Great Dane');
  await expect.element(known.offer).toBeVisible();
  await expect.element(known.chosen).toHaveAttribute('value', 'large');
  await known.screen.unmount();
  const { screen, breed, chosen, offer } = await renderForm();
  await screen.getByRole('radio', { name: 'Large (50-100 lbs)' }).click();
  await breed.fill('Great Dane');
  await expect.element(offer).toBeVisible();
  await expect.element(chosen).toHaveAttribute('value', 'large');
  await offer.click();
  await expect.element(chosen).toHaveAttribute('value', 'giant');
  await expect.element(offer).not.toBeInTheDocument();
});

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

test('What is told is sent with the dog, which is kept in memory with a quiet word, and taken back from the same form. @10.149', async () => {
  const requests = answerRequests(answerSaving);
  const { screen, onClose, more, precision, gotcha, lastDay, submit } = await renderForm(rex);
  await more.click();
  await precision.selectOptions('Only the year is sure');
  await gotcha.fill('2020-09-01');
  await lastDay.fill('2026-06-10');
  await submit.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  await expect.element(screen.getByText('In memory of Rex')).toBeVisible();
  const told = { birth_precision: 'year', gotcha_date: '2020-09-01', died_on: '2026-06-10' };
  expect(requests[0]?.body).toMatchObject(told);
  await screen.unmount();
  dismissToasts();

  const again = await renderForm({ ...rex, diedOn: date('2026-06-10') });
  await again.screen.getByRole('button', { name: 'Rex Is Still with Us' }).click();
  await expect.element(again.lastDay).toHaveValue('');
  await again.submit.click();
  await expect.element(again.screen.getByText('Profile updated!')).toBeVisible();
});

const publicPath = `${window.location.origin}/storage/v1/object/public/dog-photos/${ownerId}`;

function answerSaving({ method, path, body }: SeenRequest): Response {
  if (path.startsWith('/rest/')) return Response.json([{ ...(body as object), id: rex.id, created_at: rex.createdAt }]);
  return Response.json(method === 'DELETE' ? [] : { Key: 'dog-photos/x', Id: 'x' });
}

/** Opens the form of Rex with that photo. */
const renderPhoto = (photoUrl: string | null = null, photoFocus: Dog['photoFocus'] = null, of = ownerId) =>
  renderForm({ ...rex, photoUrl, photoFocus }, null, of);

function uploadedPaths(requests: SeenRequest[]): string[] {
  const uploads = requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/storage/'));
  return uploads.map(({ path }) => path.replace('/storage/v1/object/dog-photos/', ''));
}

function removedPaths(requests: SeenRequest[]): unknown[] {
  const removals = requests.filter(({ method, path }) => method === 'DELETE' && path.startsWith('/storage/'));
  return removals.flatMap(({ body }) => (body as { prefixes: string[] }).prefixes);
}

test('A chosen photo is uploaded into the own folder, and saved by its public address; only then the former leaves the store. @8.22', async () => {
  const requests = answerRequests(answerSaving);
  const { screen, choose, onClose, submit } = await renderPhoto(`${publicPath}/100.webp`);
  await choose();
  await expect.element(screen.getByText('Photo uploaded!')).toBeInTheDocument();
  const [path] = uploadedPaths(requests);
  expect(path).toMatch(/^1\/\d+\.webp$/);
  expect(removedPaths(requests)).toEqual([]);
  await submit.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  const saved = requests.find(({ method }) => method === 'PATCH');
  expect(saved?.body).toMatchObject({
    photo_url: `${window.location.origin}/storage/v1/object/public/dog-photos/${path}`,
  });
  await expect.poll(() => removedPaths(requests)).toEqual(['1/100.webp']);
});

test('A name that was taken in the same millisecond is passed over.', async () => {
  let uploads = 0;
  const requests = answerRequests((request) => {
    if (request.method === 'POST' && request.path.startsWith('/storage/')) uploads += 1;
    if (uploads !== 1) return answerSaving(request);
    const taken = { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' };
    return Response.json(taken, { status: 400 });
  });
  const { screen, choose } = await renderPhoto();
  await choose();
  await expect.element(screen.getByText('Photo uploaded!')).toBeInTheDocument();
  const [first, second] = uploadedPaths(requests).map((path) => Number(/\d+(?=\.)/.exec(path)?.[0]));
  expect(Number(second) - Number(first)).toBe(1);
});

test('A photo removed from the form is saved as none, and its face goes with it. @10.57', async () => {
  const requests = answerRequests(answerSaving);
  const { screen, onClose, submit } = await renderPhoto(`${publicPath}/100.webp`, { x: 80, y: 20 });
  await screen.getByRole('button', { name: 'Remove Photo' }).click();
  await submit.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  const saved = requests.find(({ method }) => method === 'PATCH')?.body;
  expect(saved).toMatchObject({ photo_url: null, photo_x: null, photo_y: null });
  await expect.poll(() => removedPaths(requests)).toEqual(['1/100.webp']);
});

test('After a photo is chosen the form asks where the face is, and the answer is saved with the photo. @10.57', async () => {
  const requests = answerRequests(answerSaving);
  const { screen, choose, onClose, submit } = await renderPhoto(onePixel, { x: 80, y: 20 });
  const left = screen.getByRole('slider', { name: 'From the left' });
  // The form does not ask about the photo that is already there, unless its owner wants to place the face anew.
  expect(left.query()).toBeNull();
  await screen.getByRole('button', { name: 'Adjust Photo' }).click();
  await expect.element(left).toHaveValue('80');
  await choose();
  await expect.element(left).toHaveValue('50');
  await left.fill('30');
  const preview = screen.getByRole('img', { name: 'Rex, as chosen' });
  await expect.poll(() => (preview.element() as HTMLElement).style.objectPosition).toContain('30%');
  await submit.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(requests.find(({ method }) => method === 'PATCH')?.body).toMatchObject({ photo_x: 30, photo_y: 36 });
});

test('A form that is given up takes its own upload back, even one that is still on its way.', async () => {
  const arrival = Promise.withResolvers<Response>();
  const requests = answerRequests((request) =>
    request.method === 'POST' && request.path.startsWith('/storage/') ? arrival.promise : answerSaving(request),
  );
  const { screen, choose, onClose, submit } = await renderPhoto(`${publicPath}/100.webp`);
  await choose();
  await expect.element(screen.getByRole('status').filter({ hasText: 'Uploading…' })).toBeVisible();
  await expect.element(submit).toBeDisabled();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  expect(onClose).toHaveBeenCalledOnce();
  arrival.resolve(Response.json({ Key: 'x', Id: 'x' }));
  await expect.poll(() => removedPaths(requests)).toEqual(uploadedPaths(requests));
  expect(removedPaths(requests)).not.toContain('1/100.webp');
});

test('A failed upload is told and can be tried again; the old photo stays in the form. @8.8', async () => {
  // As in a browser that could keep the photo.
  vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue({} as ServiceWorker);
  let isBroken = true;
  answerRequests((request) =>
    isBroken && request.path.startsWith('/storage/')
      ? Response.json({ message: 'boom' }, { status: 500 })
      : answerSaving(request),
  );
  const { screen, choose, submit } = await renderPhoto();
  await choose();
  await expect.element(screen.getByText('Upload failed')).toBeInTheDocument();
  await expect.element(screen.getByText('Could not upload photo. Please try again.')).toBeInTheDocument();
  await expect.element(submit).toBeEnabled();
  isBroken = false;
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(screen.getByText('Photo uploaded!')).toBeInTheDocument();
});

test.each([
  ['a full album', 403, '403', 'limit reached: an owner has at most 2500 photos', packMessages.albumFull],
  ['a full disk', 507, '507', 'There is no space left for photos', packMessages.noSpaceForPhotos],
])(
  'A photo that is refused for %s says so, and what is typed stays.',
  async (_, status, statusCode, message, { title, text }) => {
    answerRequests((request) =>
      request.path.startsWith('/storage/') ? Response.json({ statusCode, message }, { status }) : answerSaving(request),
    );
    const { screen, choose, submit, name } = await renderPhoto();
    await choose();
    await expect.element(screen.getByText(title)).toBeInTheDocument();
    await expect.element(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try Again' }).query()).toBeNull();
    await expect.element(name).toHaveValue(rex.name);
    await expect.element(submit).toBeEnabled();
  },
);

test('What is typed and uploaded waits in this tab, only for its owner, until it is saved or given up.', async () => {
  answerRequests(answerSaving);
  const first = await renderPhoto();
  await first.choose();
  await expect.element(first.screen.getByText('Photo uploaded!')).toBeInTheDocument();
  await first.name.fill('Rexy');
  await first.screen.unmount();

  const other = await renderPhoto(null, null, '2');
  await expect.element(other.name).toHaveValue('Rex');
  await other.screen.unmount();
  const second = await renderPhoto();
  await expect.element(second.name).toHaveValue('Rexy');
  await expect.element(second.screen.getByText('Change Photo')).toBeVisible();
  await second.screen.getByRole('button', { name: 'Start Over' }).click();
  await second.screen.unmount();

  const third = await renderPhoto();
  await expect.element(third.name).toHaveValue('Rex');
});

test('Only images are taken, and the reason is shown beside the field. @5.3', async () => {
  const requests = answerRequests(() => Response.error());
  const { screen } = await renderPhoto();
  const choice = screen.getByLabelText('Choose a Photo');
  await choice.upload(new File(['woof'], 'woof.txt', { type: 'text/plain' }));
  await expect.element(choice).toHaveAccessibleDescription('The photo must be an image file.');
  await expect.element(choice).toHaveAttribute('aria-invalid', 'true');
  expect(requests).toEqual([]);
});

test.each([
  ['a finger', true],
  ['a mouse', false],
])('With %s, dropping a picture is offered only where something can be dragged. @10.61', async (_, isCoarse) => {
  answerRequests(answerSaving);
  const real = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query === '(pointer: coarse)' ? ({ matches: isCoarse } as MediaQueryList) : real(query),
  );
  const { screen } = await renderPhoto();
  const hint = screen.getByText('Or drop a picture here.');
  if (isCoarse) await expect.element(hint).not.toBeInTheDocument();
  else await expect.element(hint).toBeVisible();
  const photo = screen.getByRole('group', { name: /Photo/ }).element();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(await photoFile());
  photo.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  await expect.element(screen.getByText('Photo uploaded!')).toBeInTheDocument();
});
