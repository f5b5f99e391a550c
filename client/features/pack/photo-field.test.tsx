import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PhotoFocus } from '../../../domain/dogs/photo-focus.ts';
import { date } from '../../../domain/testing/dates.ts';
import { packMessages } from '../../copy/pack-messages.ts';
import { photoFile } from '../../testing/canvas.ts';
import { onePixel, rex } from '../../testing/dogs.ts';
import { answerRequests, type SeenRequest } from '../../testing/network.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { storeSession } from '../../testing/session.ts';
import { dismissToasts } from '../../ui/toaster.tsx';
import { DogForm } from './dog-form.tsx';

const ownerId = '1';
const publicPath = `${window.location.origin}/storage/v1/object/public/dog-photos/${ownerId}`;

beforeEach(() => storeSession());
afterEach(dismissToasts);

function answerSaving({ method, path, body }: SeenRequest): Response {
  if (path.startsWith('/rest/')) return Response.json([{ ...(body as object), id: rex.id, created_at: rex.createdAt }]);
  return Response.json(method === 'DELETE' ? [] : { Key: 'dog-photos/x', Id: 'x' });
}

async function renderForm(photoUrl: string | null = null, photoFocus: PhotoFocus | null = null) {
  const onClose = vi.fn();
  const screen = await renderApp(
    <DogForm
      onReopen={vi.fn()}
      ownerId={ownerId}
      dog={{ ...rex, photoUrl, photoFocus }}
      today={date('2026-06-15')}
      onClose={onClose}
    />,
  );
  const choose = async () => screen.getByLabelText(/^(Choose a|Change) Photo$/).upload(await photoFile());
  return { screen, onClose, choose };
}

function uploadedPaths(requests: SeenRequest[]): string[] {
  const uploads = requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/storage/'));
  return uploads.map(({ path }) => path.replace('/storage/v1/object/dog-photos/', ''));
}

function removedPaths(requests: SeenRequest[]): unknown[] {
  const removals = requests.filter(({ method, path }) => method === 'DELETE' && path.startsWith('/storage/'));
  return removals.flatMap(({ body }) => (body as { prefixes: string[] }).prefixes);
}

