import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContractBackend, openContractBackend } from '../../support/contract-backend.ts';
import { addDog, newClient, newOwner, type Owner, planParty } from '../../support/test-backend.ts';

const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const someAnswer = {
  ...{ name: 'Grace Hopper', answer: 'yes', adults: 1, children: 0, dogs: [] as object[] },
  ...{ allergies: null as string | null, note: null, email: null as string | null, brings: [] as string[] },
};
type Answer = typeof someAnswer;

let backend: ContractBackend;
let host: Owner;
let stranger: Owner;
beforeAll(async () => {
  backend = await openContractBackend();
  [host, stranger] = await Promise.all([newOwner(backend, { name: 'Ada' }), newOwner(backend)]);
});
afterAll(() => backend?.stop());

/** A party of the host's with an invitation and one link to it. */
async function invite(settings: object = {}, partyChanges: object = {}, by = host) {
  const dog = await addDog(by, { name: 'Luna', notes: 'a secret note' });
  const party = await planParty(by, dog.id, { title: 'Cake Day', celebration_date: soon, ...partyChanges });
  const token = await link(by, party.id);
  const row = await invitationOf(by, party.id);
  if (Object.keys(settings).length > 0) {
    await by.client.from('party_invitations').update(settings).eq('id', row.id).throwOnError();
  }
  return { dog, party, token, id: row.id };
}

async function link(by: Owner, partyId: string): Promise<string> {
  return (await by.client.rpc('make_invitation_link', { party_id: partyId }).throwOnError()).data;
}

async function invitationOf(by: Owner, partyId: string) {
  const { data } = await by.client.from('party_invitations').select().eq('party_id', partyId).single().throwOnError();
  return data;
}

/** What anybody with the token sees. */
async function open(token: string | null) {
  return (await newClient(backend).rpc('open_invitation', { token }).throwOnError()).data;
}

/** Answers without an account. */
async function answer(token: string, changes: Partial<Answer> | object = {}, answerKey: string | null = randomUUID()) {
  const wanted = { token, answer_key: answerKey, answer: { ...someAnswer, ...changes } };
  return (await newClient(backend).rpc('answer_invitation', wanted).throwOnError()).data;
}

async function guestsOf(by: Owner, invitationId: string) {
  const { data } = await by.client
    .from('party_guests')
    .select()
    .eq('invitation_id', invitationId)
    .order('created_at')
    .throwOnError();
  return data ?? [];
}

test('a link opens the invitation for anybody, and an answer comes back with a link of its own', async () => {
  const { dog, id, token } = await invite({ message: 'Bring a ball.' }, { location: 'Park', description: 'All day.' });
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await open(token)).toEqual({
    version: expect.stringMatching(/^[0-9a-f]{32}$/),
    state: 'open',
    party: {
      ...{ id, title: 'Cake Day', date: soon, hour: null, zone: null, location: 'Park', isPlaceHidden: false },
      ...{ description: 'All day.', createdAt: expect.any(String), version: expect.any(Number) },
    },
    dog: {
      ...{ name: 'Luna', size: dog.size, birthDate: dog.birth_date, birthPrecision: 'day', diedOn: null },
      ...{ photoUrl: null, photoFocus: null },
    },
    host: { name: 'Ada' },
    ...{ message: 'Bring a ball.', answerUntil: null, preview: null, mostPeople: null, placesLeft: null },
    guests: { people: 0, dogs: 0, names: null, dogNames: null },
    ...{ bringList: [], guest: null },
  });

  const dogs = [
    { name: 'Rex', size: 'giant' },
    { name: 'Bo', size: null },
  ];
  const given = { adults: 2, children: 1, dogs, allergies: 'nuts', note: 'See you!', email: 'grace@wagday.dev' };
  const outcome = await answer(token, given);
  expect(outcome).toEqual({ guestToken: expect.stringMatching(/^[\w-]{43}$/), isWaiting: false, state: 'open' });
  const [guest] = await guestsOf(host, id);
  expect(guest).toMatchObject({ ...someAnswer, ...given, user_id: host.id, by_host: false, waiting_since: null });
  const own = await open(outcome.guestToken);
  expect(own.guest).toEqual({
    ...someAnswer,
    ...given,
    ...{ isWaiting: false, placeInLine: null, version: guest.version },
  });
  expect((await open(token)).guests).toEqual({ people: 3, dogs: 2, names: null, dogNames: null });
});

test('strangers and nobody at all neither see, make, change nor remove invitations and guests of somebody else', async () => {
  const { id, party, token } = await invite();
  await answer(token, { email: 'grace@wagday.dev' });
  const before = [await invitationOf(host, party.id), await guestsOf(host, id)];
  const nobody = newClient(backend);
  for (const table of ['party_invitations', 'party_guests']) {
    expect((await stranger.client.from(table).select('id').throwOnError()).data).toEqual([]);
    const change = table === 'party_guests' ? { note: 'Hello' } : { message: 'Hello' };
    const kept = stranger.client.from(table);
    expect((await kept.update(change).eq('user_id', host.id).select('id').throwOnError()).data).toEqual([]);
    expect((await kept.delete().eq('user_id', host.id).select('id').throwOnError()).data).toEqual([]);
    for (const refused of await Promise.all([
      nobody.from(table).select('id'),
      nobody.from(table).update(change).eq('user_id', host.id),
      nobody.from(table).delete().eq('user_id', host.id),
      host.client.from(table).update({ id: randomUUID() }).eq('user_id', host.id),
    ])) {
      expect(refused.error?.code).toBe('42501');
    }
  }
  const guest = { invitation_id: id, name: 'Mallory', answer: 'yes', adults: 1 };
  const refused = await Promise.all([
    nobody.from('party_guests').insert({ ...guest, user_id: host.id }),
    stranger.client.from('party_guests').insert({ ...guest, user_id: host.id }),
    stranger.client.from('party_guests').insert({ ...guest, user_id: stranger.id }),
    host.client.from('party_guests').insert({ ...guest, email: 'mallory@wagday.dev' }),
    host.client.from('party_invitations').insert({ party_id: party.id }),
    nobody.rpc('make_invitation_link', { party_id: party.id }),
    nobody.rpc('revoke_invitation_links', { invitation_id: id }),
  ]);
  for (const { error } of refused) expect(error?.code).toBe('42501');
  const notTheirs = await stranger.client.rpc('make_invitation_link', { party_id: party.id });
  expect(notTheirs.error?.code).toBe('23503');
  await stranger.client.rpc('revoke_invitation_links', { invitation_id: id }).throwOnError();
  expect((await open(token)).state).toBe('open');
  expect([await invitationOf(host, party.id), await guestsOf(host, id)]).toEqual(before);
});
