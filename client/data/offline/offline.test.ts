import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { date } from '../../../domain/testing/dates.ts';
import { answerAsBackend } from '../../testing/backend.ts';
import { dogRowOf, rex } from '../../testing/dogs.ts';
import { answerRequests, switchNetwork } from '../../testing/network.ts';
import { openQuietQueue } from '../../testing/queue.ts';
import { session, storeSession } from '../../testing/session.ts';
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

const listDogs = (owner: string) => listRecords(outboxOf(owner), dogs);

function saveDog(owner: string, { id, dog, profile: values }: { id: string; dog: Dog | null; profile: FieldValues }) {
  return saveRecord(outboxOf(owner), dogs, { id, seen: dog, values });
}

const partyRow = {
  id: '00000000-0000-4000-8000-000000000009',
  dog_id: rex.id,
  user_id: ownerId,
  title: 'Cake Day',
  description: null,
  celebration_date: '2026-06-20',
  location: null,
  invitation_image_url: null,
  shared_platforms: [],
  created_at: rex.createdAt,
  version: 1,
};

const setOnline = switchNetwork();
let close = () => {};

beforeEach(() => {
  storeSession();
});

afterEach(async () => {
  close();
  setUnreachable(false);
  vi.restoreAllMocks();
  await forgetPackOnDevice(ownerId);
});

async function open() {
  close = await openQuietQueue(ownerId);
}

test('The pack is seen without network as it was seen last, and only by its owner.', async () => {
  answerRequests(() => Response.json([row]));
  expect(await listDogs(ownerId)).toHaveLength(1);
  setOnline(false);
  await expect.poll(() => listDogs(ownerId).catch(() => [])).toEqual([rex]);
  await expect(listDogs('somebody-else')).rejects.toMatchObject({ kind: 'not reachable' });
  expect(shownQueue.read().isStale).toBe(true);
});

