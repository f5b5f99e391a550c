import { expect, test } from 'vitest';
import { partyTimeOf } from '../../../domain/parties/party-time.ts';
import { date } from '../../../domain/testing/dates.ts';
import { rex } from '../../testing/sample-dogs.ts';
import { cakeDay, portraitOn } from '../../testing/sample-parties.ts';
import { dogs } from '../records/dogs.ts';
import { type Party, parties } from '../records/parties.ts';
import { portraits } from '../records/portraits.ts';
import { clashingFields, contentOf, type FieldValues, mergedContent } from '../records/record.ts';
import { columnsOf } from '../records/rows.ts';
import {
  type Change,
  changeOf,
  nextToSend,
  parseChange,
  reconcile,
  replacing,
  undone,
  withChanges,
  withDecision,
  withEdit,
  withoutDeletion,
  withoutSent,
  withState,
} from './changes.ts';
import { registered } from './registry.ts';

const profile = contentOf(dogs, rex);
const party: Party = { ...cakeDay, id: 'party', celebrationDate: date('2026-06-20'), location: null };

/** A conflict with this version of the record in the backend. */
function conflictWith(theirs: FieldValues | null) {
  return { kind: 'conflict', theirs, version: 2 } as const;
}

/** What is to be done about a change. */
const [nothing, question] = [{ kind: 'nothing to do' }, { kind: 'conflict' }];
const send = (content: FieldValues | null) => ({ kind: 'send', content });

function editOf(part: FieldValues): Change {
  return changeOf(dogs, rex, { ...rex, ...part });
}

const add = changeOf(dogs, null, rex);
const edit = editOf({ notes: 'Loves cheese.' });
const remove = changeOf(dogs, rex, null);
const plan = changeOf(parties, null, party);

function queueOf(...edits: Change[]): Change[] {
  return edits.reduce<Change[]>(withEdit, []);
}

test('An edit of a new dog is the new dog with the newer words.', () => {
  const [change, ...rest] = queueOf(add, plan, edit);
  expect(change).toMatchObject({ base: null, mine: { notes: 'Loves cheese.' }, revision: 1 });
  expect(rest.map(({ id }) => id)).toEqual([party.id]);
});

test('An edit of an edit still starts from what the backend has.', () => {
  const again = changeOf(dogs, { ...rex, notes: 'Loves cheese.' }, { ...rex, notes: 'Loves ham.' });
  expect(queueOf(edit, again)).toMatchObject([{ base: profile, mine: { notes: 'Loves ham.' } }]);
});

test('What comes out as it was before is not sent at all.', () => {
  expect(queueOf(edit, changeOf(dogs, { ...rex, notes: 'Loves cheese.' }, rex))).toEqual([]);
  expect(queueOf(add, plan, remove)).toEqual([]);
});

test('A new dog that may have arrived is deleted there, too.', () => {
  const queue = withEdit(queueOf({ ...add, attempted: [profile] }), remove);
  expect(queue).toMatchObject([{ base: null, mine: null, attempted: [profile] }]);
});

test('A deleted dog takes what waits about its parties along, and Undo brings all of it back.', () => {
  const before = queueOf(edit, plan);
  const after = withEdit(before, remove);
  expect(after).toMatchObject([{ base: profile, mine: null }]);
  expect(withoutDeletion(after, { deletion: replacing(before, remove), children: [] })).toMatchObject([
    { mine: edit.mine },
    { mine: plan.mine },
  ]);
});

test('Undo of a deletion that was sent already adds the dog again, in its old place.', () => {
  expect(withoutDeletion([], { deletion: remove, children: [] })).toMatchObject([
    { table: 'dogs', id: rex.id, mine: profile, isDeletionSent: true, createdAt: rex.createdAt },
  ]);
});

test('Undo brings a new dog back that was never sent.', () => {
  const before = queueOf(add, plan);
  const deletion = { ...remove, createdAt: null };
  const back = withoutDeletion(withEdit(before, deletion), { deletion: replacing(before, deletion), children: [] });
  expect(back).toMatchObject([{ id: rex.id, base: null, mine: profile }, { id: party.id }]);
});

