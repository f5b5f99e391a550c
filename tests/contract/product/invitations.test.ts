import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { coatOf, toldByBreed } from '../../../client/art/coats.ts';
import { visibleNames } from '../../../domain/testing/visible-names.ts';
import { openContractBackend } from '../../support/contract-backend.ts';
import {
  answerInvitation,
  invitationOf,
  makeLink,
  openInvitation,
  someAnswer,
} from '../../support/invitation-links.ts';
import { addDog, newClient, newOwner, type Owner, planParty } from '../../support/owners.ts';

const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const backend = await openContractBackend();
const [host, stranger] = await Promise.all([newOwner(backend, { name: 'Ada' }), newOwner(backend)]);

/** Creates a party of the host with an invitation and one link to it. */
async function invite(settings: object = {}, partyChanges: object = {}, by = host) {
  const dog = await addDog(by, { name: 'Luna', notes: 'a secret note' });
  const party = await planParty(by, dog.id, { title: 'Cake Day', celebration_date: soon, ...partyChanges });
  const token = await makeLink(by, party.id);
  const row = await invitationOf(by, party.id);
  if (Object.keys(settings).length > 0) {
    await by.client.from('party_invitations').update(settings).eq('id', row.id).throwOnError();
  }
  return { dog, party, token, id: row.id };
}

const open = (token: string | null) => openInvitation(backend, token);
const answer = (token: string, changes: object = {}, answer_key: string | null = randomUUID(), from: object = {}) =>
  answerInvitation(backend, token, changes, { answer_key, ...from });

async function guestsOf(by: Owner, invitationId: string) {
  const { data } = await by.client
    .from('party_guests')
    .select()
    .eq('invitation_id', invitationId)
    .order('created_at')
    .throwOnError();
  return data ?? [];
}

const setInvitation = (id: string, changes: object) =>
  host.client.from('party_invitations').update(changes).eq('id', id).throwOnError();
const setParty = (id: string, changes: object) =>
  host.client.from('birthday_celebrations').update(changes).eq('id', id).throwOnError();
/** Enters guests as the host. */
const enterGuests = (rows: object) => host.client.from('party_guests').insert(rows).throwOnError();

test('a link opens the invitation for anybody, and an answer comes back with a link of its own @10.203', async () => {
  const { dog, id, token } = await invite({ message: 'Bring a ball.' }, { location: 'Park', description: 'All day.' });
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await open(token)).toEqual({
    ...{ version: expect.stringMatching(/^[0-9a-f]{32}$/), isFileOnly: false, isNewFromMail: false, fileToken: null },
    ...{ state: 'open', calledOffWhy: null, afterwards: null, isOnAgain: false },
    party: {
      ...{
        id,
        title: 'Cake Day',
        date: soon,
        hour: null,
        zone: null,
        end: null,
        location: 'Park',
        isPlaceHidden: false,
      },
      ...{ description: 'All day.', createdAt: expect.any(String), version: expect.any(Number) },
    },
    // No facts of the dog's life, nor how many people may come.
    dog: { name: 'Luna', size: dog.size, photoUrl: null, photoFocus: null },
    host: { name: 'Ada' },
    ...{ message: 'Bring a ball.', answerUntil: null, preview: null },
    guests: { people: 0, dogs: 0, names: null, moreNames: 0, seatedDogs: [], moreDogNames: 0 },
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
    ...{
      isMailed: false,
      mailedAt: null,
      mailWaits: 'turn',
      isWaiting: false,
      isTooLarge: false,
      placeInLine: null,
      version: guest.version,
    },
  });
  expect((await open(token)).guests).toMatchObject({ people: 3, dogs: 2, names: null, seatedDogs: dogs });
});

const hostileThanks = [{ thanks: 'Boo' }, { album_url: 'https://evil.example/' }, { shows_photo: true }];

test('guests see the birthday dog in the coat of its breed, which they are not told', async () => {
  const { dog, token } = await invite();
  const coats = toldByBreed.flatMap(({ source }) => source.split('|'));
  for (const breed of ['Mixed', ...coats.map((word) => `Old ${word.toUpperCase()} mix`)]) {
    await host.client.from('dogs').update({ breed }).eq('id', dog.id).throwOnError();
    const view = await open(token);
    expect([breed, view?.dog.coat ?? coatOf({ name: 'Luna', breed: null })]).toEqual([
      breed,
      coatOf({ name: 'Luna', breed }),
    ]);
    // The name gives a coat as well, so that one which the breed should have told may not be missed above.
    const told = toldByBreed.findIndex((words) => words.test(breed));
    expect([breed, view?.dog.coat ?? -1]).toEqual([breed, told]);
    expect(JSON.stringify(view)).not.toContain(breed);
  }
});

test('strangers and nobody at all neither see, make, change nor remove invitations and guests of somebody else', async () => {
  const { id, party, token } = await invite();
  await answer(token, { email: 'grace@wagday.dev' });
  const before = [await invitationOf(host, party.id), await guestsOf(host, id)];
  const nobody = newClient(backend);
  const guest_id = before[1][0].id;
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
    host.client.from('party_guests').insert({ ...guest, by_host: false }),
    host.client.from('party_guests').insert({ ...guest, email: 'mallory@wagday.dev' }),
    host.client.from('party_invitations').insert({ party_id: party.id }),
    nobody.rpc('make_invitation_link', { party_id: party.id }),
    nobody.rpc('revoke_invitation_links', { invitation_id: id }),
    nobody.rpc('bring_party_back', { party_id: party.id }),
    nobody.rpc('mail_guest_link', { guest_id }),
    nobody.from('party_invitations').update({ cancel_reason: 'Boo' }).eq('id', id),
    ...hostileThanks.map((change) => nobody.from('party_invitations').update(change).eq('id', id)),
    host.client.from('party_invitations').update({ is_on_again: true }).eq('id', id),
  ]);
  for (const { error } of refused) expect(error?.code).toBe('42501');
  const notTheirs = await stranger.client.rpc('make_invitation_link', { party_id: party.id });
  expect(notTheirs.error?.code).toBe('23503');
  await stranger.client.rpc('revoke_invitation_links', { invitation_id: id }).throwOnError();
  expect((await stranger.client.rpc('mail_guest_link', { guest_id })).data).toBe(false);
  await stranger.client.from('party_invitations').update({ cancel_reason: 'Boo' }).eq('id', id).throwOnError();
  for (const change of hostileThanks)
    await stranger.client.from('party_invitations').update(change).eq('id', id).throwOnError();
  expect((await open(token)).state).toBe('open');
  expect([await invitationOf(host, party.id), await guestsOf(host, id)]).toEqual(before);
});

test.each([
  ['an unknown token', 'A'.repeat(43)],
  ['an empty one', ''],
  ['a long one', 'a'.repeat(60_000)],
  ['none', null],
])('%s opens no invitation and answers none @10.212', async (_, token) => {
  expect(await open(token)).toBeNull();
  expect(await answer(token ?? '')).toEqual({ refused: 'unknown' });
});