test('A server out of reach leaves the pack in view; an answer that is an error does not.', async () => {
  answerRequests(() => Response.json([row]));
  await listDogs(ownerId);
  answerRequests(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect.poll(() => listDogs(ownerId).catch(() => [])).toEqual([rex]);
  setUnreachable(false);
  answerRequests(() => Response.json({ message: 'boom' }, { status: 400 }));
  await expect(listDogs(ownerId)).rejects.toMatchObject({ kind: 'unexpected' });
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

test.for(unanswered)('A list that is answered with %s is shown as it was seen last.', async ([, answer]) => {
  answerRequests(() => Response.json([row]));
  await listDogs(ownerId);
  answerRequests(answer);
  await expect.poll(() => listDogs(ownerId).catch(() => [])).toEqual([rex]);
  expect(isUnreachable()).toBe(true);
  expect(shownQueue.read().isStale).toBe(true);
});

test.for(unanswered)(
  'With %s a new dog waits, and is sent by itself when the server is back. @8.14',
  async ([, answer]) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await open();
    answerRequests(answer);
    const { state } = await saveDog(ownerId, { id: rex.id, dog: null, profile });
    expect(state).toBe('waiting');
    expect(isUnreachable()).toBe(true);
    expect(await queueOf(outboxOf(ownerId))).toMatchObject([{ id: rex.id, mine: profile, attempted: [profile] }]);
    const requests = answerRequests(({ method }) =>
      method === 'POST' ? Response.json(row, { status: 201 }) : Response.json([]),
    );
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
    await expect(saveDog(ownerId, { id: rex.id, dog: null, profile })).rejects.toMatchObject(failed);
    await expect(deleteRecord(outboxOf(ownerId), dogs, rex)).rejects.toMatchObject(failed);
    await expect(listDogs(ownerId)).rejects.toMatchObject(failed);
    expect(await queueOf(outboxOf(ownerId))).toEqual([]);
    expect(isUnreachable()).toBe(false);
    const backend = answerAsBackend({ dogs: [] });
    expect(await saveDog(ownerId, { id: rex.id, dog: null, profile })).toMatchObject({ state: 'saved' });
    const deleted = await deleteRecord(outboxOf(ownerId), dogs, {
      ...rex,
      version: Number(backend.rows('dogs')[0]?.version),
    });
    answerRequests(answer);
    await expect(putBack(outboxOf(ownerId), deleted!)).rejects.toMatchObject(failed);
    expect(await queueOf(outboxOf(ownerId))).toEqual([]);
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
  const saving = saveDog(ownerId, { id: rex.id, dog: rex, profile: { ...profile, notes: 'Loves cheese.' } });
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
  await saveDog(ownerId, { id: rex.id, dog: null, profile });
  /** Advances the clock, and waits for an attempt and for the timer of the next, which slow storage may delay. */
  const triesAfter = async (milliseconds: number, count: number) => {
    const tries = requests.length;
    await vi.advanceTimersByTimeAsync(milliseconds);
    await expect.poll(() => [requests.length - tries, vi.getTimerCount()]).toEqual([count, 1]);
  };
  await triesAfter(1_999, 0);
  await triesAfter(1, 1);
  await triesAfter(3_999, 0);
  await triesAfter(1, 1);
  await triesAfter(8_000, 1);
  await triesAfter(14_999, 0);
  await triesAfter(1, 1);
  await triesAfter(15_000, 1);
  const before = requests.length;
  await outboxOf(ownerId).sender?.sendNow();
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
    await saveDog(ownerId, { id: rex.id, dog: null, profile });
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
  setOnline(false);
  await open();
  const ids = [rex.id, '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000003'];
  for (const id of ids) await saveDog(ownerId, { id, dog: null, profile });
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
  await saveDog(ownerId, { id: rex.id, dog: null, profile });
  const triesAfter = async (milliseconds: number, count: number) => {
    const tries = requests.length;
    await vi.advanceTimersByTimeAsync(milliseconds);
    await expect.poll(() => [requests.length - tries, vi.getTimerCount()]).toEqual([count, 1]);
  };
  window.dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  await triesAfter(19_000, 0);
  seconds = '86400';
  await triesAfter(1_000, 1);
  await triesAfter(59_000, 0);
  await triesAfter(1_000, 1);
  const before = requests.length;
  await outboxOf(ownerId).sender?.sendNow();
  expect(requests.length - before).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
});

test('A refusal is told at once, and nothing of it waits.', async () => {
  await open();
  answerRequests(() => Response.json({ code: '23514', message: 'birth_date is in the future' }, { status: 400 }));
  const saving = saveDog(ownerId, { id: rex.id, dog: null, profile });
  await expect(saving).rejects.toMatchObject({ kind: 'unexpected' });
  expect(await queueOf(outboxOf(ownerId))).toEqual([]);
  expect(isUnreachable()).toBe(false);
});

test('While the server is out of reach the pack is shown at once, without asking for it.', async () => {
  answerRequests(() => Response.json([row]));
  await listDogs(ownerId);
  const requests = answerRequests(noAnswer);
  await expect.poll(() => listDogs(ownerId).catch(() => [])).toEqual([rex]);
  const before = requests.length;
  expect(await listDogs(ownerId)).toEqual([rex]);
  expect(requests).toHaveLength(before);
});

test.for([
  ['the list', 'seen'],
  ['the queue', 'changes'],
] as const)(
  'The server answers while %s is read from the device, and the list is not shown as an old one.',
  async ([, store]) => {
    answerRequests(() => Response.json([row]));
    await listDogs(ownerId);
    answerRequests(() => Response.json([{ ...row, name: 'Rex the Great' }]));
    setUnreachable(true);
    const { get } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
      if (this.name === store) setUnreachable(false);
      return get.call(this, key);
    });
    expect(await listDogs(ownerId)).toMatchObject([{ name: 'Rex the Great' }]);
    expect(shownQueue.read().isStale).toBe(false);
  },
);

test('The guests of the last party stay on the device without it, because they may have to be called. @10.285', async () => {
  answerAsBackend({ dogs: [row], birthday_celebrations: [partyRow] });
  const [party] = await listRecords(outboxOf(ownerId), parties);
  await changeStored('seen', `${ownerId}/party_guests`, () => [{ name: 'Ben' }]);
  await deleteRecord(outboxOf(ownerId), parties, party!);
  expect(await listRecords(outboxOf(ownerId), parties)).toEqual([]);
  await expect.poll(() => readStored('seen', `${ownerId}/birthday_celebrations`)).toEqual([]);
  expect(await readStored('seen', `${ownerId}/party_guests`)).toHaveLength(1);
});

test('Without any invitation the device keeps no guests.', async () => {
  answerAsBackend({ party_invitations: [] });
  await changeStored('seen', `${ownerId}/party_guests`, () => [{ name: 'Ben' }]);
  expect(await listRecords(outboxOf(ownerId), invitations)).toEqual([]);
  await expect.poll(() => readStored('seen', `${ownerId}/party_guests`)).toBeUndefined();
});

