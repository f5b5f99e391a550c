import { expect, test } from 'vitest';
import { date } from '../../../domain/testing/dates.ts';
import { rex } from '../../testing/dogs.ts';
import type { Party } from '../celebrations.ts';
import {
  type Change,
  type Deed,
  nextToSend,
  planOf,
  profileOf,
  withDecision,
  withDeed,
  withDogChanges,
  withoutDeletion,
  withoutSent,
  withPartyChanges,
  withState,
} from './changes.ts';

const profile = profileOf(rex);
const party: Party = {
  id: 'party',
  dogId: rex.id,
  title: 'Cake Day',
  celebrationDate: date('2026-06-20'),
  description: null,
  location: null,
};

function dogDeed(part: Partial<Extract<Deed, { record: 'dog' }>>): Deed {
  const { id, createdAt } = rex;
  return { record: 'dog', id, dogId: id, createdAt, base: profile, mine: profile, attempted: null, ...part };
}

const add = dogDeed({ base: null, createdAt: null });
const edit = dogDeed({ mine: { ...profile, notes: 'Loves cheese.' } });
const remove = dogDeed({ mine: null });
const plan: Deed = {
  record: 'party',
  id: party.id,
  dogId: party.dogId,
  createdAt: null,
  base: null,
  mine: planOf(party),
  attempted: null,
};

function queueOf(...deeds: Deed[]): Change[] {
  return deeds.reduce<Change[]>(withDeed, []);
}

test('An edit of a new dog is the new dog with the newer words.', () => {
  const [change, ...rest] = queueOf(add, plan, { ...edit, base: profile } as Deed);
  expect(change).toMatchObject({ base: null, mine: { notes: 'Loves cheese.' }, revision: 1 });
  expect(rest.map(({ id }) => id)).toEqual([party.id]);
});

test('An edit of an edit still starts from what the backend has.', () => {
  const again = dogDeed({ base: { ...profile, notes: 'Loves cheese.' }, mine: { ...profile, notes: 'Loves ham.' } });
  expect(queueOf(edit, again)).toMatchObject([{ base: profile, mine: { notes: 'Loves ham.' } }]);
});

test('What comes out as it was before is not sent at all.', () => {
  expect(queueOf(edit, dogDeed({ base: edit.mine as typeof profile }))).toEqual([]);
  expect(queueOf(add, plan, remove)).toEqual([]);
});

test('A new dog that may have arrived is deleted there, too.', () => {
  const queue = withDeed(queueOf({ ...add, attempted: profile } as Deed), remove);
  expect(queue).toMatchObject([{ base: null, mine: null, attempted: profile }]);
});

test('A deleted dog takes what waits about its parties along, and Undo brings all of it back.', () => {
  const before = queueOf(edit, plan);
  const after = withDeed(before, remove);
  expect(after).toMatchObject([{ base: profile, mine: null }]);
  expect(withoutDeletion(after, before, remove)).toMatchObject([{ mine: edit.mine }, { mine: plan.mine }]);
});

test('Undo of a deletion that was sent already adds the dog again, in its old place.', () => {
  expect(withoutDeletion([], [], remove)).toMatchObject([
    { record: 'dog', id: rex.id, base: null, mine: profile, createdAt: rex.createdAt },
  ]);
});

test('Undo brings a new dog back that was never sent.', () => {
  const before = queueOf(add, plan);
  const deletion = dogDeed({ mine: null, createdAt: null });
  const back = withoutDeletion(withDeed(before, deletion), before, deletion);
  expect(back).toMatchObject([{ id: rex.id, base: null, mine: profile }, { id: party.id }]);
});

test('Changes go in their order, and a party never before its dog.', () => {
  const queue = queueOf(add, plan);
  expect(nextToSend(queue)?.id).toBe(rex.id);
  const refused = withState(queue, queue[0]!, { problem: { kind: 'refused' } });
  expect(nextToSend(refused)).toBeUndefined();
  expect(nextToSend(withoutSent(queue, queue[0]!))?.id).toBe(party.id);
});

test('Words that change while the earlier ones are on their way go on from those.', () => {
  const queue = queueOf(add);
  const sent = queue[0]!;
  const later = withDeed(withState(queue, sent, { attempted: sent.mine }), edit);
  expect(withoutSent(later, sent)).toMatchObject([{ base: profile, mine: edit.mine, attempted: null }]);
  expect(withState(later, sent, { problem: { kind: 'refused' } })).toEqual(later);
});

test('Who keeps their own words goes on from those of elsewhere; who does not, gives theirs up.', () => {
  const theirs = { ...profile, notes: 'Loves ham.' };
  const queue = queueOf(edit);
  const stuck = withState(queue, queue[0]!, { problem: { kind: 'conflict', theirs } });
  expect(withDecision(stuck, rex.id, 'mine')).toMatchObject([{ base: theirs, mine: edit.mine, problem: null }]);
  expect(withDecision(stuck, rex.id, 'theirs')).toEqual([]);
});

test('Choosing one version takes nothing away that only the other side has changed.', () => {
  const mine = { ...profile, notes: 'Loves cheese.', name: 'Rexie' };
  const theirs = { ...profile, notes: 'Loves ham.', breed: 'Boxer' };
  const queue = queueOf(dogDeed({ mine }));
  const stuck = withState(queue, queue[0]!, { problem: { kind: 'conflict', theirs } });
  expect(withDecision(stuck, rex.id, 'mine')[0]?.mine).toEqual({ ...mine, breed: 'Boxer' });
  expect(withDecision(stuck, rex.id, 'theirs')[0]?.mine).toEqual({ ...theirs, name: 'Rexie' });
});

test('A dog that is let go takes the parties along that were planned for it; a dog of the backend does not.', () => {
  const unknown = queueOf(add, plan);
  const refused = withState(unknown, unknown[0]!, { problem: { kind: 'refused' } });
  expect(withDecision(refused, rex.id, 'theirs')).toEqual([]);
  const known = queueOf(edit, plan);
  const theirs = { ...profile, notes: 'Loves ham.' };
  const stuck = withState(known, known[0]!, { problem: { kind: 'conflict', theirs } });
  expect(withDecision(stuck, rex.id, 'theirs').map(({ id }) => id)).toEqual([party.id]);
});

test('The pack shows what waits: new dogs first, changed ones in their place, deleted ones not.', () => {
  const luna = { ...rex, id: 'luna', name: 'Luna', createdAt: '2026-02-01T00:00:00+00:00' };
  const bella = dogDeed({
    id: 'bella',
    dogId: 'bella',
    base: null,
    createdAt: null,
    mine: { ...profile, name: 'Bella' },
  });
  const shown = withDogChanges([luna, rex], queueOf(edit, bella));
  expect(shown.map(({ name, notes }) => [name, notes])).toEqual([
    ['Bella', profile.notes],
    ['Luna', rex.notes],
    ['Rex', 'Loves cheese.'],
  ]);
  expect(withDogChanges([luna, rex], queueOf(remove)).map(({ name }) => name)).toEqual(['Luna']);
});

test('An edited dog is still shown when it is gone elsewhere.', () => {
  expect(withDogChanges([], queueOf(edit))).toMatchObject([{ id: rex.id, notes: 'Loves cheese.' }]);
});

test('The parties show what waits, by date, and go with their dog.', () => {
  const early = { ...party, id: 'early', celebrationDate: date('2026-01-01') };
  expect(withPartyChanges([early], queueOf(plan)).map(({ id }) => id)).toEqual(['early', 'party']);
  expect(withPartyChanges([party], queueOf(remove))).toEqual([]);
});
