import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { connect } from '../../../embedded-supabase/database/connect.ts';
import { makeLink, someAnswer } from '../../support/invitation-links.ts';
import { addDog, newClient, newEmail, newOwner, planParty } from '../../support/owners.ts';
import { startForFile } from '../../support/shared-backend.ts';

/** A moment in the year of the parties below, long after the tests run. */
const longAhead = '2031-06-15';

const backend = await startForFile();
const host = await newOwner(backend);

async function invite(partyChanges: object = {}, settings: object = {}, by = host) {
  const { id: dogId } = await addDog(by);
  const party = await planParty(by, dogId, { celebration_date: longAhead, ...partyChanges });
  const token = await makeLink(by, party.id);
  const { id } = await invitationOf(party.id);
  if (Object.keys(settings).length > 0) {
    await by.client.from('party_invitations').update(settings).eq('id', id).throwOnError();
  }
  return { party, token, id };
}

async function invitationOf(partyId: string) {
  const [row] = await backend.sql`
    select *, round(extract(epoch from change_due_at - now()) / 60)::int as due_in from public.party_invitations
    where party_id = ${partyId}`;
  return row as Record<string, unknown> & { id: string; due_in: number | null };
}

async function open(token: string, at: string) {
  const [row] = await backend.sql`select private.view_invitation(${token}, ${at}) as view`;
  return row?.view;
}

async function answer(token: string, at: string, changes: object = {}) {
  const given = JSON.stringify({ ...someAnswer, ...changes });
  const [row] = await backend.sql`select private.take_answer(${token}, ${randomUUID()}, ${given}, ${at}) as outcome`;
  return row?.outcome;
}

const berlin = { celebration_time: '18:30', time_zone: 'Europe/Berlin' };
const autumn = { ...berlin, celebration_date: '2031-10-25' };
const spring = { ...berlin, celebration_date: '2031-03-29' };
const skipped = { ...spring, celebration_date: '2031-03-30', celebration_time: '02:50', end_time: '03:10' };
const kiritimati = { celebration_time: '09:00', time_zone: 'Pacific/Kiritimati' };
const honolulu = { celebration_time: '09:00', time_zone: 'Pacific/Honolulu' };

test.each([
  ['in Berlin on its last minute', 'open', berlin, '2031-06-15T23:59:59+02:00'],
  ['in Berlin a minute later', 'past', berlin, '2031-06-16T00:00:00+02:00'],
  ['in Berlin until its end', 'open', { ...berlin, end_time: '21:00' }, '2031-06-15T20:59:59+02:00'],
  ['in Berlin at its end', 'past', { ...berlin, end_time: '21:00' }, '2031-06-15T21:00:00+02:00'],
  ['that ends before its skipped start, after as long as its times say', 'past', skipped, '2031-03-30T04:10:00+02:00'],
  ['that ends before its skipped start, until then', 'open', skipped, '2031-03-30T04:09:59+02:00'],
  ['in Berlin that goes on past midnight', 'open', { ...berlin, end_time: '01:30' }, '2031-06-16T01:29:59+02:00'],
  ['in Berlin that went on past midnight', 'past', { ...berlin, end_time: '01:30' }, '2031-06-16T01:30:00+02:00'],
  ['that goes on while clocks go back', 'open', { ...autumn, end_time: '03:30' }, '2031-10-26T03:29:59+01:00'],
  ['that went on while clocks went back', 'past', { ...autumn, end_time: '03:30' }, '2031-10-26T03:30:00+01:00'],
  ['that goes on while clocks go forward', 'open', { ...spring, end_time: '03:30' }, '2031-03-30T03:29:59+02:00'],
  ['that went on while clocks went forward', 'past', { ...spring, end_time: '03:30' }, '2031-03-30T03:30:00+02:00'],
  ['on Kiritimati on its last minute', 'open', kiritimati, '2031-06-15T23:59:59+14:00'],
  ['on Kiritimati a minute later', 'past', kiritimati, '2031-06-16T00:00:00+14:00'],
  ['in Honolulu on its last minute', 'open', honolulu, '2031-06-15T23:59:59-10:00'],
  ['in Honolulu a minute later', 'past', honolulu, '2031-06-16T00:00:00-10:00'],
  ['of a whole day while it is that day anywhere', 'open', {}, '2031-06-15T23:59:59-12:00'],
  ['of a whole day when it is over everywhere', 'past', {}, '2031-06-16T00:00:00-12:00'],
])('a party %s is %s @10.159 @10.222', async (_, state, time, at) => {
  const { token } = await invite(time);
  expect((await open(token, at)).state).toBe(state);
  const outcome = await answer(token, at);
  expect(outcome).toMatchObject(state === 'open' ? { isWaiting: false } : { refused: 'past' });
});

