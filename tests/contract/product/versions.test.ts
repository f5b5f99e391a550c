import { expect, test } from 'vitest';
import { openContractBackend } from '../../support/contract-backend.ts';
import { addDog, dogRow, newClient, newOwner, partyRow, planParty } from '../../support/owners.ts';

const backend = await openContractBackend();
const owner = await newOwner(backend);

type Row = { id: string; version: number; updated_at: string };
const tables = ['dogs', 'birthday_celebrations'] as const;

/** Adds a row to the table and returns it, with a change to it. */
async function addRow(table: (typeof tables)[number]): Promise<{ row: Row; change: object }> {
  const dog = await addDog(owner);
  if (table === 'dogs') return { row: dog as unknown as Row, change: { name: 'Rexa' } };
  return { row: (await planParty(owner, dog.id)) as unknown as Row, change: { title: 'Cake' } };
}

test.for(tables)('an update of %s hits only the version that it names', async (table) => {
  const { row, change } = await addRow(table);
  const update = (version: number) => owner.client.from(table).update(change).eq('id', row.id).eq('version', version);
  const first = await update(row.version).select();
  expect(first).toMatchObject({ error: null, data: [change] });
  const changed: Row = first.data?.[0];
  expect(changed.version).toBeGreaterThan(row.version);
  expect(Number.isSafeInteger(changed.version)).toBe(true);
  expect(Date.parse(changed.updated_at)).toBeGreaterThanOrEqual(Date.parse(row.updated_at));
  expect(await update(row.version).select()).toMatchObject({ error: null, data: [] });
  expect((await owner.client.from(table).select().eq('id', row.id)).data).toEqual([changed]);
});

test('of many updates at once that name the same version one hits', async () => {
  const { id, version } = (await addDog(owner)) as unknown as Row;
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      owner.client
        .from('dogs')
        .update({ name: `Rex ${index}` })
        .eq('id', id)
        .eq('version', version)
        .select(),
    ),
  );
  const winners = answers.flatMap(({ data }) => data ?? []);
  expect(winners).toHaveLength(1);
  expect((await owner.client.from('dogs').select().eq('id', id)).data).toEqual(winners);
});

test.for(tables)('a version that an owner writes into %s is ignored', async (table) => {
  const { row, change } = await addRow(table);
  const forged = { version: 1, updated_at: '2001-01-01T00:00:00+00:00' };
  const { id: _, ...content } = row;
  for (const rows of [
    await owner.client
      .from(table)
      .insert({ ...content, ...forged })
      .select(),
    await owner.client
      .from(table)
      .upsert({ ...row, ...forged })
      .select(),
    await owner.client
      .from(table)
      .update({ ...change, ...forged })
      .eq('id', row.id)
      .select(),
    await owner.client.from(table).update(forged).eq('id', row.id).select(),
  ]) {
    expect(rows.error).toBeNull();
    const [written]: Row[] = rows.data ?? [];
    expect(written?.version).toBeGreaterThan(row.version);
    expect(Date.parse(written?.updated_at ?? '')).toBeGreaterThanOrEqual(Date.parse(row.updated_at));
  }
});

test.for(tables)('a row of %s that was deleted and put back has a version that it never had', async (table) => {
  const { row, change } = await addRow(table);
  await owner.client.from(table).delete().eq('id', row.id).throwOnError();
  const again = await owner.client.from(table).upsert(row).select().throwOnError();
  expect((again.data as unknown as Row[])[0]?.version).toBeGreaterThan(row.version);
  const { data } = await owner.client.from(table).update(change).eq('id', row.id).eq('version', row.version).select();
  expect(data).toEqual([]);
});

test.for(tables)(
  'a deletion from %s hits only the version that it names, if any, and an update without a change raises it',
  async (table) => {
    const { row, change } = await addRow(table);
    const same = Object.fromEntries(Object.keys(change).map((key) => [key, row[key as keyof Row]]));
    const touch = owner.client.from(table).update(same).eq('id', row.id).eq('version', row.version);
    const { version } = (await touch.select().single().throwOnError()).data as unknown as Row;
    expect(version).toBeGreaterThan(row.version);
    const remove = () => owner.client.from(table).delete().eq('id', row.id);
    expect(await remove().eq('version', row.version).select()).toMatchObject({ error: null, data: [] });
    expect(await remove().eq('version', version).select()).toMatchObject({ error: null, data: [{ id: row.id }] });
    const other = await addRow(table);
    expect((await owner.client.from(table).delete().eq('id', other.row.id).select()).data).toHaveLength(1);
  },
);

test('another owner and nobody at all cannot use a version that they know', async () => {
  const stranger = await newOwner(backend);
  for (const table of tables) {
    const { row, change } = await addRow(table);
    const asStranger = await stranger.client
      .from(table)
      .update(change)
      .eq('id', row.id)
      .eq('version', row.version)
      .select();
    expect(asStranger).toMatchObject({ error: null, data: [] });
    const asNobody = newClient(backend).from(table).update(change).eq('id', row.id).eq('version', row.version);
    expect(await asNobody).toMatchObject({ status: 401, error: { code: '42501' } });
    expect((await stranger.client.from(table).select('version').eq('id', row.id)).data).toEqual([]);
    expect((await owner.client.from(table).select().eq('id', row.id)).data).toEqual([row]);
  }
});

test('a version that is no number is refused', async () => {
  const dog = await addDog(owner);
  const party = partyRow(owner.id, dog.id, { version: 'new' });
  expect((await owner.client.from('birthday_celebrations').insert(party)).error?.code).toBe('22P02');
  expect((await owner.client.from('dogs').update(dogRow(owner.id)).eq('version', 'new')).error?.code).toBe('22P02');
});
