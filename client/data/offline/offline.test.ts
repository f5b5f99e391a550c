import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { date } from '../../../domain/testing/dates.ts';
import { answerAsBackend } from '../../testing/pretend-backend.ts';
import { answerRequests, type SeenRequest, switchNetwork } from '../../testing/pretend-network.ts';
import { session, storeSession } from '../../testing/pretend-session.ts';
import { openQuietQueue } from '../../testing/quiet-queue.ts';
import { dogRowOf, rex } from '../../testing/sample-dogs.ts';
import { cakeDay, partyRowOf } from '../../testing/sample-parties.ts';
import { isUnreachable, setUnreachable } from '../network.ts';
import { type Dog, dogs } from '../records/dogs.ts';
import { invitations } from '../records/invitations.ts';
import { parties } from '../records/parties.ts';
import { contentOf, type FieldValues } from '../records/record.ts';
import { changeOf } from './changes.ts';
import { changeStored, readStored } from './database.ts';
import { forgetPackOnDevice } from './forget.ts';
import { decide, saveRecord } from './outbox.ts';
import { changeQueue, queueOf } from './queue.ts';
import { deleteRecord, putBack } from './removal.ts';
import { listRecords } from './snapshots.ts';
import { outboxOf, shownQueue } from './this-tab.ts';

const ownerId = session.user.id;
const profile = contentOf(dogs, rex);
const row = dogRowOf(rex, ownerId);

const outbox = outboxOf(ownerId);
const listDogs = (of = outbox) => listRecords(of, dogs);
const sendNow = async () => outbox.sender?.sendNow();
const deleteRex = () => deleteRecord(outbox, dogs, rex);

/** Saves a new dog, with another id or other words. */
const addDog = (id = rex.id, part: FieldValues = {}) =>
  saveRecord(outbox, dogs, { id, seen: null, values: { ...profile, ...part } });

/** Saves other words of Rex. */
const editRex = (part: FieldValues, seen: Dog = rex) =>
  saveRecord(outbox, dogs, { id: rex.id, seen, values: { ...contentOf(dogs, seen), ...part } });

const partyRow = partyRowOf(cakeDay);

const setOnline = switchNetwork();
let close = () => {};

beforeEach(() => storeSession());

afterEach(() => close());

async function open() {
  close = await openQuietQueue(ownerId);
}

async function openOffline() {
  setOnline(false);
  await open();
}

/** Shows Rex, so that this device has seen the pack. */
async function seePack() {
  answerRequests(() => Response.json([row]));
  await listDogs();
}

/** Takes whatever is added. */
function takeAdditions() {
  return answerRequests(({ method, body }) =>
    method === 'POST' ? Response.json({ ...row, ...(body as object) }, { status: 201 }) : Response.json([]),
  );
}

const addedIn = (requests: SeenRequest[]) =>
  requests.filter(({ method }) => method === 'POST').map(({ body }) => (body as { id: string }).id);

/** Advances the clock, and waits for the attempts and for the timer of the next, which slow storage may delay. */
async function triesAfter(requests: SeenRequest[], milliseconds: number, count: number) {
  const tries = requests.length;
  await vi.advanceTimersByTimeAsync(milliseconds);
  await expect.poll(() => [requests.length - tries, vi.getTimerCount()]).toEqual([count, 1]);
}

test('The pack is seen without network as it was seen last, and only by its owner.', async () => {
  answerRequests(() => Response.json([row]));
  expect(await listDogs()).toHaveLength(1);
  setOnline(false);
  await expect.poll(() => listDogs().catch(() => [])).toEqual([rex]);
  await expect(listDogs(outboxOf('somebody-else'))).rejects.toMatchObject({ kind: 'not reachable' });
  expect(shownQueue.read().isStale).toBe(true);
});

const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'));
const badGateway = () => new Response('<h1>Bad Gateway</h1>', { status: 502 });
const trouble = (status: number, code = 'PGRST000', headers = {}) =>
  Response.json({ code, message: 'trouble' }, { status, headers });

