import { useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { date } from '../../../domain/testing/dates.ts';
import { type Party, parties } from '../../data/records/parties.ts';
import type { Portrait } from '../../data/records/portraits.ts';
import { columnsOf } from '../../data/records/rows.ts';
import { recordsQuery } from '../../data/use-records.tsx';
import { answerAsBackend } from '../../testing/backend.ts';
import { photoFile } from '../../testing/canvas.ts';
import { onePixel, rex } from '../../testing/dogs.ts';
import type { SeenRequest } from '../../testing/network.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { cakeDay, portraitOn } from '../../testing/parties.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { storeSession } from '../../testing/session.ts';
import { dismissToasts } from '../../ui/toaster.tsx';
import { Memory, PhotoOfTheDay } from './memory.tsx';

const ownerId = '00000000-0000-4000-8000-00000000000a';
const photos = `${window.location.origin}/storage/v1/object/public/dog-photos/${ownerId}/`;
const firstSwim: Party = { ...cakeDay, title: 'First Swim', celebrationDate: date('2026-06-14') };

beforeEach(() => storeSession(ownerId));
afterEach(() => {
  dismissToasts();
  localStorage.clear();
});

function Shown({ as, portraits }: { as: 'card' | 'page'; portraits: readonly Portrait[] }) {
  const { data: [party] = [] } = useQuery(recordsQuery(ownerId, parties));
  if (!party) return null;
  if (as === 'page') return <PhotoOfTheDay ownerId={ownerId} dog={rex} party={party} />;
  return (
    // With the margin of the album, over which the stamp reaches.
    <ul className="p-4">
      <Memory ownerId={ownerId} dog={rex} party={party} portraits={portraits} held={[party]} />
    </ul>
  );
}

/** Renders a party as the backend has it. `refuse` may answer a request in its place. */
async function open(
  as: 'card' | 'page',
  party: Party = firstSwim,
  refuse: (request: SeenRequest) => Response | undefined = () => undefined,
  portraits: readonly Portrait[] = [],
) {
  const row = { ...columnsOf(parties, party), id: party.id, user_id: ownerId, created_at: party.createdAt };
  const backend = answerAsBackend({ birthday_celebrations: [row] }, (request) => {
    const refusal = refuse(request);
    if (refusal || !request.path.startsWith('/storage/')) return refusal;
    return Response.json(request.method === 'DELETE' ? [] : { Key: 'dog-photos/x', Id: 'x' });
  });
  const screen = await renderApp(
    <main>
      <h1>Parties</h1>
      <Shown as={as} portraits={portraits} />
    </main>,
  );
  const removed = () =>
    backend.requests.filter(({ method, path }) => method === 'DELETE' && path.startsWith('/storage/'));
  return { screen, removed, photo: () => backend.rows('birthday_celebrations')[0]?.memory_photo_url };
}

test('A memory has its stamp, is said to be celebrated, and leads to its party. @10.79', async () => {
  const { screen } = await open('card');
  const link = screen.getByRole('link', { name: /^First Swim ?Celebrated: June 14, 2026/ });
  await expect.element(link).toHaveAttribute('href', `#party=${firstSwim.id}`);
});

test('A photo that is added to a memory is kept with its party, and asked for no more. @10.80', async () => {
  const { screen, photo } = await open('card');
  const button = screen.getByLabelText('Add a Photo of First Swim');
  await expect.element(button).toBeInTheDocument();
  (button.element() as HTMLElement).focus();
  await button.upload(await photoFile());
  await expect.element(screen.getByText('What a day!')).toBeVisible();
  expect(photo()).toMatch(new RegExp(`^${photos}\\d+\\.webp$`));
  const link = screen.getByRole('link');
  await expect.element(link).toHaveFocus();
  await expect.element(button).not.toBeInTheDocument();
});

test('The photo of the day takes the place of the dog, and is described. @10.80', async () => {
  const { screen } = await open('card', { ...firstSwim, memoryPhotoUrl: onePixel });
  const link = screen.getByRole('link', { name: /^Photo of the day: ?First Swim/ });
  await expect.element(link.getByRole('img')).toHaveAttribute('src', onePixel);
});

test('The print shows the face where the stamp of the day has it, unless the stamp has another photo. @10.80', async () => {
  const kept = portraitOn('2026-06-14', null);
  const ofFace = { ...kept, photoFocus: { x: 20, y: 80 } };
  const party = { ...firstSwim, memoryPhotoUrl: onePixel };
  const { screen } = await open('card', party, undefined, [ofFace]);
  const picture = screen.getByRole('img', { name: 'Photo of the day:' });
  await expect.element(picture).toHaveAttribute('style', expect.stringContaining('object-position'));
  await screen.unmount();
  const other = await open('card', party, undefined, [{ ...ofFace, photoUrl: `${photos}2.webp` }]);
  await expect.element(other.screen.getByRole('img', { name: 'Photo of the day:' })).toBeVisible();
  expect(other.screen.getByRole('img', { name: 'Photo of the day:' }).element()).not.toHaveAttribute('style');
});

test('A file that is no picture is refused beside the button. @10.81', async () => {
  const { screen, photo } = await open('page');
  const button = screen.getByLabelText('Add the Photo of the Day');
  await button.upload(new File(['no picture'], 'day.png', { type: 'text/plain' }));
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The photo must be an image file.');
  await expect.element(button).toHaveAccessibleDescription('The photo must be an image file.');
  expect(photo()).toBeNull();
});

test('A photo that cannot be saved says so, and is saved by another try without a new upload. @10.81', async () => {
  let isDown = true;
  const { screen, photo } = await open('page', firstSwim, ({ method }) =>
    isDown && method === 'PATCH' ? Response.json({ message: 'boom' }, { status: 400 }) : undefined,
  );
  await screen.getByLabelText('Add the Photo of the Day').upload(await photoFile());
  await expect.element(screen.getByText('Could not save celebration. Please try again.')).toBeVisible();
  isDown = false;
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(screen.getByLabelText('Change Photo')).toBeInTheDocument();
  expect(photo()).toContain(photos);
});

test('A photo is replaced; the one before it is deleted only when it can no longer be brought back. @10.81', async () => {
  const before = `${photos}1.webp`;
  const { screen, removed, photo } = await open('page', { ...firstSwim, memoryPhotoUrl: before });
  await screen.getByLabelText('Change Photo').upload(await photoFile());
  await expect.element(screen.getByText('First Swim has its photo.')).toBeVisible();
  expect(photo()).not.toBe(before);
  expect(removed()).toEqual([]);
  dismissToasts();
  await expect.poll(() => removed().map(({ body }) => body)).toEqual([{ prefixes: [`${ownerId}/1.webp`] }]);
});

test('A photo that was removed comes back by Undo. @10.81', async () => {
  const before = `${photos}1.webp`;
  const { screen, removed, photo } = await open('page', { ...firstSwim, memoryPhotoUrl: before });
  await screen.getByRole('button', { name: 'Remove Photo' }).click();
  await expect.element(screen.getByLabelText('Add the Photo of the Day')).toHaveFocus();
  expect(photo()).toBeNull();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByLabelText('Change Photo')).toBeInTheDocument();
  expect(photo()).toBe(before);
  dismissToasts();
  expect(removed()).toEqual([]);
});

test('A photo that is removed by a double press comes back by Undo, and stays.', async () => {
  const before = `${photos}1.webp`;
  const { screen, removed, photo } = await open('page', { ...firstSwim, memoryPhotoUrl: before });
  const button = screen.getByRole('button', { name: 'Remove Photo' });
  await expect.element(button).toBeVisible();
  const element = button.element() as HTMLElement;
  element.click();
  element.click();
  await expect.element(screen.getByLabelText('Add the Photo of the Day')).toBeInTheDocument();
  await screen.getByRole('button', { name: 'Undo' }).first().click();
  await expect.element(screen.getByLabelText('Change Photo')).toBeInTheDocument();
  expect(photo()).toBe(before);
  dismissToasts();
  await expect.element(screen.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  expect(removed()).toEqual([]);
});

test.for([320, 390, 1280])('The longest words stay within a memory in a window %i wide.', async (width) => {
  await page.viewport(width, 800);
  const { screen } = await open('card', { ...firstSwim, title: 'W'.repeat(120) });
  await expect.element(screen.getByRole('link')).toBeVisible();
  expect(contentOutside(screen.getByRole('list').element())).toEqual([]);
});