test('Changes go in their order, and a party never before its dog.', () => {
  const queue = queueOf(add, plan);
  expect(nextToSend(queue)?.id).toBe(rex.id);
  const refused = withState(queue, queue[0]!, { problem: { kind: 'refused' } });
  expect(nextToSend(refused)).toBeUndefined();
  expect(nextToSend(withoutSent(queue, queue[0]!, rex))?.id).toBe(party.id);
});

test('Words that change while the earlier ones are on their way go on from those.', () => {
  const queue = queueOf(add);
  const sent = queue[0]!;
  const later = withEdit(withState(queue, sent, { attempted: [profile] }), edit);
  expect(withoutSent(later, sent, rex)).toMatchObject([{ base: profile, version: 1, mine: edit.mine, attempted: [] }]);
  // The saved record differs from the sent one, so its version counts as unknown.
  expect(withoutSent(later, sent, { ...rex, breed: 'Boxer' })).toMatchObject([{ base: profile, version: 0 }]);
  expect(withState(later, sent, { problem: { kind: 'refused' } })).toEqual(later);
});

test('Who keeps their own words goes on from those of elsewhere; who does not, gives theirs up.', () => {
  const theirs = { ...profile, notes: 'Loves ham.' };
  const queue = queueOf(edit);
  const stuck = withState(queue, queue[0]!, { problem: conflictWith(theirs) });
  expect(withDecision(stuck, rex.id, 'mine')).toMatchObject([
    { base: theirs, version: 2, mine: edit.mine, problem: null },
  ]);
  expect(withDecision(stuck, rex.id, 'theirs')).toEqual([]);
});

test('Choosing one version takes nothing away that only the other side has changed.', () => {
  const mine = { ...profile, notes: 'Loves cheese.', name: 'Rexie' };
  const theirs = { ...profile, notes: 'Loves ham.', breed: 'Boxer' };
  const queue = queueOf(editOf({ notes: 'Loves cheese.', name: 'Rexie' }));
  const stuck = withState(queue, queue[0]!, { problem: conflictWith(theirs) });
  expect(withDecision(stuck, rex.id, 'mine')[0]?.mine).toEqual({ ...mine, breed: 'Boxer' });
  expect(withDecision(stuck, rex.id, 'theirs')[0]?.mine).toEqual({ ...theirs, name: 'Rexie' });
});

test('A dog that is let go takes the parties along that were planned for it; a dog of the backend does not.', () => {
  const unknown = queueOf(add, plan);
  const refused = withState(unknown, unknown[0]!, { problem: { kind: 'refused' } });
  expect(withDecision(refused, rex.id, 'theirs')).toEqual([]);
  const known = queueOf(edit, plan);
  const theirs = { ...profile, notes: 'Loves ham.' };
  const stuck = withState(known, known[0]!, { problem: conflictWith(theirs) });
  expect(withDecision(stuck, rex.id, 'theirs').map(({ id }) => id)).toEqual([party.id]);
});

test('The pack shows what waits: new dogs first, changed ones in their place, deleted ones not.', () => {
  const luna = { ...rex, id: 'luna', name: 'Luna', createdAt: '2026-02-01T00:00:00+00:00' };
  const bella = changeOf(dogs, null, { ...rex, id: 'bella', name: 'Bella' });
  const shown = withChanges(dogs, [luna, rex], queueOf(edit, bella));
  expect(shown.map(({ name, notes }) => [name, notes])).toEqual([
    ['Bella', profile.notes],
    ['Luna', rex.notes],
    ['Rex', 'Loves cheese.'],
  ]);
  expect(withChanges(dogs, [luna, rex], queueOf(remove)).map(({ name }) => name)).toEqual(['Luna']);
});

test('An edited dog is still shown when it is gone elsewhere.', () => {
  expect(withChanges(dogs, [], queueOf(edit))).toMatchObject([{ id: rex.id, notes: 'Loves cheese.' }]);
});

