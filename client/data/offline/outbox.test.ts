import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { publicPhotos, waitingPhotos } from '../../../addresses/addresses.ts';
import { answerAsBackend } from '../../testing/pretend-backend.ts';
import { answerRequests, type SeenRequest, switchNetwork } from '../../testing/pretend-network.ts';
import { session, storeSession } from '../../testing/pretend-session.ts';
import { openQuietQueue } from '../../testing/quiet-queue.ts';
import { dogRowOf, rex } from '../../testing/sample-dogs.ts';
import { cakeDay, partyRowOf } from '../../testing/sample-parties.ts';
import { supabase } from '../client.ts';
import { dogs } from '../records/dogs.ts';
import { type Party, parties } from '../records/parties.ts';
import { contentOf } from '../records/record.ts';
import { changeOf } from './changes.ts';
import { changeStored } from './database.ts';
import { forgetPackOnDevice } from './forget.ts';
import { decide, deliver, saveRecord } from './outbox.ts';
import { changeQueue, createOutbox, queueOf, reloadLists, setStale } from './queue.ts';
import { deleteRecord, putBack } from './removal.ts';
import { lastSeen, listRecords } from './snapshots.ts';
import { outboxOf, shownQueue } from './this-tab.ts';
import { keepPhoto, settlePhoto } from './waiting-photos.ts';

// Requests that the backend carries out without an answer, twice or late. No word may be lost, and nobody asked about their own words.

const ownerId = session.user.id;
const profile = contentOf(dogs, rex);
const row = dogRowOf(rex, ownerId);
const party: Party = { ...cakeDay, id: '00000000-0000-4000-8000-000000000009', dogId: rex.id, version: 1 };

/** A photo that was uploaded. */
const photoUrl = `${window.location.origin}/storage/v1/object/public/dog-photos/${ownerId}/1.webp`;

const setOnline = switchNetwork();
const outbox = outboxOf(ownerId);
const sendNow = async () => outbox.sender?.sendNow();
let close = () => {};

beforeEach(async () => {
  storeSession();
  close = await openQuietQueue(ownerId);
});

afterEach(() => close());

const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'));
const busy = () => Response.json({ code: 'PGRST001', message: 'busy' }, { status: 503 });

type Fault = (
  request: SeenRequest,
  apply: (request: SeenRequest) => Response,
) => Response | Promise<Response> | undefined;

/** A backend with Rex and one party. `fault` may answer in its place; without it all is well again. */
function createBackend(fault?: Fault) {
  let isBroken: Fault | undefined = fault;
  const backend = answerAsBackend({ dogs: [row], birthday_celebrations: [partyRowOf(party)] }, (request) =>
    isBroken?.(request, backend.apply),
  );
  return {
    ...backend,
    breakBy: (next: Fault) => {
      isBroken = next;
    },
    /** Ends the fault and sends what waits. */
    async mend() {
      isBroken = undefined;
      await sendNow();
    },
  };
}

/** Carries requests with this method out, and loses the answers. */
const losing =
  (lost: string): Fault =>
  (request, apply) => {
    if (request.method !== lost) return undefined;
    apply(request);
    return noAnswer();
  };

/** Holds the answer of the next list, as it is then, until it is released. */
function holdList(backend: ReturnType<typeof createBackend>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isHeld = false;
  backend.breakBy((request, apply) => {
    if (request.method !== 'GET' || isHeld) return undefined;
    isHeld = true;
    const old = apply(request);
    return promise.then(() => old);
  });
  return { untilHeld: () => expect.poll(() => isHeld).toBe(true), release: resolve };
}

/** Reads the lists, so that this device has them. */
async function seePack() {
  await listRecords(outbox, dogs);
  await listRecords(outbox, parties);
  await expect.poll(() => listRecords(outbox, parties)).toHaveLength(1);
}

function save(part: object, seen = rex) {
  return saveRecord(outbox, dogs, { id: rex.id, seen, values: { ...contentOf(dogs, seen), ...part } });
}

async function untilSent() {
  await expect.poll(() => shownQueue.read().changes).toEqual([]);
}