/** No answer, or one of a gateway that found no server behind it. What the owner does then waits. */
const unanswered: [what: string, answer: () => Response | Promise<Response>][] = [
  ['a connection that fails', noAnswer],
  ['a bad gateway', badGateway],
  ['a busy gateway', () => new Response('', { status: 503 })],
  ['a slow gateway', () => new Response('', { status: 504 })],
  ['a database that is read-only', () => trouble(405, '25006')],
  ['a request that was too slow', () => trouble(408)],
];

/** Answers that the owner is told of. What waits already goes on waiting. */
const troubled: typeof unanswered = [
  ['a server in trouble', () => trouble(500)],
  ['a statement that took too long', () => trouble(500, '57014')],
  ['a lock that was not free', () => trouble(500, '55P03')],
  ['two transactions that met', () => trouble(500, '40001')],
  ['a request that was too early', () => trouble(425)],
  ['too many requests', () => trouble(429)],
];

test.for(unanswered)(
  'A list that is answered with %s is shown as seen last, later without asking.',
  async ([, answer]) => {
    await seePack();
    const requests = answerRequests(answer);
    await expect.poll(() => listDogs().catch(() => [])).toEqual([rex]);
    expect(isUnreachable()).toBe(true);
    expect(shownQueue.read().isStale).toBe(true);
    const before = requests.length;
    expect(await listDogs()).toEqual([rex]);
    expect(requests).toHaveLength(before);
  },
);

test.for(unanswered)(
  'With %s a new dog waits, and is sent by itself when the server is back. @8.14',
  async ([, answer]) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await open();
    answerRequests(answer);
    const { state } = await addDog();
    expect(state).toBe('waiting');
    expect(isUnreachable()).toBe(true);
    expect(await queueOf(outbox)).toMatchObject([{ id: rex.id, mine: profile, attempted: [profile] }]);
    const requests = takeAdditions();
    await vi.advanceTimersByTimeAsync(2_000);
    await expect.poll(() => shownQueue.read().changes).toEqual([]);
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    await expect.poll(isUnreachable).toBe(false);
  },
);

test.for(troubled)(
  'With %s nothing waits: the owner is told, and what follows is tried at once. @8.14',
  async ([, answer]) => {
    await open();
    answerRequests(answer);
    const failed = { kind: 'in trouble' };
    await expect(addDog()).rejects.toMatchObject(failed);
    await expect(deleteRex()).rejects.toMatchObject(failed);
    await expect(listDogs()).rejects.toMatchObject(failed);
    expect(await queueOf(outbox)).toEqual([]);
    expect(isUnreachable()).toBe(false);
    const backend = answerAsBackend({ dogs: [] });
    expect(await addDog()).toMatchObject({ state: 'saved' });
    const deleted = await deleteRecord(outbox, dogs, {
      ...rex,
      version: Number(backend.rows('dogs')[0]?.version),
    });
    answerRequests(answer);
    await expect(putBack(outbox, deleted!)).rejects.toMatchObject(failed);
    expect(await queueOf(outbox)).toEqual([]);
  },
);

test('A request that hangs waits after eight seconds, and is given up, so that it cannot overtake newer words.', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await open();
  const request = Promise.withResolvers<AbortSignal>();
  vi.stubGlobal('fetch', (_input: RequestInfo, { signal }: { signal: AbortSignal }) => {
    request.resolve(signal);
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
  const saving = editRex({ notes: 'Loves cheese.' });
  const signal = await request.promise;
  await vi.advanceTimersByTimeAsync(7_999);
  expect(signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(signal.aborted).toBe(true);
  expect((await saving).state).toBe('waiting');
});

test('What got no answer is tried again less and less often, and at once when it is asked for.', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await open();
  const requests = answerRequests(noAnswer);
  await addDog();
  await triesAfter(requests, 1_999, 0);
  await triesAfter(requests, 1, 1);
  await triesAfter(requests, 3_999, 0);
  await triesAfter(requests, 1, 1);
  await triesAfter(requests, 8_000, 1);
  await triesAfter(requests, 14_999, 0);
  await triesAfter(requests, 1, 1);
  await triesAfter(requests, 15_000, 1);
  const before = requests.length;
  await sendNow();
  expect(requests.length - before).toBe(1);
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => requests.length - before).toBe(2);
});