test('The parties show what waits, by date, and go with their dog.', () => {
  const early = { ...party, id: 'early', celebrationDate: date('2026-01-01') };
  expect(withChanges(parties, [early], queueOf(plan)).map(({ id }) => id)).toEqual(['early', 'party']);
  expect(withChanges(parties, [party], queueOf(remove))).toEqual([]);
});

test('Words of two tabs about different fields both stay; about the same field the owner decides.', () => {
  const queue = queueOf(edit, editOf({ breed: 'Boxer' }));
  expect(queue).toMatchObject([{ base: profile, mine: { notes: 'Loves cheese.', breed: 'Boxer' }, problem: null }]);
  const clash = queueOf(edit, editOf({ notes: 'Loves ham.', breed: 'Boxer' }));
  expect(clash).toMatchObject([
    { mine: { notes: 'Loves ham.' }, problem: { kind: 'conflict', theirs: { notes: 'Loves cheese.' } } },
  ]);
  const chosen = { notes: 'Loves cheese.', breed: 'Boxer' };
  expect(withDecision(clash, rex.id, 'theirs')).toMatchObject([
    { base: profile, mine: chosen, version: 1, problem: null },
  ]);
  expect(withDecision(clash, rex.id, 'mine')).toMatchObject([{ mine: { notes: 'Loves ham.', breed: 'Boxer' } }]);
});

test('A question between two tabs stays with the words of both until the owner has decided.', () => {
  const clash = queueOf(edit, editOf({ notes: 'Loves ham.' }));
  const next = changeOf(dogs, { ...rex, notes: 'Loves ham.' }, { ...rex, notes: 'Loves ham.', breed: 'Boxer' });
  const later = withEdit(clash, next);
  expect(later).toMatchObject([
    {
      mine: { notes: 'Loves ham.', breed: 'Boxer' },
      problem: { kind: 'conflict', theirs: { notes: 'Loves cheese.' } },
    },
  ]);
  expect(withDecision(later, rex.id, 'theirs')).toMatchObject([
    { mine: { notes: 'Loves cheese.', breed: 'Boxer' }, problem: null },
  ]);
  // Words that agree with those of the other tab are the answer.
  const agreed = changeOf(dogs, { ...rex, notes: 'Loves ham.' }, { ...rex, notes: 'Loves cheese.' });
  expect(withEdit(clash, agreed)).toMatchObject([{ mine: { notes: 'Loves cheese.' }, problem: null }]);
});

test('An Undo of a deletion brings back what was read then, beneath an edit of an older form.', () => {
  const older = changeOf(dogs, { ...rex, breed: null }, { ...rex, breed: null, notes: 'Loves cheese.' });
  const back = undone(changeOf(dogs, { ...rex, breed: 'Boxer' }, null));
  expect(queueOf(older, back)).toMatchObject([{ mine: { breed: 'Boxer', notes: 'Loves cheese.' } }]);
});

test('Two tabs that keep a portrait of one day are asked, because both gave it the same id.', () => {
  const portrait = portraitOn('2026-06-20', null);
  const one = changeOf(portraits, null, { ...portrait, line: 'A cake!' });
  const other = changeOf(portraits, null, { ...portrait, line: 'A hat!' });
  expect(queueOf(one, one)).toMatchObject([{ problem: null }]);
  expect(queueOf(one, other)).toMatchObject([
    { base: null, mine: { line: 'A hat!' }, problem: { kind: 'conflict', theirs: { line: 'A cake!' }, version: null } },
  ]);
  // One of them has changed what the backend has, and the other has not seen that.
  const stored = { ...portrait, line: 'A cake!', createdAt: rex.createdAt, version: 2 };
  const [change] = queueOf(changeOf(portraits, stored, { ...stored, photoUrl: '/photo' }), other);
  expect(reconcile(portraits, change!, contentOf(portraits, stored))).toEqual(question);
});