test('A deletion whose answer got lost is taken back by adding the dog and its parties again.', async () => {
  answerRequests(({ path }) => Response.json(path.includes('birthday_celebrations') ? [partyRow] : [row]));
  await listDogs(ownerId);
  await listRecords(outboxOf(ownerId), parties);
  await open();
  answerRequests(({ method, path }) => {
    if (method === 'DELETE') return noAnswer();
    return Response.json(path.includes('birthday_celebrations') ? [partyRow] : []);
  });
  const deleted = await deleteRecord(outboxOf(ownerId), dogs, rex);
  expect(await queueOf(outboxOf(ownerId))).toMatchObject([{ id: rex.id, mine: null, isDeletionSent: true }]);
  // The request has reached the backend.
  const requests = answerRequests(({ method, body }) =>
    method === 'POST' ? Response.json(body, { status: 201 }) : Response.json([]),
  );
  await putBack(outboxOf(ownerId), deleted!);
  await outboxOf(ownerId).sender?.sendNow();
  await expect.poll(() => shownQueue.read().changes).toEqual([]);
  const posted = requests.filter(({ method }) => method === 'POST').map(({ body }) => (body as { id: string }).id);
  expect(posted).toEqual([rex.id, partyRow.id]);
});

test('Undo without an answer waits, and puts the dog back later.', async () => {
  await open();
  answerRequests(({ method }) => Response.json(method === 'GET' ? [] : [row]));
  const deleted = await deleteRecord(outboxOf(ownerId), dogs, rex);
  answerRequests(noAnswer);
  await putBack(outboxOf(ownerId), deleted!);
  const requests = answerRequests(({ method }) =>
    method === 'POST' ? Response.json(row, { status: 201 }) : Response.json([]),
  );
  await outboxOf(ownerId).sender?.sendNow();
  await expect.poll(() => shownQueue.read().changes).toEqual([]);
  expect(requests.filter(({ method }) => method === 'POST')).toMatchObject([{ body: { id: rex.id } }]);
});

test('An edit of a dog that was deleted elsewhere is kept, and added again when its owner says so.', async () => {
  await open();
  answerAsBackend({ dogs: [] });
  const edited = { ...profile, notes: 'Loves cheese.' };
  const { state } = await saveDog(ownerId, { id: rex.id, dog: rex, profile: edited });
  expect(state).toBe('undecided');
  expect(shownQueue.read().changes).toMatchObject([{ mine: edited, problem: { kind: 'conflict', theirs: null } }]);
  const requests = answerRequests(({ method }) =>
    method === 'POST' ? Response.json(row, { status: 201 }) : Response.json([]),
  );
  await decide(outboxOf(ownerId), rex.id, 'mine');
  await expect.poll(() => shownQueue.read().changes).toEqual([]);
  expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({ id: rex.id, notes: 'Loves cheese.' });
});

test('A dog that was deleted elsewhere and is let go leaves the pack, also without network.', async () => {
  answerRequests(() => Response.json([row]));
  await listDogs(ownerId);
  await open();
  answerAsBackend({ dogs: [] });
  await saveDog(ownerId, { id: rex.id, dog: rex, profile: { ...profile, notes: 'Loves cheese.' } });
  setOnline(false);
  expect(await listDogs(ownerId)).toHaveLength(1);
  await decide(outboxOf(ownerId), rex.id, 'theirs');
  expect(await listDogs(ownerId)).toEqual([]);
});

test('A party for a dog that was deleted elsewhere waits for the owner to say whether the dog comes back.', async () => {
  await open();
  const plan = {
    title: 'Cake Day',
    celebrationDate: date('2026-06-20'),
    time: null,
    description: null,
    location: null,
  };
  answerRequests(({ method }) =>
    method === 'POST'
      ? Response.json({ code: '23503', message: 'violates foreign key constraint' }, { status: 409 })
      : Response.json([]),
  );
  const { state } = await saveRecord(outboxOf(ownerId), parties, {
    id: partyRow.id,
    seen: null,
    values: { ...plan, dogId: rex.id },
    parent: rex,
  });
  expect(state).toBe('undecided');
  const requests = answerRequests(({ method, body }) =>
    method === 'POST'
      ? Response.json({ created_at: rex.createdAt, ...(body as object) }, { status: 201 })
      : Response.json([]),
  );
  await decide(outboxOf(ownerId), rex.id, 'mine');
  await expect.poll(() => shownQueue.read().changes).toEqual([]);
  const posted = requests.filter(({ method }) => method === 'POST').map(({ body }) => (body as { id: string }).id);
  expect(posted).toEqual([rex.id, partyRow.id]);
});