test.for([...unanswered, ...troubled])(
  'A change that waits and is answered with %s goes on waiting, and asks nothing. @8.15',
  async ([, answer]) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    setOnline(false);
    await open();
    await addDog();
    const requests = answerRequests(({ method }) => (method === 'POST' ? answer() : Response.json([])));
    setOnline(true);
    for (const posts of [1, 2, 3]) {
      await expect.poll(() => requests.filter(({ method }) => method === 'POST').length).toBe(posts);
      await expect.poll(() => vi.getTimerCount()).toBe(1);
      expect(shownQueue.read().changes).toMatchObject([{ id: rex.id, problem: null }]);
      if (posts < 3) await vi.advanceTimersByTimeAsync(15_000);
    }
    // Lists are loaded again, because the backend answers.
    expect(isUnreachable()).toBe(false);
    answerRequests(({ method }) => (method === 'POST' ? Response.json(row, { status: 201 }) : Response.json([])));
    await vi.advanceTimersByTimeAsync(15_000);
    await expect.poll(() => shownQueue.read().changes).toEqual([]);
  },
);

test('A change that the server cannot save does not hold up the others.', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await openOffline();
  const ids = [rex.id, '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000003'];
  for (const id of ids) await addDog(id);
  const backend = answerAsBackend({ dogs: [] }, ({ method, body }) =>
    method === 'POST' && (body as { id: string }).id === rex.id ? trouble(500) : undefined,
  );
  setOnline(true);
  await expect.poll(() => shownQueue.read().changes).toMatchObject([{ id: rex.id, problem: null }]);
  expect(backend.rows('dogs').map(({ id }) => id)).toEqual(ids.slice(1));
});

test('A server that asks for a pause gets it, at most a minute, unless the owner presses a button.', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  await open();
  let seconds = '20';
  const requests = answerRequests(() => trouble(503, 'PGRST001', { 'Retry-After': seconds }));
  await addDog();
  window.dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  await triesAfter(requests, 19_000, 0);
  seconds = '86400';
  await triesAfter(requests, 1_000, 1);
  await triesAfter(requests, 59_000, 0);
  await triesAfter(requests, 1_000, 1);
  const before = requests.length;
  await sendNow();
  expect(requests.length - before).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
});

test('A refusal is told at once, nothing of it waits, and no old list hides it.', async () => {
  await seePack();
  await open();
  answerRequests(() => Response.json({ code: '23514', message: 'birth_date is in the future' }, { status: 400 }));
  const saving = addDog();
  await expect(saving).rejects.toMatchObject({ kind: 'unexpected' });
  await expect(listDogs()).rejects.toMatchObject({ kind: 'unexpected' });
  expect(await queueOf(outbox)).toEqual([]);
  expect(isUnreachable()).toBe(false);
});

test.for([
  ['the list', 'seen'],
  ['the queue', 'changes'],
] as const)(
  'The server answers while %s is read from the device, and the list is not shown as an old one.',
  async ([, store]) => {
    await seePack();
    answerRequests(() => Response.json([{ ...row, name: 'Rex the Great' }]));
    setUnreachable(true);
    const { get } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
      if (this.name === store) setUnreachable(false);
      return get.call(this, key);
    });
    expect(await listDogs()).toMatchObject([{ name: 'Rex the Great' }]);
    expect(shownQueue.read().isStale).toBe(false);
  },
);

test('The guests of the last party stay on the device without it, because they may have to be called. @10.285', async () => {
  answerAsBackend({ dogs: [row], birthday_celebrations: [partyRow] });
  const [party] = await listRecords(outbox, parties);
  await changeStored('seen', `${ownerId}/party_guests`, () => [{ name: 'Ben' }]);
  await deleteRecord(outbox, parties, party!);
  expect(await listRecords(outbox, parties)).toEqual([]);
  await expect.poll(() => readStored('seen', `${ownerId}/birthday_celebrations`)).toEqual([]);
  expect(await readStored('seen', `${ownerId}/party_guests`)).toHaveLength(1);
});

test('Without any invitation the device keeps no guests.', async () => {
  answerAsBackend({ party_invitations: [] });
  await changeStored('seen', `${ownerId}/party_guests`, () => [{ name: 'Ben' }]);
  expect(await listRecords(outbox, invitations)).toEqual([]);
  await expect.poll(() => readStored('seen', `${ownerId}/party_guests`)).toBeUndefined();
});