test('Of two portraits of one day only what both have is a question, and neither choice takes anything else away.', () => {
  const portrait = { day: '2026-06-20', kind: 'birthday', photoUrl: '/photo', photoFocus: null, line: 'Cake!' };
  const typed = { ...portrait, photoUrl: null, line: 'Ham!' };
  const stored = { id: 'rex-20260620', dogId: rex.id, createdAt: rex.createdAt, version: 2 };
  const add = changeOf(portraits, null, { ...stored, ...typed });
  expect(clashingFields(null, typed, portrait)).toEqual(['line']);
  const asked = withState([add], add, { problem: conflictWith(portrait) });
  expect(withDecision(asked, add.id, 'mine')).toMatchObject([{ mine: { photoUrl: '/photo', line: 'Ham!' } }]);
  const [both] = queueOf(changeOf(portraits, null, { ...stored, ...portrait }), {
    ...add,
    mine: { ...typed, line: null },
  });
  expect(both).toMatchObject({ mine: { photoUrl: '/photo', line: 'Cake!' }, problem: null });
});

test('A question between two tabs stays when the words of one arrive, and its answer is not asked about again.', () => {
  const [sent] = queueOf(edit);
  const underWay = withState([sent!], sent!, { attempted: [{ notes: 'Loves cheese.' }] });
  const clash = withEdit(underWay, editOf({ notes: 'Loves ham.' }));
  const arrived = withoutSent(clash, sent!, { ...rex, notes: 'Loves cheese.', version: 2 });
  const next = changeOf(dogs, { ...rex, notes: 'Loves ham.' }, { ...rex, notes: 'Loves ham.', breed: 'Boxer' });
  const later = withEdit(arrived, next);
  expect(later).toMatchObject([{ problem: { kind: 'conflict', theirs: { notes: 'Loves cheese.' } } }]);
  const [answer] = withDecision(later, rex.id, 'mine');
  expect(reconcile(dogs, answer!, { ...profile, notes: 'Loves cheese.' })).toMatchObject({
    kind: 'send',
    content: { notes: 'Loves ham.', breed: 'Boxer' },
  });
});

test('A field that only the other device and the newer edit have changed is no question.', () => {
  // The form shows the breed of another device beside the words that wait.
  const shown = { ...rex, notes: 'Loves cheese.', breed: 'Boxer', version: 0 };
  const [change] = queueOf(edit, changeOf(dogs, shown, { ...shown, breed: 'Pug' }));
  expect(change).toMatchObject({
    base: { ...profile, breed: 'Boxer' },
    mine: { notes: 'Loves cheese.', breed: 'Pug' },
    problem: null,
  });
});

test('What waits is shown as it will be sent, also beside an earlier attempt that has arrived.', () => {
  const arrived = { ...rex, notes: 'Loves cheese.', breed: 'Boxer', version: 2 };
  const back = { ...editOf({ name: 'Rexy' }), attempted: [contentOf(dogs, { ...rex, notes: 'Loves cheese.' })] };
  expect(withChanges(dogs, [arrived], [back])).toMatchObject([{ name: 'Rexy', notes: rex.notes, breed: 'Boxer' }]);
});

test('What was changed elsewhere meanwhile is shown beside what waits.', () => {
  const elsewhere = { ...rex, breed: 'Boxer', version: 2 };
  expect(withChanges(dogs, [elsewhere], queueOf(edit))).toMatchObject([
    { notes: 'Loves cheese.', breed: 'Boxer', version: 0 },
  ]);
});

test('A change is read as it was kept, also by an earlier version of the app.', () => {
  expect(parseChange(registered, structuredClone(edit), 0)).toEqual(edit);
  const { table: _table, parentId: _parent, version: _version, ...rest } = plan;
  const former = { ...rest, record: 'party', dogId: rex.id };
  expect(parseChange(registered, former, 0)).toEqual({ ...plan, version: 0 });
  const { table, parentId, version, ...dog } = edit;
  expect(parseChange(registered, { ...dog, record: 'dog', dogId: rex.id }, 0)).toEqual({ ...edit, version: 0 });
});