test('an ended link opens nothing any more, and guests keep their own @10.210', async () => {
  const { id, party, token } = await invite();
  const { guestToken } = await answer(token);
  await setInvitation(id, { preview: `${host.id}/1.jpg` });
  expect(await invitationOf(host, party.id)).toMatchObject({ id, has_link: true, preview: `${host.id}/1.jpg` });
  await host.client.rpc('revoke_invitation_links', { invitation_id: id }).throwOnError();
  expect(await invitationOf(host, party.id)).toMatchObject({ id, has_link: false, link_token: null, preview: null });
  expect(await open(token)).toBeNull();
  expect(await answer(token)).toEqual({ refused: 'unknown' });
  expect((await open(guestToken)).guest.name).toBe('Grace Hopper');
  expect(await answer(guestToken, { answer: 'no', adults: 0 })).toMatchObject({ guestToken: null });

  const next = await makeLink(host, party.id);
  expect(next).not.toBe(token);
  expect((await open(next)).party.id).toBe(id);
  expect(await open(token)).toBeNull();
  const [guest] = await guestsOf(host, id);
  await host.client.from('party_guests').delete().eq('id', guest.id).throwOnError();
  expect(await open(guestToken)).toBeNull();
  expect(await answer(guestToken)).toEqual({ refused: 'unknown' });
});

test('a form that is sent twice is one answer, and a key of another answer opens none @10.204', async () => {
  const { id, token } = await invite();
  const key = randomUUID();
  const outcomes = await Promise.all([1, 2, 3].map(() => answer(token, {}, key)));
  expect(new Set(outcomes.map(({ guestToken }) => guestToken)).size).toBe(3);
  expect(await guestsOf(host, id)).toHaveLength(1);
  await answer(token, { name: 'Grace Murray Hopper' }, key);
  expect(await guestsOf(host, id)).toMatchObject([{ name: 'Grace Murray Hopper' }]);

  const byHost = { invitation_id: id, user_id: host.id, name: 'Phoned', answer: 'yes', adults: 1 };
  await enterGuests({ ...byHost, answer_key: id, by_host: true });
  expect(await answer(token, {}, id)).toEqual({ refused: 'invalid', field: 'answer_key' });
  expect(await answer(token, {}, null)).toEqual({ refused: 'invalid', field: 'answer_key' });
  const other = await invite();
  expect(await answer(other.token, { name: 'Elsewhere' }, key)).toMatchObject({ isWaiting: false });
  expect((await guestsOf(host, id)).map(({ name }) => name)).toEqual(['Grace Murray Hopper', 'Phoned']);
});

test('one device gives one answer to a link, until it answers for somebody else @10.248', async () => {
  const { id, token } = await invite();
  const key = randomUUID();
  const { guestToken: own } = await answer(token, {}, key);
  expect(await answer(token, { name: 'Grace H.' }, randomUUID(), { own })).toMatchObject({ guestToken: null });
  expect(await guestsOf(host, id)).toMatchObject([{ name: 'Grace H.' }]);
  const another = randomUUID();
  const mother = await answer(token, { name: 'Mary' }, another, { own, is_another: true });
  expect(mother.guestToken).toMatch(/^[\w-]{43}$/);
  // Each form keeps changing the answer that it sent first.
  await answer(token, { name: 'Mary M.' }, another, { own, is_another: true });
  await answer(token, { name: 'Mary Murray' }, another, { own });
  await answer(token, { name: 'Grace' }, key, { own: mother.guestToken });
  expect(await guestsOf(host, id)).toMatchObject([{ name: 'Grace' }, { name: 'Mary Murray' }]);
});

test('a token of another invitation, of a file or of nothing changes no answer by a link', async () => {
  const [{ id, token }, other] = [await invite(), await invite()];
  const { guestToken } = await answer(other.token, { name: 'Elsewhere' });
  const { fileToken } = await open((await answer(token, { name: 'Here' })).guestToken);
  for (const own of [guestToken, fileToken, other.token, token, 'A'.repeat(43), '', 'x'.repeat(50_000)]) {
    expect(await answer(token, { name: 'New' }, randomUUID(), { own })).toMatchObject({ isWaiting: false });
  }
  expect((await guestsOf(host, other.id)).map(({ name }) => name)).toEqual(['Elsewhere']);
  expect((await guestsOf(host, id)).map(({ name }) => name)).toEqual(['Here', ...Array(7).fill('New')]);
});

test('an answer with an address that has answered shows nothing else than one with a new address @10.249', async () => {
  const { id, token } = await invite();
  const { guestToken } = await answer(token, { email: 'grace@wagday.dev' });
  const again = (from = {}, changes = {}) =>
    answer(token, { name: 'Grace again', email: 'Grace@Wagday.dev', ...changes }, randomUUID(), from);
  const [known, unknown] = [await again(), await again({}, { email: 'new@wagday.dev' })];
  expect(known).toEqual({ ...unknown, guestToken: expect.stringMatching(/^[\w-]{43}$/) });
  const shown = async (own: string) => {
    const { state, guests, guest } = await open(own);
    return { state, guests, guest: { ...guest, email: null, version: null } };
  };
  expect(await shown(known.guestToken)).toEqual(await shown(unknown.guestToken));
  expect(await again({}, { name: '' })).toEqual({ refused: 'invalid', field: 'name' });
  // Nobody changes another's answer by typing its address. The device that gave it does.
  expect((await open(guestToken)).guest).toMatchObject({ name: 'Grace Hopper', email: 'grace@wagday.dev' });
  expect(await again({ own: guestToken })).toMatchObject({ guestToken: null });
  expect((await guestsOf(host, id)).map(({ email }) => email)).toEqual([
    'Grace@Wagday.dev',
    'Grace@Wagday.dev',
    'new@wagday.dev',
  ]);
});

test('a lost link is asked for with the same answer for every address and token', async () => {
  const { token } = await invite();
  const { guestToken } = await answer(token, { email: 'grace@wagday.dev' });
  const { fileToken } = await open(guestToken);
  const asked = [];
  for (const given of [token, guestToken, fileToken, 'A'.repeat(43), ''])
    for (const address of ['grace@wagday.dev', 'nobody@wagday.dev', 'no address', 'x'.repeat(5000)])
      asked.push(await newClient(backend).rpc('ask_for_own_link', { token: given, address }));
  for (const { error, data, status } of asked) expect([error, data, status]).toEqual([null, null, 204]);
});

test('a host has the link mailed again to a guest of theirs with an address', async () => {
  const { id, token } = await invite();
  await answer(token, { email: 'grace@wagday.dev' });
  await answer(token, { name: 'No address' });
  const [grace, without] = (await guestsOf(host, id)).map((guest) => guest.id);
  const mail = async (guest_id: unknown) => (await host.client.rpc('mail_guest_link', { guest_id })).data;
  expect(await Promise.all([grace, without, randomUUID()].map(mail))).toEqual([true, false, false]);
});

test('a group that is larger than the whole party is told so while it waits @10.251', async () => {
  const { id, token } = await invite({ most_people: 3 });
  const large = await answer(token, { adults: 2, children: 2 });
  expect(large).toMatchObject({ isWaiting: true });
  await answer(token, { adults: 3 });
  const late = await answer(token, { adults: 3 });
  const isTooLarge = async (of: { guestToken: string }) => (await open(of.guestToken)).guest.isTooLarge;
  expect([await isTooLarge(large), await isTooLarge(late)]).toEqual([true, false]);
  await setInvitation(id, { most_people: 4 });
  expect([await isTooLarge(large), await isTooLarge(late)]).toEqual([false, false]);
  await answer(late.guestToken, { answer: 'maybe', adults: 20 });
  expect(await isTooLarge(late)).toBe(false);
});

