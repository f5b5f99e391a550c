import { expect, test } from 'vitest';
import { dogLimits } from '../../../domain/dogs/dog-draft.ts';
import { limits } from '../../../domain/limits.ts';
import { partyLimits } from '../../../domain/parties/party-draft.ts';
import { presentZoneName } from '../../../domain/parties/party-time.ts';
import { openContractBackend } from '../../support/contract-backend.ts';
import { addDog, badPhotos, dogRow, newOwner, partyRow, planParty } from '../../support/owners.ts';

const backend = await openContractBackend();
const owner = await newOwner(backend);
const dogId = (await addDog(owner)).id;

const dog = '🐕';

/** Returns the date that many days from now in UTC, moved by whole years. */
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
  ['a breed too long', { breed: dog.repeat(dogLimits.breed + 1) }],
  ['an empty breed', { breed: '' }],
  ['a breed of two lines', { breed: 'Pug\r\nPoodle' }],
  ['notes too long', { notes: dog.repeat(dogLimits.notes + 1) }],
  ['empty notes', { notes: '' }],
  ...badPhotos('photo_url'),
  ['a face left of its photo', { photo_x: -1, photo_y: 50 }],
  ['a face below its photo', { photo_x: 50, photo_y: 101 }],
  ['half a place of the face', { photo_x: 50, photo_y: null }],
  ['the other half', { photo_x: null, photo_y: 50 }],
  ['a birthday without end', { birth_date: 'infinity' }],
  ['a birthday without beginning', { birth_date: '-infinity' }],
  ['a creation without end', { created_at: 'infinity' }],
  ['an unknown precision of the birthday', { birth_precision: 'decade' }],
  ['a gotcha day before its birth', { gotcha_date: '2020-02-28' }],
  ['a gotcha day in the future', { gotcha_date: dateFromToday(3) }],
  ['a gotcha day without end', { gotcha_date: 'infinity' }],
  ['a gotcha day without beginning', { gotcha_date: '-infinity' }],
  ['a last day before its birth', { died_on: '2020-02-28' }],
  ['a last day in the future', { died_on: dateFromToday(3) }],
  ['a last day without end', { died_on: 'infinity' }],
  ['a gotcha day after its last day', { gotcha_date: '2021-01-02', died_on: '2021-01-01' }],
];

test.each(refusedDogs)('a dog with %s is refused, new or changed @3.2 @9.25', async (_, changes) => {
  const inserted = await owner.client.from('dogs').insert(dogRow(owner.id, changes));
  expect(inserted.error).toMatchObject({ code: '23514' });
  const updated = await owner.client.from('dogs').update(changes).eq('id', dogId);
  expect(updated.error).toMatchObject({ code: '23514' });
  expect(updated.status).toBe(400);
});

const acceptedDogs: [string, object][] = [
  ['texts of the full length', { name: dog.repeat(60), breed: dog.repeat(80), notes: `${dog}\n`.repeat(1000) }],
  ['a face in the corner of its photo', { photo_x: 0, photo_y: 100 }],
  ['a photo in the store', { photo_url: '/storage/v1/object/public/dog-photos/a/1.webp' }],
];

test.each(acceptedDogs)('a dog with %s is accepted', async (_, changes) => {
  const { error } = await owner.client.from('dogs').insert(dogRow(owner.id, changes));
  expect(error).toBeNull();
});

