import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { longestPortraitLine } from '../../../domain/celebrations/celebration-photos.ts';
import { celebrationKinds } from '../../../domain/celebrations/celebrations.ts';
import { addDays, calendarDateOf } from '../../../domain/dates/calendar-date.ts';
import { openContractBackend } from '../../support/contract-backend.ts';
import { addDog, badPhotos, keepPortrait, newOwner, type Owner, portraitRow } from '../../support/owners.ts';

let dogId: string;
let portrait: Record<string, unknown> & { id: string };

const backend = await openContractBackend();
const owner = await newOwner(backend);
const stranger = await newOwner(backend);
beforeEach(async () => {
  dogId = (await addDog(owner)).id;
  portrait = await keepPortrait(owner, dogId, {
    photo_url: '/storage/v1/object/public/dog-photos/a/1.webp',
    line: 'Cake!',
  });
});

const portraits = ({ client }: Owner) => client.from('portraits');
const seen = async () => (await portraits(owner).select().eq('dog_id', dogId)).data;

/** Returns the date that many days from now in UTC. */
function dayFromToday(days: number): string {
  const now = new Date();
  return addDays(calendarDateOf(now.getUTCFullYear(), now.getUTCMonth() + 1, now.getUTCDate()), days);
}

test('an owner keeps one portrait of a dog and day, whichever device keeps it @10.326', async () => {
  expect(portrait).toMatchObject({ id: `${dogId}-20260228`, kind: 'birthday', line: 'Cake!', photo_x: null });
  const again = await portraits(owner).insert({ ...portraitRow(owner.id, dogId), id: portrait.id, kind: 'gotcha day' });
  expect(again.error?.code).toBe('23505');
  expect(await seen()).toEqual([portrait]);
  const other = await keepPortrait(owner, (await addDog(owner)).id);
  expect(other.id).not.toBe(portrait.id);
});

test('a portrait is changed, removed, and put back as it was, and goes with its dog @10.327', async () => {
  const change = { photo_x: 10, photo_y: 20, line: null };
  const { data } = await portraits(owner).update(change).eq('id', portrait.id).select().single().throwOnError();
  expect(data).toMatchObject({ ...change, photo_url: portrait.photo_url });
  // Another photo has its face elsewhere.
  await portraits(owner).update({ photo_url: '/p/other.webp' }).eq('id', portrait.id).throwOnError();
  expect(await seen()).toMatchObject([{ photo_url: '/p/other.webp', photo_x: null, photo_y: null }]);
  await portraits(owner).delete().eq('id', portrait.id).throwOnError();
  await portraits(owner).upsert([portrait], { onConflict: 'id', ignoreDuplicates: true }).throwOnError();
  expect(await seen()).toMatchObject([{ line: 'Cake!', created_at: portrait.created_at }]);
  await owner.client.from('dogs').delete().eq('id', dogId).throwOnError();
  expect(await seen()).toEqual([]);
});

test('another owner sees, changes and removes no portrait, and keeps none of the dog @10.328', async () => {
  for (const [column, value] of [
    ['id', portrait.id],
    ['dog_id', dogId],
    ['user_id', owner.id],
    ['line', 'Cake!'],
  ] as const) {
    expect((await portraits(stranger).select().eq(column, value)).data).toEqual([]);
    expect((await portraits(stranger).update({ line: 'Mine' }).eq(column, value).select()).data).toEqual([]);
    expect((await portraits(stranger).delete().eq(column, value).select()).data).toEqual([]);
  }
  const own = await keepPortrait(stranger, (await addDog(stranger)).id);
  for (const day of ['2026-02-28', '2026-03-01']) {
    for (const row of [portraitRow(stranger.id, dogId, { day }), portraitRow(owner.id, dogId, { day })]) {
      expect(await portraits(stranger).insert(row)).toMatchObject({ status: 403, error: { code: '42501' } });
      expect((await portraits(stranger).upsert(row)).error?.code).toBe('42501');
    }
  }
  for (const change of [{ dog_id: dogId }, { user_id: owner.id }, { id: portrait.id }]) {
    expect((await portraits(stranger).update(change).eq('id', own.id)).error?.code).toMatch(/^(42501|23514)$/);
  }
  expect((await portraits(owner).update({ user_id: stranger.id }).eq('id', portrait.id)).error?.code).toBe('42501');
  expect(await seen()).toEqual([portrait]);
});