test.for([
  [
    'came twice',
    (backend: ReturnType<typeof createBackend>) =>
      backend.breakBy((request, apply) => {
        if (request.method === 'DELETE') apply(request);
        return undefined;
      }),
  ],
  [
    'another device was faster with',
    (backend: ReturnType<typeof createBackend>) =>
      backend.apply({ method: 'DELETE', path: `/rest/v1/dogs?id=eq.${rex.id}`, body: null }),
  ],
] as const)('A deletion that %s is undone with what this device holds. @8.17', async ([, prepare]) => {
  const backend = createBackend();
  await seePack();
  prepare(backend);
  const deleted = await deleteRecord(outbox, dogs, rex);
  expect(backend.rows('dogs')).toEqual([]);
  await putBack(outbox, deleted!);
  await untilSent();
  expect(backend.rows('dogs')).toMatchObject([{ id: rex.id, notes: rex.notes, created_at: rex.createdAt }]);
  expect(backend.rows('birthday_celebrations')).toMatchObject([{ id: party.id, title: party.title }]);
});

test('A new dog that may have arrived, and is deleted, is gone after a reload of the page, too.', async () => {
  const backend = createBackend(losing('POST'));
  const id = '00000000-0000-4000-8000-000000000002';
  await saveRecord(outbox, dogs, { id, seen: null, values: profile });
  await deleteRecord(outbox, dogs, { ...rex, id, version: 0 });
  backend.breakBy(({ method }) => (method === 'DELETE' ? busy() : undefined));
  await sendNow();
  expect(await queueOf(outbox)).toMatchObject([{ id, mine: null, problem: null }]);
  await backend.mend();
  await untilSent();
  expect(backend.rows('dogs').map((dog) => dog.id)).toEqual([rex.id]);
});

test('A dog that was edited elsewhere can be deleted, brought back and deleted again, and each deletion be read.', async () => {
  const backend = createBackend();
  await seePack();
  backend.change('dogs', rex.id, { notes: 'Loves ham.' });
  backend.breakBy(({ method }) => (method === 'DELETE' ? busy() : undefined));
  const deleted = await deleteRecord(outbox, dogs, rex);
  await putBack(outbox, deleted!);
  await sendNow();
  await untilSent();
  await deleteRecord(outbox, dogs, rex);
  await sendNow();
  expect(await queueOf(outbox)).toMatchObject([{ mine: null }]);
  expect((await queueOf(outbox)).map(({ problem }) => problem?.kind)).not.toContain('unreadable');
});

test('Words that arrived without an answer are known as own ones, however many reads fail and edits follow. @8.18', async () => {
  const backend = createBackend(losing('PATCH'));
  const first = await save({ notes: 'Loves cheese.' });
  backend.breakBy(noAnswer);
  await sendNow();
  const second = await save({ notes: 'Loves ham.' }, first.saved);
  await sendNow();
  await save({ notes: 'Loves sausages.' }, second.saved);
  await sendNow();
  backend.change('dogs', rex.id, { breed: 'Boxer' });
  await backend.mend();
  await untilSent();
  expect(backend.rows('dogs')).toMatchObject([{ notes: 'Loves sausages.', breed: 'Boxer' }]);
});

test('A save that a failing server carried out all the same is no question when other words are tried in the form.', async () => {
  const backend = createBackend((request, apply) => {
    if (request.method === 'GET') return undefined;
    apply(request);
    return Response.json({ message: 'boom' }, { status: 500 });
  });
  const added = { ...rex, id: '00000000-0000-4000-8000-000000000002' };
  const add = (notes: string) => saveRecord(outbox, dogs, { id: added.id, seen: null, values: { ...profile, notes } });
  await expect(save({ notes: 'Loves cheese.' })).rejects.toMatchObject({ kind: 'in trouble' });
  await expect(add('Shy.')).rejects.toMatchObject({ kind: 'in trouble' });
  await backend.mend();
  expect(await save({ notes: 'Loves ham.' })).toMatchObject({ state: 'saved' });
  expect(await add('Bold.')).toMatchObject({ state: 'saved' });
  expect(backend.rows('dogs').map(({ notes }) => notes)).toEqual(['Loves ham.', 'Bold.']);
});

test('Words that arrived before a read was refused are known as own ones when other words are tried in the form. @8.18', async () => {
  const backend = createBackend();
  backend.breakBy((request, apply) => {
    if (request.method === 'GET') return Response.json({ code: 'PGRST301', message: 'JWT expired' }, { status: 401 });
    if (request.method === 'PATCH') apply(request);
    return undefined;
  });
  await expect(save({ notes: 'Loves cheese.' })).rejects.toMatchObject({ kind: 'session ended' });
  await backend.mend();
  expect(await save({ notes: 'Loves ham.' })).toMatchObject({ state: 'saved', saved: { notes: 'Loves ham.' } });
});