test('A form that was open while the dog was changed elsewhere keeps what both have changed.', async () => {
  await open();
  const backend = answerAsBackend({ dogs: [{ ...row, breed: 'Mixed', notes: 'Loves ham.', version: 2 }] });
  const renamed = await saveDog(ownerId, { id: rex.id, dog: rex, profile: { ...profile, name: 'Rexy' } });
  expect(renamed).toMatchObject({
    state: 'saved',
    saved: { name: 'Rexy', breed: 'Mixed', notes: 'Loves ham.', version: 3 },
  });
  expect(backend.rows('dogs')).toMatchObject([{ name: 'Rexy', breed: 'Mixed', notes: 'Loves ham.' }]);
  const clashing = await saveDog(ownerId, { id: rex.id, dog: rex, profile: { ...profile, notes: 'Loves cheese.' } });
  expect(clashing.state).toBe('undecided');
  expect(shownQueue.read().changes).toMatchObject([
    { mine: { notes: 'Loves cheese.' }, problem: { kind: 'conflict', theirs: { notes: 'Loves ham.' }, version: 3 } },
  ]);
  expect(backend.rows('dogs')).toMatchObject([{ notes: 'Loves ham.' }]);
  await decide(outboxOf(ownerId), rex.id, 'mine');
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
  const { state } = await saveDog(ownerId, { id: rex.id, dog: rex, profile: { ...profile, notes: 'Loves cheese.' } });
  expect(state).toBe('saved');
  expect(backend.rows('dogs')).toMatchObject([{ breed: 'Pug', notes: 'Loves cheese.' }]);
});

test('A row that its owner sees and may not change is refused, not tried for ever.', async () => {
  await open();
  answerRequests(({ method }) => Response.json(method === 'GET' ? [row] : []));
  const saving = saveDog(ownerId, { id: rex.id, dog: rex, profile: { ...profile, notes: 'Loves cheese.' } });
  await expect(saving).rejects.toMatchObject({ kind: 'refused' });
});

test('Undo leaves alone what another device has put back and changed meanwhile.', async () => {
  await open();
  const backend = answerAsBackend({ dogs: [row], birthday_celebrations: [partyRow] });
  const deleted = await deleteRecord(outboxOf(ownerId), dogs, rex);
  expect(backend.rows('dogs')).toEqual([]);
  backend.add('dogs', { ...row, notes: 'Loves ham.', version: 5 });
  await putBack(outboxOf(ownerId), deleted!);
  expect(backend.rows('dogs')).toMatchObject([{ notes: 'Loves ham.', version: 5 }]);
  expect(backend.rows('birthday_celebrations')).toMatchObject([{ id: partyRow.id, title: 'Cake Day' }]);
});

test('A deletion that waited does not take words along that came while it was on its way.', async () => {
  setOnline(false);
  await open();
  await deleteRecord(outboxOf(ownerId), dogs, rex);
  const backend = answerAsBackend({ dogs: [row] }, ({ method }) => {
    if (method === 'DELETE') backend.change('dogs', rex.id, { notes: 'Loves ham.' });
    return undefined;
  });
  setOnline(true);
  await expect.poll(() => shownQueue.read().changes[0]?.problem).toMatchObject({ kind: 'conflict', version: 2 });
  expect(backend.rows('dogs')).toMatchObject([{ notes: 'Loves ham.' }]);
});

