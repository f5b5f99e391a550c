import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { date } from '../../../domain/testing/dates.ts';
import { packMessages } from '../../copy/pack-messages.ts';
import { keepCalculatedDog } from '../../data/drafts/calculated-dog.ts';
import {
  calculatedDogOf,
  calculatedPhotoOf,
  forgetCalculatedDog,
  keepCalculatedPhoto,
} from '../../data/drafts/prepared-dog.ts';
import { changeOf } from '../../data/offline/changes.ts';
import { changeStored } from '../../data/offline/database.ts';
import { dogs } from '../../data/records/dogs.ts';
import { standIn } from '../../testing/browser.ts';
import { emulateReducedMotion } from '../../testing/media.ts';
import { answerAsBackend, type Row } from '../../testing/pretend-backend.ts';
import { answerRequests } from '../../testing/pretend-network.ts';
import { storeSession } from '../../testing/pretend-session.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { rex as anyDog, dogRowOf } from '../../testing/sample-dogs.ts';
import { setToday } from '../../testing/today.ts';
import { dismissToasts } from '../../ui/toaster.tsx';
import { DashboardHeader } from './dashboard-header.tsx';
import { DogCard } from './dog-card.tsx';
import { EditedDog, useDogEditing } from './dog-editing.tsx';
import { Pack } from './pack.tsx';

vi.mock('./dog-card.tsx', { spy: true });

const ownerId = '00000000-0000-4000-8000-00000000000a';

/** The row of a dog that moved in on that day of January. */
function rowOf(name: string, day: number) {
  const [id, createdAt] = [`00000000-0000-4000-8000-00000000000${day}`, `2026-01-0${day}T00:00:00+00:00`];
  return dogRowOf({ ...anyDog, id, name, size: 'medium', breed: null, notes: null, createdAt }, ownerId);
}

/** A card goes before its deletion is sent. A test that ends in between would send it to the backend of the next one. */
async function deletionsAreSent(requests: ReturnType<typeof answerRequests>, count: number) {
  await expect.poll(() => requests.filter(({ method }) => method === 'DELETE').length).toBe(count);
}

const bella = rowOf('Bella', 3);
const rex = rowOf('Rex', 2);
const luna = rowOf('Luna', 1);

const biscuit = { name: 'Biscuit', size: 'small', birthDate: date('2019-06-14') } as const;

beforeEach(async () => {
  // The buttons of the cards are in the window, below the ticket of who is next.
  await page.viewport(1280, 1200);
  setToday(2026, 6, 15);
  storeSession(ownerId);
});
afterEach(() => forgetCalculatedDog());

const planned = vi.fn();

function PackWithForm() {
  const editing = useDogEditing(ownerId);
  const { arrivals, edit, remove, greet } = editing;
  return (
    <>
      <Pack ownerId={ownerId} arrivals={arrivals} onAdded={greet} onEdit={edit} onPlan={planned} onDelete={remove} />
      <EditedDog editing={editing} />
    </>
  );
}

async function renderPack() {
  const screen = await renderApp(
    <>
      <DashboardHeader owner={{ id: ownerId, email: 'robin@example.com', name: null, newEmail: null }} places={null} />
      <PackWithForm />
    </>,
  );
  const names = () =>
    screen
      .getByRole('article')
      .elements()
      .map((card) => card.getAttribute('aria-label'));
  return { screen, names };
}

test('The pack is loaded with one request for the dogs of the owner, and is shown in the order of the answer. @2.60 @4.11', async () => {
  const answer = Promise.withResolvers<Response>();
  const requests = answerRequests(() => answer.promise);
  const { screen, names } = await renderPack();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Loading your pack...');
  // As for an only dog, which has no ticket above its card.
  expect(screen.getByRole('status').element().closest('.skeleton')).not.toBeNull();
  await expect.element(screen.getByRole('heading', { name: 'Your Pack', level: 1 })).toBeVisible();
  answer.resolve(Response.json([bella, rex, luna]));
  await expect.poll(names).toEqual(['Bella', 'Rex', 'Luna']);
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument();
  expect(requests.map(({ method, path }) => [method, path])).toEqual([
    ['GET', `/rest/v1/dogs?select=*&user_id=eq.${ownerId}&order=created_at.desc`],
  ]);
});

