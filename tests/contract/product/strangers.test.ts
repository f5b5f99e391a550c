import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeEach, describe, expect, test } from 'vitest';
import { openContractBackend } from '../../support/contract-backend.ts';
import { addDog, dogRow, newClient, newOwner, partyRow, planParty } from '../../support/owners.ts';

let dog: Record<string, unknown> & { id: string };
let party: Record<string, unknown> & { id: string };

const backend = await openContractBackend();
const owner = await newOwner(backend);
const stranger = await newOwner(backend);
beforeEach(async () => {
  dog = await addDog(owner, { birth_precision: 'guess', gotcha_date: '2021-05-01', died_on: '2024-05-01' });
  const hour = { celebration_time: '18:30', time_zone: 'Europe/Berlin' };
  const memory_photo_url = 'https://example.com/storage/v1/object/public/dog-photos/day.webp';
  party = await planParty(owner, dog.id, { ...hour, memory_photo_url });
});

async function expectUntouched() {
  const dogs = await owner.client.from('dogs').select().eq('id', dog.id);
  const parties = await owner.client.from('birthday_celebrations').select().eq('id', party.id);
  expect([dogs.data, parties.data]).toEqual([[dog], [party]]);
}

const tables = ['dogs', 'birthday_celebrations'] as const;
const rowOf = (table: (typeof tables)[number]) => (table === 'dogs' ? dog : party);
/** Columns by which somebody might find a row, or tries to learn or change what only its owner is told. */
const columnsOf = {
  dogs: ['id', 'user_id', 'birth_precision', 'gotcha_date', 'died_on'],
  birthday_celebrations: ['id', 'user_id', 'celebration_time', 'memory_photo_url'],
} as const;

describe.each(tables)("another user at the owner's %s", (table) => {
  test('sees nothing, whatever is guessed @6.6 @10.83 @10.97 @10.145', async () => {
    const { client } = stranger;
    expect((await client.from(table).select()).data).toEqual([]);
    for (const column of columnsOf[table]) {
      expect((await client.from(table).select().eq(column, rowOf(table)[column])).data).toEqual([]);
    }
    expect((await client.from(table).select('id', { count: 'exact', head: true })).count).toBe(0);
    expect((await client.from(table).select().eq('id', rowOf(table).id).maybeSingle()).data).toBeNull();
  });

  test('changes nothing @6.6 @10.83 @10.97 @10.145', async () => {
    for (const column of columnsOf[table]) {
      for (const change of [{ created_at: '2001-01-01' }, { [column]: null }]) {
        const { data } = await stranger.client.from(table).update(change).eq(column, rowOf(table)[column]).select();
        expect(data).toEqual([]);
      }
    }
    await expectUntouched();
  });

  test('deletes nothing @6.6', async () => {
    for (const column of columnsOf[table]) {
      const { data } = await stranger.client.from(table).delete().eq(column, rowOf(table)[column]).select();
      expect(data).toEqual([]);
    }
    await expectUntouched();
  });

  test('reaches nothing without a filter either', async () => {
    await stranger.client.from(table).delete();
    await stranger.client.from(table).update({ created_at: '2001-01-01' });
    await expectUntouched();
  });

  test('cannot put a row of their own over it, nor take it over', async () => {
    const theirs = { ...rowOf(table), user_id: stranger.id };
    const rows = [theirs, rowOf(table)];
    for (const row of rows) {
      const inserted = await stranger.client.from(table).insert(row);
      expect(inserted.error?.code).toMatch(/^(42501|23505)$/);
      const upserted = await stranger.client.from(table).upsert(row);
      expect(upserted.error).toMatchObject({ code: '42501' });
      expect(upserted.status).toBe(403);
    }
    await expectUntouched();
  });

  test("cannot add a row in the owner's name", async () => {
    const row = { ...rowOf(table), id: randomUUID() };
    for (const attempt of [
      await stranger.client.from(table).insert(row),
      await stranger.client.from(table).upsert(row),
    ]) {
      expect(attempt).toMatchObject({ status: 403, error: { code: '42501' } });
    }
  });
});