test("a guest's token opens and changes only that guest's answer @10.205", async () => {
  const { id, token } = await invite({ guest_list: 'names' });
  const grace = await answer(token, { note: 'for Ada', allergies: 'nuts', email: 'grace@wagday.dev' });
  const alan = await answer(token, { name: 'Alan Turing', dogs: [{ name: 'Bo', size: 'small' }] });
  const seen = await open(alan.guestToken);
  expect(seen.guest.name).toBe('Alan Turing');
  expect(seen.guests).toMatchObject({
    people: 2,
    dogs: 1,
    names: ['Grace', 'Alan'],
    seatedDogs: [{ name: 'Bo', size: 'small' }],
  });
  for (const view of [seen, await open(token)]) {
    expect(JSON.stringify(view)).not.toMatch(/Hopper|for Ada|nuts|grace@|secret|user_id|answer_key/);
  }
  expect(JSON.stringify(await open(token))).not.toMatch(/Turing/);
  await answer(alan.guestToken, { name: 'Alan', answer: 'maybe' }, (await guestsOf(host, id))[0].answer_key);
  expect(await guestsOf(host, id)).toMatchObject([
    { name: 'Grace Hopper', answer: 'yes', note: 'for Ada' },
    { name: 'Alan', answer: 'maybe' },
  ]);
  expect((await open(grace.guestToken)).guests).toMatchObject({ people: 1, dogs: 0, names: ['Grace'], seatedDogs: [] });
});

test('unless the host chooses otherwise, guests see the names and sizes of the dogs that come, and of no person @10.205 @10.206', async () => {
  const { id, party, token } = await invite();
  expect(await invitationOf(host, party.id)).toMatchObject({ guest_list: 'dogs' });
  const coming = await answer(token, { note: 'for Ada', allergies: 'nuts', dogs: [{ name: 'Bo', size: 'small' }] });
  await answer(token, { name: 'Alan Turing', answer: 'maybe', dogs: [{ name: 'Fido', size: null }] });
  const { fileToken } = await open(coming.guestToken);
  expect((await open(token)).guests).toEqual({
    ...{ people: 1, dogs: 1, names: null, moreNames: 0 },
    ...{ seatedDogs: [{ name: 'Bo', size: 'small' }], moreDogNames: 0 },
  });
  expect(JSON.stringify(await open(token))).not.toMatch(/Grace|Hopper|Alan|Turing|Fido|for Ada|nuts/);
  expect((await open(fileToken)).guests).toBeNull();
  expect(await open(randomUUID())).toBeNull();
  // Who has no token reads neither the answers nor the settings.
  for (const other of [stranger.client, newClient(backend)]) {
    for (const table of ['party_guests', 'party_invitations']) {
      expect((await other.from(table).select().eq('user_id', host.id)).data ?? []).toEqual([]);
    }
  }
  await setInvitation(id, { guest_list: 'counts' });
  const counted = await open(token);
  expect(counted.guests).toMatchObject({ dogs: 1, seatedDogs: null, moreDogNames: 0 });
  expect(JSON.stringify(counted)).not.toMatch(/"Bo"/);
});

test('guests who share a first name are told apart by the initial of another @10.161', async () => {
  const { token } = await invite({ guest_list: 'names' });
  for (const name of ['Anna Bell', 'anna de Castro', 'Anna', 'Ben Hur', 'Mr. Barker', 'Éva Ötvös', 'Éva Ács', 'Anna 7'])
    await answer(token, { name });
  expect((await open(token)).guests.names).toEqual([
    ...['Anna B.', 'anna C.', 'Anna', 'Ben', 'Mr. Barker', 'Éva Ö.', 'Éva Á.', 'Anna 7.'],
  ]);
});

test('of a large party the first 50 guests and dogs are named, and the others are counted @10.206', async () => {
  const { id, token } = await invite({ guest_list: 'names' });
  const dogs = (index: number) => ['giant', null].map((size) => ({ name: `Dog ${index}-${size}`, size }));
  const row = { ...{ invitation_id: id, user_id: host.id, by_host: true }, answer: 'yes', adults: 1 };
  const rows = Array.from({ length: 60 }, (_, index) => ({ ...row, name: `Guest-${index} Hopper`, dogs: dogs(index) }));
  // Neither guests who may come nor guests who do not are listed.
  const away = ['maybe', 'no'].map((given) => ({ ...row, name: 'Away', answer: given, dogs: [] }));
  await enterGuests([...rows, ...away]);
  const coming = (await guestsOf(host, id))
    .filter((guest) => guest.answer === 'yes')
    .sort((one, other) => (one.created_at + one.id < other.created_at + other.id ? -1 : 1));
  expect((await open(token)).guests).toEqual({
    ...{ people: 60, dogs: 120, moreNames: 10, moreDogNames: 70 },
    names: coming.slice(0, 50).map(({ name }) => name.split(' ')[0]),
    seatedDogs: coming.slice(0, 25).flatMap((guest) => guest.dogs),
  });

  const ids = coming.slice(50).map((guest) => guest.id);
  await host.client.from('party_guests').delete().in('id', ids).throwOnError();
  expect((await open(token)).guests).toMatchObject({ people: 50, moreNames: 0, dogs: 100, moreDogNames: 50 });
  await setInvitation(id, { guest_list: 'counts' });
  const counts = { names: null, moreNames: 0, seatedDogs: null, moreDogNames: 0 };
  expect((await open(token)).guests).toEqual({ people: 50, dogs: 100, ...counts });
});

test('the place is shown only to guests who come, where the host wants it so @10.207', async () => {
  const { token } = await invite({ place_for: 'yes', most_people: 2 }, { location: 'Park 7' });
  const placeOf = async (opener: string) => {
    const view = await open(opener);
    expect(JSON.stringify(view).includes('Park 7')).toBe(view.party.location !== null);
    return [view.party.location, view.party.isPlaceHidden];
  };
  expect(await placeOf(token)).toEqual([null, true]);
  const { guestToken } = await answer(token, { answer: 'maybe' });
  expect(await placeOf(guestToken)).toEqual([null, true]);
  await answer(guestToken, { adults: 2 });
  expect(await placeOf(guestToken)).toEqual(['Park 7', false]);
  const waiting = await answer(token, {});
  expect(waiting.isWaiting).toBe(true);
  expect(await placeOf(waiting.guestToken)).toEqual([null, true]);
  // Nor does a dog that comes alone learn it while the party is full.
  const walker = await answer(token, { name: 'Walker', adults: 0, dogs: [{ name: 'Bo', size: null }] });
  expect([walker.isWaiting, ...(await placeOf(walker.guestToken))]).toEqual([true, null, true]);
  expect(await placeOf(token)).toEqual([null, true]);
  const nowhere = await invite({ place_for: 'yes' });
  expect(await placeOf(nowhere.token)).toEqual([null, false]);
});

test('a full party tells its place to no dog that comes alone @10.207', async () => {
  const { token } = await invite({ place_for: 'yes', most_people: 1 }, { location: 'Park 7' });
  await answer(token);
  const walker = await answer(token, { name: 'Walker', adults: 0, dogs: [{ name: 'Bo', size: null }] });
  expect(walker.isWaiting).toBe(true);
  expect((await open(walker.guestToken)).party).toMatchObject({ location: null, isPlaceHidden: true });
});

