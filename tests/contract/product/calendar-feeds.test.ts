import { expect, test } from 'vitest';
import { openContractBackend } from '../../support/contract-backend.ts';
import { answerInvitation, makeLink } from '../../support/invitation-links.ts';
import { addDog, makeFeed, newClient, newOwner, type Owner, planParty } from '../../support/owners.ts';

const columns = 'id, user_id, name, contents, parties, alarms, dog_id, created_at, last_read_at';
const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

const backend = await openContractBackend();
const [owner, stranger] = await Promise.all([newOwner(backend), newOwner(backend)]);

async function list(by: Owner) {
  const { data } = await by.client.from('calendar_feeds').select(columns).order('created_at').throwOnError();
  return data ?? [];
}

/** Returns what anybody with the token reads. */
async function read(token: string) {
  return (await newClient(backend).rpc('calendar_feed', { token }).throwOnError()).data;
}

test('an owner makes a calendar, sees it without its token, and revokes it @10.164', async () => {
  const token = await makeFeed(owner, { name: 'Grandma 🐶', contents: 'birthdays', parties: false, alarms: true });
  expect(token).toMatch(/^[\w-]{43}$/);
  const [feed] = await list(owner);
  expect(feed).toEqual({
    ...{ id: feed?.id, user_id: owner.id, name: 'Grandma 🐶', contents: 'birthdays', parties: false, alarms: true },
    ...{ dog_id: null, created_at: expect.any(String), last_read_at: null },
  });
  expect(await read(token)).toMatchObject({ name: 'Grandma 🐶', contents: 'birthdays', alarms: true, parties: [] });
  await owner.client.from('calendar_feeds').delete().eq('id', feed?.id).throwOnError();
  expect(await read(token)).toBeNull();
});

test('a calendar says how many come to a party, and no more of its guests @10.171', async () => {
  const host = await newOwner(backend);
  const dog = await addDog(host, { name: 'Luna' });
  const { id: party_id } = await planParty(host, dog.id, { title: 'Cake Day', celebration_date: soon });
  const token = await makeFeed(host);
  const before = await read(token);
  expect(before.parties[0].coming).toBeNull();
  const link = await makeLink(host, party_id);
  const guest = { name: 'Anna Smith', adults: 2, children: 1, dogs: [{ name: 'Pip', size: null }], allergies: 'nuts' };
  for (const answer of ['yes', 'maybe']) await answerInvitation(backend, link, { ...guest, answer });
  const after = await read(token);
  expect(after.parties[0].coming).toMatchObject({ people: 3, dogs: 1 });
  expect(after.parties[0].version).toBeGreaterThan(before.parties[0].version);
  expect(after.version).not.toBe(before.version);
  expect(JSON.stringify(after)).not.toMatch(/Anna|Pip|nuts/);
});

test('a calendar shows what its owner has now, of the pack or of one dog, and no notes', async () => {
  const luna = await addDog(owner, { name: 'Luna', notes: 'a secret' });
  const rex = await addDog(owner, { name: 'Rex' });
  const party = await planParty(owner, luna.id, { title: 'Cake Day', celebration_date: soon, location: 'Park' });
  await planParty(owner, rex.id, { title: 'Ball Day', celebration_date: soon });
  await planParty(owner, rex.id, { title: 'Long ago', celebration_date: '2001-01-01' });
  const [pack, hers] = [await makeFeed(owner), await makeFeed(owner, { dog_id: luna.id })];
  const namesIn = async (token: string) => {
    const { dogs, parties } = await read(token);
    return [
      dogs.map(({ name }: { name: string }) => name),
      parties.map(({ title }: { title: string }) => title).sort(),
    ];
  };
  expect(await namesIn(pack)).toEqual([
    ['Luna', 'Rex'],
    ['Ball Day', 'Cake Day'],
  ]);
  expect(await namesIn(hers)).toEqual([['Luna'], ['Cake Day']]);
  expect(JSON.stringify(await read(pack))).not.toMatch(new RegExp(`secret|${owner.id}|photo|user_id`));

  await owner.client.from('birthday_celebrations').delete().eq('id', party.id).throwOnError();
  await owner.client.from('dogs').delete().eq('id', rex.id).throwOnError();
  expect(await namesIn(pack)).toEqual([['Luna'], []]);
  await owner.client.from('dogs').delete().eq('id', luna.id).throwOnError();
  expect(await namesIn(hers)).toEqual([[], []]);
  await addDog(owner, { id: luna.id, name: 'Luna' });
  expect(await namesIn(hers)).toEqual([['Luna'], []]);
});