test('The icon of the installed app has a badge on the day of a dog, until the pack is gone.', async () => {
  const badge = {
    setAppBadge: vi.fn().mockResolvedValue(undefined),
    clearAppBadge: vi.fn().mockResolvedValue(undefined),
  };
  standIn(badge);
  const opened = async (birthDate: string) => {
    answerAsBackend({ dogs: [{ ...rex, birth_date: birthDate }] });
    const { screen, names } = await renderPack();
    await expect.poll(names).toEqual(['Rex']);
    return screen;
  };
  await (await opened('2020-06-16')).unmount();
  expect(badge.setAppBadge).not.toHaveBeenCalled();
  const screen = await opened('2020-06-15');
  await expect.poll(() => badge.setAppBadge.mock.calls).toHaveLength(1);
  expect(badge.clearAppBadge).not.toHaveBeenCalled();
  await screen.unmount();
  await expect.poll(() => badge.clearAppBadge.mock.calls).toHaveLength(1);
});

test('An empty pack invites the first dog. @2.61 @4.11 @10.64', async () => {
  answerRequests(() => Response.json([]));
  const { screen } = await renderPack();
  await expect.element(screen.getByRole('heading', { name: 'No dogs yet!', exact: true })).toBeVisible();
  const first = screen.getByRole('button', { name: 'Add Your First Dog', exact: true });
  const other = screen.getByRole('button', { name: 'Add New Dog', exact: true });
  // Only one of the two buttons stands out.
  const colourOf = (button: typeof first) => getComputedStyle(button.element()).backgroundColor;
  await expect.poll(() => colourOf(other)).not.toBe(colourOf(first));
  await first.click();
  await expect.element(screen.getByRole('dialog', { name: 'Add New Dog' })).toBeVisible();
});

/** `state.isBroken` refuses photos. */
function answerWithPhotos(state = { isBroken: false }, dogs: Row[] = []) {
  const refusal = () => Response.json({ statusCode: '400', message: 'boom' }, { status: 400 });
  return answerAsBackend({ dogs }, ({ path }) =>
    state.isBroken && path.startsWith('/storage/') ? refusal() : undefined,
  );
}

async function pictureOf(color: string): Promise<Blob> {
  const context = new OffscreenCanvas(400, 400).getContext('2d')!;
  context.fillStyle = color;
  context.fillRect(0, 0, 400, 400);
  return context.canvas.convertToBlob({ type: 'image/webp' });
}

test('One press adds the dog that a visitor prepared, with the photo that is shown, and plans if that was the wish. @2.48', async () => {
  keepCalculatedDog(biscuit, true);
  await keepCalculatedPhoto(biscuit, await pictureOf('red'));
  const { requests } = answerWithPhotos();
  const { screen } = await renderPack();
  const offer = screen.getByRole('region', { name: "Ready to plan Biscuit's party?" });
  await expect.element(offer.getByRole('heading', { name: 'No dogs yet!' })).toBeVisible();
  const shown = () => offer.element().querySelector('img');
  await expect.poll(() => shown()?.naturalWidth).toBe(400);
  // No way to an empty form is beside it but the one that is always there.
  expect(screen.getByRole('button', { name: 'Add Your First Dog' }).query()).toBeNull();
  await offer.getByRole('button', { name: 'Plan Party' }).click();
  await expect.poll(() => planned.mock.lastCall).toMatchObject([biscuit]);
  const [upload, ...rows] = requests.filter(({ method }) => method === 'POST');
  expect(upload?.path).toMatch(`/storage/v1/object/dog-photos/${ownerId}/`);
  expect(rows).toMatchObject([
    { body: { name: 'Biscuit', photo_url: expect.stringContaining(`dog-photos/${ownerId}/`) } },
  ]);
  expect(calculatedDogOf(ownerId)).toBeNull();
  await expect.poll(() => calculatedPhotoOf(biscuit)).toBeNull();
});