test('A deletion whose answer got lost is taken back by adding the dog and its parties again.', async () => {
  answerRequests(({ path }) => Response.json(path.includes('birthday_celebrations') ? [partyRow] : [row]));
  await listDogs();
  await listRecords(outbox, parties);
  await open();
  answerRequests(({ method, path }) => {
    if (method === 'DELETE') return noAnswer();
    return Response.json(path.includes('birthday_celebrations') ? [partyRow] : []);
  });
  const deleted = await deleteRex();
  expect(await queueOf(outbox)).toMatchObject([{ id: rex.id, mine: null, isDeletionSent: true }]);
  // The request has reached the backend.
  const requests = takeAdditions();
  await putBack(outbox, deleted!);
  await sendNow();
  await expect.poll(() => shownQueue.read().changes).toEqual([]);
  expect(addedIn(requests)).toEqual([rex.id, partyRow.id]);
});

test('Undo without an answer waits, and puts the dog back later.', async () => {
  await open();
  answerRequests(({ method }) => Response.json(method === 'GET' ? [] : [row]));
  const deleted = await deleteRex();
  answerRequests(noAnswer);
  await putBack(outbox, deleted!);
  const requests = takeAdditions();
  await sendNow();
  await expect.poll(() => shownQueue.read().changes).toEqual([]);
  expect(addedIn(requests)).toEqual([rex.id]);
});

test('An edit of a dog that was deleted elsewhere is kept, and added again when its owner says so.', async () => {
  await open();
  answerAsBackend({ dogs: [] });
  const { state } = await editRex({ notes: 'Loves cheese.' });
  expect(state).toBe('undecided');
  expect(shownQueue.read().changes).toMatchObject([
    { mine: { ...profile, notes: 'Loves cheese.' }, problem: { kind: 'conflict', theirs: null } },
  ]);
  const requests = takeAdditions();
  await decide(outbox, rex.id, 'mine');
  await expect.poll(() => shownQueue.read().changes).toEqual([]);
  expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({ id: rex.id, notes: 'Loves cheese.' });
});

test('A dog that was deleted elsewhere and is let go leaves the pack, also without network.', async () => {
  await seePack();
  await open();
  answerAsBackend({ dogs: [] });
  await editRex({ notes: 'Loves cheese.' });
  setOnline(false);
  expect(await listDogs()).toHaveLength(1);
  await decide(outbox, rex.id, 'theirs');
  expect(await listDogs()).toEqual([]);
});

test.for([
  [409, '23503', 'violates foreign key constraint'],
  [403, '42501', 'new row violates row-level security policy'],
] as const)(
  'A party for a dog that was deleted elsewhere, refused by %i, waits for the owner to say whether the dog comes back.',
  async ([status, code, message]) => {
    await open();
    const day = { celebrationDate: date('2026-06-20'), time: null };
    answerRequests(({ method }) =>
      method === 'POST' ? Response.json({ code, message }, { status }) : Response.json([]),
    );
    const { state } = await saveRecord(outbox, parties, {
      id: partyRow.id,
      seen: null,
      values: { title: 'Cake Day', ...day, description: null, location: null, dogId: rex.id },
      parent: rex,
    });
    expect(state).toBe('undecided');
    const requests = takeAdditions();
    await decide(outbox, rex.id, 'mine');
    await expect.poll(() => shownQueue.read().changes).toEqual([]);
    expect(addedIn(requests)).toEqual([rex.id, partyRow.id]);
  },
);