test('A deletion after another owner has signed in takes no record for gone.', async () => {
  createBackend((request) => {
    if (request.method !== 'GET' || !request.path.includes('id=eq.') || request.path.includes('dog_id'))
      return undefined;
    storeSession('somebody-else');
    return Response.json([]);
  });
  await expect(deleteRecord(outbox, dogs, { ...rex, version: 9 })).rejects.toMatchObject({
    kind: 'session ended',
  });
});

test('Undo of a deletion without an answer keeps what another device has written meanwhile. @8.17', async () => {
  const backend = createBackend(losing('DELETE'));
  await seePack();
  backend.change('dogs', rex.id, { notes: 'Loves ham.' });
  backend.change('birthday_celebrations', party.id, { title: 'Ham Day' });
  const deleted = await deleteRecord(outbox, dogs, rex);
  await putBack(outbox, deleted!);
  await backend.mend();
  await untilSent();
  expect(backend.rows('dogs')).toMatchObject([{ id: rex.id, notes: 'Loves ham.' }]);
  expect(backend.rows('birthday_celebrations')).toMatchObject([{ id: party.id, title: 'Ham Day' }]);
});

test('A deletion that arrives after its Undo removes nothing. @8.17', async () => {
  let late: SeenRequest | undefined;
  const backend = createBackend((request) => {
    if (request.method !== 'DELETE') return undefined;
    late ??= request;
    return noAnswer();
  });
  await seePack();
  const deleted = await deleteRecord(outbox, dogs, rex);
  await putBack(outbox, deleted!);
  await backend.mend();
  await untilSent();
  backend.apply(late!);
  expect(backend.rows('dogs')).toMatchObject([{ id: rex.id, notes: rex.notes }]);
});

test('A deletion with network takes what another device has written along, and Undo brings it back.', async () => {
  const backend = createBackend();
  await seePack();
  backend.change('dogs', rex.id, { notes: 'Loves ham.' });
  const deleted = await deleteRecord(outbox, dogs, rex);
  expect(backend.rows('dogs')).toEqual([]);
  for (const { path } of backend.requests.filter(({ method }) => method === 'DELETE'))
    expect(path).toMatch(/id=eq\..+&version=eq\.\d/);
  await putBack(outbox, deleted!);
  expect(backend.rows('dogs')).toMatchObject([{ id: rex.id, notes: 'Loves ham.' }]);
});

test('Undo brings back what another device has written of a party while the deletion was on its way. @8.17', async () => {
  let deletions = 0;
  const backend = createBackend(({ method }) => {
    if (method !== 'DELETE' || deletions > 0) return undefined;
    deletions += 1;
    backend.change('dogs', rex.id, { notes: 'Loves ham.' });
    backend.change('birthday_celebrations', party.id, { description: 'Bring balls.' });
    return undefined;
  });
  await seePack();
  const deleted = await deleteRecord(outbox, dogs, rex);
  await putBack(outbox, deleted!);
  expect(backend.rows('birthday_celebrations')).toMatchObject([{ description: 'Bring balls.' }]);
});

test('Keep It brings back the words and the party that waited before the deletion. @8.18', async () => {
  const backend = createBackend();
  await seePack();
  setOnline(false);
  const { saved } = await save({ notes: 'Loves cheese.' });
  const { id, createdAt, version, ...plan } = { ...party, id: 'new party', title: 'Cheese Day' };
  await saveRecord(outbox, parties, { id, seen: null, values: plan, parent: rex });
  await deleteRecord(outbox, dogs, saved);
  backend.change('dogs', rex.id, { breed: 'Boxer' });
  setOnline(true);
  await expect.poll(() => shownQueue.read().changes[0]?.problem?.kind).toBe('conflict');
  await decide(outbox, rex.id, 'theirs');
  await untilSent();
  expect(backend.rows('dogs')).toMatchObject([{ notes: 'Loves cheese.', breed: 'Boxer' }]);
  expect(backend.rows('birthday_celebrations').map(({ title }) => title)).toEqual([party.title, 'Cheese Day']);
});

test('What a tab has left behind when it was closed is sent by another one. @8.19', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const backend = createBackend();
  const edit = changeOf(dogs, rex, { ...rex, notes: 'Loves cheese.' });
  await changeStored('changes', ownerId, () => [edit]);
  const otherTab = new BroadcastChannel('wagday-outbox');
  otherTab.postMessage(ownerId);
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  // Another message does not put it off, and does not hurry it either.
  otherTab.postMessage(ownerId);
  await vi.advanceTimersByTimeAsync(2_000);
  await untilSent();
  expect(backend.rows('dogs')).toMatchObject([{ notes: 'Loves cheese.' }]);
  otherTab.close();
});