test('when a calendar was read is noted, and once an hour is enough', async () => {
  const token = await makeFeed(stranger);
  const anyone = newClient(backend);
  expect((await read(token)).isReadNoted).toBe(false);
  await anyone.rpc('note_calendar_read', { token }).throwOnError();
  const [first] = await list(stranger);
  expect(Date.parse(first?.last_read_at)).toBeGreaterThan(Date.parse(first?.created_at));
  expect((await read(token)).isReadNoted).toBe(true);
  await anyone.rpc('note_calendar_read', { token }).throwOnError();
  expect(await list(stranger)).toEqual([first]);
  await anyone.rpc('note_calendar_read', { token: 'x'.repeat(43) }).throwOnError();
});

test('strangers and nobody at all neither see, make, change nor revoke a calendar of somebody else', async () => {
  await makeFeed(owner, { name: 'Mine' });
  const before = await list(owner);
  expect((await list(stranger)).filter(({ user_id }) => user_id === owner.id)).toEqual([]);
  await stranger.client.from('calendar_feeds').delete().eq('user_id', owner.id).throwOnError();
  const row = { user_id: owner.id, name: 'Theirs', token_hash: `\\x${'00'.repeat(32)}` };
  const nobody = newClient(backend);
  const mine = { name: 'Mine', contents: 'all', parties: true, alarms: true };
  const refused = [
    stranger.client.from('calendar_feeds').insert(row),
    owner.client.from('calendar_feeds').insert(row),
    owner.client.from('calendar_feeds').update({ name: 'Other' }).eq('user_id', owner.id),
    owner.client.from('calendar_feeds').select('token_hash'),
    owner.client.from('calendar_feeds').select('id').eq('token_hash', row.token_hash),
    nobody.from('calendar_feeds').select('id'),
    nobody.from('calendar_feeds').delete().eq('user_id', owner.id),
    nobody.rpc('create_calendar_feed', mine),
  ];
  for (const { error } of await Promise.all(refused)) expect(error?.code).toBe('42501');
  expect(await list(owner)).toEqual(before);
});

test("a calendar of somebody else's dog is refused", async () => {
  const theirs = await addDog(stranger);
  const wanted = { name: 'Phone', contents: 'all', parties: true, alarms: true, dog_id: theirs.id };
  expect((await owner.client.rpc('create_calendar_feed', wanted)).error?.code).toBe('23503');
});

test.each([
  ['an empty name', { name: '' }],
  ['a name of 61 characters', { name: '🐶'.repeat(61) }],
  ['a name with a line break', { name: 'Phone\r\nX-EVIL:1' }],
  ['a name with spaces around it', { name: ' Phone' }],
  ['no name', { name: null }],
  ['contents that are none', { contents: 'everything' }],
  ['no word about parties', { parties: null }],
])('a calendar with %s is refused', async (_, changes) => {
  const wanted = { name: 'Phone', contents: 'all', parties: true, alarms: false, ...changes };
  expect((await owner.client.rpc('create_calendar_feed', wanted)).error?.code).toMatch(/^23/);
});

test('an owner has at most 10 calendars, also when they are made at once @10.172', async () => {
  const busy = await newOwner(backend);
  const wanted = { name: '🐶'.repeat(60), contents: 'all', parties: true, alarms: false };
  const answers = await Promise.all(Array.from({ length: 13 }, () => busy.client.rpc('create_calendar_feed', wanted)));
  const refusals = answers.flatMap(({ error }) => (error ? [error] : []));
  expect(await list(busy)).toHaveLength(10);
  expect(refusals).toHaveLength(3);
  for (const { code, message } of refusals) {
    expect([code, message]).toEqual(['23514', 'limit reached: an owner has at most 10 calendar feeds']);
  }
});

test.each([
  ['an unknown token', 'A'.repeat(43)],
  ['an empty one', ''],
  ['a long one', 'a'.repeat(60_000)],
  ['none', null],
])('%s has no calendar', async (_, token) => {
  const { data, error } = await newClient(backend).rpc('calendar_feed', { token });
  expect([data, error]).toEqual([null, null]);
});