test('A deletion is read without any content, and an attempt as earlier builds stored it.', () => {
  const deletion = { ...remove, base: null };
  expect(parseChange(registered, structuredClone(deletion), 0)).toEqual(deletion);
  expect(parseChange(registered, { ...deletion, attempted: profile }, 0)).toEqual({
    ...deletion,
    attempted: [profile],
  });
  expect(parseChange(registered, { ...deletion, attempted: null }, 0)).toEqual(deletion);
  // An earlier build could not read it, and stored it like this.
  const wrapped = { ...deletion, mine: deletion, problem: { kind: 'unreadable' } };
  expect(parseChange(registered, structuredClone(wrapped), 0)).toEqual(deletion);
});

test('What a deletion replaces is kept with it.', () => {
  const [deletion] = withEdit(queueOf(edit, plan), remove);
  expect(parseChange(registered, structuredClone(deletion), 0)).toEqual(deletion);
  expect(deletion?.replaced.map(({ id }) => id)).toEqual([rex.id, party.id]);
  // Another tab saves a form of the dog that was open meanwhile.
  const back = withEdit([deletion!], editOf({ breed: 'Boxer' }));
  expect(back).toMatchObject([{ mine: { notes: 'Loves cheese.', breed: 'Boxer' } }, { id: party.id, mine: plan.mine }]);
  expect(withoutDeletion(back, { deletion: deletion!, children: [] })).toEqual(back);
});

test.for([
  ['of a table that nobody knows', { ...edit, table: 'cats' }],
  ['with a field that cannot be', { ...edit, mine: { ...edit.mine, size: 'huge' } }],
  ['without words', { ...edit, mine: 'Loves cheese.' }],
  ['that is a text', 'Loves cheese.'],
])('A change %s is kept for its owner to see, and never sent.', ([, kept]) => {
  const change = parseChange(registered, kept, 3);
  expect(change.problem).toEqual({ kind: 'unreadable' });
  expect(nextToSend([change])).toBeUndefined();
  expect(withDecision([change], change.id, 'mine')).toEqual([change]);
  expect(withDecision([change], change.id, 'theirs')).toEqual([]);
  expect(parseChange(registered, structuredClone(change), 3)).toEqual(change);
  expect(JSON.stringify(change)).toContain('cheese');
});

test('the time of a party and its zone are one value: a change of one side is never mixed with that of the other @10.96', () => {
  const timed = { ...party, time: partyTimeOf('18:00', 'America/New_York') };
  const mine = { ...timed, time: null };
  const theirs = { ...timed, time: partyTimeOf('19:00', 'America/New_York'), title: 'Cake' };
  expect(clashingFields(timed, mine, theirs)).toEqual(['time']);
  expect(mergedContent({ base: timed, mine, theirs }, 'theirs')).toMatchObject({ time: theirs.time, title: 'Cake' });
  expect(mergedContent({ base: timed, mine, theirs }, 'mine')).toMatchObject({ time: null, title: 'Cake' });
  const row = {
    ...{ id: 'party', dog_id: rex.id, title: 'Cake Day', celebration_date: '2026-06-20', created_at: party.createdAt },
    ...{ celebration_time: '18:00:00', time_zone: 'Asia/Katmandu' },
  };
  expect(parties.read(row).time).toBe('18:00 Asia/Kathmandu');
  const ending = { ...row, end_time: '21:00:00' };
  expect(parties.read(ending).time).toBe('18:00-21:00 Asia/Kathmandu');
  expect(columnsOf(parties, { time: parties.read(ending).time })).toEqual({
    ...{ celebration_time: '18:00', end_time: '21:00', time_zone: 'Asia/Kathmandu' },
  });
  // A device may have stored the party before parties could have a time.
  const { time: _, ...before } = party;
  expect(parties.parse(before)?.time).toBeNull();
});

const base = profile;
const mine = { ...base, notes: 'Loves cheese.' };
const theirs = { ...base, notes: 'Loves ham.' };
const none = { attempted: [], isDeletionSent: false };