test.each([
  ['on the last minute of the day in Kathmandu', 'open', 'Asia/Kathmandu', '2031-06-10T23:59:59+05:45'],
  ['a minute later in Kathmandu', 'closed', 'Asia/Kathmandu', '2031-06-11T00:00:00+05:45'],
  ['while it is that day anywhere', 'open', null, '2031-06-10T23:59:59-12:00'],
  ['when it is over everywhere', 'closed', null, '2031-06-11T00:00:00-12:00'],
])('an invitation to be answered until a day is, %s, %s @10.222', async (_, state, time_zone, at) => {
  const { token } = await invite(time_zone ? { celebration_time: '12:00', time_zone } : {}, {
    answer_until: '2031-06-10',
  });
  expect((await open(token, at)).state).toBe(state);
  expect(await answer(token, at)).toMatchObject(state === 'open' ? { isWaiting: false } : { refused: 'closed' });
});

test.each([
  ['on its day', 'Park', '2031-06-15T23:59:59-12:00'],
  ['on the day after', 'Park', '2031-06-16T23:59:59-12:00'],
  ['after that', null, '2031-06-17T00:00:00-12:00'],
])('the place of a party is told %s: %s @10.208', async (_, location, at) => {
  const { token } = await invite({ location: 'Park' });
  const { guestToken } = await answer(token, '2031-06-01T12:00:00Z');
  for (const each of [token, guestToken])
    expect((await open(each, at)).party).toMatchObject({ location, isPlaceHidden: false });
});

test('the version of a party stays when its place is told to nobody any more', async () => {
  const { party, token } = await invite({ location: 'Park' });
  await change(party.id, { location: 'Beach' });
  const [before, after] = await Promise.all(['16', '17'].map((day) => open(token, `2031-06-${day}T12:00:00Z`)));
  expect([before.party.location, after.party.location]).toEqual(['Beach', null]);
  expect(after.party.version).toBe(before.party.version);
});

test('what is kept of deleted answers is shown of a party that has been, until it is on another day or has other guests @10.245', async () => {
  const counts = { yes: 2, people: 5, dogs: 3 };
  const { id, party, token } = await invite({ celebration_date: '2021-06-15' });
  const purged = () =>
    backend.sql`update public.party_invitations set purged_counts = ${JSON.stringify(counts)} where id = ${id}`;
  const now = () => new Date().toISOString();
  const guests = async () => (await open(token, now())).guests.people;
  await purged();
  expect(await guests()).toBe(5);
  await change(party.id, { title: 'Cake Day' });
  expect(await guests()).toBe(5);
  const row = { invitation_id: id, user_id: host.id, name: 'Grandma', answer: 'yes', adults: 1 };
  await host.client.from('party_guests').insert(row).throwOnError();
  expect(await guests()).toBe(1);
  await host.client.from('party_guests').delete().eq('invitation_id', id).throwOnError();
  await change(party.id, { celebration_date: longAhead });
  expect((await invitationOf(party.id)).purged_counts).toBeNull();
  await purged();
  expect(await guests()).toBe(0);
  await host.client.from('birthday_celebrations').delete().eq('id', party.id).throwOnError();
  await host.client
    .from('birthday_celebrations')
    .insert({ ...party, celebration_date: longAhead })
    .throwOnError();
  expect((await invitationOf(party.id)).purged_counts).toBeNull();
});

