import { afterEach, beforeEach, expect, test } from 'vitest';
import { optional, text } from '../../../domain/parse.ts';
import { answerAsBackend } from '../../testing/pretend-backend.ts';
import { switchNetwork } from '../../testing/pretend-network.ts';
import { session, storeSession } from '../../testing/pretend-session.ts';
import { openQuietQueue } from '../../testing/quiet-queue.ts';
import { rex } from '../../testing/sample-dogs.ts';
import { dogs } from '../records/dogs.ts';
import { defineRecord, field } from '../records/record.ts';
import { exportAccount } from '../session/account.ts';
import { decide, saveRecord } from './outbox.ts';
import { registered } from './registry.ts';
import { deleteRecord, putBack } from './removal.ts';
import { listRecords } from './snapshots.ts';
import { outboxOf, shownQueue } from './this-tab.ts';

// A new table needs only this record and a line in the registry.
const toys = defineRecord<{ label: string; place: string | null }, { dogId: string }>({
  table: 'toys',
  content: { label: field('label', text), place: field('place', optional(text)) },
  links: { dogId: field('dog_id', text) },
  parent: { record: dogs, key: 'dogId' },
  order: { key: 'label', isAscending: true },
});

const ownerId = session.user.id;
const outbox = outboxOf(ownerId);
const ball = { id: 'ball', dog_id: rex.id, label: 'Ball', place: null, created_at: rex.createdAt, version: 1 };

const setOnline = switchNetwork();
let close = () => {};

beforeEach(async () => {
  storeSession();
  registered.set(toys.table, toys);
  close = await openQuietQueue(ownerId);
});

afterEach(() => close());

test('A table of its own is seen, edited, sent, merged and decided about like any other.', async () => {
  const backend = answerAsBackend({ toys: [ball] });
  const [seen] = await listRecords(outbox, toys);
  expect(seen).toEqual({ id: 'ball', dogId: rex.id, label: 'Ball', place: null, createdAt: rex.createdAt, version: 1 });

  setOnline(false);
  await expect.poll(() => listRecords(outbox, toys).catch(() => null)).toEqual([seen]);
  await saveRecord(outbox, toys, { id: 'ball', seen: seen!, values: { ...seen, place: 'Garden' } });
  await saveRecord(outbox, toys, { id: 'rope', seen: null, values: { label: 'Rope', place: null, dogId: rex.id } });
  expect((await listRecords(outbox, toys)).map(({ label, place }) => [label, place])).toEqual([
    ['Ball', 'Garden'],
    ['Rope', null],
  ]);
  backend.change('toys', 'ball', { label: 'Red ball' });
  setOnline(true);
  await expect.poll(() => shownQueue.read().changes).toEqual([]);
  expect(backend.rows('toys')).toMatchObject([
    { label: 'Red ball', place: 'Garden' },
    { id: 'rope', dog_id: rex.id, user_id: ownerId },
  ]);

  const [, rope] = await listRecords(outbox, toys);
  backend.change('toys', 'rope', { label: 'Long rope' });
  const old = { id: 'rope', seen: rope!, values: { ...rope, label: 'Old rope' } };
  expect(await saveRecord(outbox, toys, old)).toMatchObject({ state: 'undecided' });
  expect(shownQueue.read().changes).toMatchObject([{ problem: { kind: 'conflict', theirs: { label: 'Long rope' } } }]);
  await decide(outbox, 'rope', 'mine');
  await expect.poll(() => backend.rows('toys')).toMatchObject([{ id: 'ball' }, { label: 'Old rope' }]);
});

test('A record of it goes with the dog that it belongs to, and comes back with it.', async () => {
  const row = { id: rex.id, name: 'Rex', size: 'giant', birth_date: '2020-06-20', created_at: rex.createdAt };
  const backend = answerAsBackend({ dogs: [row], birthday_celebrations: [], toys: [ball] });
  await listRecords(outbox, toys);
  await expect.poll(() => listRecords(outbox, toys)).toHaveLength(1);
  setOnline(false);
  const deleted = await deleteRecord(outbox, dogs, rex);
  expect(await listRecords(outbox, toys)).toEqual([]);
  await putBack(outbox, deleted!);
  expect(await listRecords(outbox, toys)).toHaveLength(1);
  setOnline(true);
  const again = await deleteRecord(outbox, dogs, rex);
  backend.remove('toys', 'ball');
  await putBack(outbox, again!);
  expect(backend.rows('toys')).toMatchObject([{ ...ball, version: expect.any(Number) }]);
});

test('Its rows are in what an owner exports.', async () => {
  answerAsBackend({ toys: [ball], dogs: [], birthday_celebrations: [] }, ({ path }) =>
    path.includes('/rpc/') ? Response.json([]) : undefined,
  );
  const owner = { id: ownerId, email: 'robin@example.com', name: null, newEmail: null };
  // The archive is not compressed, so its texts can be read as they are.
  const archive = await (await exportAccount(owner, '2026-06-15')).text();
  const [text] = /\{\n {2}"exportedOn".*\n\}/s.exec(archive) ?? [];
  expect(JSON.parse(String(text))).toMatchObject({ dogs: [], celebrations: [], toys: [{ id: 'ball', label: 'Ball' }] });
});
