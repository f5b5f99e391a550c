import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LinkedDog } from '../../../domain/dogs/linked-dog.ts';
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

async function renderForm(dog: Dog | null = null, linked: LinkedDog | null = null) {
  const onClose = vi.fn();
  const onReopen = vi.fn();
  const screen = await renderApp(
    <DogForm today={date('2026-06-15')} {...{ ownerId, dog, linked, onReopen, onClose }} />,
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
    submit: screen.getByRole('button', { name: dog ? 'Save Changes' : 'Add Dog', exact: true }),
  };
}

test('The form for a new dog is empty, for a medium one.', async () => {
  const { screen, name, birthday, chosen, breed, notes } = await renderForm();
  await expect.element(screen.getByRole('dialog', { name: 'Add New Dog', exact: true })).toBeVisible();
  await expect.element(name).toHaveValue('');
  await expect.element(birthday).toHaveValue('');
  await expect.element(chosen).toHaveAccessibleName('Medium (20-50 lbs)');
  await expect.element(breed).toHaveValue('');
  await expect.element(notes).toHaveValue('');
  await expect.element(notes).toHaveAttribute('rows', '3');
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
});

test('The photo comes first, and its drawing is the dog of the chosen size. @10.55', async () => {
  const { screen, name, giant } = await renderForm();
  const photo = screen.getByRole('group', { name: 'Photo (optional)' }).element();
  expect(photo.compareDocumentPosition(name.element()) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  const medium = photo.querySelector('svg')?.outerHTML;
  await giant.click();
  await expect.poll(() => photo.querySelector('svg')?.outerHTML).not.toBe(medium);
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
  await name.fill('W'.repeat(61));
  await birthday.fill('2026-06-16');
  await breed.fill('W'.repeat(81));
  await notes.fill('W'.repeat(2001));
  await submit.click();
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  await expect.element(name).toHaveAccessibleDescription('A little shorter, please: at most 60 characters.');
  await expect.element(name).toHaveFocus();
  await expect.element(birthday).toHaveAttribute('aria-invalid', 'true');
  await expect.element(birthday).toHaveAccessibleDescription("That day's still ahead. Pick today or earlier.");
  await expect.element(breed).toHaveAttribute('aria-invalid', 'true');
  await expect.element(breed).toHaveAccessibleDescription('A little shorter, please: at most 80 characters.');
  await expect.element(notes).toHaveAttribute('aria-invalid', 'true');
  await expect.element(notes).toHaveAccessibleDescription('A little shorter, please: at most 2000 characters.');
  expect(requests).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

test('Changing a field takes its own problem away and leaves the others.', async () => {
  const { name, breed, submit } = await renderForm(rex);
  await name.fill('W'.repeat(61));
  await breed.fill('W'.repeat(81));
  await submit.click();
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  await name.fill('Rex');
  await expect.element(name).toHaveAttribute('aria-invalid', 'false');
  await expect.element(breed).toHaveAttribute('aria-invalid', 'true');
});

test('The one thing that is refused gets the focus.', async () => {
  const { birthday, notes, submit } = await renderForm(rex);
  await notes.fill('W'.repeat(2001));
  await submit.click();
  await expect.element(notes).toHaveFocus();
  await notes.fill('');
  await birthday.fill('1986-06-14');
  await submit.click();
  await expect.element(birthday).toHaveAttribute('aria-invalid', 'true');
  await expect.element(birthday).toHaveAccessibleDescription('That is more than 40 years ago. Please check the year.');
  await expect.element(birthday).toHaveFocus();
});

test('A new dog is sent tidied, with nothing for what is empty, and is welcomed. @8.24', async () => {
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
});

test.for([
  ['new', 'is', null],
  ['changed', 'is not', rex],
] as const)('After a %s dog the browser %s asked to keep what is stored here.', async ([, is, dog]) => {
  const persist = vi.spyOn(navigator.storage, 'persist').mockResolvedValue(true);
  answerRequests(({ body, method }) => {
    const row = { ...(body as object), id: rex.id, created_at: rex.createdAt };
    return Response.json(method === 'POST' ? row : [row]);
  });
  const { name, birthday, submit, onClose } = await renderForm(dog);
  await name.fill('Rex');
  await birthday.fill('2020-06-20');
  await submit.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(persist).toHaveBeenCalledTimes(is === 'is' ? 1 : 0);
  persist.mockRestore();
});

test('A changed dog is sent under its own id, with its photo.', async () => {
  const photo_url = '/storage/v1/object/public/dog-photos/a/1.webp';
  const requests = answerRequests(({ body }) =>
    Response.json([{ ...(body as object), id: rex.id, created_at: rex.createdAt }]),
  );
  const { screen, name, breed, submit, onClose } = await renderForm({ ...rex, photoUrl: photo_url });
  await name.fill('Rexy');
  await breed.fill('');
  await submit.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  await expect.element(screen.getByText('Profile updated!')).toBeInTheDocument();
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({ method: 'PATCH', body: { name: 'Rexy', breed: null, photo_url } });
  expect(requests[0]?.path).toContain(`id=eq.${rex.id}`);
});

test.each([
  ['is refused', 403, '42501'],
  ['meets a server in trouble', 500, 'PGRSTX00'],
  ['meets too many others', 429, 'PGRST003'],
])(
  'A save that %s is told above the buttons, and the form stays open with all that was typed. @8.9',
  async (_, status, code) => {
    answerRequests(() => Response.json({ code, message: 'boom' }, { status }));
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
  },
);

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

test('Of forms that were closed one after the other, the last one is offered, and nothing is sent.', async () => {
  const requests = answerRequests(() => Response.error());
  for (const [dog, typed] of [
    [rex, 'Rexy'],
    [null, 'Max'],
  ] as const) {
    const { screen, name } = await renderForm(dog);
    await name.fill(typed);
    await screen.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(screen.getByText(`What you typed about ${typed} waits in this tab.`)).toBeInTheDocument();
    expect(screen.getByText('Kept for you').elements()).toHaveLength(1);
    if (dog) await screen.unmount();
  }
  expect(requests).toEqual([]);
});

test('A form in which nothing was changed closes without a word.', async () => {
  const { screen, name, onClose } = await renderForm(rex);
  await name.fill('Max');
  await name.fill('Rex');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  expect(onClose).toHaveBeenCalledOnce();
  expect(sessionStorage).toHaveLength(0);
  await expect.element(screen.getByText('Kept for you')).not.toBeInTheDocument();
});

test('What is typed about one dog is kept apart from what is typed about another.', async () => {
  const first = await renderForm(rex);
  await first.notes.fill('Sings.');
  await first.screen.getByRole('button', { name: 'Cancel' }).click();
  await first.screen.unmount();
  const other = await renderForm();
  await expect.element(other.notes).toHaveValue('');
  await other.name.fill('Luna');
  await other.screen.getByRole('button', { name: 'Cancel' }).click();
  await other.screen.unmount();
  const again = await renderForm(rex);
  await expect.element(again.notes).toHaveValue('Sings.');
});

test('Two clicks in one task, and Enter twice, add one dog and tell of it once.', async () => {
  const answer = Promise.withResolvers<Response>();
  const requests = answerRequests(({ method }) => (method === 'POST' ? answer.promise : Response.json([])));
  const { screen, name, birthday, submit, onClose } = await renderForm();
  await name.fill('Biscuit');
  await birthday.fill('2020-01-01');
  const button = submit.element() as HTMLButtonElement;
  button.click();
  button.click();
  button.form?.requestSubmit();
  button.form?.requestSubmit();
  await expect.poll(() => requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  const [sent] = requests.filter(({ method }) => method === 'POST');
  answer.resolve(
    Response.json({ ...(sent?.body as object), created_at: '2026-06-15T12:00:00+00:00' }, { status: 201 }),
  );
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  await expect.element(screen.getByText('Profile created!')).toBeVisible();
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
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
