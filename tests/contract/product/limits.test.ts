import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../domain/limits.ts';
import { type ContractBackend, openContractBackend } from '../../support/contract-backend.ts';
import { addDog, dogRow, newOwner, type Owner, partyRow } from '../../support/test-backend.ts';

let backend: ContractBackend;
let owner: Owner;
let dogId: string;
beforeAll(async () => {
  backend = await openContractBackend();
  owner = await newOwner(backend);
  dogId = (await addDog(owner)).id;
});
afterAll(() => backend?.stop());

const dog = '🐕';

/** The calendar date so many days from now in UTC, moved by whole years. */
function dateFromToday(days: number, years = 0): string {
  const date = new Date();
  date.setUTCDate(date.getUTCDate() + days);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString().slice(0, 10);
}

const refusedDogs: [string, object][] = [
  ['no name', { name: '' }],
  ['a blank name', { name: '   ' }],
  ['a name with space around it', { name: ' Rex' }],
  ['a name with a no-break space at its end', { name: 'Rex\u00a0' }],
  ['a name of two lines', { name: 'Rex\nRegina' }],
  ['a name with a control character', { name: 'Rex\u0085!' }],
  ['a name too long', { name: dog.repeat(limits.dogName + 1) }],
  ['an unknown size', { size: 'huge' }],
  ['a breed too long', { breed: dog.repeat(limits.breed + 1) }],
  ['an empty breed', { breed: '' }],
  ['a breed of two lines', { breed: 'Pug\r\nPoodle' }],
  ['notes too long', { notes: dog.repeat(limits.notes + 1) }],
  ['empty notes', { notes: '' }],
  ['a photo address too long', { photo_url: `https://${'x'.repeat(2048)}` }],
  ['a photo address that is a script', { photo_url: 'javascript:alert(1)' }],
  ['a photo address with data in it', { photo_url: 'data:image/svg+xml,<svg/>' }],
  ["a photo address of another's scheme", { photo_url: '//evil.example/p.png' }],
  ['a photo address of two lines', { photo_url: 'https://example.com/\nx' }],
  ['a birthday without end', { birth_date: 'infinity' }],
  ['a birthday without beginning', { birth_date: '-infinity' }],
  ['a creation without end', { created_at: 'infinity' }],
];

test.each(refusedDogs)('a dog with %s is refused, new or changed', async (_, changes) => {
  const inserted = await owner.client.from('dogs').insert(dogRow(owner.id, changes));
  expect(inserted.error).toMatchObject({ code: '23514' });
  const updated = await owner.client.from('dogs').update(changes).eq('id', dogId);
  expect(updated.error).toMatchObject({ code: '23514' });
  expect(updated.status).toBe(400);
});

const acceptedDogs: [string, object][] = [
  ['texts of the full length', { name: dog.repeat(60), breed: dog.repeat(80), notes: `${dog}\n`.repeat(1000) }],
  ['a photo in the store', { photo_url: '/storage/v1/object/public/dog-photos/a/1.webp' }],
];

test.each(acceptedDogs)('a dog with %s is accepted', async (_, changes) => {
  const { error } = await owner.client.from('dogs').insert(dogRow(owner.id, changes));
  expect(error).toBeNull();
});

const refusedCelebrations: [string, object][] = [
  ['no title', { title: '' }],
  ['a blank title', { title: ' ' }],
  ['a title too long', { title: dog.repeat(limits.partyTitle + 1) }],
  ['a title of two lines', { title: 'Cake\nand tea' }],
  ['a description too long', { description: dog.repeat(limits.partyDescription + 1) }],
  ['a location too long', { location: dog.repeat(limits.partyLocation + 1) }],
  ['a location of two lines', { location: 'Here\nthere' }],
  ['an image address too long', { invitation_image_url: `/${'x'.repeat(2048)}` }],
  ['a date without end', { celebration_date: 'infinity' }],
  ['a day after the year 2100', { celebration_date: `${limits.latestPartyYear + 1}-01-01` }],
  ['a day before our era', { celebration_date: '0044-03-15 BC' }],
  ['too many platforms', { shared_platforms: Array(11).fill('twitter') }],
  ['platforms too long', { shared_platforms: ['x'.repeat(301)] }],
  ['a platform without a name', { shared_platforms: [null] }],
];

