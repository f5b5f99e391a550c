import { expect, test } from 'vitest';
import { rex } from '../../testing/dogs.ts';
import { dogs } from '../records/dogs.ts';
import { contentOf } from '../records/record.ts';
import { reconcile } from './deliver.ts';

const base = contentOf(dogs, rex);
const mine = { ...base, notes: 'Loves cheese.' };
const theirs = { ...base, notes: 'Loves ham.' };
const none = { attempted: [], isDeletionSent: false };

test('A new record is inserted; one that arrived already, although no answer came, is not inserted twice.', () => {
  expect(reconcile({ base: null, mine, ...none }, null)).toEqual({ kind: 'send', content: mine });
  expect(reconcile({ base: null, mine, ...none, attempted: [mine] }, mine)).toEqual({ kind: 'nothing to do' });
  const later = { ...mine, breed: 'Boxer' };
  expect(reconcile({ base: null, mine: later, ...none, attempted: [mine] }, mine)).toEqual({
    kind: 'send',
    content: later,
  });
});

test('An edit goes through when nobody else has changed the record.', () => {
  expect(reconcile({ base, mine, ...none }, base)).toEqual({ kind: 'send', content: mine });
  expect(reconcile({ base, mine, ...none }, mine)).toEqual({ kind: 'nothing to do' });
});

test('Edits of different fields both stay.', () => {
  const elsewhere = { ...base, breed: 'Boxer' };
  const both = { ...mine, breed: 'Boxer' };
  expect(reconcile({ base, mine, ...none }, elsewhere)).toEqual({ kind: 'send', content: both });
});

test('Edits of the same field are for the owner to decide, except when they say the same.', () => {
  expect(reconcile({ base, mine, ...none }, theirs)).toEqual({ kind: 'conflict' });
  expect(reconcile({ base, mine, ...none }, { ...mine, breed: 'Boxer' })).toEqual({
    kind: 'send',
    content: { ...mine, breed: 'Boxer' },
  });
});

test('A face in a photo is one field: its halves are never mixed, and what an older record lacks is none.', () => {
  const [seen, here, there] = [
    { ...base, photoFocus: { x: 30, y: 40 } },
    { ...base, photoFocus: null },
    { ...base, photoFocus: { x: 30, y: 60 } },
  ];
  expect(reconcile({ base: seen, mine: here, ...none }, there)).toEqual({ kind: 'conflict' });
  expect(reconcile({ base: seen, mine: there, ...none }, { ...base, photoFocus: { x: 30, y: 60 } })).toEqual({
    kind: 'nothing to do',
  });
  const { photoFocus: _, ...older } = base;
  expect(reconcile({ base: older, mine: here, ...none }, there)).toEqual({ kind: 'send', content: there });
});

test('An edit of a record that is gone is for the owner to decide.', () => {
  expect(reconcile({ base, mine, ...none }, null)).toEqual({ kind: 'conflict' });
});

test('A deletion goes through, unless it would take words along that its owner never saw.', () => {
  expect(reconcile({ base, mine: null, ...none }, base)).toEqual({ kind: 'send', content: null });
  expect(reconcile({ base, mine: null, ...none }, null)).toEqual({ kind: 'nothing to do' });
  expect(reconcile({ base, mine: null, ...none }, theirs)).toEqual({ kind: 'conflict' });
  expect(reconcile({ base: null, mine: null, ...none, attempted: [mine] }, mine)).toEqual({
    kind: 'send',
    content: null,
  });
});

const attempt = { ...none, attempted: [mine] };
const boxer = { breed: 'Boxer' };

test('Fields that an attempt without an answer has written are own ones, also beside those that changed elsewhere.', () => {
  const next = { ...base, notes: 'Loves sausages.' };
  expect(reconcile({ base, mine: next, ...attempt }, { ...mine, ...boxer })).toEqual({
    kind: 'send',
    content: { ...next, ...boxer },
  });
  expect(reconcile({ base: null, mine: next, ...attempt }, { ...mine, ...boxer })).toEqual({
    kind: 'send',
    content: { ...next, ...boxer },
  });
  expect(reconcile({ base, mine: null, ...attempt }, mine)).toEqual({ kind: 'send', content: null });
  expect(reconcile({ base, mine: next, ...attempt }, theirs)).toEqual({ kind: 'conflict' });
});

test('An undone deletion that was sent adds what is gone, and raises the version of what is not, with the words that are there.', () => {
  const sent = { ...none, isDeletionSent: true };
  expect(reconcile({ base, mine: base, ...sent }, null)).toEqual({ kind: 'send', content: base });
  expect(reconcile({ base, mine: base, ...sent }, base)).toEqual({ kind: 'send', content: base });
  expect(reconcile({ base, mine: base, ...sent }, theirs)).toEqual({ kind: 'send', content: theirs });
});