test('Without the wish for a party the prepared dog moves in with one press, beside the others, and a guessed birthday stays a guess. @10.324', async () => {
  keepCalculatedDog({ ...biscuit, birthPrecision: 'guess' });
  const { requests } = answerWithPhotos(undefined, [bella]);
  const { screen, names } = await renderPack();
  const offer = screen.getByRole('region', { name: 'Add Biscuit to your pack?' });
  await offer.getByRole('button', { name: 'Add Biscuit' }).click();
  await expect.poll(names).toContain('Biscuit');
  await expect.element(screen.getByText('Profile created!')).toBeVisible();
  expect(screen.getByRole('dialog').query()).toBeNull();
  await expect.element(offer).not.toBeInTheDocument();
  expect(requests.filter(({ method }) => method === 'POST')).toMatchObject([
    { body: { photo_url: null, birth_precision: 'guess' } },
  ]);
});

test('A photo that cannot be uploaded says so, and the same press tries again with it.', async () => {
  keepCalculatedDog(biscuit);
  await keepCalculatedPhoto(biscuit, await pictureOf('red'));
  const state = { isBroken: true };
  const { requests } = answerWithPhotos(state);
  const { screen, names } = await renderPack();
  const add = screen.getByRole('button', { name: 'Add Biscuit' });
  await add.click();
  await expect.element(screen.getByText('Upload failed')).toBeVisible();
  expect(requests.some(({ method, path }) => method === 'POST' && path.includes('/dogs'))).toBe(false);
  state.isBroken = false;
  await add.click();
  await expect.poll(names).toEqual(['Biscuit']);
});

test('Not Now drops what was prepared, and an empty pack invites the first dog.', async () => {
  keepCalculatedDog(biscuit, true);
  await keepCalculatedPhoto(biscuit, await pictureOf('red'));
  answerRequests(() => Response.json([]));
  const { screen } = await renderPack();
  await screen.getByRole('button', { name: 'Not Now' }).click();
  await expect.element(screen.getByRole('button', { name: 'Add Your First Dog' })).toBeVisible();
  expect(calculatedDogOf(ownerId)).toBeNull();
  await expect.poll(() => calculatedPhotoOf(biscuit)).toBeNull();
});

test('Where the browser gives no photo back, the prepared dog is offered without it.', async () => {
  keepCalculatedDog(biscuit);
  answerRequests(() => Response.json([]));
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('', 'InvalidStateError');
  });
  const { screen } = await renderPack();
  const offer = screen.getByRole('region', { name: 'Add Biscuit to your pack?' });
  await expect.element(offer.getByText('We kept the birthday on this device.')).toBeVisible();
  expect(offer.element().querySelector('img')).toBeNull();
});

test('A pack that cannot be loaded says so, is not shown as an empty one, and can be tried again. @8.10 @10.63', async () => {
  let isBroken = true;
  answerRequests(() => (isBroken ? Response.json({ message: 'boom' }, { status: 400 }) : Response.json([rex])));
  const { screen, names } = await renderPack();
  const toast = screen.getByRole('listitem');
  await expect.element(toast.getByText('Error', { exact: true })).toBeVisible();
  await expect.element(toast.getByText('Could not load your dogs. Please try again.')).toBeVisible();
  await expect.element(screen.getByText('No dogs yet!')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('main').getByText('Your dogs are safe.')).toBeVisible();
  // The sentence of the error is only in its toast.
  expect(screen.getByText(packMessages.couldNotLoadDogs.text).elements()).toHaveLength(1);
  isBroken = false;
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await expect.poll(names).toEqual(['Rex']);
});