test('A list that arrives late does not replace what was saved or listed meanwhile, on the page or on the device.', async () => {
  const backend = createBackend();
  const before = holdList(backend);
  const late = listRecords(outbox, dogs);
  await before.untilHeld();
  await save({ notes: 'Loves cheese.' });
  before.release();
  expect(await late).toMatchObject([{ notes: 'Loves cheese.' }]);
  await expect.poll(() => lastSeen(outbox, dogs)).toMatchObject([{ notes: 'Loves cheese.' }]);

  const { untilHeld, release } = holdList(backend);
  const first = listRecords(outbox, dogs);
  await untilHeld();
  backend.change('dogs', rex.id, { notes: 'Loves ham.' });
  expect(await listRecords(outbox, dogs)).toMatchObject([{ notes: 'Loves ham.' }]);
  release();
  expect(await first).toMatchObject([{ notes: 'Loves ham.' }]);
  await expect.poll(() => lastSeen(outbox, dogs)).toMatchObject([{ notes: 'Loves ham.' }]);
});

test('A list that was requested before another tab has told of a change does not replace the kept one.', async () => {
  const { untilHeld, release } = holdList(createBackend());
  const late = listRecords(outbox, dogs);
  await untilHeld();
  const newer = { ...rex, notes: 'Loves cheese.', version: 2 };
  await changeStored('seen', `${ownerId}/dogs`, () => [newer]);
  const told = shownQueue.read().version;
  new BroadcastChannel('wagday-outbox').postMessage(ownerId);
  await expect.poll(() => shownQueue.read().version).toBeGreaterThan(told);
  release();
  await late;
  expect(await lastSeen(outbox, dogs)).toEqual([newer]);
});

test('What another device has written in a field that this one did not know when it saw the dog is kept. @8.17', async () => {
  const backend = createBackend();
  const { breed: _, ...older } = rex;
  await changeStored('seen', `${ownerId}/dogs`, () => [older]);
  const [seen] = (await lastSeen(outbox, dogs)) ?? [];
  await save({ notes: 'Loves cheese.' }, seen);
  expect(backend.rows('dogs')).toMatchObject([{ breed: 'Great Dane', notes: 'Loves cheese.' }]);
});

test.for([
  [
    'is added again gets its photo from this device, if the store has lost it',
    new Blob(['Rex'], { type: 'image/webp' }),
    1,
  ],
  ['gets a photo that has waited for so long that the store has lost it', new Blob(['Rex'], { type: 'image/webp' }), 1],
  ['is added again gets no photo, if it is gone everywhere', null, 0],
] as const)('A dog that %s. @8.20', async ([which, kept, uploads]) => {
  const backend = createBackend(({ method, path }) => {
    if (path.includes('/object/list/')) return Response.json([]);
    if (path.includes('/object/public/')) return kept ? new Response(kept) : new Response('', { status: 404 });
    return path.startsWith('/storage/') && method === 'POST' ? Response.json({ Id: '1', Key: '1' }) : undefined;
  });
  await seePack();
  if (which.startsWith('is')) {
    backend.remove('dogs', rex.id);
    await save({ notes: 'Loves cheese.' }, { ...rex, photoUrl });
    await decide(outbox, rex.id, 'mine');
  } else {
    setOnline(false);
    await save({ notes: 'Loves cheese.', photoUrl });
    setOnline(true);
  }
  await untilSent();
  const uploaded = backend.requests.filter(
    ({ method, path }) => method === 'POST' && !path.includes('list') && path.startsWith('/storage/'),
  );
  expect(uploaded).toHaveLength(uploads);
  const [dog] = backend.rows('dogs');
  expect(dog).toMatchObject({ id: rex.id, notes: 'Loves cheese.' });
  expect(dog?.photo_url).toEqual(kept ? expect.stringMatching(/\/dog-photos\/1\/\d+\.webp$/) : null);
  expect(dog?.photo_url).not.toBe(photoUrl);
});

