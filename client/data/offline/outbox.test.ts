import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitingPhotos } from '../../../addresses/addresses.ts';
import { answerAsBackend } from '../../testing/backend.ts';
import { dogRowOf, rex } from '../../testing/dogs.ts';
import { type SeenRequest, switchNetwork } from '../../testing/network.ts';
import { cakeDay } from '../../testing/parties.ts';
import { openQuietQueue } from '../../testing/queue.ts';
import { session, storeSession } from '../../testing/session.ts';
import { setUnreachable } from '../network.ts';
import { dogs } from '../records/dogs.ts';
import { type Party, parties } from '../records/parties.ts';
import { contentOf } from '../records/record.ts';
import { columnsOf } from '../records/rows.ts';
import { changeOf } from './changes.ts';
import { changeStored } from './database.ts';
import { forgetPackOnDevice } from './forget.ts';
import { decide, saveRecord } from './outbox.ts';
import { changeQueue, queueOf } from './queue.ts';
import { deleteRecord, putBack } from './removal.ts';
import { lastSeen, listRecords } from './snapshots.ts';
import { outboxOf, shownQueue } from './this-tab.ts';
import { keepPhoto, settlePhoto } from './waiting-photos.ts';

// Requests that the backend carries out without an answer, twice or late. No word may be lost, and nobody asked about their own words.

const ownerId = session.user.id;
const profile = contentOf(dogs, rex);
const row = dogRowOf(rex, ownerId);
const party: Party = { ...cakeDay, id: '00000000-0000-4000-8000-000000000009', dogId: rex.id, version: 1 };
const partyRow = { user_id: ownerId, id: party.id, ...columnsOf(parties, party) };

const setOnline = switchNetwork();
let close = () => {};

beforeEach(async () => {
  storeSession();
  close = await openQuietQueue(ownerId);
});

afterEach(async () => {
  close();
  setUnreachable(false);
  vi.restoreAllMocks();
  await forgetPackOnDevice(ownerId);
});

const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'));
const busy = () => Response.json({ code: 'PGRST001', message: 'busy' }, { status: 503 });

type Fault = (
  request: SeenRequest,
  apply: (request: SeenRequest) => Response,
) => Response | Promise<Response> | undefined;