test('A form that was open while the dog was changed elsewhere keeps what both have changed.', async () => {
  await open();
  const backend = answerAsBackend({ dogs: [{ ...row, breed: 'Mixed', notes: 'Loves ham.', version: 2 }] });
  const renamed = await editRex({ name: 'Rexy' });
  expect(renamed).toMatchObject({
    state: 'saved',
    saved: { name: 'Rexy', breed: 'Mixed', notes: 'Loves ham.', version: 3 },
  });
  expect(backend.rows('dogs')).toMatchObject([{ name: 'Rexy', breed: 'Mixed', notes: 'Loves ham.' }]);
  const clashing = await editRex({ notes: 'Loves cheese.' });
  expect(clashing.state).toBe('undecided');
  expect(shownQueue.read().changes).toMatchObject([
    { mine: { notes: 'Loves cheese.' }, problem: { kind: 'conflict', theirs: { notes: 'Loves ham.' }, version: 3 } },
  ]);
  expect(backend.rows('dogs')).toMatchObject([{ notes: 'Loves ham.' }]);
  await decide(outbox, rex.id, 'mine');
  await expect
    .poll(() => backend.rows('dogs'))
    .toMatchObject([{ name: 'Rexy', breed: 'Mixed', notes: 'Loves cheese.' }]);
});

test('A dog that is changed elsewhere between the look and the update loses no words.', async () => {
  await open();
  const others = ['Mixed', 'Boxer', 'Pug'];
  const backend = answerAsBackend({ dogs: [row] }, ({ method }) => {
    const breed = method === 'PATCH' && others.shift();
    if (breed) backend.change('dogs', rex.id, { breed });
    return undefined;
  });
  const { state } = await editRex({ notes: 'Loves cheese.' });
  expect(state).toBe('saved');
  expect(backend.rows('dogs')).toMatchObject([{ breed: 'Pug', notes: 'Loves cheese.' }]);
});

test('A row that its owner sees and may not change is refused, not tried for ever.', async () => {
  await open();
  answerRequests(({ method }) => Response.json(method === 'GET' ? [row] : []));
  const saving = editRex({ notes: 'Loves cheese.' });
  await expect(saving).rejects.toMatchObject({ kind: 'refused' });
});

test('Undo leaves alone what another device has put back and changed meanwhile.', async () => {
  await open();
  const backend = answerAsBackend({ dogs: [row], birthday_celebrations: [partyRow] });
  const deleted = await deleteRex();
  expect(backend.rows('dogs')).toEqual([]);
  backend.add('dogs', { ...row, notes: 'Loves ham.', version: 5 });
  await putBack(outbox, deleted!);
  expect(backend.rows('dogs')).toMatchObject([{ notes: 'Loves ham.', version: 5 }]);
  expect(backend.rows('birthday_celebrations')).toMatchObject([{ id: partyRow.id, title: 'Cake Day' }]);
});

test('A deletion that waited does not take words along that came while it was on its way.', async () => {
  await openOffline();
  await deleteRex();
  const backend = answerAsBackend({ dogs: [row] }, ({ method }) => {
    if (method === 'DELETE') backend.change('dogs', rex.id, { notes: 'Loves ham.' });
    return undefined;
  });
  setOnline(true);
  await expect.poll(() => shownQueue.read().changes[0]?.problem).toMatchObject({ kind: 'conflict', version: 2 });
  expect(backend.rows('dogs')).toMatchObject([{ notes: 'Loves ham.' }]);
});

test('What waits and what another device did meanwhile are merged before the next words go on from there.', async () => {
  await openOffline();
  await editRex({ notes: 'Loves cheese.' });
  const patched = Promise.withResolvers<void>();
  const isAnswered = Promise.withResolvers<undefined>();
  const backend = answerAsBackend({ dogs: [{ ...row, breed: 'Boxer', version: 2 }] });
  const { rows } = backend;
  const answer = window.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    const response = await answer(input, init);
    if (init?.method === 'PATCH' && rows('dogs')[0]?.notes === 'Loves cheese.') {
      patched.resolve();
      await isAnswered.promise;
    }
    return response;
  });
  setOnline(true);
  await patched.promise;
  // The backend has the first edit and the breed from elsewhere. The answer has not arrived yet.
  const { state } = await editRex({ name: 'Rexy' }, { ...rex, notes: 'Loves cheese.' });
  expect(state).toBe('waiting');
  isAnswered.resolve(undefined);
  await expect.poll(() => shownQueue.read().changes).toEqual([]);
  expect(rows('dogs')).toMatchObject([{ name: 'Rexy', notes: 'Loves cheese.', breed: 'Boxer' }]);
});