test('A new record is inserted; one that arrived already, although no answer came, is not inserted twice.', () => {
  expect(reconcile(dogs, { base: null, mine, ...none }, null)).toEqual(send(mine));
  expect(reconcile(dogs, { base: null, mine, ...none, attempted: [mine] }, mine)).toEqual(nothing);
  const later = { ...mine, breed: 'Boxer' };
  expect(reconcile(dogs, { base: null, mine: later, ...none, attempted: [mine] }, mine)).toEqual(send(later));
});

test('An edit goes through beside one of another field.', () => {
  const both = { ...mine, breed: 'Boxer' };
  expect(reconcile(dogs, { base, mine, ...none }, { ...base, breed: 'Boxer' })).toEqual(send(both));
  expect(reconcile(dogs, { base, mine, ...none }, base)).toEqual(send(mine));
  expect(reconcile(dogs, { base, mine, ...none }, mine)).toEqual(nothing);
});

test('Edits of the same field, or of a record that is gone, are for the owner to decide, except when they say the same.', () => {
  expect(reconcile(dogs, { base, mine, ...none }, null)).toEqual(question);
  expect(reconcile(dogs, { base, mine, ...none }, theirs)).toEqual(question);
  expect(reconcile(dogs, { base, mine, ...none }, { ...mine, breed: 'Boxer' })).toEqual(
    send({ ...mine, breed: 'Boxer' }),
  );
});

test('A face in a photo is one field: its halves are never mixed, and what an older record lacks is none.', () => {
  const [seen, here, there] = [
    { ...base, photoFocus: { x: 30, y: 40 } },
    { ...base, photoFocus: null },
    { ...base, photoFocus: { x: 30, y: 60 } },
  ];
  expect(reconcile(dogs, { base: seen, mine: here, ...none }, there)).toEqual(question);
  expect(reconcile(dogs, { base: seen, mine: there, ...none }, { ...base, photoFocus: { x: 30, y: 60 } })).toEqual(
    nothing,
  );
  const { photoFocus: _, ...older } = base;
  expect(reconcile(dogs, { base: older, mine: here, ...none }, there)).toEqual(send(there));
});

test('A deletion goes through, unless it would take words along that its owner never saw.', () => {
  expect(reconcile(dogs, { base, mine: null, ...none }, base)).toEqual(send(null));
  expect(reconcile(dogs, { base, mine: null, ...none }, null)).toEqual(nothing);
  expect(reconcile(dogs, { base, mine: null, ...none }, theirs)).toEqual(question);
  expect(reconcile(dogs, { base: null, mine: null, ...none, attempted: [mine] }, mine)).toEqual(send(null));
  const portrait = { base: null, mine: null, ...none, attempted: [line('Cake!')] };
  expect(reconcile(portraits, portrait, line('Balls!'))).toEqual(question);
  expect(reconcile(portraits, portrait, line('Cake!'))).toEqual(send(null));
});

const attempt = { ...none, attempted: [mine] };
const boxer = { breed: 'Boxer' };

test('Fields that an attempt without an answer has written are own ones, also beside those that changed elsewhere.', () => {
  const next = { ...base, notes: 'Loves sausages.' };
  expect(reconcile(dogs, { base, mine: next, ...attempt }, { ...mine, ...boxer })).toEqual(send({ ...next, ...boxer }));
  expect(reconcile(dogs, { base: null, mine: next, ...attempt }, { ...mine, ...boxer })).toEqual(
    send({ ...next, ...boxer }),
  );
  expect(reconcile(dogs, { base, mine: null, ...attempt }, mine)).toEqual(send(null));
  expect(reconcile(dogs, { base, mine: next, ...attempt }, theirs)).toEqual(question);
});

test('An undone deletion that was sent adds what is gone, and raises the version of what is not, with the words that are there.', () => {
  const sent = { ...none, isDeletionSent: true };
  expect(reconcile(dogs, { base, mine: base, ...sent }, null)).toEqual(send(base));
  expect(reconcile(dogs, { base, mine: base, ...sent }, base)).toEqual(send(base));
  expect(reconcile(dogs, { base, mine: base, ...sent }, theirs)).toEqual(send(theirs));
});