test('While the pack loads, cards without dogs are in its place, as many as were seen last; where it does not, those are shown and the error is told. @10.62', async () => {
  answerRequests(() => Response.json([bella, rex, luna]));
  const first = await renderPack();
  await expect.poll(first.names).toEqual(['Bella', 'Rex', 'Luna']);
  await first.screen.unmount();

  const answer = Promise.withResolvers<Response>();
  answerRequests(() => answer.promise);
  const { screen, names } = await renderPack();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Loading your pack...');
  expect(screen.container.querySelectorAll('.skeleton > *')).toHaveLength(3);
  answer.resolve(Response.json({ message: 'boom' }, { status: 500 }));
  await expect.element(screen.getByText('Could not load your dogs. Please try again.')).toBeVisible();
  await expect.poll(names).toEqual(['Bella', 'Rex', 'Luna']);
});

test.for([
  ['has deleted it', () => Response.json([bella])],
  // After an Undo that is no error.
  ['has failed', () => Response.json({ message: 'boom' }, { status: 400 })],
] as const)(
  'A deleted dog goes at once, and an Undo waits until the backend %s; double clicks count once. @4.15',
  async ([, deletion]) => {
    const answer = Promise.withResolvers<Response>();
    const { requests } = answerAsBackend({ dogs: [bella, rex] }, ({ method }) =>
      method === 'DELETE' ? answer.promise : undefined,
    );
    const { screen, names } = await renderPack();
    const count = (wanted: string) => requests.filter(({ method }) => method === wanted).length;
    const doubleClick = (name: string) => {
      const button = screen.getByRole('button', { name }).element() as HTMLButtonElement;
      button.click();
      button.click();
    };
    await expect.poll(names).toEqual(['Bella', 'Rex']);
    doubleClick('Delete Bella');
    await expect.poll(names).toEqual(['Rex']);
    await expect.element(screen.getByRole('article', { name: 'Rex' })).toHaveFocus();
    await expect.element(screen.getByText('Dog removed')).toBeVisible();
    doubleClick('Undo');
    await expect.poll(() => count('DELETE')).toBe(1);
    expect(count('POST')).toBe(0);
    answer.resolve(deletion());
    await expect.element(screen.getByText('Bella is home again.')).toBeVisible();
    await expect.poll(names).toEqual(['Bella', 'Rex']);
    // Not awaited: the toast would go by itself.
    expect(screen.getByText('Could not delete profile. Please try again.').query()).toBeNull();
    expect(count('DELETE')).toBe(1);
    expect(count('POST')).toBeLessThan(2);
  },
);