test('What is saved, deleted and put back here is told to the other tabs, once and without an echo.', async () => {
  await open();
  const otherTab = new BroadcastChannel('wagday-outbox');
  const told: unknown[] = [];
  otherTab.onmessage = ({ data }) => told.push(data);
  const requests = answerRequests(({ method }) => Response.json(method === 'GET' ? [] : [row]));
  await editRex({});
  await expect.poll(() => told).toEqual([ownerId]);
  const deleted = await deleteRex();
  await expect.poll(() => told).toHaveLength(2);
  await putBack(outbox, deleted!);
  await expect.poll(() => told).toHaveLength(3);
  // A message from another tab makes this one reload, without a message of its own.
  const { version } = shownQueue.read();
  const before = requests.length;
  otherTab.postMessage(ownerId);
  await expect.poll(() => shownQueue.read().version).toBe(version + 1);
  expect(told).toHaveLength(3);
  expect(requests).toHaveLength(before);
  otherTab.close();
});

test('A decision that is given twice counts once.', async () => {
  await openOffline();
  await editRex({ notes: 'Loves cheese.', breed: 'Mixed' });
  answerAsBackend({ dogs: [{ ...row, notes: 'Loves ham.', version: 2 }] });
  setOnline(true);
  await expect.poll(() => shownQueue.read().changes[0]?.problem?.kind).toBe('conflict');
  setOnline(false);
  await Promise.all([decide(outbox, rex.id, 'theirs'), decide(outbox, rex.id, 'theirs')]);
  expect(await queueOf(outbox)).toMatchObject([{ mine: { notes: 'Loves ham.', breed: 'Mixed' }, problem: null }]);
});

test('A change that the backend refuses waits for a word of the owner, and the others go on.', async () => {
  await openOffline();
  await addDog('first');
  await addDog('second');
  answerRequests(({ body }) =>
    (body as { id: string }).id === 'first'
      ? Response.json({ code: '23514', message: 'birth_date is in the future' }, { status: 400 })
      : Response.json({ ...row, id: 'second' }, { status: 201 }),
  );
  setOnline(true);
  await expect
    .poll(() => shownQueue.read().changes.map(({ id, problem }) => [id, problem?.kind]))
    .toEqual([['first', 'refused']]);
});

test.for([
  ['ends', () => localStorage.removeItem('wagday-session')],
  ['makes room for another owner', () => storeSession('2')],
] as const)(
  'What is being sent while the session %s waits for its owner, and is neither refused nor lost.',
  async ([, change]) => {
    await seePack();
    setOnline(false);
    await open();
    await addDog('first');
    await addDog('second');
    await deleteRex();
    // How the backend answers without a valid session: no rows, and no inserts.
    const requests = answerRequests(({ method, body }) => {
      if (method !== 'POST') return Response.json([]);
      const { id } = body as { id: string };
      if (id === 'first') return Response.json({ ...row, id }, { status: 201 });
      change();
      return Response.json({ code: '42501', message: 'new row violates row-level security' }, { status: 401 });
    });
    setOnline(true);
    await expect.poll(() => requests.length).toBeGreaterThan(1);
    await sendNow();
    expect(await queueOf(outbox)).toMatchObject([
      { id: 'second', mine: profile, problem: null },
      { id: rex.id, mine: null, problem: null },
    ]);
    expect(requests.map(({ method }) => method)).not.toContain('DELETE');
  },
);

test('As nobody, rows are neither read nor written.', async () => {
  localStorage.removeItem('wagday-session');
  const requests = answerRequests(() => Response.json([]));
  await expect(listDogs()).rejects.toMatchObject({ kind: 'session ended' });
  expect(requests).toEqual([]);
});

test('An insert whose answer got lost is looked up, not sent twice.', async () => {
  await openOffline();
  await addDog();
  const { requests } = answerAsBackend({ dogs: [row] });
  setOnline(true);
  await expect.poll(() => shownQueue.read().changes).toEqual([]);
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(requests.filter(({ method }) => method === 'PATCH')).toEqual([]);
});