const line = (text: string) => ({ ...contentOf(portraits, {}), line: text });

test('Two devices that keep a portrait of one day are asked, because both gave it the same id.', () => {
  const mineOnly = { base: null, mine: line('Cake!'), ...none };
  expect(reconcile(portraits, mineOnly, line('Balls!'))).toEqual(question);
  expect(reconcile(portraits, { ...mineOnly, attempted: [line('Cake!')] }, line('Balls!'))).toEqual(question);
  expect(reconcile(portraits, { ...mineOnly, attempted: [line('Cake!')] }, line('Cake!'))).toEqual(nothing);
});

test('A record that is added again after a question is merged with one that another device has restored meanwhile.', () => {
  const [again] = withDecision(
    withState(queueOf(edit), edit, { problem: { ...conflictWith(null), version: 0 } }),
    rex.id,
    'mine',
  );
  expect(reconcile(dogs, again!, null)).toEqual(send(edit.mine));
  expect(reconcile(dogs, again!, { ...profile, breed: 'Boxer' })).toEqual(send({ ...edit.mine, breed: 'Boxer' }));
  expect(reconcile(dogs, again!, theirs)).toEqual(question);
});

test('A form older than the base of a waiting change makes the backend be read before it is written.', () => {
  const waiting = { ...edit, base: { ...profile, breed: 'Boxer' }, mine: { ...edit.mine, breed: 'Boxer' } };
  const form = changeOf(dogs, rex, { ...rex, breed: 'Pug' });
  expect(withEdit([waiting], form)).toMatchObject([{ version: 0, base: { breed: rex.breed }, mine: { breed: 'Pug' } }]);
});

test('Undo beside an open question about the record answers it, with the children and words that went with the deletion.', () => {
  const child = changeOf(parties, party, null);
  const asked = { ...editOf({ breed: 'Pug' }), problem: { ...conflictWith(null), version: 0 } };
  const back = withoutDeletion([asked], { deletion: replacing(queueOf(edit), remove), children: [child] });
  expect(back).toMatchObject([
    { id: rex.id, mine: { breed: 'Pug', notes: 'Loves cheese.' }, isDeletionSent: true, problem: null },
    { id: party.id, isDeletionSent: true },
  ]);
});

test('Undo of a deletion that was sent still tells unsent words from those of the backend.', () => {
  const deletion = changeOf(dogs, { ...rex, notes: 'Loves cheese.', version: 0 }, null);
  const back = withoutDeletion([], { deletion: replacing(queueOf(edit), deletion), children: [] });
  expect(back).toMatchObject([{ base: profile, mine: edit.mine }]);
  expect(reconcile(dogs, back[0]!, profile)).toEqual(send(edit.mine));
});

test('A deletion whose page showed words that another tab has replaced since is no question about what the backend has.', () => {
  const cheese = changeOf(dogs, { ...rex, notes: 'Loves cheese.', version: 0 }, null);
  const [deletion] = queueOf(editOf({ notes: 'Loves ham.' }), cheese);
  expect(reconcile(dogs, deletion!, profile)).toEqual(send(null));
  expect(reconcile(dogs, deletion!, { ...profile, notes: 'Loves tuna.' })).toEqual(question);
});

test('Undo puts what waited before a deletion beneath what was typed since.', () => {
  const first = { ...edit, replaced: [], attempted: [edit.mine!] };
  const deletion = replacing([first], changeOf(dogs, { ...rex, ...edit.mine, version: 0 }, null));
  // The deletion was sent, and another tab had a form open.
  const typed = changeOf(dogs, { ...rex, ...edit.mine, version: 0 }, { ...rex, notes: 'Loves ham.' });
  const asked = { ...typed, problem: conflictWith(null) };
  expect(withoutDeletion([asked], { deletion, children: [] })).toMatchObject([
    { mine: { notes: 'Loves ham.' }, problem: null },
  ]);
  // An earlier deletion of the same dog is undone first.
  const back = withoutDeletion([], { deletion: remove, children: [] });
  expect(withoutDeletion(back, { deletion, children: [] })).toMatchObject([{ mine: edit.mine, problem: null }]);
});