test('an older row may still be changed in everything else, and its page and file show nothing that turns words', async () => {
  const { party, token } = await invite({ location: 'Park' });
  const dogId = String(
    (await backend.sql`select dog_id from public.birthday_celebrations where id = ${party.id}`)[0]?.dog_id,
  );
  await backend.sql`update public.birthday_celebrations set title = ${'Cake\u202eDay'}, location = ${'Pa\u2066rk'} where id = ${party.id}`;
  await backend.sql`update public.dogs set name = ${'Lu\u202ena'} where id = ${dogId}`;
  await host.client.from('dogs').update({ notes: 'Good dog' }).eq('id', dogId).throwOnError();
  await host.client.from('birthday_celebrations').update({ description: 'Hi' }).eq('id', party.id).throwOnError();
  for (const end of ['', '/party.ics']) {
    const text = await (await fetch(`${backend.url}/i/${token}${end}`)).text();
    expect(text).toMatch(/CakeDay/);
    expect(text).toMatch(/Park/);
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  }
});

test.for([
  ['Han\u202enah', 'Hannah'],
  ['Han\u200bnah\ufeff', 'Hannah'],
  ['Hannah\r\nBcc: all@wagday.dev', 'Hannah Bcc: all@wagday.dev'],
  ['  Hannah\u2028of the park ', 'Hannah of the park'],
  ['\u200b\u2800', null],
  [`${'x'.repeat(59)} y`, 'x'.repeat(59)],
] as const)('a host called %j is refused, and one stored by hosted Supabase is shown as %j', async ([name, shown]) => {
  const named = await newOwner(backend);
  expect((await named.client.auth.updateUser({ data: { name } })).error).toMatchObject({ code: 'validation_failed' });
  const { error } = await newClient(backend).auth.signUp({
    ...{ email: newEmail(), password: 'sausages-4-ever' },
    options: { data: { name } },
  });
  expect(error).toMatchObject({ code: 'validation_failed' });
  await backend.sql`update auth.users set raw_user_meta_data = ${JSON.stringify({ name })} where id = ${named.id}`;
  const { token } = await invite({}, {}, named);
  expect((await open(token, '2031-06-14')).host.name).toBe(shown);
});

test('a host may have any name that is one line, or none', async () => {
  const named = await newOwner(backend);
  for (const name of ['Zoë', 'حنان', 'نیلوفر\u200cخانم', '👩‍👩‍👧', 'x'.repeat(60), '']) {
    expect((await named.client.auth.updateUser({ data: { name } })).error).toBeNull();
    const { token } = await invite({}, {}, named);
    expect((await open(token, '2031-06-14')).host.name).toBe(name || null);
  }
});

test('a zone that this PostgreSQL does not know counts as none @10.222', async () => {
  const { party, token } = await invite(berlin);
  await backend.sql.begin(async (sql) => {
    await sql`alter table public.birthday_celebrations disable trigger user`;
    await sql`update public.birthday_celebrations set time_zone = 'Mars/Olympus' where id = ${party.id}`;
    await sql`alter table public.birthday_celebrations enable trigger user`;
  });
  expect((await open(token, '2031-06-15T23:59:59-12:00')).state).toBe('open');
  expect((await open(token, '2031-06-16T00:00:00-12:00')).state).toBe('past');
});

const change = (partyId: string, changes: object) =>
  host.client.from('birthday_celebrations').update(changes).eq('id', partyId).throwOnError();

test.each([
  ['title', { title: 'Ball Day' }],
  ['day', { celebration_date: '2031-06-16' }],
  ['time', { celebration_time: '19:00' }],
  ['zone', { time_zone: 'Europe/Lisbon' }],
  ['place', { location: 'Beach' }],
])('another %s is due to be told in five minutes, and nothing where it is taken back @10.223', async (_, changes) => {
  const { party } = await invite({ ...berlin, location: 'Park', title: 'Cake Day' });
  expect((await invitationOf(party.id)).due_in).toBeNull();
  await change(party.id, changes);
  expect(await invitationOf(party.id)).toMatchObject({ due_in: 5, told: { title: 'Cake Day', location: 'Park' } });
  await change(party.id, Object.fromEntries(Object.keys(changes).map((key) => [key, party[key]])));
  expect((await invitationOf(party.id)).due_in).toBeNull();
});