test('A chosen photo is uploaded into the own folder, and saved by its public address. @8.22', async () => {
  const requests = answerRequests(answerSaving);
  const { screen, choose, onClose } = await renderForm();
  await choose();
  await expect.element(screen.getByText('Photo uploaded!')).toBeInTheDocument();
  const [path] = uploadedPaths(requests);
  expect(path).toMatch(/^1\/\d+\.webp$/);
  await screen.getByRole('button', { name: 'Save Changes' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  const saved = requests.find(({ method }) => method === 'PATCH');
  expect(saved?.body).toMatchObject({
    photo_url: `${window.location.origin}/storage/v1/object/public/dog-photos/${path}`,
  });
  expect(removedPaths(requests)).toEqual([]);
});

test('A name that was taken in the same millisecond is passed over.', async () => {
  let uploads = 0;
  const requests = answerRequests((request) => {
    if (request.method === 'POST' && request.path.startsWith('/storage/')) uploads += 1;
    if (uploads !== 1) return answerSaving(request);
    const taken = { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' };
    return Response.json(taken, { status: 400 });
  });
  const { screen, choose } = await renderForm();
  await choose();
  await expect.element(screen.getByText('Photo uploaded!')).toBeInTheDocument();
  const [first, second] = uploadedPaths(requests).map((path) => Number(/\d+(?=\.)/.exec(path)?.[0]));
  expect(Number(second) - Number(first)).toBe(1);
});

test('The photo that was replaced leaves the store after the save, not before.', async () => {
  const requests = answerRequests(answerSaving);
  const { screen, choose, onClose } = await renderForm(`${publicPath}/100.webp`);
  await choose();
  await expect.element(screen.getByText('Photo uploaded!')).toBeInTheDocument();
  expect(removedPaths(requests)).toEqual([]);
  await screen.getByRole('button', { name: 'Save Changes' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  await expect.poll(() => removedPaths(requests)).toEqual(['1/100.webp']);
});

test('A photo removed from the form is saved as none.', async () => {
  const requests = answerRequests(answerSaving);
  const { screen, onClose } = await renderForm(`${publicPath}/100.webp`);
  await screen.getByRole('button', { name: 'Remove Photo' }).click();
  await screen.getByRole('button', { name: 'Save Changes' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(requests.find(({ method }) => method === 'PATCH')?.body).toMatchObject({ photo_url: null });
  await expect.poll(() => removedPaths(requests)).toEqual(['1/100.webp']);
});

test('After a photo is chosen the form asks where the face is, and the answer is saved with the photo. @10.57', async () => {
  const requests = answerRequests(answerSaving);
  const { screen, choose, onClose } = await renderForm(`${publicPath}/100.webp`, { x: 80, y: 20 });
  // The form does not ask about the photo that is already there.
  expect(screen.getByRole('slider', { name: 'From the left' }).query()).toBeNull();
  await choose();
  const left = screen.getByRole('slider', { name: 'From the left' });
  // The face of the old photo does not apply to the new one.
  await expect.element(left).toHaveValue('50');
  await left.fill('30');
  // The round picture shows the change at once.
  const preview = screen.getByRole('img', { name: 'Rex, as chosen' });
  await expect.poll(() => (preview.element() as HTMLElement).style.objectPosition).toContain('30%');
  await screen.getByRole('button', { name: 'Save Changes' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(requests.find(({ method }) => method === 'PATCH')?.body).toMatchObject({ photo_x: 30, photo_y: 36 });
});

test('The face in a photo can be placed anew later, and goes with its photo. @10.57', async () => {
  const requests = answerRequests(answerSaving);
  const { screen, onClose } = await renderForm(onePixel, { x: 80, y: 20 });
  await screen.getByRole('button', { name: 'Adjust Photo' }).click();
  await expect.element(screen.getByRole('slider', { name: 'From the left' })).toHaveValue('80');
  await screen.getByRole('button', { name: 'Remove Photo' }).click();
  await screen.getByRole('button', { name: 'Save Changes' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  const saved = requests.find(({ method }) => method === 'PATCH')?.body;
  expect(saved).toMatchObject({ photo_url: null, photo_x: null, photo_y: null });
});

test('A form that is given up takes its own upload back, even one that is still on its way.', async () => {
  const arrival = Promise.withResolvers<Response>();
  const requests = answerRequests((request) =>
    request.method === 'POST' && request.path.startsWith('/storage/') ? arrival.promise : answerSaving(request),
  );
  const { screen, choose, onClose } = await renderForm(`${publicPath}/100.webp`);
  await choose();
  await expect.element(screen.getByRole('status').filter({ hasText: 'Uploading…' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
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
  const { screen, choose } = await renderForm();
  await choose();
  await expect.element(screen.getByText('Upload failed')).toBeInTheDocument();
  await expect.element(screen.getByText('Could not upload photo. Please try again.')).toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Save Changes' })).toBeEnabled();
  isBroken = false;
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(screen.getByText('Photo uploaded!')).toBeInTheDocument();
});

test.each([
  ['a full album', 403, '403', 'limit reached: an owner has at most 2500 photos', packMessages.albumFull],
  ['a full album of hosted storage', 400, '403', 'limit reached: an owner has at most 250', packMessages.albumFull],
  ['a full disk', 507, '507', 'There is no space left for photos', packMessages.noSpaceForPhotos],
])(
  'A photo that is refused for %s says so, and what is typed stays.',
  async (_, status, statusCode, message, { title, text }) => {
    answerRequests((request) =>
      request.path.startsWith('/storage/') ? Response.json({ statusCode, message }, { status }) : answerSaving(request),
    );
    const { screen, choose } = await renderForm();
    await choose();
    await expect.element(screen.getByText(title)).toBeInTheDocument();
    await expect.element(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try Again' }).query()).toBeNull();
    await expect.element(screen.getByLabelText('Name')).toHaveValue(rex.name);
    await expect.element(screen.getByRole('button', { name: 'Save Changes' })).toBeEnabled();
  },
);

test('What is typed and uploaded waits in this tab, only for its owner, until it is saved or given up.', async () => {
  answerRequests(answerSaving);
  const first = await renderForm();
  await first.choose();
  await expect.element(first.screen.getByText('Photo uploaded!')).toBeInTheDocument();
  await first.screen.getByRole('textbox', { name: 'Name', exact: true }).fill('Rexy');
  await first.screen.unmount();

  const second = await renderForm();
  await expect.element(second.screen.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Rexy');
  await expect.element(second.screen.getByText('Change Photo')).toBeVisible();
  await second.screen.getByRole('button', { name: 'Start Over' }).click();
  await second.screen.unmount();

  const third = await renderForm();
  await expect.element(third.screen.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Rex');
});

test('Only images are taken, and the reason is shown beside the field. @5.3', async () => {
  const requests = answerRequests(() => Response.error());
  const { screen } = await renderForm();
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
  const { screen } = await renderForm();
  const hint = screen.getByText('Or drop a picture here.');
  if (isCoarse) await expect.element(hint).not.toBeInTheDocument();
  else await expect.element(hint).toBeVisible();
  const photo = screen.getByRole('group', { name: /Photo/ }).element();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(await photoFile());
  photo.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  await expect.element(screen.getByText('Photo uploaded!')).toBeInTheDocument();
  vi.restoreAllMocks();
});