test('What waits and what another device did meanwhile are merged before the next words go on from there.', async () => {
  setOnline(false);
  await open();
  const mine = { ...profile, notes: 'Loves cheese.' };
  await saveDog(ownerId, { id: rex.id, dog: rex, profile: mine });
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
  const { state } = await saveDog(ownerId, {
    id: rex.id,
    dog: { ...rex, notes: 'Loves cheese.' },
    profile: { ...mine, name: 'Rexy' },
  });
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
  await saveDog(ownerId, { id: rex.id, dog: rex, profile });
  await expect.poll(() => told).toEqual([ownerId]);
  const deleted = await deleteRecord(outboxOf(ownerId), dogs, rex);
  await expect.poll(() => told).toHaveLength(2);
  await putBack(outboxOf(ownerId), deleted!);
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
  setOnline(false);
  await open();
  await saveDog(ownerId, { id: rex.id, dog: rex, profile: { ...profile, notes: 'Loves cheese.', breed: 'Mixed' } });
  answerAsBackend({ dogs: [{ ...row, notes: 'Loves ham.', version: 2 }] });
  setOnline(true);
  await expect.poll(() => shownQueue.read().changes[0]?.problem?.kind).toBe('conflict');
  setOnline(false);
  await Promise.all([decide(outboxOf(ownerId), rex.id, 'theirs'), decide(outboxOf(ownerId), rex.id, 'theirs')]);
  expect(await queueOf(outboxOf(ownerId))).toMatchObject([
    { mine: { notes: 'Loves ham.', breed: 'Mixed' }, problem: null },
  ]);
});

test('What was done without network is sent in its order when it is back.', async () => {
  setOnline(false);
  await open();
  await saveDog(ownerId, { id: 'first', dog: null, profile });
  await saveDog(ownerId, { id: 'second', dog: null, profile });
  const requests = answerRequests(({ method, body }) =>
    method === 'POST' ? Response.json({ ...row, ...(body as object) }, { status: 201 }) : Response.json([]),
  );
  expect(shownQueue.read().changes).toHaveLength(2);
  setOnline(true);
  await expect.poll(() => shownQueue.read().changes).toEqual([]);
  const posted = requests.filter(({ method }) => method === 'POST');
  expect(posted.map(({ body }) => (body as { id: string }).id)).toEqual(['first', 'second']);
});

test('A change that the backend refuses waits for a word of the owner, and the others go on.', async () => {
  setOnline(false);
  await open();
  await saveDog(ownerId, { id: 'first', dog: null, profile });
  await saveDog(ownerId, { id: 'second', dog: null, profile });
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
    answerRequests(() => Response.json([row]));
    await listDogs(ownerId);
    setOnline(false);
    await open();
    await saveDog(ownerId, { id: 'first', dog: null, profile });
    await saveDog(ownerId, { id: 'second', dog: null, profile });
    await deleteRecord(outboxOf(ownerId), dogs, rex);
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
    await outboxOf(ownerId).sender?.sendNow();
    expect(await queueOf(outboxOf(ownerId))).toMatchObject([
      { id: 'second', mine: profile, problem: null },
      { id: rex.id, mine: null, problem: null },
    ]);
    expect(requests.map(({ method }) => method)).not.toContain('DELETE');
  },
);

test('As nobody, rows are neither read nor written.', async () => {
  localStorage.removeItem('wagday-session');
  const requests = answerRequests(() => Response.json([]));
  await expect(listDogs(ownerId)).rejects.toMatchObject({ kind: 'session ended' });
  expect(requests).toEqual([]);
});

test('An insert whose answer got lost is looked up, not sent twice.', async () => {
  setOnline(false);
  await open();
  await saveDog(ownerId, { id: rex.id, dog: null, profile });
  const requests = answerRequests(({ method }) =>
    method === 'POST'
      ? Response.json({ code: '23505', message: 'duplicate key' }, { status: 409 })
      : Response.json([row]),
  );
  setOnline(true);
  await expect.poll(() => shownQueue.read().changes).toEqual([]);
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(requests.filter(({ method }) => method === 'PATCH')).toHaveLength(0);
});

test('An edit of a dog that waits stays behind it, network or not.', async () => {
  setOnline(false);
  await open();
  await saveDog(ownerId, { id: rex.id, dog: null, profile });
  const answer = Promise.withResolvers<Response>();
  const requests = answerRequests(({ method }) => {
    if (method === 'POST') return answer.promise;
    return Response.json([row]);
  });
  setOnline(true);
  await expect.poll(() => requests.map(({ method }) => method)).toContain('POST');
  const result = await saveDog(ownerId, { id: rex.id, dog: rex, profile: { ...profile, notes: 'Loves cheese.' } });
  expect(result.state).toBe('waiting');
  expect(await queueOf(outboxOf(ownerId))).toMatchObject([
    { base: null, mine: { notes: 'Loves cheese.' }, attempted: [profile] },
  ]);
  answer.resolve(Response.json(row, { status: 201 }));
  await expect.poll(() => shownQueue.read().changes).toEqual([]);
  expect(requests.find(({ method }) => method === 'PATCH')?.body).toMatchObject({ notes: 'Loves cheese.' });
});