describe.each(tables)("an anonymous caller at the owner's %s", (table) => {
  const attempts: [string, (client: SupabaseClient) => PromiseLike<{ status: number; error: unknown }>][] = [
    ['list', (client) => client.from(table).select()],
    ['find by id', (client) => client.from(table).select().eq('id', rowOf(table).id)],
    ['count', (client) => client.from(table).select('id', { count: 'exact' })],
    ['insert', (client) => client.from(table).insert({ ...rowOf(table), id: randomUUID() })],
    ['upsert', (client) => client.from(table).upsert(rowOf(table))],
    ['update', (client) => client.from(table).update({ created_at: '2001-01-01' }).eq('id', rowOf(table).id)],
    ['delete', (client) => client.from(table).delete().eq('id', rowOf(table).id)],
  ];
  test.each(attempts)('is refused to %s @6.3 @6.6', async (_, attempt) => {
    expect(await attempt(newClient(backend))).toMatchObject({ status: 401, error: { code: '42501' } });
    await expectUntouched();
  });

  test('is refused to learn or change any column @10.83 @10.145', async () => {
    const rows = newClient(backend).from(table);
    for (const column of columnsOf[table]) {
      const value = rowOf(table)[column];
      for (const attempt of [rows.select(column).eq(column, value), rows.update({ [column]: value }).eq(column, value)])
        expect(await attempt).toMatchObject({ status: 401, error: { code: '42501' } });
    }
    await expectUntouched();
  });
});

test("nobody celebrates another's dog @6.6", async () => {
  const asStranger = await stranger.client.from('birthday_celebrations').insert(partyRow(stranger.id, dog.id));
  expect(asStranger).toMatchObject({ status: 403, error: { code: '42501' } });
  const asOwner = await stranger.client.from('birthday_celebrations').insert(partyRow(owner.id, dog.id));
  expect(asOwner).toMatchObject({ status: 403, error: { code: '42501' } });

  const own = await planParty(stranger, (await addDog(stranger)).id);
  const moved = await stranger.client.from('birthday_celebrations').update({ dog_id: dog.id }).eq('id', own.id);
  expect(moved).toMatchObject({ status: 403, error: { code: '42501' } });
  const missing = await stranger.client.from('birthday_celebrations').insert(partyRow(stranger.id, randomUUID()));
  expect(missing).toMatchObject({ status: 403, error: { code: '42501' } });
});

test('nobody else moves a party to another hour, nor learns its own @10.97', async () => {
  party = await planParty(owner, dog.id, { celebration_time: '18:30', time_zone: 'Europe/Berlin' });
  const changes = { celebration_time: '03:00', time_zone: 'Asia/Kathmandu' };
  const by = (client: SupabaseClient) =>
    client.from('birthday_celebrations').update(changes).eq('id', party.id).select();
  expect((await by(stranger.client)).data).toEqual([]);
  expect(await by(newClient(backend))).toMatchObject({ status: 401, error: { code: '42501' } });
  const found = await stranger.client.from('birthday_celebrations').select('id').eq('celebration_time', '18:30');
  expect(found.data).toEqual([]);
  await expectUntouched();
});

test('no row can be given away @6.7', async () => {
  for (const [table, id] of [
    ['dogs', dog.id],
    ['birthday_celebrations', party.id],
  ] as const) {
    const given = await owner.client.from(table).update({ user_id: stranger.id }).eq('id', id);
    expect(given).toMatchObject({ status: 403, error: { code: '42501' } });
  }
  const added = await owner.client.from('dogs').insert(dogRow(stranger.id));
  expect(added).toMatchObject({ status: 403, error: { code: '42501' } });
  await expectUntouched();
});

test("a row's id cannot become that of another's row", async () => {
  const own = await addDog(stranger);
  const { error } = await stranger.client.from('dogs').update({ id: dog.id }).eq('id', own.id);
  expect(error).toMatchObject({ code: '23505' });
  await expectUntouched();
});

test('tables of other schemas are not there', async () => {
  const hidden = ['users', 'auth.users', 'sessions', 'refresh_tokens', 'objects', 'pg_roles', 'migrations'];
  for (const table of [...hidden, 'secrets', 'wagday.secrets']) {
    const { error, status } = await stranger.client.from(table).select();
    expect({ code: error?.code, status }).toEqual({ code: 'PGRST205', status: 404 });
  }
  const { error } = await stranger.client.schema('auth').from('users').select();
  expect(error).toMatchObject({ code: 'PGRST106' });
});
