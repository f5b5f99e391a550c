import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerAsBackend } from '../../testing/backend.ts';
import { dogRowOf, rex } from '../../testing/dogs.ts';
import { type SeenRequest, switchNetwork } from '../../testing/network.ts';
import { openQuietQueue } from '../../testing/queue.ts';
import { session, storeSession } from '../../testing/session.ts';
import { isOfKind } from '../errors.ts';
import { setUnreachable } from '../network.ts';
import { type Dog, dogs } from '../records/dogs.ts';
import { contentOf } from '../records/record.ts';
import { forgetPackOnDevice } from './forget.ts';
import { decide, saveRecord } from './outbox.ts';
import { type Deleted, deleteRecord, putBack } from './removal.ts';
import { listRecords } from './snapshots.ts';
import { outboxOf, shownQueue } from './this-tab.ts';

const ownerId = session.user.id;
const setOnline = switchNetwork();
let close = () => {};

beforeEach(async () => {
  storeSession();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  close = await openQuietQueue(ownerId);
});

afterEach(async () => {
  close();
  setUnreachable(false);
  vi.restoreAllMocks();
  await forgetPackOnDevice(ownerId);
});

/** Returns numbers from 0 to 1, always the same for a seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'));
const failure = (status: number) => Response.json({ code: 'X', message: 'trouble' }, { status });

/** A backend that is sometimes bad: it then loses requests and answers, and carries requests out twice or late. */
function createBackend(random: () => number, log: (line: string) => void) {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const late: SeenRequest[] = [];
  const weather = { isBad: false };
  const faults: Record<string, (request: SeenRequest) => Response | Promise<Response>> = {
    lost: noAnswer,
    cut: (request) => {
      backend.apply(request);
      return noAnswer();
    },
    doubled: (request) => {
      backend.apply(request);
      return backend.apply(request);
    },
    late: (request) => {
      // A new dog that arrives after its deletion cannot be told from one that is wanted.
      if (request.method !== 'POST') late.push(request);
      return noAnswer();
    },
    busy: () => failure(503),
    failed: () => failure(500),
    'failed and done': (request) => {
      backend.apply(request);
      return failure(500);
    },
  };
  const backend = answerAsBackend({ dogs: [dogRowOf(rex, ownerId)] }, (request) => {
    if (!weather.isBad || random() < (request.method === 'GET' ? 0.7 : 0.2)) return undefined;
    const fault = pick(request.method === 'GET' ? ['lost', 'busy', 'failed'] : Object.keys(faults));
    log(`${request.method} ${fault}`);
    return faults[fault]?.(request);
  });
  return {
    ...backend,
    pick,
    weather,
    arrive: () => {
      for (const request of late.splice(0)) backend.apply(request);
    },
  };
}

type Words = { name: string; notes: string | null };
const wordsOf = ({ name, notes }: Words): Words => ({ name, notes });

/** An owner with one device, who writes names and notes, and remembers what the pack must say. Another device writes breeds. */
function createOwner(backend: ReturnType<typeof createBackend>, log: (line: string) => void) {
  const { pick, weather } = backend;
  /** What the pack must say of each dog; null for a deleted one. */
  const expected = new Map<string, Words | null>([[rex.id, wordsOf(rex)]]);
  const breeds = new Map<string, string>();
  /** Dogs that the other device has deleted, and of these the ones for which this device has written words since. */
  const gone = new Set<string>();
  const written = new Set<string>();
  const deletions = new Map<string, { deleted: Deleted; before: Words }>();
  let count = 0;

  /** Tries again until it is no failure, as an owner does with an open form. */
  async function insist<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        expect(isOfKind(error, 'in trouble')).toBe(true);
        log('failed');
        if (tries > 2) weather.isBad = false;
      }
    }
  }

  return {
    expected,
    breeds,
    /** Whether it does not matter if the dog is there: another device has deleted it, and no words were for it. */
    isOpen: (id: string) => gone.has(id) && !written.has(id),
    undoable: () => deletions.keys().next().value,
    async save(dog: Dog | null, id: string) {
      await insist(async () => {
        count += 1;
        const part = dog
          ? pick([{ notes: `note ${count}` }, { name: `Name ${count}` }])
          : { name: `Name ${count}`, breed: null };
        const values = { ...contentOf(dogs, dog ?? rex), ...part };
        const { state } = await saveRecord(outboxOf(ownerId), dogs, { id, seen: dog, values });
        expected.set(id, wordsOf(values as unknown as Words));
        written.add(id);
        log(`${JSON.stringify(part)} ${state}`);
      });
    },
    async remove(dog: Dog) {
      const deleted = await insist(() => deleteRecord(outboxOf(ownerId), dogs, dog));
      if (deleted) deletions.set(dog.id, { deleted, before: wordsOf(dog) });
      expected.set(dog.id, null);
    },
    async undo(id: string) {
      const deletion = deletions.get(id);
      if (!deletion) return;
      await insist(() => putBack(outboxOf(ownerId), deletion.deleted));
      deletions.delete(id);
      expected.set(id, deletion.before);
    },
    writeElsewhere(breed: string) {
      const [row] = backend.rows('dogs');
      if (!row) return;
      breeds.set(row.id, breed);
      backend.change('dogs', row.id, { breed });
    },
    deleteElsewhere(id: string) {
      if (shownQueue.read().changes.some((change) => change.id === id)) return;
      backend.remove('dogs', id);
      expected.set(id, null);
      breeds.delete(id);
      written.delete(id);
      gone.add(id);
    },
    /** Decides about deletions that would take a breed along, and about words for a dog that was deleted elsewhere. */
    async decideAll() {
      for (const { id, mine, problem } of shownQueue.read().changes) {
        if (!problem) continue;
        log(`asked about ${id}`);
        expect(problem.kind).toBe('conflict');
        const isGone = problem.kind === 'conflict' && problem.theirs === null;
        expect(isGone ? gone.has(id) : mine === null).toBe(true);
        const before = deletions.get(id)?.before;
        const isKept = !isGone && before !== undefined && pick([true, false]);
        await decide(outboxOf(ownerId), id, isKept ? 'theirs' : 'mine');
        if (isKept) expected.set(id, before);
        deletions.delete(id);
      }
    },
  };
}