/** A backend with Rex and one party. `fault` may answer in its place; without it all is well again. */
function createBackend(fault?: Fault) {
  let isBroken: Fault | undefined = fault;
  const backend = answerAsBackend({ dogs: [row], birthday_celebrations: [partyRow] }, (request) =>
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
      await outboxOf(ownerId).sender?.sendNow();
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

/** Reads the lists, so that this device has them. */
async function seePack() {
  await listRecords(outboxOf(ownerId), dogs);
  await listRecords(outboxOf(ownerId), parties);
  await expect.poll(() => listRecords(outboxOf(ownerId), parties)).toHaveLength(1);
}

function save(part: object, seen = rex) {
  return saveRecord(outboxOf(ownerId), dogs, { id: rex.id, seen, values: { ...contentOf(dogs, seen), ...part } });
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
  const deleted = await deleteRecord(outboxOf(ownerId), dogs, rex);
  expect(backend.rows('dogs')).toEqual([]);
  await putBack(outboxOf(ownerId), deleted!);
  await untilSent();
  expect(backend.rows('dogs')).toMatchObject([{ id: rex.id, notes: rex.notes, created_at: rex.createdAt }]);
  expect(backend.rows('birthday_celebrations')).toMatchObject([{ id: party.id, title: party.title }]);
});

test('A new dog that may have arrived, and is deleted, is gone after a reload of the page, too.', async () => {
  const backend = createBackend(losing('POST'));
  const id = '00000000-0000-4000-8000-000000000002';
  await saveRecord(outboxOf(ownerId), dogs, { id, seen: null, values: profile });
  await deleteRecord(outboxOf(ownerId), dogs, { ...rex, id, version: 0 });
  backend.breakBy(({ method }) => (method === 'DELETE' ? busy() : undefined));
  await outboxOf(ownerId).sender?.sendNow();
  // As it is read after a reload.
  expect(await queueOf(outboxOf(ownerId))).toMatchObject([{ id, mine: null, problem: null }]);
  await backend.mend();
  await untilSent();
  expect(backend.rows('dogs').map((dog) => dog.id)).toEqual([rex.id]);
});

test('A dog that was edited elsewhere can be deleted, brought back and deleted again, and each deletion be read.', async () => {
  const backend = createBackend();
  await seePack();
  backend.change('dogs', rex.id, { notes: 'Loves ham.' });
  backend.breakBy(({ method }) => (method === 'DELETE' ? busy() : undefined));
  const deleted = await deleteRecord(outboxOf(ownerId), dogs, rex);
  await putBack(outboxOf(ownerId), deleted!);
  await outboxOf(ownerId).sender?.sendNow();
  await untilSent();
  await deleteRecord(outboxOf(ownerId), dogs, rex);
  await outboxOf(ownerId).sender?.sendNow();
  expect(await queueOf(outboxOf(ownerId))).toMatchObject([{ mine: null }]);
  expect((await queueOf(outboxOf(ownerId))).map(({ problem }) => problem?.kind)).not.toContain('unreadable');
});

test('Words that arrived without an answer are known as own ones, however many reads fail and edits follow. @8.18', async () => {
  const backend = createBackend(losing('PATCH'));
  const first = await save({ notes: 'Loves cheese.' });
  backend.breakBy(noAnswer);
  await outboxOf(ownerId).sender?.sendNow();
  const second = await save({ notes: 'Loves ham.' }, first.saved);
  await outboxOf(ownerId).sender?.sendNow();
  await save({ notes: 'Loves sausages.' }, second.saved);
  await outboxOf(ownerId).sender?.sendNow();
  // Another device changes another field.
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
  const add = (notes: string) =>
    saveRecord(outboxOf(ownerId), dogs, { id: added.id, seen: null, values: { ...profile, notes } });
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
    // The browser sends it twice.
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
  await expect(deleteRecord(outboxOf(ownerId), dogs, { ...rex, version: 9 })).rejects.toMatchObject({
    kind: 'session ended',
  });
});

test('Undo of a deletion without an answer keeps what another device has written meanwhile. @8.17', async () => {
  const backend = createBackend(losing('DELETE'));
  await seePack();
  backend.change('dogs', rex.id, { notes: 'Loves ham.' });
  backend.change('birthday_celebrations', party.id, { title: 'Ham Day' });
  const deleted = await deleteRecord(outboxOf(ownerId), dogs, rex);
  await putBack(outboxOf(ownerId), deleted!);
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
  const deleted = await deleteRecord(outboxOf(ownerId), dogs, rex);
  await putBack(outboxOf(ownerId), deleted!);
  await backend.mend();
  await untilSent();
  backend.apply(late!);
  expect(backend.rows('dogs')).toMatchObject([{ id: rex.id, notes: rex.notes }]);
});

test('A deletion with network takes what another device has written along, and Undo brings it back.', async () => {
  const backend = createBackend();
  await seePack();
  backend.change('dogs', rex.id, { notes: 'Loves ham.' });
  const deleted = await deleteRecord(outboxOf(ownerId), dogs, rex);
  expect(backend.rows('dogs')).toEqual([]);
  for (const { path } of backend.requests.filter(({ method }) => method === 'DELETE'))
    expect(path).toMatch(/id=eq\..+&version=eq\.\d/);
  await putBack(outboxOf(ownerId), deleted!);
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
  const deleted = await deleteRecord(outboxOf(ownerId), dogs, rex);
  await putBack(outboxOf(ownerId), deleted!);
  expect(backend.rows('birthday_celebrations')).toMatchObject([{ description: 'Bring balls.' }]);
});

test('Keep It brings back the words and the party that waited before the deletion. @8.18', async () => {
  const backend = createBackend();
  await seePack();
  setOnline(false);
  const { saved } = await save({ notes: 'Loves cheese.' });
  const { id, createdAt, version, ...plan } = { ...party, id: 'new party', title: 'Cheese Day' };
  await saveRecord(outboxOf(ownerId), parties, { id, seen: null, values: plan, parent: rex });
  await deleteRecord(outboxOf(ownerId), dogs, saved);
  backend.change('dogs', rex.id, { breed: 'Boxer' });
  setOnline(true);
  await expect.poll(() => shownQueue.read().changes[0]?.problem?.kind).toBe('conflict');
  await decide(outboxOf(ownerId), rex.id, 'theirs');
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
  const answer = Promise.withResolvers<Response>();
  let held = 0;
  const backend = createBackend((request, apply) => {
    if (request.method !== 'GET' || held > 0) return undefined;
    held += 1;
    const old = apply(request);
    return answer.promise.then(() => old);
  });
  const late = listRecords(outboxOf(ownerId), dogs);
  await expect.poll(() => held).toBe(1);
  await save({ notes: 'Loves cheese.' });
  answer.resolve(new Response());
  expect(await late).toMatchObject([{ notes: 'Loves cheese.' }]);
  await expect.poll(() => lastSeen(outboxOf(ownerId), dogs)).toMatchObject([{ notes: 'Loves cheese.' }]);

  held = 0;
  const later = Promise.withResolvers<void>();
  backend.breakBy((request, apply) => {
    if (request.method !== 'GET' || held > 0) return undefined;
    held += 1;
    const old = apply(request);
    return later.promise.then(() => old);
  });
  const first = listRecords(outboxOf(ownerId), dogs);
  await expect.poll(() => held).toBe(1);
  backend.change('dogs', rex.id, { notes: 'Loves ham.' });
  expect(await listRecords(outboxOf(ownerId), dogs)).toMatchObject([{ notes: 'Loves ham.' }]);
  later.resolve();
  expect(await first).toMatchObject([{ notes: 'Loves ham.' }]);
  await expect.poll(() => lastSeen(outboxOf(ownerId), dogs)).toMatchObject([{ notes: 'Loves ham.' }]);
});

test('A list that was requested before another tab has told of a change does not replace the kept one.', async () => {
  const answer = Promise.withResolvers<void>();
  let held = 0;
  createBackend((request, apply) => {
    held += 1;
    const old = apply(request);
    return answer.promise.then(() => old);
  });
  const late = listRecords(outboxOf(ownerId), dogs);
  await expect.poll(() => held).toBe(1);
  const newer = { ...rex, notes: 'Loves cheese.', version: 2 };
  await changeStored('seen', `${ownerId}/dogs`, () => [newer]);
  const told = shownQueue.read().version;
  new BroadcastChannel('wagday-outbox').postMessage(ownerId);
  await expect.poll(() => shownQueue.read().version).toBeGreaterThan(told);
  answer.resolve();
  await late;
  expect(await lastSeen(outboxOf(ownerId), dogs)).toEqual([newer]);
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
  const photoUrl = `${window.location.origin}/storage/v1/object/public/dog-photos/${ownerId}/1.webp`;
  const backend = createBackend(({ method, path }) => {
    if (path.includes('/object/list/')) return Response.json([]);
    if (path.includes('/object/public/')) return kept ? new Response(kept) : new Response('', { status: 404 });
    return path.startsWith('/storage/') && method === 'POST' ? Response.json({ Id: '1', Key: '1' }) : undefined;
  });
  await seePack();
  if (which.startsWith('is')) {
    backend.remove('dogs', rex.id);
    await save({ notes: 'Loves cheese.' }, { ...rex, photoUrl });
    await decide(outboxOf(ownerId), rex.id, 'mine');
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
  const photoUrl = `${window.location.origin}/storage/v1/object/public/dog-photos/${ownerId}/1.webp`;
  await save({ photoUrl: one });
  await save({ photoUrl: other });
  expect(shownQueue.read().changes).toMatchObject([{ problem: { theirs: { photoUrl: one } } }]);
  settlePhoto(one, photoUrl);
  await decide(outboxOf(ownerId), rex.id, 'theirs');
  expect(shownQueue.read().changes).toMatchObject([{ mine: { photoUrl } }]);
  await deleteRecord(outboxOf(ownerId), dogs, { ...rex, photoUrl: one, version: 0 });
  expect(shownQueue.read().changes).toMatchObject([{ base: profile, mine: null }]);
});

test('A deletion that was queued while the photo of its page was uploaded is no question. @8.18', async () => {
  const backend = createBackend();
  const address = `${waitingPhotos}${ownerId}/1`;
  const photoUrl = `${window.location.origin}/storage/v1/object/public/dog-photos/${ownerId}/1.webp`;
  backend.change('dogs', rex.id, { photo_url: photoUrl });
  await changeQueue(outboxOf(ownerId), () => [changeOf(dogs, { ...rex, photoUrl: address, version: 0 }, null)]);
  settlePhoto(address, photoUrl);
  await outboxOf(ownerId).sender?.sendNow();
  expect(backend.rows('dogs')).toEqual([]);
  await untilSent();
});

test('An edit that was on its way to the queue while the photo of its form was uploaded is no question. @8.18', async () => {
  createBackend();
  setOnline(false);
  const outbox = outboxOf(ownerId);
  const [one, other] = [`${waitingPhotos}${ownerId}/1`, `${waitingPhotos}${ownerId}/2`];
  const photoUrl = `${window.location.origin}/storage/v1/object/public/dog-photos/${ownerId}/1.webp`;
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
  const outbox = outboxOf(ownerId);
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
  await outbox.sender?.sendNow();
  await untilSent();
  expect(backend.rows('dogs')).toMatchObject([{ notes: 'Loves ham.', photo_url: null }]);
});

test('A party that waits for a dog that is deleted elsewhere and forgotten here asks about the dog. @8.20', async () => {
  const backend = createBackend();
  setOnline(false);
  const { id, createdAt, version, ...plan } = party;
  await saveRecord(outboxOf(ownerId), parties, { id: 'new party', seen: null, values: plan, parent: rex });
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
  await decide(outboxOf(ownerId), rex.id, 'mine');
  await untilSent();
  expect(backend.rows('dogs')).toMatchObject([{ id: rex.id, name: 'Rex' }]);
  expect(backend.rows('birthday_celebrations')).toMatchObject([{ id: 'new party' }]);
});