test('what guests are not told of is not due @10.223', async () => {
  const { party } = await invite();
  await change(party.id, { description: 'Bring a ball.', shared_platforms: ['twitter'] });
  await host.client.from('dogs').update({ name: 'Lulu' }).eq('id', party.dog_id).throwOnError();
  expect((await invitationOf(party.id)).due_in).toBeNull();
});

test('a cancelled party is due to be told, unless it is put back or was over @10.223', async () => {
  const { party } = await invite({ location: 'Park' });
  const remove = (id: string) => host.client.from('birthday_celebrations').delete().eq('id', id).throwOnError();
  await remove(party.id);
  const cancelled = { due_in: 5, cancelled_party: { title: party.title, location: 'Park', dogName: 'Rex' } };
  expect(await invitationOf(party.id)).toMatchObject(cancelled);
  await host.client.from('birthday_celebrations').insert(party).throwOnError();
  expect(await invitationOf(party.id)).toMatchObject({ due_in: null, cancelled_at: null, cancelled_party: null });
  // As if guests had meanwhile been informed that it was cancelled.
  const told = { ...cancelled.cancelled_party, date: longAhead, time: null, zone: null, isCancelled: true };
  await remove(party.id);
  await backend.sql`
    update public.party_invitations set told = ${JSON.stringify(told)}, change_due_at = null where party_id = ${party.id}`;
  await host.client.from('birthday_celebrations').insert(party).throwOnError();
  expect((await invitationOf(party.id)).due_in).toBe(5);

  const long = await invite({ celebration_date: '2021-06-15' });
  await remove(long.party.id);
  expect(await invitationOf(long.party.id)).toMatchObject({ due_in: null, cancelled_at: expect.any(String) });
});

test("nobody else's party with the same id brings an invitation back @10.219", async () => {
  const { id, party, token } = await invite();
  await host.client.from('birthday_celebrations').delete().eq('id', party.id).throwOnError();
  const stranger = await newOwner(backend);
  const { id: dogId } = await addDog(stranger);
  await planParty(stranger, dogId, { id: party.id, title: 'Mine now' });
  expect(await open(token, '2031-06-01T12:00:00Z')).toMatchObject({
    state: 'cancelled',
    party: { title: party.title },
  });
  const made = await stranger.client.rpc('make_invitation_link', { party_id: party.id }).throwOnError();
  expect((await open(made.data, '2031-06-01T12:00:00Z')).party.title).toBe('Mine now');
  expect((await open(token, '2031-06-01T12:00:00Z')).state).toBe('cancelled');
  const [kept] = await backend.sql`select cancelled_at from public.party_invitations where id = ${id}`;
  expect(kept?.cancelled_at).not.toBeNull();
});

test('guests’ own tokens are kept only as hashes, and the newest 20 of a guest work', async () => {
  const { id, token } = await invite();
  const at = '2031-06-01T12:00:00Z';
  const own = [String((await answer(token, at)).guestToken)];
  const [guest] = await backend.sql`select id from public.party_guests where invitation_id = ${id}`;
  for (let times = 0; times < 20; times += 1) {
    const [minted] = await backend.sql`select private.mint_guest_token(${guest?.id}) as token`;
    own.push(minted?.token);
  }
  const isOpen = await Promise.all(own.map(async (each) => (await open(each, at)) !== null));
  expect(isOpen).toEqual([false, ...Array(20).fill(true)]);
  const kept = await backend.sql`
    select (select json_agg(l)::text from private.invitation_links as l) || (select json_agg(t)::text from private.guest_tokens as t)
      || (select json_agg(i)::text from public.party_invitations as i) || (select json_agg(g)::text from public.party_guests as g) as text`;
  for (const each of own) expect(kept[0]?.text).not.toContain(each);
});