test('An edit of a dog that waits stays behind it, network or not.', async () => {
  await openOffline();
  await addDog();
  const answer = Promise.withResolvers<Response>();
  const requests = answerRequests(({ method }) => {
    if (method === 'POST') return answer.promise;
    return Response.json([row]);
  });
  setOnline(true);
  await expect.poll(() => requests.map(({ method }) => method)).toContain('POST');
  const result = await editRex({ notes: 'Loves cheese.' });
  expect(result.state).toBe('waiting');
  expect(await queueOf(outbox)).toMatchObject([{ base: null, mine: { notes: 'Loves cheese.' }, attempted: [profile] }]);
  answer.resolve(Response.json(row, { status: 201 }));
  await expect.poll(() => shownQueue.read().changes).toEqual([]);
  expect(requests.find(({ method }) => method === 'PATCH')?.body).toMatchObject({ notes: 'Loves cheese.' });
});

test('Undo brings parties back from before words that turn others were refused.', async () => {
  await open();
  const turning = { ...partyRow, title: '\u202eCake\u202c Day', location: '\u202aElm Street 1\u202c' };
  answerAsBackend({ dogs: [row], birthday_celebrations: [turning] });
  const deleted = await deleteRex();
  const requests = answerRequests(() => new Response(null, { status: 201 }));
  await putBack(outbox, deleted!);
  expect(requests.map(({ body }) => body)).toEqual([
    [row],
    [{ ...turning, title: 'Cake Day', location: 'Elm Street 1' }],
  ]);
});

test('A dog deleted without network and brought back in time is never deleted.', async () => {
  await seePack();
  await openOffline();
  const deleted = await deleteRex();
  await expect.poll(() => listDogs()).toEqual([]);
  await putBack(outbox, deleted!);
  expect(await listDogs()).toEqual([rex]);
  expect(await queueOf(outbox)).toEqual([]);
});

test('What waits for one owner is none of another owner.', async () => {
  setOnline(false);
  await addDog('mine');
  expect(await queueOf(outboxOf('somebody-else'))).toEqual([]);
  await forgetPackOnDevice('somebody-else');
  expect(await queueOf(outbox)).toHaveLength(1);
});

test.for(['put', 'get'] as const)(
  'Edits that were not stored because `%s` failed are stored later, after what another tab has stored meanwhile.',
  async (part) => {
    setOnline(false);
    const broken = vi.spyOn(IDBObjectStore.prototype, part).mockImplementation(() => {
      throw new DOMException('broken', 'UnknownError');
    });
    await addDog('fizz', { name: 'Fizz' });
    broken.mockRestore();
    await changeStored('changes', ownerId, () => [changeOf(dogs, null, { ...profile, id: rex.id })]);
    expect(await queueOf(outbox)).toMatchObject([{ id: rex.id }, { id: 'fizz' }]);
    await addDog('bo', { name: 'Bo' });
    expect(await readStored('changes', ownerId)).toMatchObject([{ id: rex.id }, { id: 'fizz' }, { id: 'bo' }]);
  },
);

test('An edit that could not be stored while another one was being stored is kept.', async () => {
  const edit = (id: string) => changeQueue(outbox, (queue) => [...queue, changeOf(dogs, null, { ...profile, id })]);
  const { put } = IDBObjectStore.prototype;
  let failed: Promise<unknown> | undefined;
  const storing = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function (
    this: IDBObjectStore,
    value,
    key,
  ) {
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('broken', 'InvalidStateError');
    });
    failed = edit('fizz');
    return put.call(this, value, key);
  });
  await edit('bo');
  await failed;
  storing.mockRestore();
  vi.mocked(IDBDatabase.prototype.transaction).mockRestore();
  expect(await queueOf(outbox)).toMatchObject([{ id: 'bo' }, { id: 'fizz' }]);
});

test('A connection to the database that the browser has lost is opened anew, and the edit is stored.', async () => {
  setOnline(false);
  await addDog('fizz', { name: 'Fizz' });
  const { transaction } = IDBDatabase.prototype;
  const lost = new Set<IDBDatabase>();
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...parts) {
    if (lost.size === 0) lost.add(this);
    if (lost.has(this)) throw new DOMException('The database connection is closing.', 'InvalidStateError');
    return transaction.apply(this, parts);
  });
  await addDog('bo', { name: 'Bo' });
  expect(await readStored('changes', ownerId)).toMatchObject([{ id: 'fizz' }, { id: 'bo' }]);
});