test('when a place changes, guests without it see no difference, and guests with it get a new version', async () => {
  const { party, token } = await invite({ place_for: 'yes', most_people: 1 }, { location: 'Park 7' });
  const change = (changes: object) => setParty(party.id, changes);
  const comes = (await answer(token)).guestToken;
  const others = [token, (await answer(token)).guestToken, (await answer(token, { answer: 'maybe' })).guestToken];
  for (const guest of others.slice(1)) others.push((await open(guest)).fileToken);
  const seenByOthers = () => Promise.all(others.map(open));
  const [before, seen] = await Promise.all([seenByOthers(), open(comes)]);
  await change({ location: 'Beach' });
  await change({ location: 'Beach', invitation_image_url: '/elsewhere.png' });
  expect(await seenByOthers()).toEqual(before);
  const after = await open(comes);
  expect(after.party.version).toBeGreaterThan(seen.party.version);
  expect(after.version).not.toBe(seen.version);

  for (const changes of [{ title: 'Ball Day' }, { description: 'Half a day.' }, { location: null }]) {
    const earlier = await seenByOthers();
    await change(changes);
    for (const [index, view] of (await seenByOthers()).entries()) {
      expect(view.party.version).toBeGreaterThan(earlier[index].party.version);
      expect(view.version).not.toBe(earlier[index].version);
    }
  }
});

test('the version of a party never falls for a guest, who may see its place one day and not the next', async () => {
  const { id, party, token } = await invite({ place_for: 'yes' }, { location: 'Park 7' });
  const { guestToken } = await answer(token, { answer: 'maybe' });
  const move = (location: string) => setParty(party.id, { location });
  const set = (place_for: string) => setInvitation(id, { place_for });
  const said = (now: string) => answer(guestToken, { answer: now, adults: now === 'no' ? 0 : 1 });
  let { version } = (await open(guestToken)).party;
  for (const [step, location] of [
    [() => said('yes'), 'Park 7'],
    [() => move('Beach'), 'Beach'],
    [() => said('no'), null],
    [() => set('all'), 'Beach'],
    [() => move('Lake'), 'Lake'],
    [() => set('yes'), null],
    [() => said('yes'), 'Lake'],
  ] as const) {
    await step();
    const view = await open(guestToken);
    expect(view.party.location).toBe(location);
    expect(view.party.version).toBeGreaterThan(version);
    version = view.party.version;
  }
});

test('a token of a calendar file shows the party with what that guest sees of it, and opens and changes no answer', async () => {
  const { id, token } = await invite(
    { place_for: 'yes', message: 'Hello', bring_list: ['Cake'] },
    { location: 'Park 7' },
  );
  const { guestToken } = await answer(token, { note: 'for Ada', brings: ['Cake'] });
  const { fileToken, isFileOnly, party } = await open(guestToken);
  expect([fileToken, isFileOnly]).toEqual([expect.stringMatching(/^[\w-]{43}$/), false]);
  const file = await open(fileToken);
  expect(file).toMatchObject({ isFileOnly: true, fileToken: null, party, guest: null, guests: null, bringList: [] });
  expect(JSON.stringify(file)).not.toMatch(/Grace|for Ada|Hello|Cake"/);
  expect(await answer(fileToken, { name: 'Mallory' })).toEqual({ refused: 'unknown' });
  expect(await guestsOf(host, id)).toMatchObject([{ name: 'Grace Hopper' }]);
  await host.client.from('party_guests').delete().eq('invitation_id', id).throwOnError();
  expect(await open(fileToken)).toBeNull();
});

test('the id of a party stays, so that no invitation is cancelled by another one @10.219', async () => {
  const { party, token } = await invite();
  const change = host.client.from('birthday_celebrations').update({ id: randomUUID() }).eq('id', party.id);
  expect((await change).error).toMatchObject({ code: '42501' });
  await setParty(party.id, { id: party.id });
  expect((await open(token)).state).toBe('open');
});

test('the version of what is shown changes with it, and not without @10.224', async () => {
  const { dog, party, id, token } = await invite();
  const versions = [(await open(token)).version];
  const expectAnother = async () => {
    const { version } = await open(token);
    expect(versions).not.toContain(version);
    expect((await open(token)).version).toBe(version);
    versions.push(version);
  };
  await setParty(party.id, { title: 'Ball Day' });
  await expectAnother();
  await host.client.from('dogs').update({ name: 'Lulu' }).eq('id', dog.id).throwOnError();
  await expectAnother();
  await setInvitation(id, { message: 'Hello' });
  await expectAnother();
  await answer(token);
  await expectAnother();
});

test('the version of an invitation rises by its settings, and by nothing that the host does not edit @10.224', async () => {
  const { id, party, token } = await invite();
  const before = await invitationOf(host, party.id);
  await setInvitation(id, { answers_seen_at: new Date().toISOString(), preview: `${host.id}/1.jpg` });
  await answer(token);
  expect((await invitationOf(host, party.id)).version).toBe(before.version);
  const change = host.client.from('party_invitations').update({ most_people: 3 });
  await change.eq('id', id).eq('version', before.version).throwOnError();
  expect((await invitationOf(host, party.id)).version).toBeGreaterThan(before.version);
});

test('two guests for the last place: one has it, the other waits and moves up when it is free @10.213 @10.215', async () => {
  const { id, token } = await invite({ most_people: 1 });
  expect((await open(token)).state).toBe('open');
  const both = await Promise.all(['Ada', 'Bob'].map((name) => answer(token, { name })));
  expect(both.map(({ isWaiting }) => isWaiting).toSorted()).toEqual([false, true]);
  expect(both.map(({ state }) => state)).toEqual(['full', 'full']);
  expect(await open(token)).toMatchObject({ state: 'full', guests: { people: 1 } });
  const [has, waits] = both[0].isWaiting ? [both[1], both[0]] : both;
  expect((await open(waits.guestToken)).guest).toMatchObject({ isWaiting: true, placeInLine: 1 });
  await answer(has.guestToken, { answer: 'no', adults: 0 });
  expect((await open(waits.guestToken)).guest).toMatchObject({ isWaiting: false, placeInLine: null });
  // The place is taken again, so the guest who comes back waits.
  expect(await answer(has.guestToken)).toMatchObject({ isWaiting: true });
  const { data } = await host.client
    .from('party_guests')
    .delete()
    .eq('invitation_id', id)
    .is('waiting_since', null)
    .select();
  expect(data).toHaveLength(1);
  expect((await open(has.guestToken)).guest).toMatchObject({ isWaiting: false });
});

test('a hundred answers at once for the last ten places fill exactly ten @10.213', async () => {
  const by = await newOwner(backend);
  const { id, token } = await invite({ most_people: 12 }, {}, by);
  await answer(token, { adults: 2 });
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, index) => answer(token, { name: `Guest ${index}` })),
  );
  expect(outcomes.filter(({ isWaiting }) => isWaiting === false)).toHaveLength(10);
  expect(outcomes.filter(({ isWaiting }) => isWaiting === true)).toHaveLength(90);
  const guests = await guestsOf(by, id);
  expect(guests.filter(({ waiting_since }) => waiting_since === null)).toHaveLength(11);
  expect(await open(token)).toMatchObject({ state: 'full', guests: { people: 12 } });
});