const refusedCelebrations: [string, object][] = [
  ['no title', { title: '' }],
  ['a blank title', { title: ' ' }],
  ['a title too long', { title: dog.repeat(partyLimits.title + 1) }],
  ['a title of two lines', { title: 'Cake\nand tea' }],
  ['a description too long', { description: dog.repeat(partyLimits.description + 1) }],
  ['a location too long', { location: dog.repeat(partyLimits.location + 1) }],
  ['a location of two lines', { location: 'Here\nthere' }],
  ['an image address too long', { invitation_image_url: `/${'x'.repeat(2048)}` }],
  ...badPhotos('memory_photo_url'),
  ['a date without end', { celebration_date: 'infinity' }],
  ['a day after the year 2100', { celebration_date: `${limits.latestPartyYear + 1}-01-01` }],
  ['a day before our era', { celebration_date: '0044-03-15 BC' }],
  ['a time without a zone', { celebration_time: '18:30' }],
  ['a zone without a time', { time_zone: 'Europe/Berlin' }],
  ['a time with seconds', { celebration_time: '18:30:15', time_zone: 'UTC' }],
  ['the end of the day for a time', { celebration_time: '24:00', time_zone: 'UTC' }],
  ['an end without a time', { end_time: '21:00' }],
  ['an end as it begins', { celebration_time: '18:30', end_time: '18:30', time_zone: 'UTC' }],
  ['an end with seconds', { celebration_time: '18:30', end_time: '21:00:15', time_zone: 'UTC' }],
  ['the end of the day for an end', { celebration_time: '18:30', end_time: '24:00', time_zone: 'UTC' }],
  ['a zone that nobody knows', { celebration_time: '18:30', time_zone: 'Mars/Olympus_Mons' }],
  ['a rule for a zone', { celebration_time: '18:30', time_zone: 'Home/Here-3' }],
  ['an offset for a zone', { celebration_time: '18:30', time_zone: 'Etc/GMT+15' }],
  ['a letter for a zone', { celebration_time: '18:30', time_zone: 'EST' }],
  ['a zone of two lines', { celebration_time: '18:30', time_zone: 'UTC\nUTC' }],
  ['an endless zone', { celebration_time: '18:30', time_zone: `America/${'a'.repeat(60)}` }],
  ['too many platforms', { shared_platforms: Array(11).fill('twitter') }],
  ['platforms too long', { shared_platforms: ['x'.repeat(301)] }],
  ['a platform without a name', { shared_platforms: [null] }],
];

test.each(refusedCelebrations)('a celebration with %s is refused @5.11 @10.82', async (_, changes) => {
  const { error, status } = await owner.client.from('birthday_celebrations').insert(partyRow(owner.id, dogId, changes));
  expect(error).toMatchObject({ code: '23514' });
  expect(status).toBe(400);
});

