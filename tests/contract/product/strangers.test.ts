import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ContractBackend, openContractBackend } from '../../support/contract-backend.ts';
import { addDog, dogRow, newClient, newOwner, type Owner, partyRow, planParty } from '../../support/owners.ts';

let backend: ContractBackend;
let owner: Owner;
let stranger: Owner;
let dog: Record<string, unknown> & { id: string };
let party: Record<string, unknown> & { id: string };

beforeAll(async () => {
  backend = await openContractBackend();
  owner = await newOwner(backend);
  stranger = await newOwner(backend);
});
beforeEach(async () => {
  dog = await addDog(owner);
  party = await planParty(owner, dog.id);
});
afterAll(() => backend?.stop());

async function expectUntouched() {
  const dogs = await owner.client.from('dogs').select().eq('id', dog.id);
  const parties = await owner.client.from('birthday_celebrations').select().eq('id', party.id);
  expect([dogs.data, parties.data]).toEqual([[dog], [party]]);
}

const tables = ['dogs', 'birthday_celebrations'] as const;
const rowOf = (table: (typeof tables)[number]) => (table === 'dogs' ? dog : party);
/** The columns that refer to an owner or to an owner's row. */
const ownedColumns = ['id', 'user_id'] as const;

describe.each(tables)("another user at the owner's %s", (table) => {
  test('sees nothing, whatever is guessed @6.6', async () => {
    const { client } = stranger;
    expect((await client.from(table).select()).data).toEqual([]);
    for (const column of ownedColumns) {
      expect((await client.from(table).select().eq(column, rowOf(table)[column])).data).toEqual([]);
    }
    expect((await client.from(table).select('id', { count: 'exact', head: true })).count).toBe(0);
    expect((await client.from(table).select().eq('id', rowOf(table).id).maybeSingle()).data).toBeNull();
  });

  test('changes nothing @6.6', async () => {
    for (const column of ownedColumns) {
      const { data } = await stranger.client
        .from(table)
        .update({ created_at: '2001-01-01' })
        .eq(column, rowOf(table)[column])
        .select();
      expect(data).toEqual([]);
    }
    await expectUntouched();
  });

  test('deletes nothing @6.6', async () => {
    for (const column of ownedColumns) {
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
});

test("only its owner sees a dog's birth, gotcha day and death @10.145", async () => {
  const told = { birth_precision: 'guess', gotcha_date: '2021-05-01', died_on: '2024-05-01' };
  const { id } = await addDog(owner, told);
  for (const [column, value] of Object.entries(told)) {
    expect((await stranger.client.from('dogs').select(column).eq(column, value)).data).toEqual([]);
    expect(
      (
        await stranger.client
          .from('dogs')
          .update({ [column]: value })
          .eq('id', dog.id)
          .select()
      ).data,
    ).toEqual([]);
    expect((await stranger.client.from('dogs').update({ died_on: null }).eq(column, value).select()).data).toEqual([]);
    for (const attempt of [
      newClient(backend).from('dogs').select(column),
      newClient(backend)
        .from('dogs')
        .update({ [column]: value })
        .eq('id', id),
    ]) {
      expect(await attempt).toMatchObject({ status: 401, error: { code: '42501' } });
    }
  }
  await expectUntouched();
  expect((await owner.client.from('dogs').select().eq('id', id).single()).data).toMatchObject(told);
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

test("nobody else sets, replaces or removes the photo of a party's memory, nor learns of it @10.83", async () => {
  const own = 'https://example.com/storage/v1/object/public/dog-photos/day.webp';
  party = await planParty(owner, dog.id, { memory_photo_url: own });
  for (const memory_photo_url of ['https://evil.example/day.webp', null]) {
    const by = (client: SupabaseClient) =>
      client.from('birthday_celebrations').update({ memory_photo_url }).eq('id', party.id).select();
    expect((await by(stranger.client)).data).toEqual([]);
    expect(await by(newClient(backend))).toMatchObject({ status: 401, error: { code: '42501' } });
  }
  const find = (client: SupabaseClient) =>
    client.from('birthday_celebrations').select('memory_photo_url').eq('memory_photo_url', own);
  expect((await find(stranger.client)).data).toEqual([]);
  expect(await find(newClient(backend))).toMatchObject({ status: 401, error: { code: '42501' } });
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
  for (const table of ['users', 'auth.users', 'sessions', 'refresh_tokens', 'objects', 'pg_roles', 'migrations']) {
    const { error, status } = await stranger.client.from(table).select();
    expect({ code: error?.code, status }).toEqual({ code: 'PGRST205', status: 404 });
  }
  const { error } = await stranger.client.schema('auth').from('users').select();
  expect(error).toMatchObject({ code: 'PGRST106' });
});