test('who waits moves up in line, the first who fits, when the host makes room @10.214 @10.215', async () => {
  const { id, token } = await invite({ most_people: 2 });
  const guests = [await answer(token, { name: 'First', adults: 2 })];
  for (const [name, adults] of [
    ['Three', 3],
    ['One', 1],
    ['Another', 1],
  ] as const) {
    guests.push(await answer(token, { name, adults }));
  }
  const dogsOnly = await answer(token, { name: 'Walker', adults: 0, dogs: [{ name: 'Bo', size: null }] });
  // It takes no place, and waits like everybody while there is none.
  expect(dogsOnly.isWaiting).toBe(true);
  expect((await open(dogsOnly.guestToken)).guest.placeInLine).toBe(4);
  const places = async () =>
    Promise.all(guests.map(async ({ guestToken }) => (await open(guestToken)).guest.placeInLine));
  expect(await places()).toEqual([null, 1, 2, 3]);
  const limit = (most_people: number | null) => setInvitation(id, { most_people });
  await limit(3);
  expect(await places()).toEqual([null, 1, null, 2]);
  await limit(6);
  expect(await places()).toEqual([null, null, null, 1]);
  expect((await open(dogsOnly.guestToken)).guest.placeInLine).toBe(2);
  // A lower limit takes no place away.
  await limit(1);
  expect(await places()).toEqual([null, null, null, 1]);
  expect(await open(token)).toMatchObject({ state: 'full', guests: { people: 6 } });
  await limit(null);
  expect(await places()).toEqual([null, null, null, null]);
});

test('who has a place keeps it, and asking for more than there are changes nothing @10.216', async () => {
  const { id, token } = await invite({ most_people: 3 });
  const { guestToken } = await answer(token, { adults: 2, note: 'Two' });
  await answer(token, { name: 'Alan' });
  expect(await answer(guestToken, { adults: 3, note: 'Three' })).toEqual({ refused: 'full', field: 'adults' });
  expect(await guestsOf(host, id)).toMatchObject([{ adults: 2, note: 'Two', waiting_since: null }, { name: 'Alan' }]);
  await setInvitation(id, { most_people: 1 });
  expect(await answer(guestToken, { adults: 1, children: 1 })).toMatchObject({ isWaiting: false, state: 'full' });
  expect(await answer(guestToken, { answer: 'maybe' })).toMatchObject({ isWaiting: false });
  expect(await answer(guestToken, { adults: 2 })).toMatchObject({ isWaiting: true });
});

test("the host's own entries never wait, and have no address @10.217", async () => {
  const { id, token } = await invite({ most_people: 1 });
  await answer(token);
  const row = { invitation_id: id, user_id: host.id, name: 'Grandma', answer: 'yes', adults: 2 };
  const { data } = await host.client
    .from('party_guests')
    .insert({ ...row, by_host: true })
    .select()
    .single()
    .throwOnError();
  expect(data).toMatchObject({ by_host: true, waiting_since: null, answered_at: null, email: null });
  expect(await open(token)).toMatchObject({ state: 'full', guests: { people: 3 } });
  const change = { answer: 'no', adults: 0, note: 'Has the flu' };
  const changed = host.client.from('party_guests').update(change).eq('id', data.id).eq('version', data.version);
  expect((await changed.select().throwOnError()).data).toMatchObject([{ ...change, name: 'Grandma' }]);
  const stale = host.client.from('party_guests').update({ note: 'Late' }).eq('id', data.id).eq('version', data.version);
  expect((await stale.select().throwOnError()).data).toEqual([]);
});

test('what is on the bring list is taken once, and who comes too late is told so @10.218', async () => {
  const bring_list = ['Cake', 'Water bowl', 'Balls'];
  const { id, token } = await invite({ bring_list });
  const outcomes = await Promise.all(
    ['Ada', 'Bob', 'Cy', 'Di'].map((name) => answer(token, { name, brings: ['Cake', 'A dragon'] })),
  );
  expect(outcomes.filter(({ taken }) => taken === undefined)).toHaveLength(1);
  expect(outcomes.filter(({ taken }) => taken?.[0] === 'Cake' && taken.length === 1)).toHaveLength(3);
  const guests = await guestsOf(host, id);
  expect(guests.map(({ brings }) => brings).toSorted()).toEqual([[], [], [], ['Cake']]);
  const winner = outcomes.find(({ taken }) => taken === undefined);
  expect((await open(winner?.guestToken)).bringList).toEqual([
    { item: 'Cake', isTaken: true, isMine: true },
    { item: 'Water bowl', isTaken: false, isMine: false },
    { item: 'Balls', isTaken: false, isMine: false },
  ]);
  expect((await open(token)).bringList[0]).toEqual({ item: 'Cake', isTaken: true, isMine: false });

  const empty = guests.find(({ brings }) => brings.length === 0);
  const second = await host.client
    .from('party_guests')
    .update({ brings: ['Cake'] })
    .eq('id', empty.id);
  expect(second.error).toMatchObject({ code: '23514' });
  const dragon = await host.client
    .from('party_guests')
    .update({ brings: ['A dragon'] })
    .eq('id', empty.id);
  expect(dragon.error).toMatchObject({ code: '23514' });
  await setInvitation(id, { bring_list: ['Balls'] });
  expect((await guestsOf(host, id)).map(({ brings }) => brings)).toEqual([[], [], [], []]);
  await answer(winner?.guestToken, { brings: ['Balls'] });
  await answer(winner?.guestToken, { answer: 'no', brings: ['Balls'] });
  expect((await open(token)).bringList).toEqual([{ item: 'Balls', isTaken: false, isMine: false }]);
});

test('a cancelled party says so and takes no answer, and an undo brings it back with its guests @10.208 @10.219', async () => {
  const { dog, id, party, token } = await invite({ most_people: 1, bring_list: ['Cake'] }, { location: 'Park' });
  const { guestToken } = await answer(token, { brings: ['Cake'] });
  const waiting = await answer(token, { name: 'Alan' });
  await setParty(party.id, { location: 'Beach' });
  await host.client.from('birthday_celebrations').delete().eq('id', party.id).throwOnError();
  const cancelled = await open(guestToken);
  expect(cancelled).toMatchObject({
    state: 'cancelled',
    // Nobody has to find the place any more.
    party: { id, title: 'Cake Day', date: soon, location: null, isPlaceHidden: false, description: null },
    dog: { name: 'Luna', size: 'medium' },
    ...{ guests: null, bringList: [] },
  });
  expect(await answer(token)).toEqual({ refused: 'cancelled' });
  expect(await answer(guestToken, { answer: 'no' })).toEqual({ refused: 'cancelled' });
  expect((await invitationOf(host, party.id)).cancelled_at).not.toBeNull();
  // Nobody moves up for a party that is cancelled.
  await setInvitation(id, { most_people: 5 });
  expect((await open(waiting.guestToken)).guest.isWaiting).toBe(true);

  await host.client
    .from('birthday_celebrations')
    .insert({ ...party, location: 'Beach' })
    .throwOnError();
  expect((await invitationOf(host, party.id)).cancelled_at).toBeNull();
  const back = await open(guestToken);
  expect(back).toMatchObject({
    state: 'open',
    party: { title: 'Cake Day', location: 'Beach' },
    guest: { brings: ['Cake'] },
  });
  expect(back.party.version).toBeGreaterThan(cancelled.party.version);

  await host.client.from('dogs').delete().eq('id', dog.id).throwOnError();
  expect(await open(token)).toMatchObject({ state: 'cancelled', dog: { name: 'Luna', size: null } });
});

