import { beforeEach, expect, test } from 'vitest';
import type { DogSize } from '../../../domain/dogs/size.ts';
import { date } from '../../../domain/testing/dates.ts';
import { answerRequests, goOffline, type SeenRequest } from '../../testing/pretend-network.ts';
import { storeSession } from '../../testing/pretend-session.ts';
import { isPreviewOutdated, keepPreview } from './keep-preview.ts';

const ownerId = '1';
const id = '5e0d7cbb-4ab5-4c55-b8b4-3a8d4cbf1f0a';
const invitation = { id, hasLink: true, preview: null };

let parties = 0;
/** Makes a new party for each test, because a page draws a preview that failed only once. */
function newShown() {
  parties += 1;
  return {
    dog: { name: 'Biscuit', size: 'medium' as const, photoUrl: null as string | null, photoFocus: null },
    party: { title: `Biscuit's Party ${parties}`, celebrationDate: date('2026-09-14') },
  };
}

beforeEach(() => storeSession());

/** Stands in for a backend that accepts every picture. `changed` are the rows that the update changes. */
function answerSaving({ changed = [{ id }] as object[], files = [] as object[] } = {}) {
  return answerRequests(({ method, path }: SeenRequest) => {
    if (path.startsWith('/rest/v1/party_invitations')) return Response.json(method === 'PATCH' ? changed : []);
    if (path.startsWith('/storage/v1/object/list/')) return Response.json(files);
    return Response.json(method === 'DELETE' ? [] : { Key: 'x', Id: 'x' });
  });
}

const uploadPath = `/storage/v1/object/invitation-previews/${ownerId}/`;
const uploadsOf = (requests: SeenRequest[]) =>
  requests.filter(({ method, path }) => method === 'POST' && path.startsWith(uploadPath));
const namesOf = (requests: SeenRequest[]) =>
  uploadsOf(requests).map(({ path }) => path.replace('/storage/v1/object/invitation-previews/', ''));
const removedOf = (requests: SeenRequest[]) =>
  requests.flatMap(({ method, body }) => (method === 'DELETE' ? (body as { prefixes: string[] }).prefixes : []));

function pictureIn({ body }: SeenRequest): File {
  const file = [...(body as FormData).values()].find((value) => value instanceof File);
  if (!file) throw new Error('No picture was sent.');
  return file;
}

/** A photo of random pixels, because nothing makes a larger JPEG. */
async function noise(width: number, height: number): Promise<string> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  const pixels = context.createImageData(width, height);
  for (let start = 0; start < pixels.data.length; start += 65_536)
    crypto.getRandomValues(pixels.data.subarray(start, start + 65_536));
  for (let alpha = 3; alpha < pixels.data.length; alpha += 4) pixels.data[alpha] = 255;
  context.putImageData(pixels, 0, 0);
  return URL.createObjectURL(await canvas.convertToBlob());
}

test('A link gets a picture of its own: a JPEG of 1200 by 630 and at most 300 KB, whatever the photo. @10.259', async () => {
  const requests = answerSaving();
  const shown = newShown();
  shown.dog.photoUrl = await noise(900, 1200);
  expect(await keepPreview(ownerId, invitation, shown)).toBe(true);
  const [upload] = uploadsOf(requests);
  const picture = pictureIn(upload!);
  expect(picture.type).toBe('image/jpeg');
  expect(picture.size).toBeLessThanOrEqual(300 * 1024);
  const { width, height } = await createImageBitmap(picture);
  expect([width, height]).toEqual([1200, 630]);
  const update = requests.find(({ method }) => method === 'PATCH');
  expect(update?.body).toEqual({ preview: namesOf(requests)[0] });
  // Links that are revoked meanwhile stay without a picture.
  expect(update?.path).toContain('has_link=eq.true');
});

test('The picture has neither the place, nor the time, nor the words of the host. @10.258', async () => {
  const shown = newShown();
  const requests = answerSaving();
  expect(await keepPreview(ownerId, invitation, shown)).toBe(true);
  const more = { location: 'Secret Garden 5', time: '18:30 UTC', description: 'The key is under the mat' };
  expect(await keepPreview(ownerId, invitation, { ...shown, party: { ...shown.party, ...more } })).toBe(true);
  const [first, second] = uploadsOf(requests);
  expect(first!.path).toBe(second!.path);
  expect(new Uint8Array(await pictureIn(first!).arrayBuffer())).toEqual(
    new Uint8Array(await pictureIn(second!).arrayBuffer()),
  );
});