test('A photo that was uploaded while a question or a page showed it as waiting is no question. @8.18', async () => {
  createBackend();
  setOnline(false);
  const [one, other] = [`${waitingPhotos}${ownerId}/1`, `${waitingPhotos}${ownerId}/2`];
  await save({ photoUrl: one });
  await save({ photoUrl: other });
  expect(shownQueue.read().changes).toMatchObject([{ problem: { theirs: { photoUrl: one } } }]);
  settlePhoto(one, photoUrl);
  await decide(outbox, rex.id, 'theirs');
  expect(shownQueue.read().changes).toMatchObject([{ mine: { photoUrl } }]);
  await deleteRecord(outbox, dogs, { ...rex, photoUrl: one, version: 0 });
  expect(shownQueue.read().changes).toMatchObject([{ base: profile, mine: null }]);
});

test('A deletion that was queued while the photo of its page was uploaded is no question. @8.18', async () => {
  const backend = createBackend();
  const address = `${waitingPhotos}${ownerId}/1`;
  backend.change('dogs', rex.id, { photo_url: photoUrl });
  await changeQueue(outbox, () => [changeOf(dogs, { ...rex, photoUrl: address, version: 0 }, null)]);
  settlePhoto(address, photoUrl);
  await sendNow();
  expect(backend.rows('dogs')).toEqual([]);
  await untilSent();
});

test('An edit that was on its way to the queue while the photo of its form was uploaded is no question. @8.18', async () => {
  createBackend();
  setOnline(false);
  const [one, other] = [`${waitingPhotos}${ownerId}/1`, `${waitingPhotos}${ownerId}/2`];
  await save({ photoUrl });
  const seen = { ...rex, photoUrl: one, version: 0 };
  const saved = save({ photoUrl: other }, seen);
  settlePhoto(one, photoUrl);
  await saved;
  expect(await queueOf(outbox)).toMatchObject([{ mine: { photoUrl: other }, problem: null }]);
});

test('A photo that was uploaded while a deletion had replaced it, or a form had it open, is no question. @8.18', async () => {
  const backend = createBackend(({ method, path }) =>
    path.startsWith('/storage/') && method === 'POST' ? Response.json({ Id: '1', Key: '1' }) : undefined,
  );
  const address = await keepPhoto(ownerId, new Blob(['Rex'], { type: 'image/webp' }));
  setOnline(false);
  await save({ photoUrl: address });
  const deleted = await deleteRecord(outbox, dogs, { ...rex, photoUrl: address, version: 0 });
  settlePhoto(address, '/storage/v1/object/public/dog-photos/1/1.webp');
  await putBack(outbox, deleted!);
  await save({ photoUrl: null }, { ...rex, photoUrl: address, version: 0 });
  expect(shownQueue.read().changes).toMatchObject([{ mine: { photoUrl: null }, problem: null }]);

  const opened = await keepPhoto(ownerId, new Blob(['Rex'], { type: 'image/webp' }));
  await changeQueue(outbox, () => []);
  await save({ notes: 'Loves ham.' }, { ...rex, photoUrl: opened, version: 0 });
  setOnline(true);
  await sendNow();
  await untilSent();
  expect(backend.rows('dogs')).toMatchObject([{ notes: 'Loves ham.', photo_url: null }]);
});

test('A party that waits for a dog that is deleted elsewhere and forgotten here asks about the dog. @8.20', async () => {
  const backend = createBackend();
  setOnline(false);
  const { id, createdAt, version, ...plan } = party;
  await saveRecord(outbox, parties, { id: 'new party', seen: null, values: plan, parent: rex });
  for (const table of ['dogs', 'birthday_celebrations']) {
    backend.remove(table, table === 'dogs' ? rex.id : party.id);
    await changeStored('seen', `${ownerId}/${table}`, () => []);
  }
  backend.breakBy(({ method, path }) =>
    method === 'POST' && path.includes('celebrations') && backend.rows('dogs').length === 0
      ? Response.json({ code: '23503', message: 'violates foreign key constraint' }, { status: 409 })
      : undefined,
  );
  setOnline(true);
  await expect.poll(() => shownQueue.read().changes[0]).toMatchObject({ id: rex.id, problem: { kind: 'conflict' } });
  // Another device may bring the party back as it was sent first.
  expect(shownQueue.read().changes[1]).toMatchObject({ id: 'new party', attempted: [{ title: plan.title }] });
  await decide(outbox, rex.id, 'mine');
  await untilSent();
  expect(backend.rows('dogs')).toMatchObject([{ id: rex.id, name: 'Rex' }]);
  expect(backend.rows('birthday_celebrations')).toMatchObject([{ id: 'new party' }]);
});

/** Lets the browser store nothing. */
const breakStorage = (error: string) =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('broken', error);
  });