test.each(refusedCelebrations)('a celebration with %s is refused', async (_, changes) => {
  const { error, status } = await owner.client.from('birthday_celebrations').insert(partyRow(owner.id, dogId, changes));
  expect(error).toMatchObject({ code: '23514' });
  expect(status).toBe(400);
});

test('a celebration of a day that would be refused today can be put back and edited, but gets no other such day', async () => {
  const celebrations = () => owner.client.from('birthday_celebrations');
  const last = partyRow(owner.id, dogId, { celebration_date: `${limits.latestPartyYear}-12-31` });
  expect((await celebrations().insert(last)).error).toBeNull();
  // As an undo or an import puts it back: with the moment at which it was planned.
  const old = { celebration_date: '9999-12-31', created_at: '2026-11-21T12:00:00Z' };
  const { data, error } = await celebrations()
    .insert(partyRow(owner.id, dogId, old))
    .select('id')
    .single();
  expect(error).toBeNull();
  const update = (values: object) => celebrations().update(values).eq('id', data?.id);
  expect((await update({ title: 'Cake Day', celebration_date: '9999-12-31' })).error).toBeNull();
  expect((await update({ celebration_date: '9999-12-30' })).error).toMatchObject({ code: '23514' });
  expect((await update({ celebration_date: '2026-12-30' })).error).toBeNull();
});

test('what is missing or not of its type is refused', async () => {
  const dogs = () => owner.client.from('dogs');
  const { name: _, ...nameless } = dogRow(owner.id);
  expect((await dogs().insert(nameless)).error).toMatchObject({ code: '23502' });
  expect((await dogs().insert(dogRow(owner.id, { birth_date: null }))).error).toMatchObject({ code: '23502' });
  expect((await dogs().insert(dogRow(owner.id, { birth_date: '2021-02-29' }))).error).toMatchObject({ code: '22008' });
  expect((await dogs().insert(dogRow(owner.id, { birth_date: 'soon' }))).error).toMatchObject({ code: '22007' });
  expect((await dogs().insert({ ...dogRow(owner.id), id: 'seven' })).error).toMatchObject({ code: '22P02' });
  expect(await dogs().insert({ ...dogRow(owner.id), id: dogId })).toMatchObject({
    status: 409,
    error: { code: '23505' },
  });
  expect((await dogs().insert({ ...dogRow(owner.id), tail: 'long' })).error).toMatchObject({ code: 'PGRST204' });
  expect((await dogs().insert(dogRow(owner.id, { name: 'nul\u0000' }))).error).toMatchObject({ code: '22P05' });
  expect((await dogs().select().eq('id', 'seven')).error).toMatchObject({ code: '22P02' });
});

test('birthdays reach from 40 years ago to today, with a day of slack for the time zones', async () => {
  const insert = async (birth_date: string) => {
    const { error } = await owner.client.from('dogs').insert(dogRow(owner.id, { birth_date }));
    return error?.code;
  };
  expect(await insert(dateFromToday(2))).toBe('23514');
  expect(await insert(dateFromToday(1))).toBeUndefined();
  expect(await insert(dateFromToday(-1, -limits.dogAge))).toBeUndefined();
  expect(await insert(dateFromToday(-2, -limits.dogAge))).toBe('23514');

  const update = (birth_date: string) => owner.client.from('dogs').update({ birth_date }).eq('id', dogId);
  expect((await update(dateFromToday(2))).error?.code).toBe('23514');
  expect((await update(dateFromToday(1))).error).toBeNull();
});