test('a celebration of a day that would be refused today can be put back and edited, but gets no other such day', async () => {
  const celebrations = () => owner.client.from('birthday_celebrations');
  const last = partyRow(owner.id, dogId, { celebration_date: `${limits.latestPartyYear}-12-31` });
  expect((await celebrations().insert(last)).error).toBeNull();
  // As an undo or an import puts it back, with its creation time.
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

test('a dog without a word about it has an exact birthday and is with its people', async () => {
  const { data } = await owner.client.from('dogs').insert(dogRow(owner.id)).select().single();
  expect(data).toMatchObject({ birth_precision: 'day', gotcha_date: null, died_on: null });
  const { error } = await owner.client.from('dogs').update({ birth_precision: null }).eq('id', dogId);
  expect(error).toMatchObject({ code: '23502' });
});

test('the days of a life keep their order whichever of them changes, and can be taken back @10.144', async () => {
  const days = { birth_precision: 'month', gotcha_date: '2020-02-29', died_on: dateFromToday(1) };
  const { data } = await owner.client.from('dogs').insert(dogRow(owner.id, days)).select().single();
  expect(data).toMatchObject(days);
  const update = (values: object) => owner.client.from('dogs').update(values).eq('id', data.id);
  expect((await update({ birth_date: '2020-03-01' })).error).toMatchObject({ code: '23514' });
  expect((await update({ died_on: '2020-02-28' })).error).toMatchObject({ code: '23514' });
  expect((await update({ died_on: dateFromToday(2) })).error).toMatchObject({ code: '23514' });
  expect((await update({ gotcha_date: dateFromToday(2), died_on: null })).error).toMatchObject({ code: '23514' });
  expect((await update({ died_on: '2020-02-29' })).error).toBeNull();
  expect((await update({ gotcha_date: null, died_on: null, birth_date: '2020-03-01' })).error).toBeNull();
});

test('the zones that browsers offer are known to the database, and a time is kept in minutes', async () => {
  const offered = Intl.supportedValuesOf('timeZone').flatMap((zone) => presentZoneName(zone) ?? []);
  const zones = [...new Set([...offered, 'UTC', 'Etc/GMT+12', 'Etc/GMT-14'])];
  const { id } = await addDog(owner);
  for (let start = 0; start < zones.length; start += 200) {
    const rows = zones.slice(start, start + 200);
    const { error } = await owner.client
      .from('birthday_celebrations')
      .insert(rows.map((time_zone) => partyRow(owner.id, id, { celebration_time: '18:30', time_zone })));
    expect(error).toBeNull();
    const parties = () => owner.client.from('birthday_celebrations');
    const { data } = await parties().select('celebration_time').eq('dog_id', id).limit(1).single().throwOnError();
    expect(data).toEqual({ celebration_time: '18:30:00' });
    await parties().delete().eq('dog_id', id).throwOnError();
  }
});

test('a celebration loses its time and its zone together, and gets no unknown one @10.96', async () => {
  const timed = { celebration_time: '18:30', time_zone: 'Europe/Berlin' };
  const { id } = await planParty(owner, dogId, timed);
  const update = (values: object) => owner.client.from('birthday_celebrations').update(values).eq('id', id);
  expect((await update({ celebration_time: null })).error).toMatchObject({ code: '23514' });
  expect((await update({ time_zone: 'Europe/Atlantis' })).error).toMatchObject({ code: '23514' });
  expect((await update({ celebration_time: 'soon' })).error).toMatchObject({ code: '22007' });
  expect((await update({ title: 'Cake' })).error).toBeNull();
  expect((await update({ celebration_time: null, time_zone: null })).error).toBeNull();
});

test('a celebration may end after midnight, and loses its end no later than its time', async () => {
  const timed = { celebration_time: '22:00', end_time: '01:30', time_zone: 'Europe/Berlin' };
  const { id } = await planParty(owner, dogId, timed);
  const update = (values: object) => owner.client.from('birthday_celebrations').update(values).eq('id', id);
  expect((await update({ celebration_time: null, time_zone: null })).error).toMatchObject({ code: '23514' });
  expect((await update({ celebration_time: null, end_time: null, time_zone: null })).error).toBeNull();
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

test('birthdays reach from 40 years ago to today, with a day of slack for the time zones @5.11', async () => {
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

const dogLimit = {
  code: '23514',
  message: 'limit reached: an owner has at most 2000 dogs',
  hint: 'Remove a dog before you add another one.',
};

const partiesOfDogLimit = { code: '23514', message: 'limit reached: a dog has at most 200 celebrations' };

const many = <Row>(count: number, row: Row): Row[] => Array(count).fill(row);

test('an owner has at most 2,000 dogs, also when the last are added at once', async () => {
  const owner = await newOwner(backend);
  const dogs = owner.client.from('dogs');
  const tooMany = await dogs.insert(many(2001, dogRow(owner.id)));
  expect(tooMany.error).toMatchObject(dogLimit);
  expect(tooMany.status).toBe(400);
  await dogs.insert(many(1997, dogRow(owner.id))).throwOnError();

  const answers = await Promise.all(many(10, null).map(() => owner.client.from('dogs').insert(dogRow(owner.id))));
  expect(answers.filter(({ error }) => error === null)).toHaveLength(3);
  for (const { error } of answers) if (error) expect(error).toMatchObject(dogLimit);
  const { count } = await dogs.select('id', { count: 'exact', head: true }).throwOnError();
  expect(count).toBe(2000);

  const { data } = await dogs.select('*').limit(1).single().throwOnError();
  await dogs.update({ name: 'Regina' }).eq('id', data.id).throwOnError();
  await dogs.upsert({ ...data, name: 'Rex again' }).throwOnError();
  await dogs.delete().eq('id', data.id).throwOnError();
  await dogs.upsert(data).throwOnError();
  expect((await dogs.insert(dogRow(owner.id))).error).toMatchObject(dogLimit);

  const other = await newOwner(backend);
  await addDog(other);
});

test('a dog has at most 200 parties, planned or moved', async () => {
  const owner = await newOwner(backend);
  const [rex, regina] = [await addDog(owner), await addDog(owner)];
  const parties = owner.client.from('birthday_celebrations');
  await parties.insert(many(198, partyRow(owner.id, rex.id))).throwOnError();
  const answers = await Promise.all(
    many(6, null).map(() => owner.client.from('birthday_celebrations').insert(partyRow(owner.id, rex.id))),
  );
  expect(answers.filter(({ error }) => error === null)).toHaveLength(2);
  for (const { error } of answers) if (error) expect(error).toMatchObject(partiesOfDogLimit);

  const party = await planParty(owner, regina.id);
  const moved = await parties.update({ dog_id: rex.id }).eq('id', party.id);
  expect(moved.error).toMatchObject(partiesOfDogLimit);
  expect(moved.status).toBe(400);
  await parties.update({ title: 'Cake' }).eq('dog_id', rex.id).throwOnError();
});