test('What the browser never stores is tried again less and less often, without a word to other tabs, and forgotten when it is sent.', async () => {
  const after = vi.spyOn(outbox.clock, 'after').mockReturnValue(() => undefined);
  const tellTabs = vi.spyOn(outbox, 'tellTabs');
  breakStorage('UnknownError');
  setOnline(false);
  await saveRecord(outbox, dogs, { id: rex.id, seen: null, values: rex });
  expect(shownQueue.read()).toMatchObject({ changes: [{ id: rex.id }], isOnPageOnly: true });
  tellTabs.mockClear();
  for (let attempts = 0; attempts < 5; attempts += 1) await sendNow();
  expect(tellTabs).not.toHaveBeenCalled();
  expect(after.mock.lastCall?.[0]).toBe(15_000);

  const backend = answerAsBackend({ dogs: [] });
  setOnline(true);
  await sendNow();
  expect(backend.rows('dogs')).toHaveLength(1);
  expect(shownQueue.read()).toMatchObject({ changes: [], isOnPageOnly: false });
  tellTabs.mockClear();
  after.mockClear();
  await sendNow();
  expect(tellTabs).not.toHaveBeenCalled();
  expect(after).not.toHaveBeenCalled();
});

test('A client that opens after another owner has signed in sends nothing.', async () => {
  const requests = answerRequests(() => Response.json([]));
  const backend = () => {
    storeSession('2');
    return supabase();
  };
  const other = createOutbox({ ...outbox, backend }, ownerId);
  await expect(deliver(other, dogs, changeOf(dogs, rex, null))).rejects.toMatchObject({ kind: 'session ended' });
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
  await expect(deliver(outbox, dogs, change)).rejects.toMatchObject({ kind: 'session ended' });
});

test.for([
  ['before', 0],
  ['while', 1],
] as const)('A photo is not lost because another owner signed in %s it was looked for.', async ([, count]) => {
  const photoUrl = `${publicPhotos}${ownerId}/1.webp`;
  const change = { ...changeOf(dogs, null, { ...rex, photoUrl }), createdAt: rex.createdAt };
  await changeStored('changes', ownerId, () => [change]);
  if (count === 0) storeSession('2');
  const requests = answerRequests(({ path }) => {
    storeSession('2');
    return path.startsWith('/storage/v1/object/list/') ? Response.json([]) : new Response(null, { status: 404 });
  });
  await sendNow();
  expect(requests.filter(({ path }) => path.startsWith('/storage/v1/object/list/'))).toHaveLength(count);
  expect(await queueOf(outbox)).toMatchObject([{ mine: { photoUrl }, problem: null }]);
});

test('Tries to send do not add to what the browser cannot store.', async () => {
  breakStorage('QuotaExceededError');
  answerAsBackend({ dogs: [] }, ({ method }) =>
    method === 'POST' ? Response.json({ code: 'XX000', message: 'trouble' }, { status: 500 }) : undefined,
  );
  setOnline(false);
  await saveRecord(outbox, dogs, { id: rex.id, seen: null, values: rex });
  setOnline(true);
  await sendNow();
  const { length } = outbox.unstored;
  for (let attempts = 0; attempts < 5; attempts += 1) await sendNow();
  expect(outbox.unstored).toHaveLength(length);
});

test('What a page could not store is forgotten when its owner signs out in another tab.', async () => {
  const full = breakStorage('QuotaExceededError');
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
  const backend = answerAsBackend({ dogs: [] });
  const photo = vi.spyOn(outbox.photos, 'keptPhoto').mockRejectedValue(new DOMException('broken', 'UnknownError'));
  const photoUrl = `${waitingPhotos}${ownerId}/1`;
  setOnline(false);
  await saveRecord(outbox, dogs, { id: rex.id, seen: null, values: { ...rex, photoUrl } });
  await saveRecord(outbox, dogs, { id: 'luna', seen: null, values: { ...rex, name: 'Luna' } });
  setOnline(true);
  await sendNow();
  expect(backend.rows('dogs')).toMatchObject([{ id: 'luna' }]);
  expect(shownQueue.read().changes).toMatchObject([{ id: rex.id, problem: null }]);
  photo.mockResolvedValue(null);
  await sendNow();
  expect(backend.rows('dogs')).toHaveLength(2);
});

test('The outbox of an owner who has left shows nothing to the next one.', async () => {
  close();
  close = await openQuietQueue('somebody-else');
  const before = shownQueue.read();
  setStale(outbox, 'dogs', true);
  reloadLists(outbox);
  expect(shownQueue.read()).toBe(before);
});