const callOff = (partyId: string) =>
  host.client.from('birthday_celebrations').delete().eq('id', partyId).throwOnError();
const bringBack = async (party_id: string, by = host) =>
  (await by.client.rpc('bring_party_back', { party_id }).throwOnError()).data;

test('a host says why a party is called off, and brings it back with its guests, link and plan @10.221', async () => {
  const plan = {
    location: 'Park',
    description: 'Bring a ball.',
    celebration_time: '15:00',
    time_zone: 'Europe/Berlin',
  };
  const { id, party, token } = await invite({ place_for: 'yes' }, plan);
  const { guestToken } = await answer(token, { name: 'Grace' });
  const explain = (cancel_reason: string | null) =>
    host.client.from('party_invitations').update({ cancel_reason }).eq('id', id);
  await explain('Luna hurt a paw.').throwOnError();
  // Says nothing before it is called off.
  expect(await open(token)).toMatchObject({ state: 'open', calledOffWhy: null, isOnAgain: false });
  for (const wrong of ['', ' ', 'a\nb', 'a'.repeat(301), '\u202eturned'])
    expect((await explain(wrong)).error?.code).toBe('23514');
  await callOff(party.id);
  expect(await open(token)).toMatchObject({ state: 'cancelled', calledOffWhy: 'Luna hurt a paw.', isOnAgain: false });

  expect(await bringBack(party.id, stranger)).toBe(false);
  expect(await bringBack(party.id)).toBe(true);
  const { data: back } = await host.client.from('birthday_celebrations').select().eq('id', party.id).single();
  expect(back).toEqual({ ...party, version: expect.any(Number), updated_at: expect.any(String) });
  expect(back.version).toBeGreaterThan(Number(party.version));
  expect(await open(token)).toMatchObject({ state: 'open', calledOffWhy: null, party: { id } });
  expect(await open(guestToken)).toMatchObject({ guest: { name: 'Grace' }, party: { location: 'Park' } });
  // Another device, or an undo that comes later, changes nothing.
  expect(await bringBack(party.id)).toBe(true);
  expect((await host.client.from('birthday_celebrations').insert(party)).error?.code).toBe('23505');
  // The next time it is called off for another reason.
  await callOff(party.id);
  expect(await open(token)).toMatchObject({ state: 'cancelled', calledOffWhy: null });
});

test('a party whose day has passed or whose dog has left stays called off @10.221', async () => {
  const past = await invite({}, { celebration_date: '2020-02-29' });
  await callOff(past.party.id);
  expect(await bringBack(past.party.id)).toBe(false);
  // It took place: its host has only removed it from the memories.
  expect(await open(past.token)).toMatchObject({ state: 'past', guests: { people: 0 } });
  const left = await invite();
  await host.client.from('dogs').delete().eq('id', left.dog.id).throwOnError();
  expect(await bringBack(left.party.id)).toBe(false);
  expect(await open(left.token)).toMatchObject({ state: 'cancelled' });
  expect(await bringBack(randomUUID())).toBe(false);
});

test('devices that bring a party back and call it off at once leave it whole @10.221', async () => {
  const { id, party, token } = await invite();
  const { guestToken } = await answer(token);
  await callOff(party.id);
  await Promise.all(Array.from({ length: 8 }, (_, index) => (index % 2 ? callOff(party.id) : bringBack(party.id))));
  expect(await bringBack(party.id)).toBe(true);
  expect([(await open(guestToken)).state, (await guestsOf(host, id)).length]).toEqual(['open', 1]);
});

test('once a party is over its guests see the thanks, the album and the photo that the host shares, and nobody else does @10.352', async () => {
  const photo = 'https://photos.example/day.webp';
  const shown = { thanks: 'What a day! <b>', album_url: 'https://photos.example/a?b#c', shows_photo: true };
  const { id, party, token } = await invite(shown, { memory_photo_url: photo });
  const { guestToken } = await answer(token);
  expect(await open(token)).toMatchObject({ state: 'open', afterwards: null });
  const change = (values: object) => host.client.from('birthday_celebrations').update(values).eq('id', party.id);
  await change({ celebration_date: '2020-02-29' }).throwOnError();
  const afterwards = { thanks: shown.thanks, albumUrl: shown.album_url, photoUrl: photo };
  for (const each of [token, guestToken]) expect(await open(each)).toMatchObject({ state: 'past', afterwards });
  const { fileToken } = await open(guestToken);
  expect(await open(fileToken)).toMatchObject({ isFileOnly: true, afterwards: null });
  await setInvitation(id, { shows_photo: false });
  expect((await open(token)).afterwards).toEqual({ ...afterwards, photoUrl: null });
  // The thanks are for that day: planned anew, the party has none.
  await change({ celebration_date: soon }).throwOnError();
  await change({ celebration_date: '2020-02-29' }).throwOnError();
  const nothing = { thanks: null, albumUrl: null, photoUrl: null };
  expect(await open(token)).toMatchObject({ state: 'past', afterwards: nothing });
  await setInvitation(id, { thanks: shown.thanks });
  await callOff(party.id);
  // Removed from the memories, it is over all the same, and its thanks are gone.
  expect(await open(token)).toMatchObject({ state: 'past', afterwards: null });
});

test.each([
  ['another scheme', 'http://photos.example/a'],
  ['a script', 'javascript:alert(1)'],
  ['a script that looks like an address', 'javascript://photos.example/%0aalert(1)'],
  ['data', 'data:text/html,<script>alert(1)</script>'],
  ['no scheme', '//photos.example/a'],
  ['a user name', 'https://photos.example@evil.example/a'],
  ['a password', 'https://me:word@evil.example/a'],
  ['a backslash', 'https://photos.example\\@evil.example/a'],
  ['a number', 'https://192.168.1.10/a'],
  ['a number to the base of 16', 'https://127.0.0.0x1/a'],
  ['turned characters', 'https://photos.example/\u202egpj'],
  ['other letters in its host', 'https://phоtos.example/a'],
  ['space', 'https://photos.example/a b'],
  ['two lines', 'https://photos.example/a\nhttps://b.example'],
  ['space before it', ' https://photos.example/a'],
  ['no domain', 'https://localhost/a'],
  ['nothing after its host', 'https://photos.example'],
  ['no text', ''],
  ['501 characters', `https://photos.example/${'a'.repeat(478)}`],
])('an album with %s is refused @10.353', async (_, album_url) => {
  const { id } = await anyInvitation();
  const { error } = await stranger.client.from('party_invitations').update({ album_url }).eq('id', id);
  expect(error).toMatchObject({ code: '23514', message: expect.stringContaining('party_invitations_album_url_check') });
});

test('thanks are one line of 280 characters @10.353', async () => {
  const { id } = await anyInvitation();
  const say = (thanks: string) => stranger.client.from('party_invitations').update({ thanks }).eq('id', id);
  for (const wrong of ['', ' ', 'a\nb', 'a'.repeat(281), '\u202eturned', 'a\u0007'])
    expect((await say(wrong)).error?.code).toBe('23514');
  await say('🐶'.repeat(280)).throwOnError();
});

const isGone = async (token: string | null) =>
  (await newClient(backend).rpc('is_invitation_gone', { token }).throwOnError()).data;