test('Two deletions of a dog that are undone bring the words back that each has replaced, and ask about none of them.', () => {
  const shown = (notes: string) => ({ ...rex, notes, version: 0 });
  const deletion = changeOf(dogs, shown('Loves cheese.'), null);
  const first = replacing(queueOf(edit), deletion);
  // Another tab had a form open, and the dog is deleted again.
  const typed = queueOf(edit, deletion, changeOf(dogs, shown('Loves cheese.'), shown('Loves ham.')));
  expect(withoutDeletion(typed, { deletion: first, children: [] })).toEqual(typed);
  const later = withEdit([], editOf({ breed: 'Boxer' }));
  const both = withEdit(later, changeOf(dogs, { ...rex, breed: 'Boxer', version: 0 }, null));
  expect(withoutDeletion(both, { deletion: first, children: [] })).toMatchObject([
    { mine: { notes: 'Loves cheese.', breed: 'Boxer' }, problem: null },
  ]);
});

test('What was typed over words that came back already is no question when an earlier deletion is undone.', () => {
  const titled = (before: string, title: string) => changeOf(parties, { ...party, title: before }, { ...party, title });
  const deletion = replacing(queueOf(titled(party.title, 'Ham Day')), remove);
  // Keep It brings the party's words back, and they are edited.
  const asked = { ...deletion, problem: conflictWith(profile) };
  const kept = withDecision([asked], rex.id, 'theirs');
  const typed = withEdit(kept, titled('Ham Day', 'Tuna Day'));
  const back = withoutDeletion(typed, { deletion, children: [] });
  expect(back.find(({ id }) => id === party.id)).toMatchObject({ mine: { title: 'Tuna Day' }, problem: null });
});

test('A question between two tabs about a party stays when the deletion of its dog is undone.', () => {
  const titled = (title: string) => changeOf(parties, party, { ...party, title });
  const asked = queueOf(titled('Cheese Day'), titled('Ham Day'));
  expect(asked[0]?.problem).toMatchObject({ theirs: { title: 'Cheese Day' } });
  const back = withoutDeletion(asked, { deletion: remove, children: [changeOf(parties, party, null)] });
  expect(back.find(({ id }) => id === party.id)).toMatchObject({
    mine: { title: 'Ham Day' },
    problem: { theirs: { title: 'Cheese Day' }, version: null },
  });
});

test('What a tab has shown of the backend is known after a question between two tabs.', () => {
  const shown = { ...rex, notes: 'Loves ham.' };
  const open = queueOf(edit, changeOf(dogs, shown, { ...shown, notes: 'Loves both.' }));
  expect(open[0]?.problem).toMatchObject({ kind: 'conflict', theirs: edit.mine });
  for (const choice of ['mine', 'theirs'] as const) {
    const [chosen] = withDecision(open, rex.id, choice);
    expect(reconcile(dogs, chosen!, contentOf(dogs, shown))).toMatchObject({ kind: 'send' });
    expect(reconcile(dogs, chosen!, { ...profile, notes: 'Loves tuna.' })).toEqual(question);
  }
});

test('A question that was open when a record was deleted is open again after Undo.', () => {
  const asked = { ...edit, problem: conflictWith(theirs) };
  const deletion = { ...replacing([asked], remove), isDeletionSent: true };
  const back = withoutDeletion([deletion], { deletion, children: [] });
  expect(back).toMatchObject([{ problem: { theirs }, isDeletionSent: true }]);
  expect(withDecision(back, rex.id, 'theirs')).toMatchObject([{ mine: theirs, isDeletionSent: true }]);
});

test('An answer removes the change that was sent, and no other with the same revision.', () => {
  const [other] = queueOf(editOf({ breed: 'Pug' }));
  expect(withoutSent([edit], edit, rex)).toEqual([]);
  expect(withoutSent([other!], edit, rex)).toEqual([other]);
});