test('a link from before tokens were kept goes on working beside the one that is made next @10.209', async () => {
  const { id, party, token } = await invite();
  await backend.sql`update public.party_invitations set link_token = null where id = ${id}`;
  const made = await host.client.rpc('make_invitation_link', { party_id: party.id }).throwOnError();
  expect(made.data).not.toBe(token);
  const at = '2031-06-01T12:00:00Z';
  for (const each of [token, made.data]) expect(await open(each, at)).not.toBeNull();
  await host.client.rpc('revoke_invitation_links', { invitation_id: id }).throwOnError();
  for (const each of [token, made.data]) expect(await open(each, at)).toBeNull();
});

test('a hundred answers over a dozen connections fill the last ten places and no more @10.213', async () => {
  const { id, token } = await invite({}, { most_people: 10 });
  const sql = connect(backend.databaseUrl, { max: 12 });
  const given = JSON.stringify(someAnswer);
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const [row] = await sql`
        select private.take_answer(${token}, gen_random_uuid(), ${given}, '2031-06-01T12:00:00Z') ->> 'isWaiting' as is_waiting`;
      return row?.is_waiting;
    }),
  );
  await sql.end();
  expect(outcomes.filter((isWaiting) => isWaiting === 'false')).toHaveLength(10);
  const [count] = await backend.sql`
    select count(*)::int as all, count(waiting_since)::int as waiting from public.party_guests where invitation_id = ${id}`;
  expect(count).toEqual({ all: 100, waiting: 90 });
});

test('new answers are bounded by the hour, and by how many guests an invitation has @10.226', async () => {
  const { id, token } = await invite();
  const pile = (count: number, ago: string) => backend.sql`
    insert into public.party_guests (invitation_id, user_id, name, answer, adults, by_host, created_at)
    select ${id}, ${host.id}, 'Guest', 'no', 0, false, now() - ${ago}::interval from generate_series(1, ${count}::int)`;
  const now = () => new Date().toISOString();
  await pile(199, '10 minutes');
  const { guestToken } = await answer(token, now());
  expect(await answer(token, now())).toEqual({ refused: 'too many' });
  expect(await answer(guestToken, now(), { note: 'Late' })).toMatchObject({ isWaiting: false });
  expect(await answer(token, new Date(Date.now() + 3_700_000).toISOString())).toMatchObject({ isWaiting: false });
  await pile(299, '2 hours');
  const later = new Date(Date.now() + 3_700_000).toISOString();
  expect(await answer(token, later)).toEqual({ refused: 'too many' });
  const row = { invitation_id: id, user_id: host.id, name: 'Grandma', answer: 'yes', adults: 1 };
  expect((await host.client.from('party_guests').insert(row)).error).toMatchObject({
    code: '23514',
    message: 'limit reached: an invitation has at most 500 guests',
  });
});

test('an owner has at most 10,000 guests and 2,000 invitations @10.226', async () => {
  const busy = await newOwner(backend);
  const { party, id, token } = await invite({}, {}, busy);
  await backend.sql`
    insert into public.party_invitations (user_id, party_id) select ${busy.id}, gen_random_uuid() from generate_series(1, 1999)`;
  await backend.sql`
    insert into public.party_guests (invitation_id, user_id, name, answer)
    select id, ${busy.id}, 'Guest', 'no' from (select id from public.party_invitations where user_id = ${busy.id} and id <> ${id} limit 20) as others
      cross join generate_series(1, 500)`;
  expect(await answer(token, '2031-06-01T12:00:00Z')).toEqual({ refused: 'too many' });
  const row = { invitation_id: id, user_id: busy.id, name: 'Grandma', answer: 'yes', adults: 1 };
  expect((await busy.client.from('party_guests').insert(row)).error).toMatchObject({
    code: '23514',
    message: 'limit reached: an owner has at most 10000 guests',
  });
  const second = await planParty(busy, String(party.dog_id));
  expect((await busy.client.rpc('make_invitation_link', { party_id: second.id })).error).toMatchObject({
    code: '23514',
    message: 'limit reached: an owner has at most 2000 invitations',
  });
  // One that is there still gets another link.
  await busy.client.rpc('make_invitation_link', { party_id: party.id }).throwOnError();
});