test('links of an invitation that is removed, or of an account, are known to be gone until the party @10.220', async () => {
  const leaver = await newOwner(backend);
  const { token, id } = await invite({}, {}, leaver);
  const { guestToken } = await answer(token);
  const over = await invite({}, { celebration_date: '2020-02-29' }, leaver);
  const removed = await invite({}, {}, leaver);
  expect([await isGone(token), await isGone(guestToken)]).toEqual([false, false]);
  await leaver.client.from('party_invitations').delete().eq('id', removed.id).throwOnError();
  expect([await isGone(removed.token), await isGone(token)]).toEqual([true, false]);
  await leaver.client.rpc('delete_own_account').throwOnError();
  expect(await Promise.all([token, guestToken, removed.token, over.token].map(isGone))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  for (const gone of [token, guestToken]) expect(await open(gone)).toBeNull();
  // A link that was turned off, and anything that is no token, is as unknown as ever.
  const ended = await invite();
  await host.client.rpc('revoke_invitation_links', { invitation_id: ended.id }).throwOnError();
  for (const unknown of [ended.token, id, '', 'A'.repeat(43), token.slice(1), `${token}A`, token.toLowerCase(), null])
    expect(await isGone(unknown)).toBe(false);
});

test("with the host's account everything is gone under an open page @10.227", async () => {
  const leaver = await newOwner(backend);
  const { token } = await invite({}, {}, leaver);
  const { guestToken } = await answer(token);
  const [, ...outcomes] = await Promise.all([
    leaver.client.rpc('delete_own_account').throwOnError(),
    ...Array.from({ length: 8 }, (_, index) => answer(index % 2 ? token : guestToken, { name: `Guest ${index}` })),
  ]);
  for (const outcome of outcomes) expect(['unknown', undefined]).toContain(outcome.refused);
  for (const gone of [token, guestToken]) {
    expect(await open(gone)).toBeNull();
    expect(await answer(gone)).toEqual({ refused: 'unknown' });
  }
});

test('an invitation that is removed takes its guests and links along, and can be made anew @10.227', async () => {
  const { id, party, token } = await invite();
  const { guestToken } = await answer(token);
  await host.client.from('party_invitations').delete().eq('id', id).throwOnError();
  expect([await open(token), await open(guestToken), await guestsOf(host, id)]).toEqual([null, null, []]);
  expect((await open(await makeLink(host, party.id))).party.id).not.toBe(id);
});

test('a day for answers that has passed closes the invitation, and a day that has passed ends it @10.222 @10.250', async () => {
  const long = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const { id, party, token } = await invite({ answer_until: long(2) });
  const { guestToken } = await answer(token);
  const set = (answer_until: string) => setInvitation(id, { answer_until });
  await set(long(-2));
  expect((await open(token)).state).toBe('closed');
  for (const each of [token, guestToken]) {
    expect(await answer(each)).toEqual({ refused: 'closed' });
    expect(await answer(each, { answer: 'maybe' })).toEqual({ refused: 'closed' });
    expect(await answer(each, { answer: 'no', name: '' })).toEqual({ refused: 'invalid', field: 'name' });
    expect(await answer(each, { answer: 'no', adults: 0 })).toMatchObject({ isWaiting: false, state: 'closed' });
  }
  expect(await guestsOf(host, id)).toMatchObject([{ answer: 'no' }, { answer: 'no' }]);
  const move = { celebration_date: long(-2) };
  await setParty(party.id, move);
  expect((await open(token)).state).toBe('past');
  for (const each of [token, guestToken]) {
    for (const given of ['yes', 'no']) expect(await answer(each, { answer: given })).toEqual({ refused: 'past' });
  }
});

const dog = { name: 'Bo', size: 'small' };
test.each([
  ['no name', { name: null }, 'name'],
  ['a blank name', { name: '' }, 'name'],
  ['a name with space around it', { name: ' Grace' }, 'name'],
  ['a name of 61 characters', { name: '🐶'.repeat(61) }, 'name'],
  ['a name of two lines', { name: 'Grace\nBcc: all' }, 'name'],
  ['a name that is a number', { name: 7 }, 'name'],
  ['a name that turns what follows', { name: 'Grace\u202e' }, 'name'],
  ['a name that ends what holds it', { name: 'Gr\u2069ace' }, 'name'],
  ['no word', { answer: null }, 'answer'],
  ['another word', { answer: 'perhaps' }, 'answer'],
  ['21 adults', { adults: 21 }, 'adults'],
  ['fewer than no adults', { adults: -1 }, 'adults'],
  ['half an adult', { adults: 1.5 }, 'adults'],
  ['adults in letters', { adults: '1' }, 'adults'],
  ['21 children', { children: 21 }, 'children'],
  ['nobody who comes', { adults: 0 }, 'adults'],
  ['seven dogs', { dogs: Array.from({ length: 7 }, () => dog) }, 'dogs'],
  ['a dog without a name', { dogs: [{ size: 'small' }] }, 'dogs'],
  ['a dog without a word on its size', { dogs: [{ name: 'Bo' }] }, 'dogs'],
  ['a dog of another size', { dogs: [{ ...dog, size: 'tiny' }] }, 'dogs'],
  ['a dog with more about it', { dogs: [{ ...dog, owner: 'Grace' }] }, 'dogs'],
  ['a dog with a name too long', { dogs: [{ ...dog, name: 'x'.repeat(61) }] }, 'dogs'],
  ['dogs that are none', { dogs: { name: 'Bo' } }, 'dogs'],
  ['dogs in a text', { dogs: ['Bo'] }, 'dogs'],
  ['allergies too long', { allergies: 'x'.repeat(301) }, 'allergies'],
  ['empty allergies', { allergies: '' }, 'allergies'],
  ['a note too long', { note: 'x'.repeat(501) }, 'note'],
  ['a note that turns what follows', { note: 'See\u2067you' }, 'note'],
  ['a note with a control character', { note: 'See\u009byou' }, 'note'],
  ['allergies with a control character', { allergies: 'nuts\u001b[2J' }, 'allergies'],
  ['a note that is a list', { note: ['x'] }, 'note'],
  ['an address without a host', { email: 'grace' }, 'email'],
  ['two addresses', { email: 'a@wagday.dev,b@wagday.dev' }, 'email'],
  ['an address with a line break', { email: 'a@wagday.dev\r\nBcc: b@wagday.dev' }, 'email'],
  ['an address too long', { email: `${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(4)}dev` }, 'email'],
  ['things to bring twice', { brings: ['Cake', 'Cake'] }, 'brings'],
  ['things to bring that are none', { brings: 'Cake' }, 'brings'],
  ['a thing to bring that is a number', { brings: [1] }, 'brings'],
  ['31 things to bring', { brings: Array.from({ length: 31 }, (_, index) => `Thing ${index}`) }, 'brings'],
  ['more than it may hold', { more: 'x'.repeat(20_001) }, 'answer'],
])('an answer with %s is refused by the field @10.225', async (_, changes, field) => {
  const { id, token } = await anyInvitation();
  expect(await answer(token, changes)).toEqual({ refused: 'invalid', field });
  expect(await guestsOf(stranger, id)).toEqual([]);
});

let kept: ReturnType<typeof invite> | undefined;
/** One for all that is refused. */
function anyInvitation() {
  kept ??= invite({}, {}, stranger);
  return kept;
}

test.each(['an answer', 'null', '[]', '7'])('%s in place of an answer is refused @10.225', async (json) => {
  const { token } = await anyInvitation();
  const given = json === 'an answer' ? json : JSON.parse(json);
  const { data } = await newClient(backend)
    .rpc('answer_invitation', { token, answer_key: randomUUID(), answer: given })
    .throwOnError();
  expect(data).toEqual({ refused: 'invalid', field: 'answer' });
});

test.each([
  ['a name of 61 characters', { name: 'x'.repeat(61) }],
  ['another word', { answer: 'perhaps' }],
  ['21 adults', { adults: 21 }],
  ['nobody who comes', { adults: 0 }],
  ['a dog without a name', { dogs: [{ size: 'small' }] }],
  ['a note too long', { note: 'x'.repeat(501) }],
  ['a thing to bring with a line break', { brings: ['Cake\n'] }],
])("a host's entry with %s is refused @10.225", async (_, changes) => {
  const { id } = await anyInvitation();
  const row = { invitation_id: id, user_id: stranger.id, name: 'Grandma', answer: 'yes', adults: 1, ...changes };
  expect((await stranger.client.from('party_guests').insert(row)).error?.code).toBe('23514');
});

test.each([
  ['another audience of the place', { place_for: 'none' }],
  ['another guest list', { guest_list: 'addresses' }],
  ['no guests at all', { most_people: 0 }],
  ['501 guests', { most_people: 501 }],
  ['an end without end', { answer_until: 'infinity' }],
  ['an empty message', { message: '' }],
  ['a message too long', { message: 'x'.repeat(1001) }],
  ['a thing to bring twice', { bring_list: ['Cake', 'Cake'] }],
  ['a thing to bring that is too long', { bring_list: ['x'.repeat(61)] }],
  ['31 things to bring', { bring_list: Array.from({ length: 31 }, (_, index) => `Thing ${index}`) }],
  ['a preview with a line break', { preview: 'a\nb' }],
])('an invitation with %s is refused @10.225', async (_, changes) => {
  const { id } = await anyInvitation();
  expect((await stranger.client.from('party_invitations').update(changes).eq('id', id)).error?.code).toBe('23514');
});

test('a name of which nothing can be seen is refused, of guests, dogs and parties alike, and any other is taken', async () => {
  const { id, token } = await invite();
  const dog = await addDog(host, {});
  for (const [name, isVisible] of visibleNames) {
    const own = await answer(token, { name });
    const ofDog = await answer(token, { dogs: [{ name, size: null }] });
    expect([name, own.refused ?? null, ofDog.field ?? null]).toEqual(
      isVisible ? [name, null, null] : [name, 'invalid', 'dogs'],
    );
    const row = { invitation_id: id, user_id: host.id, name, answer: 'yes', adults: 1 };
    const entered = await host.client.from('party_guests').insert(row);
    const dogs = await host.client.from('party_guests').insert({ ...row, name: 'Ada', dogs: [{ name, size: null }] });
    const renamed = await host.client.from('dogs').update({ name }).eq('id', dog.id);
    const codes = [entered, dogs, renamed].map(({ error }) => error?.code ?? null);
    expect([name, ...codes]).toEqual([name, ...Array(3).fill(isVisible ? null : '23514')]);
  }
});

test("characters that turn words around or hide in them are refused in a dog's name, a title and a place", async () => {
  const { dog, party } = await invite();
  for (const turning of ['\u202eCake', 'Ca\u2066ke', 'Cake\u2069', 'Ca\u200bke', 'Ca\u00adke', '\ufeffCake']) {
    const changes = await Promise.all([
      host.client.from('dogs').update({ name: turning }).eq('id', dog.id),
      host.client.from('birthday_celebrations').update({ title: turning }).eq('id', party.id),
      host.client.from('birthday_celebrations').update({ location: turning }).eq('id', party.id),
    ]);
    expect(changes.map(({ error }) => error?.code)).toEqual(['23514', '23514', '23514']);
  }
  await setParty(party.id, { location: null });
});

test('the link of an invitation is one for all devices of its host, also when they ask at once @10.209', async () => {
  const { party, token } = await invite();
  const wanted = { party_id: party.id };
  const made = await Promise.all(Array.from({ length: 5 }, () => host.client.rpc('make_invitation_link', wanted)));
  expect(made.map(({ data }) => data)).toEqual(Array(5).fill(token));
  expect(await invitationOf(host, party.id)).toMatchObject({ has_link: true, link_token: token });
});

test('only the host reads the kept token of a link, and nobody writes it @10.209', async () => {
  const { id, token } = await invite();
  const read = (by: Owner['client']) => by.from('party_invitations').select('link_token').eq('id', id);
  expect((await read(host.client).throwOnError()).data).toEqual([{ link_token: token }]);
  expect((await read(stranger.client).throwOnError()).data).toEqual([]);
  expect((await stranger.client.from('party_invitations').select('id').eq('link_token', token)).data).toEqual([]);
  const nobody = newClient(backend);
  for (const client of [host.client, stranger.client, nobody]) {
    const change = client.from('party_invitations').update({ link_token: 'A'.repeat(43) });
    expect((await change.eq('id', id)).error?.code).toBe('42501');
  }
  expect((await read(nobody)).error?.code).toBe('42501');
  const seen = JSON.stringify(await open(token));
  expect(seen).not.toContain(token);
  const { guestToken } = await answer(token);
  expect(JSON.stringify(await open(guestToken))).not.toContain(token);
});

test('a host gets a link to the answer of a guest who phoned, and the guest leaves an address by it @10.211', async () => {
  const { id } = await invite();
  const entered = { invitation_id: id, name: 'Grandma', answer: 'yes', adults: 1 };
  await enterGuests(entered);
  const [grandma] = await guestsOf(host, id);
  const own = (await host.client.rpc('make_guest_link', { guest_id: grandma.id }).throwOnError()).data;
  expect(own).toMatch(/^[\w-]{43}$/);
  expect((await open(own)).guest).toMatchObject({ name: 'Grandma', answer: 'yes', email: null });
  const outcome = await answer(own, { name: 'Grandma', email: 'grandma@wagday.dev' });
  expect(outcome).toEqual({ guestToken: null, isWaiting: false, state: 'open' });
  const [changed] = await guestsOf(host, id);
  expect(changed).toMatchObject({ id: grandma.id, email: 'grandma@wagday.dev', answered_at: expect.any(String) });
});

test('another owner and nobody at all get no link to the answer of a guest', async () => {
  const { id, token } = await invite();
  await answer(token);
  const [guest] = await guestsOf(host, id);
  const wanted = { guest_id: guest.id };
  expect((await stranger.client.rpc('make_guest_link', wanted).throwOnError()).data).toBeNull();
  expect((await newClient(backend).rpc('make_guest_link', wanted)).error?.code).toBe('42501');
  expect((await host.client.rpc('make_guest_link', { guest_id: randomUUID() }).throwOnError()).data).toBeNull();
});

test('a guest changes an answer so often an hour, and no more @10.226', async () => {
  const { token } = await invite();
  const { guestToken } = await answer(token);
  for (let times = 0; times < 30; times += 1) expect(await answer(guestToken)).toMatchObject({ state: 'open' });
  expect(await answer(guestToken)).toEqual({ refused: 'too many' });
  expect((await open(guestToken)).guest.name).toBe('Grace Hopper');
  expect(await answer(token)).toMatchObject({ isWaiting: false });
});
