import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContractBackend, openContractBackend } from '../../support/contract-backend.ts';
import { addDog, dogRow, newOwner, partyRow, planParty } from '../../support/owners.ts';

let backend: ContractBackend;
beforeAll(async () => {
  backend = await openContractBackend();
});
afterAll(() => backend?.stop());

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