test('Undo brings parties back from before words that turn others were refused.', async () => {
  await open();
  const turning = { ...partyRow, title: '\u202eCake\u202c Day', location: '\u202aElm Street 1\u202c' };
  answerAsBackend({ dogs: [row], birthday_celebrations: [turning] });
  const deleted = await deleteRecord(outboxOf(ownerId), dogs, rex);
  const requests = answerRequests(() => new Response(null, { status: 201 }));
  await putBack(outboxOf(ownerId), deleted!);
  expect(requests.map(({ body }) => body)).toEqual([
    [row],
    [{ ...turning, title: 'Cake Day', location: 'Elm Street 1' }],
  ]);
});

test('A dog deleted without network and brought back in time is never deleted.', async () => {
  answerRequests(() => Response.json([row]));
  await listDogs(ownerId);
  setOnline(false);
  await open();
  const deleted = await deleteRecord(outboxOf(ownerId), dogs, rex);
  await expect.poll(() => listDogs(ownerId)).toEqual([]);
  await putBack(outboxOf(ownerId), deleted!);
  expect(await listDogs(ownerId)).toEqual([rex]);
  expect(await queueOf(outboxOf(ownerId))).toEqual([]);
});

test('A dog that was changed elsewhere is not deleted over its new words.', async () => {
  setOnline(false);
  await open();
  await deleteRecord(outboxOf(ownerId), dogs, rex);
  const backend = answerAsBackend({ dogs: [{ ...row, notes: 'Loves ham.', version: 2 }] });
  setOnline(true);
  await expect.poll(() => shownQueue.read().changes[0]?.problem?.kind).toBe('conflict');
  expect(backend.rows('dogs')).toHaveLength(1);
});

test('What waits for one owner is none of another owner.', async () => {
  setOnline(false);
  await saveDog(ownerId, { id: 'mine', dog: null, profile });
  expect(await queueOf(outboxOf('somebody-else'))).toEqual([]);
  await forgetPackOnDevice('somebody-else');
  expect(await queueOf(outboxOf(ownerId))).toHaveLength(1);
});

test.for(['put', 'get'] as const)(
  'Edits that were not stored because `%s` failed are stored later, after what another tab has stored meanwhile.',
  async (part) => {
    setOnline(false);
    const broken = vi.spyOn(IDBObjectStore.prototype, part).mockImplementation(() => {
      throw new DOMException('broken', 'UnknownError');
    });
    await saveDog(ownerId, { id: 'fizz', dog: null, profile: { ...profile, name: 'Fizz' } });
    broken.mockRestore();
    await changeStored('changes', ownerId, () => [changeOf(dogs, null, { ...profile, id: rex.id })]);
    expect(await queueOf(outboxOf(ownerId))).toMatchObject([{ id: rex.id }, { id: 'fizz' }]);
    await saveDog(ownerId, { id: 'bo', dog: null, profile: { ...profile, name: 'Bo' } });
    expect(await readStored('changes', ownerId)).toMatchObject([{ id: rex.id }, { id: 'fizz' }, { id: 'bo' }]);
  },
);

test('An edit that could not be stored while another one was being stored is kept.', async () => {
  const edit = (id: string) =>
    changeQueue(outboxOf(ownerId), (queue) => [...queue, changeOf(dogs, null, { ...profile, id })]);
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
  expect(await queueOf(outboxOf(ownerId))).toMatchObject([{ id: 'bo' }, { id: 'fizz' }]);
});

test('A connection to the database that the browser has lost is opened anew, and the edit is stored.', async () => {
  setOnline(false);
  await saveDog(ownerId, { id: 'fizz', dog: null, profile: { ...profile, name: 'Fizz' } });
  const { transaction } = IDBDatabase.prototype;
  const lost = new Set<IDBDatabase>();
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...parts) {
    if (lost.size === 0) lost.add(this);
    if (lost.has(this)) throw new DOMException('The database connection is closing.', 'InvalidStateError');
    return transaction.apply(this, parts);
  });
  await saveDog(ownerId, { id: 'bo', dog: null, profile: { ...profile, name: 'Bo' } });
  expect(await readStored('changes', ownerId)).toMatchObject([{ id: 'fizz' }, { id: 'bo' }]);
});