test('a portrait stays with its dog and its day, and no other id is taken @10.328', async () => {
  const other = (await addDog(owner)).id;
  for (const change of [{ dog_id: other }, { day: '2026-02-27' }]) {
    expect((await portraits(owner).update(change).eq('id', portrait.id)).error?.code).toBe('42501');
  }
  for (const id of [randomUUID(), `${other}-20260227`]) {
    const row = portraitRow(owner.id, other, { id });
    expect((await portraits(owner).insert(row)).error?.code).toBe('23514');
  }
  expect(await seen()).toEqual([portrait]);
});

const dog = '🐕';
const refused: [string, object][] = [
  ['an unknown celebration', { kind: 'name day' }],
  ['a line too long', { line: dog.repeat(longestPortraitLine + 1) }],
  ['an empty line', { line: '' }],
  ['two lines', { line: 'Cake\nand tea' }],
  ['a line with space around it', { line: ' Cake' }],
  ['a line that turns the words around it', { line: 'Cake\u202eekaC' }],
  ['a line of which nothing can be seen', { line: '\u2800' }],
  ...badPhotos('photo_url'),
  ['a face beside its photo', { photo_x: 101, photo_y: 50 }],
  ['half a place of the face', { photo_x: 50, photo_y: null }],
  ['a creation without end', { created_at: 'infinity' }],
];

test.each(refused)('a portrait with %s is refused, new or changed @10.327', async (_, changes) => {
  const row = portraitRow(owner.id, dogId, { day: '2026-02-27', ...changes });
  expect(await portraits(owner).insert(row)).toMatchObject({ status: 400, error: { code: '23514' } });
  expect((await portraits(owner).update(changes).eq('id', portrait.id)).error?.code).toBe('23514');
});

test('a portrait is of a day that has come, in every time zone, and of no other @10.327', async () => {
  for (const day of [dayFromToday(3), '9999-12-31', 'infinity', '1899-12-31', '0044-03-15 BC']) {
    const { error } = await portraits(owner).insert(portraitRow(owner.id, dogId, { day }));
    expect(error?.code, day).toBe('23514');
  }
  for (const day of [dayFromToday(1), dayFromToday(0), '2020-02-29']) {
    const row = portraitRow(owner.id, dogId, { day, kind: celebrationKinds[3], line: dog.repeat(longestPortraitLine) });
    expect((await portraits(owner).insert(row)).error, day).toBeNull();
  }
});

test('a dog has at most 500 portraits, also when the last are kept at once @10.327', async () => {
  const { id } = await addDog(owner);
  const rowOf = (index: number) => portraitRow(owner.id, id, { day: addDays(calendarDateOf(2020, 2, 29), index) });
  const limit = { code: '23514', message: 'limit reached: a dog has at most 500 portraits' };
  const rows = (count: number) => Array.from({ length: count }, (_, index) => rowOf(index));
  expect(await portraits(owner).insert(rows(501))).toMatchObject({ status: 400, error: limit });
  await portraits(owner).insert(rows(498)).throwOnError();
  const answers = await Promise.all([498, 499, 500, 501].map((index) => portraits(owner).insert(rowOf(index))));
  const refusals = answers.flatMap(({ error }) => error ?? []);
  expect(refusals).toHaveLength(2);
  for (const refusal of refusals) expect(refusal).toMatchObject(limit);
  await keepPortrait(owner, (await addDog(owner)).id);
});
