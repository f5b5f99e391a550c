import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rex } from '../../testing/dogs.ts';
import { answerRequests } from '../../testing/network.ts';
import { session, storeSession } from '../../testing/session.ts';
import { listDogs } from '../dogs.ts';
import { profileOf } from './changes.ts';
import { deleteDog, saveDog, undeleteDog } from './edits.ts';
import { forgetPackOnDevice } from './forget.ts';
import { currentOutbox, queueOf } from './outbox.ts';
import { openOutbox } from './send.ts';

const ownerId = session.user.id;
const profile = profileOf(rex);

const row = {
  id: rex.id,
  user_id: ownerId,
  name: rex.name,
  size: rex.size,
  birth_date: rex.birthDate,
  photo_url: null,
  breed: rex.breed,
  notes: rex.notes,
  created_at: rex.createdAt,
};

let isOnline = true;
let close = () => {};

function setOnline(value: boolean) {
  isOnline = value;
  window.dispatchEvent(new Event(value ? 'online' : 'offline'));
}

beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  isOnline = true;
  storeSession();
});

afterEach(async () => {
  close();
  vi.restoreAllMocks();
  await forgetPackOnDevice(ownerId);
});

function open() {
  close = openOutbox(ownerId);
}

test('The pack is seen without network as it was seen last, and only by its owner.', async () => {
  answerRequests(() => Response.json([row]));
  expect(await listDogs(ownerId)).toHaveLength(1);
  setOnline(false);
  await expect.poll(() => listDogs(ownerId).catch(() => [])).toEqual([rex]);
  await expect(listDogs('somebody-else')).rejects.toMatchObject({ kind: 'not reachable' });
  expect(currentOutbox().isStale).toBe(true);
});

test('A server out of reach leaves the pack in view; an answer that is an error does not.', async () => {
  answerRequests(() => Response.json([row]));
  await listDogs(ownerId);
  answerRequests(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect.poll(() => listDogs(ownerId).catch(() => [])).toEqual([rex]);
  answerRequests(() => Response.json({ message: 'boom' }, { status: 400 }));
  await expect(listDogs(ownerId)).rejects.toMatchObject({ kind: 'unexpected' });
});

test('A server out of reach while the browser has a network is a failure, and nothing is kept.', async () => {
  answerRequests(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(saveDog(ownerId, { id: 'new', dog: null, profile })).rejects.toMatchObject({ kind: 'not reachable' });
  expect(await queueOf(ownerId)).toEqual([]);
});

test('What was done without network is sent in its order when it is back.', async () => {
  setOnline(false);
  open();
  await saveDog(ownerId, { id: 'first', dog: null, profile });
  await saveDog(ownerId, { id: 'second', dog: null, profile });
  const requests = answerRequests(({ method, body }) =>
    method === 'POST' ? Response.json({ ...row, ...(body as object) }, { status: 201 }) : Response.json([]),
  );
  expect(currentOutbox().changes).toHaveLength(2);
  setOnline(true);
  await expect.poll(() => currentOutbox().changes).toEqual([]);
  const posted = requests.filter(({ method }) => method === 'POST');
  expect(posted.map(({ body }) => (body as { id: string }).id)).toEqual(['first', 'second']);
});

test('A change that the backend refuses waits for a word of the owner, and the others go on.', async () => {
  setOnline(false);
  open();
  await saveDog(ownerId, { id: 'first', dog: null, profile });
  await saveDog(ownerId, { id: 'second', dog: null, profile });
  answerRequests(({ body }) =>
    (body as { id: string }).id === 'first'
      ? Response.json({ code: '23514', message: 'birth_date is in the future' }, { status: 400 })
      : Response.json({ ...row, id: 'second' }, { status: 201 }),
  );
  setOnline(true);
  await expect
    .poll(() => currentOutbox().changes.map(({ id, problem }) => [id, problem?.kind]))
    .toEqual([['first', 'refused']]);
});

test('An insert whose answer got lost is looked up, not sent twice.', async () => {
  setOnline(false);
  open();
  await saveDog(ownerId, { id: rex.id, dog: null, profile });
  const requests = answerRequests(({ method }) =>
    method === 'POST'
      ? Response.json({ code: '23505', message: 'duplicate key' }, { status: 409 })
      : Response.json([row]),
  );
  setOnline(true);
  await expect.poll(() => currentOutbox().changes).toEqual([]);
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(requests.filter(({ method }) => method === 'PATCH')).toHaveLength(0);
});

test('An edit of a dog that waits stays behind it, network or not.', async () => {
  setOnline(false);
  open();
  await saveDog(ownerId, { id: rex.id, dog: null, profile });
  const answer = Promise.withResolvers<Response>();
  const requests = answerRequests(({ method }) => {
    if (method === 'POST') return answer.promise;
    return Response.json(method === 'PATCH' ? row : [row]);
  });
  setOnline(true);
  await expect.poll(() => requests.map(({ method }) => method)).toContain('POST');
  const result = await saveDog(ownerId, { id: rex.id, dog: rex, profile: { ...profile, notes: 'Loves cheese.' } });
  expect(result.isWaiting).toBe(true);
  expect(await queueOf(ownerId)).toMatchObject([{ base: null, mine: { notes: 'Loves cheese.' }, attempted: profile }]);
  answer.resolve(Response.json(row, { status: 201 }));
  await expect.poll(() => currentOutbox().changes).toEqual([]);
  expect(requests.find(({ method }) => method === 'PATCH')?.body).toMatchObject({ notes: 'Loves cheese.' });
});

test('A dog deleted without network and brought back in time is never deleted.', async () => {
  answerRequests(() => Response.json([row]));
  await listDogs(ownerId);
  setOnline(false);
  open();
  const deleted = await deleteDog(ownerId, rex);
  await expect.poll(() => listDogs(ownerId)).toEqual([]);
  await undeleteDog(ownerId, deleted!);
  expect(await listDogs(ownerId)).toEqual([rex]);
  expect(await queueOf(ownerId)).toEqual([]);
});

test('A dog that was changed elsewhere is not deleted over its new words.', async () => {
  setOnline(false);
  open();
  await deleteDog(ownerId, rex);
  const requests = answerRequests(() => Response.json([{ ...row, notes: 'Loves ham.' }]));
  setOnline(true);
  await expect.poll(() => currentOutbox().changes[0]?.problem?.kind).toBe('conflict');
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(0);
});

test('What waits for one owner is none of another owner.', async () => {
  setOnline(false);
  await saveDog(ownerId, { id: 'mine', dog: null, profile });
  expect(await queueOf('somebody-else')).toEqual([]);
  await forgetPackOnDevice('somebody-else');
  expect(await queueOf(ownerId)).toHaveLength(1);
});