test('A picture that shows what the invitation is now is left alone, also on another device. @10.259', async () => {
  const shown = newShown();
  const requests = answerSaving();
  await keepPreview(ownerId, invitation, shown);
  const current = { ...invitation, preview: namesOf(requests)[0]! };
  const count = requests.length;
  expect(isPreviewOutdated(ownerId, current, shown)).toBe(false);
  expect(await keepPreview(ownerId, current, shown)).toBe(false);
  expect(requests).toHaveLength(count);
});

test.for([
  ['title', { party: { title: 'Another Party' } }],
  ['day', { party: { celebrationDate: date('2026-09-15') } }],
  ['name', { dog: { name: 'Rex' } }],
  ['photo', { dog: { photoUrl: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' } }],
  ['place of the face', { dog: { photoFocus: { x: 0.2, y: 0.3, zoom: 1 } } }],
] as const)('Another %s takes another picture, and the former one is removed. @10.259', async ([, change]) => {
  const shown = newShown();
  const requests = answerSaving();
  await keepPreview(ownerId, invitation, shown);
  const preview = namesOf(requests)[0]!;
  const changed = {
    dog: { ...shown.dog, ...('dog' in change && change.dog) },
    party: { ...shown.party, ...('party' in change && change.party) },
  };
  expect(await keepPreview(ownerId, { ...invitation, preview }, changed)).toBe(true);
  expect(namesOf(requests)).toHaveLength(2);
  expect(namesOf(requests)[1]).not.toBe(preview);
  expect(removedOf(requests)).toEqual([preview]);
});

test("The first four of the guests' dogs are in the picture by their sizes, and no name of them. @10.258 @10.259", async () => {
  const shown = newShown();
  const requests = answerSaving();
  const withDogs = (...sizes: (DogSize | null)[]) => {
    const guestDogs = sizes.map((size, index) => ({ name: `Rex ${sizes.length} ${index}`, size }));
    return keepPreview(ownerId, invitation, { ...shown, guestDogs });
  };
  await withDogs();
  await withDogs('giant');
  await withDogs('giant', null, 'small', 'large');
  const pictures = await Promise.all(uploadsOf(requests).map((upload) => pictureIn(upload).arrayBuffer()));
  expect(new Set(namesOf(requests)).size).toBe(3);
  expect(new Set(pictures.map((bytes) => String(new Uint8Array(bytes)))).size).toBe(3);
  const preview = namesOf(requests)[2]!;
  const five = ['giant', null, 'small', 'large', 'small'] as const;
  const guestDogs = five.map((size) => ({ name: 'Bo', size }));
  expect(isPreviewOutdated(ownerId, { ...invitation, preview }, { ...shown, guestDogs })).toBe(false);
});

test('The picture of links that were revoked meanwhile is taken back. @10.261', async () => {
  const requests = answerSaving({ changed: [] });
  await keepPreview(ownerId, invitation, newShown());
  expect(removedOf(requests)).toEqual(namesOf(requests));
});

test('Without a link, without network and after a failure there is no picture, and nothing is thrown. @10.260', async () => {
  const requests = answerRequests(() => Response.json({ message: 'limit reached: so many' }, { status: 403 }));
  const shown = newShown();
  expect(await keepPreview(ownerId, { ...invitation, hasLink: false }, shown)).toBe(false);
  const goOnline = goOffline();
  expect(await keepPreview(ownerId, invitation, shown)).toBe(false);
  goOnline();
  expect(requests).toEqual([]);
  expect(await keepPreview(ownerId, invitation, shown)).toBe(false);
  expect(uploadsOf(requests)).toHaveLength(1);
  // Only the next visit tries again, not the next call.
  expect(await keepPreview(ownerId, invitation, shown)).toBe(false);
  expect(uploadsOf(requests)).toHaveLength(1);
});
