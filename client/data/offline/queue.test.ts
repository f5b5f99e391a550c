import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { publicPhotos, waitingPhotos } from '../../../addresses/addresses.ts';
import { answerAsBackend } from '../../testing/backend.ts';
import { rex } from '../../testing/dogs.ts';
import { answerRequests, switchNetwork } from '../../testing/network.ts';
import { openQuietQueue } from '../../testing/queue.ts';
import { session, storeSession } from '../../testing/session.ts';
import { supabase } from '../client.ts';
import { setUnreachable } from '../network.ts';
import { dogs } from '../records/dogs.ts';
import { changeOf } from './changes.ts';
import { changeStored } from './database.ts';
import { forgetPackOnDevice } from './forget.ts';
import { deliver, saveRecord } from './outbox.ts';
import { createOutbox, queueOf, reloadLists, setStale } from './queue.ts';
import { outboxOf, shownQueue } from './this-tab.ts';

const ownerId = session.user.id;
const setOnline = switchNetwork();
let close = () => {};

beforeEach(() => {
  storeSession();
});

afterEach(async () => {
  close();
  close = () => {};
  setUnreachable(false);
  vi.restoreAllMocks();
  await forgetPackOnDevice(ownerId);
});

test('What the browser never stores is tried again less and less often, without a word to other tabs, and forgotten when it is sent.', async () => {
  close = await openQuietQueue(ownerId);
  const outbox = outboxOf(ownerId);
  const after = vi.spyOn(outbox.clock, 'after').mockReturnValue(() => undefined);
  const tellTabs = vi.spyOn(outbox, 'tellTabs');
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError');
  });
  setOnline(false);
  await saveRecord(outbox, dogs, { id: rex.id, seen: null, values: rex });
  expect(shownQueue.read()).toMatchObject({ changes: [{ id: rex.id }], isOnPageOnly: true });
  tellTabs.mockClear();
  for (let attempts = 0; attempts < 5; attempts += 1) await outbox.sender?.sendNow();
  expect(tellTabs).not.toHaveBeenCalled();
  expect(after.mock.lastCall?.[0]).toBe(15_000);

  const backend = answerAsBackend({ dogs: [] });
  setOnline(true);
  await outbox.sender?.sendNow();
  expect(backend.rows('dogs')).toHaveLength(1);
  expect(shownQueue.read()).toMatchObject({ changes: [], isOnPageOnly: false });
  tellTabs.mockClear();
  after.mockClear();
  await outbox.sender?.sendNow();
  expect(tellTabs).not.toHaveBeenCalled();
  expect(after).not.toHaveBeenCalled();
});

test('A client that opens after another owner has signed in sends nothing.', async () => {
  const requests = answerRequests(() => Response.json([]));
  const backend = () => {
    storeSession('2');
    return supabase();
  };
  const outbox = createOutbox({ ...outboxOf(ownerId), backend }, ownerId);
  await expect(deliver(outbox, dogs, changeOf(dogs, rex, null))).rejects.toMatchObject({ kind: 'session ended' });
  expect(requests).toEqual([]);
});

test.for([
  ['deletion', changeOf(dogs, rex, null)],
  ['edit', changeOf(dogs, rex, { ...rex, notes: 'Loves cheese.' })],
] as const)('An answer for another owner, who sees no row, does not settle a waiting %s.', async ([, change]) => {
  answerRequests(({ method }) => {
    if (method === 'GET') storeSession('2');
    return Response.json([]);
  });
  await expect(deliver(outboxOf(ownerId), dogs, change)).rejects.toMatchObject({ kind: 'session ended' });
});

test.for([
  ['before', 0],
  ['while', 1],
] as const)('A photo is not lost because another owner signed in %s it was looked for.', async ([, count]) => {
  const photoUrl = `${publicPhotos}${ownerId}/1.webp`;
  const change = { ...changeOf(dogs, null, { ...rex, photoUrl }), createdAt: rex.createdAt };
  close = await openQuietQueue(ownerId);
  await changeStored('changes', ownerId, () => [change]);
  if (count === 0) storeSession('2');
  const requests = answerRequests(({ path }) => {
    storeSession('2');
    return path.startsWith('/storage/v1/object/list/') ? Response.json([]) : new Response(null, { status: 404 });
  });
  await outboxOf(ownerId).sender?.sendNow();
  expect(requests.filter(({ path }) => path.startsWith('/storage/v1/object/list/'))).toHaveLength(count);
  expect(await queueOf(outboxOf(ownerId))).toMatchObject([{ mine: { photoUrl }, problem: null }]);
});

test('Tries to send do not add to what the browser cannot store.', async () => {
  close = await openQuietQueue(ownerId);
  const outbox = outboxOf(ownerId);
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  answerAsBackend({ dogs: [] }, ({ method }) =>
    method === 'POST' ? Response.json({ code: 'XX000', message: 'trouble' }, { status: 500 }) : undefined,
  );
  setOnline(false);
  await saveRecord(outbox, dogs, { id: rex.id, seen: null, values: rex });
  setOnline(true);
  await outbox.sender?.sendNow();
  const { length } = outbox.unstored;
  for (let attempts = 0; attempts < 5; attempts += 1) await outbox.sender?.sendNow();
  expect(outbox.unstored).toHaveLength(length);
});

test('What a page could not store is forgotten when its owner signs out in another tab.', async () => {
  close = await openQuietQueue(ownerId);
  const outbox = outboxOf(ownerId);
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  setOnline(false);
  await saveRecord(outbox, dogs, { id: rex.id, seen: null, values: rex });
  expect(await queueOf(outbox)).toHaveLength(1);
  full.mockRestore();
  // As forget.ts of the other tab calls it.
  new BroadcastChannel('wagday-outbox').postMessage('');
  await expect.poll(() => queueOf(outbox)).toEqual([]);
  expect(shownQueue.read().changes).toEqual([]);
});

test('A sign-out is told to the other tabs.', async () => {
  const told: unknown[] = [];
  const other = new BroadcastChannel('wagday-outbox');
  other.onmessage = ({ data }) => told.push(data);
  await forgetPackOnDevice(ownerId);
  await expect.poll(() => told).toContain('');
  other.close();
});

test('A failure of the browser is no refusal: the change is sent later, and the others now.', async () => {
  close = await openQuietQueue(ownerId);
  const outbox = outboxOf(ownerId);
  const backend = answerAsBackend({ dogs: [] });
  const photo = vi.spyOn(outbox.photos, 'keptPhoto').mockRejectedValue(new DOMException('broken', 'UnknownError'));
  const photoUrl = `${waitingPhotos}${ownerId}/1`;
  setOnline(false);
  await saveRecord(outbox, dogs, { id: rex.id, seen: null, values: { ...rex, photoUrl } });
  await saveRecord(outbox, dogs, { id: 'luna', seen: null, values: { ...rex, name: 'Luna' } });
  setOnline(true);
  await outbox.sender?.sendNow();
  expect(backend.rows('dogs')).toMatchObject([{ id: 'luna' }]);
  expect(shownQueue.read().changes).toMatchObject([{ id: rex.id, problem: null }]);
  photo.mockResolvedValue(null);
  await outbox.sender?.sendNow();
  expect(backend.rows('dogs')).toHaveLength(2);
});

test('The outbox of an owner who has left shows nothing to the next one.', async () => {
  (await openQuietQueue(ownerId))();
  close = await openQuietQueue('somebody-else');
  const before = shownQueue.read();
  setStale(outboxOf(ownerId), 'dogs', true);
  reloadLists(outboxOf(ownerId));
  expect(shownQueue.read()).toBe(before);
});
