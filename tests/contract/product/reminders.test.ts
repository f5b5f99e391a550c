/** Tests what owners can say about reminders: settings, the browsers that get a push, and a test. */
import { expect, test } from 'vitest';
import { openContractBackend } from '../../support/contract-backend.ts';
import { newClient, newOwner } from '../../support/owners.ts';
import { forbiddenEndpoints } from '../../support/push-endpoints.ts';

const backend = await openContractBackend();
const owner = await newOwner(backend);

let made = 0;
function subscription(changes: object = {}) {
  made += 1;
  const secret = String(made).padStart(4, '0');
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${secret}`,
    p256dh: `B${'p'.repeat(82)}${secret}`,
    auth: `${'a'.repeat(18)}${secret}`,
    device: 'Phone',
    ...changes,
  };
}

test('an owner asks for reminders, changes them, and each change raises the version @10.293', async () => {
  const settings = owner.client.from('reminder_settings');
  const asked = await settings.insert({ time_zone: 'Asia/Kathmandu', by_mail: true }).select().single().throwOnError();
  expect(asked.data).toMatchObject({ user_id: owner.id, hour: 8, days_before: [0], by_mail: true, by_push: false });
  const changed = await settings
    .update({ hour: 20, days_before: [0, 1, 7], version: 1 })
    .eq('version', asked.data.version)
    .select()
    .single()
    .throwOnError();
  expect(changed.data).toMatchObject({ hour: 20, days_before: [0, 1, 7], time_zone: 'Asia/Kathmandu' });
  expect(changed.data.version).toBeGreaterThan(asked.data.version);
  await settings.delete().eq('user_id', owner.id).throwOnError();
  expect((await settings.select()).data).toEqual([]);
});

test.each([
  ['time_zone', 'Mars/Olympus'],
  ['time_zone', 'CEST+3'],
  ['time_zone', ''],
  ['time_zone', 'posix/Europe/Berlin'],
  ['time_zone', `Europe/${'B'.repeat(100)}`],
  ['time_zone', 'Europe/Berlin\n'],
  ['hour', 24],
  ['hour', -1],
  ['days_before', []],
  ['days_before', [2]],
  ['days_before', [0, 0]],
  ['days_before', [0, null]],
  ['days_before', null],
] as const)('settings with a wrong %s are refused (%#) @10.293', async (field, value) => {
  const refused = await owner.client.from('reminder_settings').insert({ time_zone: 'Europe/Berlin', [field]: value });
  expect(refused).toMatchObject({ status: 400, error: { code: expect.stringMatching(/^23/) } });
});

test('settings and subscriptions are nobody else’s: another owner and nobody at all are refused', async () => {
  const [victim, stranger] = [await newOwner(backend), await newOwner(backend)];
  await victim.client.from('reminder_settings').insert({ time_zone: 'Europe/Berlin', by_mail: true }).throwOnError();
  await victim.client.from('push_subscriptions').insert(subscription()).throwOnError();
  for (const table of ['reminder_settings', 'push_subscriptions']) {
    expect((await stranger.client.from(table).select()).data).toEqual([]);
    expect((await stranger.client.from(table).delete().eq('user_id', victim.id).select()).data).toEqual([]);
    expect(await newClient(backend).from(table).select()).toMatchObject({ status: 401, error: { code: '42501' } });
    const anonymous = await newClient(backend).from(table).delete().eq('user_id', victim.id);
    expect(anonymous).toMatchObject({ status: 401, error: { code: '42501' } });
  }
  const theirs = { user_id: victim.id };
  for (const write of ['insert', 'upsert'] as const) {
    const settings = await stranger.client.from('reminder_settings')[write]({ time_zone: 'Europe/Berlin', ...theirs });
    expect(settings).toMatchObject({ status: 403, error: { code: '42501' } });
  }
  const added = await stranger.client.from('push_subscriptions').insert(subscription(theirs));
  expect(added).toMatchObject({ status: 403, error: { code: '42501' } });
  for (const change of [{ by_mail: false }, { user_id: stranger.id }]) {
    const changed = await stranger.client.from('reminder_settings').update(change).eq('user_id', victim.id);
    expect(changed.error).toBeNull();
  }
  expect((await victim.client.from('reminder_settings').select('by_mail')).data).toEqual([{ by_mail: true }]);
  expect((await victim.client.from('push_subscriptions').select('user_id')).data).toEqual([{ user_id: victim.id }]);
});

test.each([
  ['endpoint', 'https://fcm.googleapis.com/a b'],
  ['p256dh', 'BAAA'],
  ['p256dh', `A${'p'.repeat(86)}`],
  ['auth', 'a'.repeat(23)],
  ['auth', `${'a'.repeat(21)}=`],
  ['device', 'x'.repeat(121)],
  ['device', 'Phone\u0007'],
] as const)('a subscription with a wrong %s is refused (%#)', async (field, value) => {
  const refused = await owner.client.from('push_subscriptions').insert(subscription({ [field]: value }));
  expect(refused).toMatchObject({ status: 400, error: { code: '23514' } });
});

test('a subscription is kept only for the push services of browsers', async () => {
  for (const endpoint of forbiddenEndpoints) {
    const refused = await owner.client.from('push_subscriptions').insert(subscription({ endpoint }));
    expect(refused, endpoint).toMatchObject({ status: 400, error: { code: '23514' } });
  }
  const { client } = await newOwner(backend);
  for (const endpoint of [
    'https://updates.push.services.mozilla.com/wpush/v2/a',
    'https://web.push.apple.com/a',
    'https://wns2-db5p.notify.windows.com/w/?token=a',
  ]) {
    await client.from('push_subscriptions').insert(subscription({ endpoint })).throwOnError();
  }
});

test('a subscription cannot be changed, and when it was made is not the owner’s to say', async () => {
  const { client } = await newOwner(backend);
  const { data } = await client.from('push_subscriptions').insert(subscription()).select().single().throwOnError();
  expect(await client.from('push_subscriptions').update({ device: 'x' }).eq('id', data.id)).toMatchObject({
    status: 403,
    error: { code: '42501' },
  });
  for (const changes of [{ created_at: '2999-01-01T00:00:00Z' }, { last_success_at: '2026-01-01T00:00:00Z' }]) {
    const refused = await client.from('push_subscriptions').insert(subscription(changes));
    expect(refused).toMatchObject({ status: 403, error: { code: '42501' } });
  }
  await client.from('push_subscriptions').delete().eq('id', data.id).throwOnError();
  expect((await client.from('push_subscriptions').select()).data).toEqual([]);
});

test('of more than ten subscriptions the oldest goes, and the same one is kept once @10.312', async () => {
  const { client } = await newOwner(backend);
  const all = Array.from({ length: 12 }, () => subscription());
  for (const one of all) await client.from('push_subscriptions').insert(one).throwOnError();
  const { data } = await client.from('push_subscriptions').select('endpoint').order('created_at').throwOnError();
  expect(data.map(({ endpoint }) => endpoint)).toEqual(all.slice(2).map(({ endpoint }) => endpoint));
  expect((await client.from('push_subscriptions').insert(all[11]!)).error?.code).toBe('23505');
});

test('a browser belongs to the owner who signed in on it last, and only a caller who knows its secret takes it over', async () => {
  const [former, next] = [await newOwner(backend), await newOwner(backend)];
  const shared = subscription();
  await former.client.from('push_subscriptions').insert(shared).throwOnError();
  await next.client
    .from('push_subscriptions')
    .insert({ ...shared, auth: 'b'.repeat(22) })
    .throwOnError();
  expect((await former.client.from('push_subscriptions').select('auth')).data).toHaveLength(1);
  await next.client.from('push_subscriptions').delete().eq('endpoint', shared.endpoint).throwOnError();
  await next.client.from('push_subscriptions').insert(shared).throwOnError();
  expect((await former.client.from('push_subscriptions').select('auth')).data).toEqual([]);
  expect((await next.client.from('push_subscriptions').select('auth')).data).toEqual([{ auth: shared.auth }]);
});

test('a test needs a channel, comes five times an hour at most, and is refused to nobody at all @10.300', async () => {
  const { client, id } = await newOwner(backend);
  expect((await client.rpc('send_test_reminder')).error).toMatchObject({ message: 'no way to remind is chosen' });
  await client.from('reminder_settings').insert({ time_zone: 'Europe/Berlin', by_push: true }).throwOnError();
  for (let times = 0; times < 5; times += 1) expect((await client.rpc('send_test_reminder')).error).toBeNull();
  const once = await client.rpc('send_test_reminder');
  expect(once).toMatchObject({ status: 400, error: { message: expect.stringMatching(/^limit reached: /) } });
  // Turning reminders off and on does not reset the count either.
  await client.from('reminder_settings').update({ by_push: false }).eq('user_id', id).throwOnError();
  await client.from('reminder_settings').update({ by_push: true }).eq('user_id', id).throwOnError();
  expect((await client.rpc('send_test_reminder')).error?.message).toMatch(/^limit reached: /);
  expect(await newClient(backend).rpc('send_test_reminder')).toMatchObject({ status: 401, error: { code: '42501' } });
});

const moment = '2100-01-01T12:00:00Z';
const nobody = '00000000-0000-0000-0000-000000000000';
test.each([
  ['claim_due_reminders', { at: moment, most: 10 }],
  ['reminder_packs', { owners: [], at: moment }],
  ['address_of_account', { owner: nobody }],
  ['prove_address', { owner: nobody, address: 'rex@example.com' }],
  ['note_proof_mails', { owners: [], at: moment }],
  ['record_reminder_deliveries', { deliveries: [] }],
  ['release_reminder_deliveries', { deliveries: [] }],
  ['record_answer_letters', { letters: [], at: moment }],
  ['release_answer_letters', { owners: [], at: moment }],
  ['stop_answer_letters', { owner: nobody }],
  ['finish_reminders', { looks: [] }],
  ['set_push_services', { services: ['push.example.org'] }],
  ['note_push_outcomes', { gone: [], taken: [], at: moment }],
  ['stop_mail_reminders', { owner: nobody }],
])('only the handler may call %s: owners and anonymous callers are refused', async (name, given) => {
  expect(await owner.client.rpc(name, given)).toMatchObject({ status: 403, error: { code: '42501' } });
  expect(await newClient(backend).rpc(name, given)).toMatchObject({ status: 401, error: { code: '42501' } });
});

test('settings and subscriptions go with the account', async () => {
  const leaving = await newOwner(backend);
  await leaving.client.from('reminder_settings').insert({ time_zone: 'Europe/Berlin', by_push: true }).throwOnError();
  await leaving.client.from('push_subscriptions').insert(subscription()).throwOnError();
  await leaving.client.rpc('send_test_reminder').throwOnError();
  expect((await leaving.client.rpc('delete_own_account')).error).toBeNull();
});

test('a browser gets push messages no longer than the session in which it asked for them @10.312', async () => {
  const keeper = await newOwner(backend);
  const [phone, laptop, tablet] = [newClient(backend), newClient(backend), newClient(backend)];
  for (const device of [phone, laptop, tablet]) {
    expect((await device.auth.signInWithPassword(keeper)).error).toBeNull();
  }
  const add = (by: typeof phone, device: string) => by.from('push_subscriptions').insert(subscription({ device }));
  for (const [by, device] of [
    [keeper.client, 'here'],
    [phone, 'phone'],
    [laptop, 'laptop'],
    [tablet, 'tablet'],
  ] as const) {
    await add(by, device).throwOnError();
  }
  const listed = async () => {
    const { data } = await keeper.client.from('push_subscriptions').select('device').order('device').throwOnError();
    return data?.map(({ device }) => device);
  };
  expect(await listed()).toEqual(['here', 'laptop', 'phone', 'tablet']);

  const { data: sessions } = await phone.rpc('list_own_sessions').throwOnError();
  const [{ id }] = sessions.filter((session: { is_current: boolean }) => session.is_current);
  await keeper.client.rpc('end_own_session', { session_id: id }).throwOnError();
  expect(await listed()).toEqual(['here', 'laptop', 'tablet']);
  expect((await add(phone, 'phone')).error).not.toBeNull();

  await tablet.auth.signOut({ scope: 'local' });
  expect(await listed()).toEqual(['here', 'laptop']);
  const password = `Bone-${crypto.randomUUID()}`;
  const changed = await keeper.client.auth.updateUser({ password, current_password: keeper.password });
  expect(changed.error).toBeNull();
  expect(await listed()).toEqual(['here']);
});

test('nobody says in which session a browser asked', async () => {
  const forger = await newOwner(backend);
  const session_id = crypto.randomUUID();
  const { error } = await forger.client.from('push_subscriptions').insert(subscription({ session_id }));
  expect(error?.code).toBe('42501');
  await forger.client.from('push_subscriptions').insert(subscription()).throwOnError();
  const moved = await forger.client.from('push_subscriptions').update({ session_id }).eq('user_id', forger.id);
  expect(moved.error?.code).toBe('42501');
});