const steps = [
  ...['save', 'save', 'add', 'delete', 'undo', 'undo', 'bad', 'bad', 'good', 'away', 'back', 'send', 'reload'],
  ...['elsewhere', 'elsewhere', 'gone', 'arrive'],
] as const;

test.for(Array.from({ length: 24 }, (_, index) => index + 1))(
  'Whatever is cut, doubled or late, no word is lost, and nobody is asked about their own (walk %d). @8.18',
  async (seed) => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const backend = createBackend(randomOf(seed), log);
    const owner = createOwner(backend, log);
    const list = async () => listRecords(outboxOf(ownerId), dogs).catch(() => []);
    async function settle() {
      backend.weather.isBad = false;
      setOnline(true);
      do {
        await outboxOf(ownerId).sender?.sendNow();
        await owner.decideAll();
      } while (shownQueue.read().changes.length > 0);
    }

    async function walk(step: (typeof steps)[number], place: number) {
      const seen = await list();
      const dog = seen.length > 0 ? backend.pick(seen) : null;
      const undoable = owner.undoable();
      if (step === 'save' && dog) await owner.save(dog, dog.id);
      if (step === 'add' && owner.expected.size < 4)
        await owner.save(null, `00000000-0000-4000-8000-0000000000${10 + place}`);
      if (step === 'delete' && dog) await owner.remove(dog);
      if (step === 'undo' && undoable) await owner.undo(undoable);
      if (step === 'bad' || step === 'good') backend.weather.isBad = step === 'bad';
      if (step === 'away' || step === 'back') setOnline(step === 'back');
      if (step === 'reload') {
        close();
        close = await openQuietQueue(ownerId);
      }
      if (step === 'send') await outboxOf(ownerId).sender?.sendNow();
      if (step === 'elsewhere') owner.writeElsewhere(`Breed ${place}`);
      if (step === 'gone' && dog) owner.deleteElsewhere(dog.id);
      if (step === 'arrive') backend.arrive();
      await owner.decideAll();
    }

    try {
      for (let place = 0; place < 30; place += 1) {
        const step = backend.pick(steps);
        log(`- ${step}`);
        await walk(step, place);
      }
      await settle();
      backend.arrive();
      await settle();
      const left = [...owner.expected].flatMap(([id, words]) => (words && !owner.isOpen(id) ? [{ id, ...words }] : []));
      const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);
      const rows = backend
        .rows('dogs')
        .filter(({ id }) => !owner.isOpen(id))
        .map((row) => ({ id: row.id, ...wordsOf(row as unknown as Words) }));
      expect(rows.sort(byId)).toEqual(left.sort(byId));
      for (const { id, breed } of backend.rows('dogs')) expect(owner.breeds.get(id) ?? breed).toBe(breed);
      const shown = (await list()).map(({ id }) => id);
      expect(shown.sort()).toEqual(
        backend
          .rows('dogs')
          .map(({ id }) => id)
          .sort(),
      );
    } catch (error) {
      throw new Error(`After ${lines.join('\n')}`, { cause: error });
    }
  },
);