test('A removed card folds away over its place, and without motion it is gone at once.', async () => {
  await emulateReducedMotion('no-preference');
  const { requests } = answerAsBackend({ dogs: [bella, rex, luna] });
  const { screen, names } = await renderPack();
  await expect.poll(names).toEqual(['Bella', 'Rex', 'Luna']);
  const ghosts: Element[] = [];
  const observer = new MutationObserver(() => ghosts.push(...document.querySelectorAll('body > li[inert]')));
  observer.observe(document.body, { childList: true });
  await screen.getByRole('button', { name: 'Delete Bella' }).click();
  await expect.poll(() => ghosts.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Bella')]);
  await expect.poll(() => ghosts[0]?.isConnected).toBe(false);

  await emulateReducedMotion('reduce');
  await screen.getByRole('button', { name: 'Delete Rex' }).click();
  await expect.poll(names).toEqual(['Luna']);
  observer.disconnect();
  expect(ghosts).toHaveLength(1);
  await deletionsAreSent(requests, 2);
});

test('Undo puts a deleted dog back in its place, with its photo and parties, and the focus on its card. @4.16', async () => {
  const photo_url = `${window.location.origin}/storage/v1/object/public/dog-photos/${ownerId}/1.webp`;
  const dog = { ...rex, photo_url };
  const party = { id: 'party', dog_id: rex.id, user_id: ownerId, title: 'Cake', version: 1 };
  const { requests } = answerAsBackend({ dogs: [bella, dog, luna], birthday_celebrations: [party] });
  const removals = () =>
    requests.flatMap(({ method, path, body }) => (method === 'DELETE' && path.startsWith('/storage/') ? [body] : []));
  const { screen, names } = await renderPack();
  await screen.getByRole('button', { name: 'Delete Rex' }).click();
  await expect.poll(names).toEqual(['Bella', 'Luna']);
  await screen.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(names).toEqual(['Bella', 'Rex', 'Luna']);
  await expect.element(screen.getByText('Rex is home again.')).toBeVisible();
  await expect.element(screen.getByRole('article', { name: 'Rex' })).toHaveFocus();
  await expect.element(screen.getByRole('article', { name: 'Rex' })).toBeInViewport();
  const restored = requests.filter(({ method }) => method === 'POST');
  expect(restored.map(({ body }) => body)).toEqual([[dog], [party]]);
  dismissToasts();
  await screen.getByRole('button', { name: 'Delete Rex' }).click();
  await expect.element(screen.getByText('Dog removed')).toBeVisible();
  await deletionsAreSent(requests, 2);
  expect(removals()).toEqual([]);
  // The photo goes once it can no longer be brought back.
  dismissToasts();
  await expect.poll(removals).toEqual([{ prefixes: [`${ownerId}/1.webp`] }]);
});

test('A dog that cannot be deleted comes back to its place. @8.11', async () => {
  answerAsBackend({ dogs: [bella, rex, luna] }, ({ method }) =>
    method === 'DELETE' ? Response.json({ message: 'boom' }, { status: 500 }) : undefined,
  );
  const { screen, names } = await renderPack();
  await screen.getByRole('button', { name: 'Delete Rex' }).click();
  await expect.element(screen.getByText('Could not delete profile. Please try again.')).toBeVisible();
  expect(screen.getByText('Dog removed').query()).toBeNull();
  await expect.poll(names).toEqual(['Bella', 'Rex', 'Luna']);
});

test('The focus goes from a deleted dog to the next card, to the one before, and to the heading, and the page stays where it is.', async () => {
  const { requests } = answerAsBackend({ dogs: [bella, rex, luna] });
  const { screen, names } = await renderPack();
  const cardOf = (name: string) => screen.getByRole('article', { name, exact: true });
  await expect.poll(names).toEqual(['Bella', 'Rex', 'Luna']);
  await screen.getByRole('button', { name: 'Delete Rex' }).click();
  await expect.element(cardOf('Luna')).toHaveFocus();
  const top = window.scrollY;
  await screen.getByRole('button', { name: 'Delete Luna' }).click();
  await expect.element(cardOf('Bella')).toHaveFocus();
  await expect.poll(names).toEqual(['Bella']);
  expect(window.scrollY).toBeLessThanOrEqual(top + 1);
  await screen.getByRole('button', { name: 'Delete Bella' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Your Pack' })).toHaveFocus();
  await expect.element(screen.getByText('Bella has left the pack.')).toBeInTheDocument();
  await deletionsAreSent(requests, 3);
});

const many = Array.from({ length: 14 }, (_, index) => ({
  ...rowOf(`Dog ${String.fromCharCode(65 + index)}`, 1),
  id: `00000000-0000-4000-8000-0000000001${10 + index}`,
}));

test('A new dog, or one whose new name the search or the sort takes elsewhere, is brought into view; a search that would hide it is cleared with a word.', async () => {
  answerAsBackend({ dogs: many });
  const { screen, names } = await renderPack();
  await screen.getByLabelText('Find a dog').fill('Dog C');
  await expect.poll(names).toEqual(['Dog C']);
  await screen.getByRole('button', { name: 'Add New Dog' }).click();
  await screen.getByLabelText('Name').fill('Zorro');
  await screen.getByLabelText('Birthday').fill('2020-06-20');
  await screen.getByRole('button', { name: 'Add Dog' }).click();
  const card = screen.getByRole('article', { name: 'Zorro', exact: true });
  await expect.element(card).toHaveFocus();
  await expect.element(card).toBeInViewport();
  await expect.element(screen.getByLabelText('Find a dog')).toHaveValue('');
  await expect.element(screen.getByText('Your search is cleared, so that you see Zorro.')).toBeVisible();

  await screen.getByLabelText('Sort by').selectOptions('name');
  await screen.getByLabelText('Find a dog').fill('Dog C');
  await expect.poll(names).toEqual(['Dog C']);
  await screen.getByRole('button', { name: 'Edit Dog C' }).click();
  await screen.getByLabelText('Name').fill('Zorro the Second');
  await screen.getByRole('button', { name: 'Save Changes' }).click();
  const renamed = screen.getByRole('article', { name: 'Zorro the Second' });
  await expect.element(renamed).toHaveFocus();
  await expect.element(renamed).toBeInViewport();
  expect(names().at(-1)).toBe('Zorro the Second');
});

test('A dog that was added just now comes first and is greeted once, one that was changed or brought back is not. @4.14 @10.54', async () => {
  await emulateReducedMotion('no-preference');
  const { requests } = answerAsBackend({ dogs: [rex, luna] });
  const { screen, names } = await renderPack();
  const greeted = () => [...document.querySelectorAll('.pack-newcomer > article')].map((card) => card.ariaLabel);
  const lookedUp = () => document.querySelectorAll('.pack-looks-up').length;

  await screen.getByRole('button', { name: 'Edit Luna' }).click();
  await screen.getByLabelText('Name').fill('Lunita');
  await screen.getByRole('button', { name: 'Save Changes' }).click();
  await expect.element(screen.getByRole('article', { name: 'Lunita' })).toBeVisible();
  await expect.element(screen.getByText('Profile updated!')).toBeInTheDocument();
  expect(greeted()).toEqual([]);

  await screen.getByRole('button', { name: 'Add New Dog' }).click();
  await screen.getByLabelText('Name').fill('Zorro');
  await screen.getByLabelText('Birthday').fill('2020-06-20');
  await screen.getByRole('button', { name: 'Add Dog' }).click();
  await expect.poll(greeted).toEqual(['Zorro']);
  expect(lookedUp()).toBe(1);
  expect(names()).toEqual(['Zorro', 'Rex', 'Lunita']);
  await expect.poll(() => requests.slice(-2).map(({ method }) => method)).toEqual(['POST', 'GET']);
  for (const animation of document.getAnimations()) animation.finish();
  await expect.poll(greeted).toEqual([]);
  expect(lookedUp()).toBe(0);

  await screen.getByRole('button', { name: 'Delete Zorro' }).click();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByRole('article', { name: 'Zorro' })).toHaveFocus();
  expect(greeted()).toEqual([]);
});

test('No card is rendered again for a form that opens or closes, or for another dog that goes and comes back.', async () => {
  const five = ['Zoe', 'Mia', 'Luna', 'Bo', 'Rex'].map((name, index) => rowOf(name, 5 - index));
  answerAsBackend({ dogs: five });
  const { screen, names } = await renderPack();
  await expect.poll(names).toHaveLength(5);
  const rendered = vi.mocked(DogCard).mock.calls;
  rendered.length = 0;
  for (const name of ['Edit Rex', 'Add New Dog']) {
    await screen.getByRole('button', { name }).click();
    await expect.element(screen.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  }
  await screen.getByRole('button', { name: 'Delete Bo' }).click();
  await expect.poll(names).toHaveLength(4);
  expect(rendered.map(([{ dog }]) => dog.name)).toEqual([]);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByRole('article', { name: 'Bo' })).toHaveFocus();
  expect([...new Set(rendered.map(([{ dog }]) => dog.name))]).toEqual(['Bo']);
});

test('Dogs in memory are apart from the living, in quiet words, and count for nothing else. @10.146', async () => {
  const life = { birth_date: '2011-05-01', died_on: '2026-04-30' };
  const tom = { ...rowOf('Old Tom', 4), ...life, breed: 'Labrador', notes: 'Best boy.' };
  answerRequests(() => Response.json([bella, tom, rex, luna]));
  const { screen, names } = await renderPack();
  await expect.poll(names).toEqual(['Bella', 'Rex', 'Luna', 'Old Tom']);
  const memory = screen.getByRole('region', { name: 'In Memory' });
  await expect.element(memory.getByText('2011–2026')).toBeVisible();
  await expect.element(memory.getByText('Lived 14 years, 89 in human years.')).toBeVisible();
  expect(memory.element().textContent).not.toMatch(/to go|next|today|almost/i);
  await expect.element(memory.getByText('Medium', { exact: true })).toBeVisible();
  await expect.element(memory.getByText('Labrador', { exact: true })).toBeVisible();
  await expect.element(memory.getByText('Best boy.')).toBeVisible();
  await expect.element(memory.getByRole('button', { name: 'Delete Old Tom' })).toBeVisible();
  await memory.getByRole('button', { name: 'Edit Old Tom' }).click();
  await expect.element(screen.getByRole('dialog', { name: "Edit Old Tom's Profile" })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  const nextUp = screen.getByRole('region', { name: 'Next Up' });
  expect(nextUp.element().textContent).not.toContain('Old Tom');
  await expect.poll(() => localStorage.getItem('wagday-pack-count')).toContain('3');
});

test('Below many dogs those in memory are only their names until they are near the window.', async () => {
  await page.viewport(390, 844);
  const many = Array.from({ length: 60 }, (_, index) => ({
    ...rowOf(`Dog ${index}`, 1),
    id: `00000000-0000-4000-8000-0000000001${String(index).padStart(2, '0')}`,
    died_on: index < 30 ? null : '2026-06-01',
  }));
  answerRequests(() => Response.json(many));
  const { screen, names } = await renderPack();
  await expect.poll(names).toHaveLength(60);
  const memory = screen.getByRole('region', { name: 'In Memory' });
  const inFull = memory.getByRole('button', { name: /^Edit/ });
  expect(inFull.elements()).toEqual([]);
  memory.element().scrollIntoView();
  await expect.element(inFull.first()).toBeVisible();
});

test('A pack with only dogs in memory is not called empty. @10.146', async () => {
  answerRequests(() => Response.json([{ ...luna, died_on: '2026-06-01' }]));
  const { screen, names } = await renderPack();
  await expect.poll(names).toEqual(['Luna']);
  await expect.element(screen.getByRole('heading', { name: 'No dogs yet!' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('region', { name: 'Next Up' })).not.toBeInTheDocument();
});

test('Signing out waits until the server has answered a deletion.', async () => {
  const answer = Promise.withResolvers<Response>();
  const { requests } = answerAsBackend({ dogs: [rex] }, ({ method, path }) =>
    method === 'DELETE' && path.startsWith('/rest/') ? answer.promise : undefined,
  );
  const { screen } = await renderPack();
  await screen.getByRole('button', { name: 'Delete Rex' }).click();
  await deletionsAreSent(requests, 1);
  await screen.getByRole('button', { name: 'Sign Out' }).click();
  expect(window.localStorage.getItem('wagday-goodbye')).toBeNull();
  answer.resolve(Response.json([rex]));
  await expect.poll(() => window.localStorage.getItem('wagday-goodbye')).toBe('wished');
});

test('Signing out asks about unsent changes also before the page has read them. @8.19', async () => {
  answerRequests(() => Response.json([]));
  const change = changeOf(dogs, null, dogs.read(bella));
  await changeStored('changes', ownerId, () => [change]);
  const { screen } = await renderPack();
  await screen.getByRole('button', { name: 'Sign Out' }).click();
  await expect.element(screen.getByText("One change hasn't been saved yet. Sign out and it's gone.")).toBeVisible();
  expect(window.localStorage.getItem('wagday-goodbye')).toBeNull();
});
