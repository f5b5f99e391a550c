/** Tests reminders as this server sends them: at their hour, for the right day, and at most once per channel. */
import { createPublicKey, verify } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { dogHash, partyHash } from '../../../addresses/addresses.ts';
import { addDays, anniversaryOf, type CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { localDayAt } from '../../../domain/dates/local-time.ts';
import { answerInvitation, makeLink } from '../../support/invitation-links.ts';
import { addDog, newClient, newOwner, type Owner, planParty, proveAddresses } from '../../support/owners.ts';
import { PushBrowser } from '../../support/push-browser.ts';
import { forbiddenEndpoints } from '../../support/push-endpoints.ts';
import { shareBackend, startForTest } from '../../support/shared-backend.ts';
import { shareCluster } from '../../support/shared-cluster.ts';
import { startTestBackend, type TestBackend, type TestBackendOptions } from '../../support/test-backend.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The messages sent to a push service, and its answers. */
let pushed: { endpoint: string; init: RequestInit }[];
let answerPush: () => Promise<Response>;
let backend: TestBackend;
let ahead = 0;

const options: TestBackendOptions = {
  publicUrl: 'https://wagday.example',
  fetch: async (endpoint, init) => {
    pushed.push({ endpoint, init });
    return answerPush();
  },
};

const createDatabase = shareCluster();
const freshBackend = shareBackend(options, createDatabase);
beforeEach(async () => {
  pushed = [];
  answerPush = async () => new Response(null, { status: 201 });
  ahead = 0;
  backend = await freshBackend();
});

function start(databaseUrl: string, pushServices: readonly string[] = []): Promise<TestBackend> {
  return startTestBackend({ ...options, pushServices, databaseUrl });
}

/** Goes on with a server and a database of the test's own, which it may leave in any state. */
async function useOwnBackend(): Promise<void> {
  backend = await start(await createDatabase());
  onTestFinished(backend.stop);
}

/** The day after tomorrow in UTC, so all of it lies ahead. */
const celebrated = () => addDays(localDayAt(Date.now(), 'UTC'), 2);
const at = (date: CalendarDate, hours: number) => Date.parse(`${date}T00:00:00Z`) + hours * hour;

/** Sets the clock of servers, forwards or backwards. */
function setClock(instant: number, ...servers: TestBackend[]): void {
  const change = instant - Date.now() - ahead;
  for (const server of servers.length > 0 ? servers : [backend]) server.advance(change);
  ahead += change;
}

async function look(server = backend): Promise<object> {
  const counts = await server.tickReminders();
  await server.mailSettled();
  return counts;
}

function lookAt(instant: number): Promise<object> {
  setClock(instant);
  return look();
}

/** Creates an owner in UTC whose dog has its birthday on the celebrated day. */
async function remindedOwner(settings: object = {}, dog: object = {}): Promise<Owner & { dogId: string }> {
  const owner = await newOwner(backend);
  await proveAddresses(backend);
  const { id: dogId } = await addDog(owner, { name: 'Luna', birth_date: anniversaryOf(celebrated(), -3), ...dog });
  const asked = { time_zone: 'UTC', by_mail: true, ...settings };
  await owner.client.from('reminder_settings').insert(asked).throwOnError();
  return { ...owner, dogId };
}

async function subscribe(owner: Owner, endpoint = 'https://fcm.googleapis.com/fcm/send/one'): Promise<PushBrowser> {
  const browser = new PushBrowser();
  await owner.client.from('push_subscriptions').insert(browser.subscription(endpoint)).throwOnError();
  return browser;
}

/** An owner who is reminded only by a browser at a push service. */
async function ownerWithBrowser(dog: object = {}) {
  const owner = await remindedOwner({ by_mail: false, by_push: true }, dog);
  return { owner, browser: await subscribe(owner) };
}

const subjects = (server = backend) => server.mailbox.mails.map(({ subject }) => subject);

test('a reminder comes at its hour by mail and by push, once, and leads to the page of the dog @10.294', async () => {
  const owner = await remindedOwner({ by_push: true });
  const browser = await subscribe(owner);
  await look();
  expect(await lookAt(at(celebrated(), 8) - 5_000)).toMatchObject({ owners: 0 });
  expect(await lookAt(at(celebrated(), 8))).toEqual({ owners: 1, mails: 1, pushes: 1, failed: 0 });
  expect(await look()).toMatchObject({ owners: 0 });

  const [mail] = backend.mailbox.mails;
  expect(mail).toMatchObject({ to: owner.email, subject: "Today: Luna's 3rd birthday, 29 in human years" });
  const page = `https://wagday.example/${dogHash(owner.dogId)}`;
  expect(mail?.text).toContain(`\n${page}\n`);
  expect(mail?.messageId).toBe(`<reminder-${celebrated()}.${owner.id}@wagday.example>`);
  expect(pushed).toHaveLength(1);
  const { notification } = JSON.parse(browser.read(pushed[0]!.init.body as Uint8Array));
  expect(notification).toEqual({
    title: "Today: Luna's 3rd birthday, 29 in human years",
    body: 'Treats at the ready!',
    navigate: page,
    tag: `reminder-${celebrated()}`,
  });
  const used = await backend.sql`select last_success_at is not null as used from public.push_subscriptions`;
  expect([...used]).toEqual([{ used: true }]);
});

test('the message is signed with the key that browsers are told, and kept until the end of the day', async () => {
  await ownerWithBrowser();
  const { key } = (await (await fetch(`${backend.url}/functions/v1/push-key`)).json()) as { key: string };
  await lookAt(at(celebrated(), 9));
  const { Authorization, TTL } = pushed[0]!.init.headers as Record<string, string>;
  const [, head, claims = '', signature = '', told] =
    /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(Authorization ?? '') ?? [];
  expect(told).toBe(key);
  const point = Buffer.from(key, 'base64url');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const signer = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const proof = { key: signer, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), proof, Buffer.from(signature, 'base64url'))).toBe(true);
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString()).sub).toBe('https://wagday.example');
  // For half a day at most: here from nine in the morning to nearly nine in the evening.
  expect(Number(TTL)).toBeLessThanOrEqual(11 * 3600);
});

test('nobody is reminded of nothing, of a dog in memory, or of what is told on other days @10.296', async () => {
  await remindedOwner({ days_before: [1] });
  await remindedOwner({}, { died_on: localDayAt(Date.now(), 'UTC') });
  await remindedOwner({ by_mail: false, by_push: true });
  await newOwner(backend);
  await lookAt(at(celebrated(), 9));
  expect(subjects()).toEqual([]);
  expect(pushed).toEqual([]);
});

test('the day before and a week before are told in one mail with a party @10.295', async () => {
  const owner = await remindedOwner({ days_before: [1, 7] });
  await planParty(owner, owner.dogId, { title: 'Cake', celebration_date: addDays(celebrated(), 6) });
  const evening = { celebration_time: '18:30', time_zone: 'Asia/Kathmandu' };
  await owner.client.from('birthday_celebrations').update(evening).eq('dog_id', owner.dogId).throwOnError();
  setClock(at(addDays(celebrated(), -1), 9));
  await look();
  expect(subjects()).toEqual(["Tomorrow: Luna's 3rd birthday, 29 in human years, and 1 more"]);
  expect(backend.mailbox.mails[0]?.text).toContain('- Party: Cake, 6:30 PM, Kathmandu time');
});

test('a change of dog, party or settings is taken into account at once, and only for what is still to come', async () => {
  const owner = await remindedOwner({}, { birth_date: '2021-01-01' });
  await look();
  const due = () => backend.sql`select due_at::text as due from private.reminder_due`;
  expect((await due())[0]?.due).not.toBe('-infinity');
  const changes = [
    () => owner.client.from('dogs').update({ name: 'Moon' }).eq('id', owner.dogId),
    () => planParty(owner, owner.dogId, { title: 'Cake', celebration_date: celebrated() }),
    () => owner.client.from('birthday_celebrations').delete().eq('dog_id', owner.dogId),
    () => owner.client.from('reminder_settings').update({ hour: 9 }).eq('user_id', owner.id),
    () => addDog(owner, { name: 'Rex', birth_date: anniversaryOf(celebrated(), -1) }),
  ];
  for (const change of changes) {
    await change();
    expect([...(await due())]).toEqual([{ due: '-infinity' }]);
    await look();
  }
  await lookAt(at(celebrated(), 9));
  expect(subjects()).toEqual(["Today: Rex's 1st birthday, 15 in human years"]);
  // What is entered after the hour waits for another day.
  await backend.sql`update public.dogs set birth_date = ${anniversaryOf(celebrated(), -4)} where name = 'Moon'`;
  await look();
  expect(subjects()).toHaveLength(1);
});

test('three servers at once remind each of many owners once @10.298', async () => {
  const others = [await start(backend.databaseUrl), await start(backend.databaseUrl)];
  const servers = [backend, ...others];
  for (const { stop } of others) onTestFinished(stop);
  await backend.sql`
    insert into auth.users (id, email, encrypted_password, email_confirmed_at)
    select gen_random_uuid(), 'owner-' || number || '@wagday.dev', '', now() from generate_series(1, 150) as number`;
  await backend.sql`
    insert into public.dogs (user_id, name, size, birth_date)
    select id, 'Luna', 'small', ${anniversaryOf(celebrated(), -3)} from auth.users`;
  await proveAddresses(backend);
  await backend.sql`
    insert into public.reminder_settings (user_id, time_zone, by_mail) select id, 'UTC', true from auth.users`;
  await Promise.all(servers.map((server) => server.tickReminders()));
  setClock(at(celebrated(), 8) + minute, ...servers);
  await Promise.all(servers.flatMap((server) => [server.tickReminders(), server.tickReminders()]));
  for (const server of servers) await server.mailSettled();
  const told = servers.flatMap((server) => server.mailbox.mails.map(({ to }) => to));
  expect(told).toHaveLength(150);
  expect(new Set(told).size).toBe(150);
});

test('a server that dies between claim and record costs two minutes, and one that dies after it costs the reminder @10.298', async () => {
  const [claimed, recorded] = [await remindedOwner(), await remindedOwner()];
  await look();
  setClock(at(celebrated(), 8));
  const now = new Date(at(celebrated(), 8)).toISOString();
  // Does what a server does before it is killed.
  await backend.sql`select public.claim_due_reminders(${now}, 10)`;
  const deliveries = JSON.stringify([{ user_id: recorded.id, day: celebrated(), channel: 'mail' }]);
  await backend.sql`select public.record_reminder_deliveries(${deliveries}::text::jsonb)`;
  expect(await look()).toMatchObject({ owners: 0 });
  expect(await lookAt(at(celebrated(), 8) + 2 * minute)).toMatchObject({ owners: 2, mails: 1 });
  expect(backend.mailbox.mails.map(({ to }) => to)).toEqual([claimed.email]);
});

test('what was down for less than twelve hours is told late @10.299', async () => {
  await remindedOwner();
  await look();
  await lookAt(at(celebrated(), 20) - minute);
  expect(subjects()).toHaveLength(1);
});

test('a reminder of yesterday, or one that is twelve hours late, is dropped @10.299', async () => {
  await remindedOwner();
  await remindedOwner({ hour: 23 });
  await look();
  expect(await lookAt(at(celebrated(), 20))).toMatchObject({ owners: 1, mails: 0 });
  expect(await lookAt(at(celebrated(), 24))).toMatchObject({ owners: 1, mails: 0 });
});

test('a mail that waits longer than its day is dropped @10.299', async () => {
  await useOwnBackend();
  await backend.closeOutbox();
  await remindedOwner();
  setClock(at(celebrated(), 9));
  await backend.tickReminders();
  expect(await backend.sql`select from wagday.jobs where kind = 'mail reminder'`).toHaveLength(1);
  const later = await start(backend.databaseUrl);
  onTestFinished(later.stop);
  later.advance(at(celebrated(), 20.5) - Date.now());
  await later.mailSettled();
  expect(subjects(later)).toEqual([]);
});

test('a clock that jumps a year ahead and back repeats nothing, and silences nobody @10.298', async () => {
  await remindedOwner();
  await look();
  await lookAt(at(celebrated(), 9));
  expect(subjects()).toHaveLength(1);
  setClock(at(addDays(celebrated(), 400), 9));
  await look();
  expect(await lookAt(at(celebrated(), 10))).toMatchObject({ owners: 1, mails: 0 });
  // Human-year birthdays of a dog of this size are 92 days apart at most.
  for (let days = 1; days <= 92; days += 1) {
    setClock(at(addDays(celebrated(), days), 9));
    await look();
  }
  expect(subjects()).toHaveLength(2);
});

test('a browser that has gone is forgotten, and one that is busy is asked again @10.312', async () => {
  await ownerWithBrowser();
  await look();
  setClock(at(celebrated(), 8));
  answerPush = async () => new Response(null, { status: 429, headers: { 'Retry-After': '600' } });
  expect(await look()).toMatchObject({ pushes: 0, failed: 1 });
  expect(await lookAt(at(celebrated(), 8) + 9 * minute)).toMatchObject({ owners: 0 });
  setClock(at(celebrated(), 8) + 11 * minute);
  answerPush = async () => new Response(null, { status: 201 });
  expect(await look()).toMatchObject({ pushes: 1 });
  expect(pushed).toHaveLength(2);

  await backend.sql`update private.reminder_due set due_at = '-infinity', is_test_wanted = true`;
  answerPush = async () => new Response(null, { status: 410 });
  expect(await look()).toEqual({ owners: 1, mails: 0, pushes: 0, failed: 0 });
  expect(await backend.sql`select from public.push_subscriptions`).toHaveLength(0);
});

test('a push service that the site adds takes messages for as long as it is added, and no other does @10.311', async () => {
  const more = await start(backend.databaseUrl, ['push.example.org', '*.push.example.net']);
  const added = ['https://push.example.org/one', 'https://eu.push.example.net/two'];
  onTestFinished(more.stop);
  const owner = await remindedOwner({ by_mail: false, by_push: true });
  for (const endpoint of added) await subscribe(owner, endpoint);
  const others = ['http://push.example.org/a', 'https://push.example.org:444/a', 'https://x.push.example.org/a'].concat(
    [
      ...['https://push.example.net/a', 'https://evilpush.example.net/a', 'https://push.example.org.evil.example/a'],
      ...forbiddenEndpoints,
    ],
  );
  for (const endpoint of others) {
    const refused = await owner.client.from('push_subscriptions').insert(new PushBrowser().subscription(endpoint));
    expect(refused.error?.code, endpoint).toBe('23514');
  }
  await look(more);
  setClock(at(celebrated(), 8), more);
  expect(await look(more)).toMatchObject({ pushes: 2 });
  expect(pushed.map(({ endpoint }) => endpoint).toSorted()).toEqual(added.toSorted());

  const fewer = await start(backend.databaseUrl);
  try {
    const former = new PushBrowser().subscription('https://push.example.org/three');
    expect((await owner.client.from('push_subscriptions').insert(former)).error?.code).toBe('23514');
    await backend.sql`update private.reminder_due set due_at = '-infinity', is_test_wanted = true`;
    expect(await look(fewer)).toMatchObject({ owners: 1, pushes: 0, failed: 2 });
    expect(pushed).toHaveLength(2);
  } finally {
    await fewer.stop();
  }
});

test('a message without an answer is not sent again: it may have arrived', async () => {
  await ownerWithBrowser();
  setClock(at(celebrated(), 9));
  answerPush = () => Promise.reject(new Error('connection reset'));
  expect(await look()).toMatchObject({ pushes: 0, failed: 1 });
  await lookAt(at(celebrated(), 10));
  expect(pushed).toHaveLength(1);
});

test('one device that is busy does not repeat the reminder on the other', async () => {
  const { owner } = await ownerWithBrowser();
  await subscribe(owner, 'https://web.push.apple.com/other');
  const statuses = [201, 503];
  answerPush = async () => new Response(null, { status: statuses.shift() ?? 201 });
  expect(await lookAt(at(celebrated(), 9))).toMatchObject({ pushes: 1, failed: 1 });
  await lookAt(at(celebrated(), 12));
  expect(pushed).toHaveLength(2);
});

test('a test comes by the channels that are chosen, whatever is celebrated, and counts for no day @10.300', async () => {
  const owner = await remindedOwner({ by_push: true });
  const browser = await subscribe(owner);
  await look();
  await owner.client.rpc('send_test_reminder').throwOnError();
  expect(await look()).toEqual({ owners: 1, mails: 1, pushes: 1, failed: 0 });
  expect(subjects()).toEqual(['It works: this is a reminder from Wagday']);
  expect(JSON.parse(browser.read(pushed[0]!.init.body as Uint8Array)).notification.body).toContain(
    "Luna's 3rd birthday, 29 in human years",
  );
  expect(await look()).toMatchObject({ owners: 0 });
  expect(await backend.sql`select from private.reminder_deliveries`).toHaveLength(0);
});

test('who has turned mail off between claim and record gets none', async () => {
  const owner = await remindedOwner();
  await backend.sql`update public.reminder_settings set by_mail = false`;
  const deliveries = JSON.stringify([{ user_id: owner.id, day: celebrated(), channel: 'mail' }]);
  const [row] = await backend.sql`select public.record_reminder_deliveries(${deliveries}::text::jsonb) as recorded`;
  expect(row?.recorded).toEqual([]);
});

test.for([
  [
    'settings',
    (owner: Owner) => `
      alter table public.reminder_settings disable trigger user;
      update public.reminder_settings set time_zone = 'Mars/Olympus' where user_id = '${owner.id}'`,
  ],
  [
    'pack',
    (owner: Owner) => `
      alter function public.reminder_packs(uuid[], timestamptz) rename to true_packs;
      create function public.reminder_packs(owners uuid[], at timestamptz) returns jsonb
      language plpgsql security definer as $$
      begin
        if '${owner.id}' = any (owners) then raise exception 'total size of jsonb array elements exceeds the maximum'; end if;
        return public.true_packs(owners, at);
      end $$;
      do $$ declare login name := (select name from wagday.logins where purpose = 'service');
      begin execute format('grant execute on function public.reminder_packs(uuid[], timestamptz) to %I', login); end $$`,
  ],
] as const)(
  'an owner whose %s cannot be read holds up nobody else, and waits longer each time @10.304',
  async ([, spoil]) => {
    await useOwnBackend();
    const [broken, ...fine] = [await remindedOwner(), await remindedOwner(), await remindedOwner()];
    await backend.sql.unsafe(spoil(broken!));
    expect(await lookAt(at(celebrated(), 9))).toMatchObject({ owners: 3, mails: 2, failed: 1 });
    const told = backend.mailbox.mails.map(({ to }) => to);
    expect(told.toSorted()).toEqual(fine.map(({ email }) => email).toSorted());
    for (const pause of [2, 4, 8]) {
      expect(await lookAt(Date.now() + ahead + pause * minute + 1000)).toMatchObject({ owners: 1, failed: 1 });
    }
  },
);

test('a push service that cannot be reached has taken nothing, and is asked again @10.307', async () => {
  await ownerWithBrowser();
  await look();
  for (const [index, code] of ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT'].entries()) {
    const cause = Object.assign(new Error(code), { code });
    answerPush = () => Promise.reject(new TypeError('fetch failed', { cause }));
    expect(await lookAt(at(celebrated(), 8) + index * 6 * minute)).toMatchObject({ pushes: 0, failed: 1 });
  }
  answerPush = async () => new Response(null, { status: 201 });
  expect(await lookAt(at(celebrated(), 9))).toMatchObject({ pushes: 1 });
});

test.each([
  ['still wants it', 1, 'select'],
  ['has turned mail off', 0, 'update public.reminder_settings set by_mail = false'],
  ['has another address', 0, "update auth.users set email = 'other@wagday.dev'"],
  ['has no proof any more', 0, 'delete from private.proven_addresses'],
  ['is gone', 0, 'delete from auth.users'],
  ['has lost the dog', 0, 'update public.dogs set died_on = current_date'],
])('a mail that waits is asked about once more, and sent to who %s: %i @10.303', async (_, mails, change) => {
  await useOwnBackend();
  await backend.closeOutbox();
  await remindedOwner();
  setClock(at(celebrated(), 9));
  expect(await backend.tickReminders()).toMatchObject({ mails: 1 });
  await backend.sql.unsafe(change);
  // For a server whose clock is right.
  await backend.sql`update wagday.jobs set due_at = '-infinity'`;
  const other = await start(backend.databaseUrl);
  onTestFinished(other.stop);
  await expect.poll(() => backend.sql`select from wagday.jobs where kind = 'mail reminder'`).toHaveLength(0);
  expect(subjects(other)).toHaveLength(mails);
});

test('a change of days or channel keeps a reminder that is due, and one of the hour does not bring it @10.309', async () => {
  const [kept, dropped] = [await remindedOwner(), await remindedOwner()];
  await look();
  setClock(at(celebrated(), 8) + minute);
  // The database has the same clock as the server here.
  await backend.sql`update private.reminder_due set done_until = done_until - interval '20 days'`;
  await backend.sql`update public.reminder_settings set days_before = '{0,1}' where user_id = ${kept.id}`;
  await backend.sql`update public.reminder_settings set hour = 7 where user_id = ${dropped.id}`;
  const settled = await backend.sql`
    select user_id from private.reminder_due where done_until > now() - interval '1 day'`;
  expect([...settled]).toEqual([{ user_id: dropped.id }]);
});

test('without room for mail a push goes out, and the mail follows @10.305', async () => {
  await useOwnBackend();
  const owner = await remindedOwner({ by_push: true });
  await subscribe(owner);
  await look();
  await backend.closeOutbox();
  setClock(at(celebrated(), 8));
  await backend.sql`
    insert into wagday.jobs (kind, due_at) select 'mail reminder', now() + interval '30 days' from generate_series(1, 2000)`;
  expect(await backend.tickReminders()).toEqual({ owners: 1, mails: 0, pushes: 1, failed: 0 });
  await backend.sql`delete from wagday.jobs`;
  setClock(at(celebrated(), 8) + 6 * minute);
  expect(await backend.tickReminders()).toEqual({ owners: 1, mails: 1, pushes: 0, failed: 0 });
});

/** Creates an invitation to the owner's party, and a way to answer it without an account. */
async function inviteTo(owner: Owner & { dogId: string }, changes: object = {}, zone?: string) {
  const party = { title: "Luna's party", celebration_date: addDays(celebrated(), 300), ...changes };
  const { id } = await planParty(owner, owner.dogId, party);
  const token = await makeLink(owner, id, { zone });
  return async (name: string, changes: object = {}, by = token): Promise<string> => {
    const email = `${name.split(' ')[0]}@wagday.dev`.toLowerCase();
    return (await answerInvitation(backend, by, { name, email, ...changes })).guestToken;
  };
}

const threeAnswers = "Three answers for Luna's party: Anna and two more are coming";

/** A host without reminders, whose dog has no celebration these days, so that all mails are about guests. */
async function host(): Promise<Owner & { dogId: string }> {
  const owner = await newOwner(backend);
  await proveAddresses(backend);
  const { id: dogId } = await addDog(owner, { name: 'Luna', birth_date: '2021-01-01' });
  return { ...owner, dogId };
}

/** The same with push, and the messages that a browser of the host gets. */
async function hostWithPush() {
  const { owner, browser } = await ownerWithBrowser({ birth_date: '2021-01-01' });
  const messages = () => pushed.map(({ init }) => JSON.parse(browser.read(init.body as Uint8Array)).notification);
  return { owner, messages };
}

const noon = () => at(celebrated(), 12);

test('a host with the open page of a party reads each of six answers, and one mail tells of the first @10.198', async () => {
  const owner = await host();
  const answer = await inviteTo(owner);
  const [invitation] = await backend.sql`select id from public.party_invitations`;
  for (const name of ['Anna Smith', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay']) {
    await answer(name);
    const { data } = await owner.client
      .from('party_guests')
      .select('name, answered_at')
      .order('version')
      .throwOnError();
    expect(data?.at(-1)?.name).toBe(name);
    // The page records that its host has seen it, and the server looks.
    const seen = { answers_seen_at: data?.at(-1)?.answered_at };
    await owner.client.from('party_invitations').update(seen).eq('id', invitation?.id).throwOnError();
    await look();
  }
  await lookAt(Date.now() + hour);
  expect(subjects()).toEqual(["One answer for Luna's party: Anna is coming"]);
  const [mail] = backend.mailbox.mails;
  const [party] = await backend.sql`select id from public.birthday_celebrations`;
  expect(mail?.text).toContain(`See Guests:\nhttps://wagday.example/${partyHash(party?.id)}\n`);
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/Smith|anna@/);
});

test('a host without reminders is mailed the first answer at once, and later ones when a quarter of an hour has gathered them @10.198', async () => {
  const owner = await host();
  const answer = await inviteTo(owner);
  // Reminders that were on once make no difference.
  await owner.client.from('reminder_settings').insert({ time_zone: 'UTC', by_mail: true }).throwOnError();
  await owner.client.from('reminder_settings').delete().eq('user_id', owner.id).throwOnError();
  setClock(noon());
  const own = await answer('Anna');
  await look();
  for (const name of ['Ben', 'Cleo']) await answer(name);
  await answer('Anna', { answer: 'no', adults: 0 }, own);
  await lookAt(noon() + 14 * minute);
  expect(subjects()).toHaveLength(1);
  await lookAt(noon() + 16 * minute);
  expect(subjects()).toEqual([
    "One answer for Luna's party: Anna is coming",
    "Three answers for Luna's party: Ben and Cleo are coming and Anna cannot come",
  ]);
  await lookAt(noon() + 24 * hour);
  expect(subjects()).toHaveLength(2);
});

test('a host hears of answers six times in a day, and of the others on the next @10.198', async () => {
  const answer = await inviteTo(await host());
  for (let times = 0; times < 9; times += 1) {
    setClock(noon() + times * hour);
    await answer(`Guest${times}`);
    await look();
  }
  expect(subjects()).toHaveLength(6);
  await lookAt(noon() + 25 * hour);
  expect(subjects()[6]).toBe("Three answers for Luna's party: Guest6 and two more are coming");
});

test('a link in the mail ends news of answers with one request, for all parties to come, and the settings bring them back @10.200', async () => {
  const owner = await host();
  await owner.client.from('reminder_settings').insert({ time_zone: 'UTC', by_mail: true }).throwOnError();
  const answer = await inviteTo(owner);
  await answer('Anna');
  await look();
  const [mail] = backend.mailbox.mails;
  const address = /<(.*)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
  expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const stop = `${backend.url}${new URL(address).pathname}`;
  expect(await (await fetch(stop)).text()).toContain('No more news of your guests?');
  const told = await fetch(stop, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
  expect(await told.text()).toContain('no more news');
  const next = await inviteTo(owner);
  setClock(Date.now() + 16 * minute);
  await answer('Ben');
  await next('Cleo');
  await look();
  expect(subjects()).toHaveLength(1);
  expect(await backend.sql`select from public.reminder_settings where by_mail`).toHaveLength(1);
  await owner.client.from('party_invitations').update({ tells_host: true }).eq('user_id', owner.id).throwOnError();
  await answer('Dan');
  await look();
  expect(subjects()[1]).toBe("One answer for Luna's party: Dan is coming");
});

test('answers come by push where a browser takes them, and not by mail @10.202', async () => {
  const { owner, messages } = await hostWithPush();
  const answer = await inviteTo(owner);
  setClock(noon());
  for (const name of ['Anna', 'Ben', 'Cleo']) await answer(name);
  await look();
  const [party] = await backend.sql`select id from public.birthday_celebrations`;
  const leads = { title: threeAnswers, navigate: `https://wagday.example/${partyHash(party?.id)}` };
  expect(messages()).toMatchObject([leads]);
  expect(subjects()).toEqual([]);
});

test('answers are told again when no push service took them, and not when a server dies after the record @10.199', async () => {
  const { owner, messages } = await hostWithPush();
  const answer = await inviteTo(owner);
  setClock(noon());
  await answer('Anna');
  answerPush = async () => new Response(null, { status: 503 });
  expect(await look()).toMatchObject({ pushes: 0, failed: 1 });
  answerPush = async () => new Response(null, { status: 201 });
  expect(await lookAt(noon() + 10 * minute)).toMatchObject({ pushes: 1 });
  expect(messages()).toHaveLength(2);

  await answer('Dan');
  const [dan] = await backend.sql`select guest_id from private.guest_news where told_at is null`;
  const record = async (until: string) => {
    const letters = JSON.stringify([{ user_id: owner.id, guests: [dan?.guest_id], until }]);
    return (await backend.sql`select public.record_answer_letters(${letters}::text::jsonb, now()) as owners`)[0]
      ?.owners;
  };
  // A letter that was written before the guest changed the answer does not tell it.
  expect([await record('2020-01-01'), await record('2100-01-01'), await record('2100-01-01')]).toEqual([
    [],
    [owner.id],
    [],
  ]);
  await lookAt(noon() + hour);
  expect(pushed).toHaveLength(2);
});

test('a host whose only browser is gone hears of the answer by mail @10.202', async () => {
  const { owner } = await hostWithPush();
  const answer = await inviteTo(owner);
  setClock(noon());
  await answer('Anna');
  answerPush = async () => new Response(null, { status: 410 });
  await look();
  await lookAt(noon() + minute);
  expect(pushed).toHaveLength(1);
  expect(subjects()).toEqual(["One answer for Luna's party: Anna is coming"]);
});

test('three servers at once tell each of many hosts once @10.199', async () => {
  await useOwnBackend();
  const others = [await start(backend.databaseUrl), await start(backend.databaseUrl)];
  onTestFinished(async () => void (await Promise.all(others.map((other) => other.stop()))));
  for (let count = 0; count < 12; count += 1) await (await inviteTo(await host()))('Anna');
  await Promise.all([backend, ...others].map((server) => look(server)));
  const mails = [backend, ...others].flatMap((server) => server.mailbox.mails);
  expect(mails).toHaveLength(12);
  expect(new Set(mails.map(({ to }) => to)).size).toBe(12);
});

test('answers wait for the proof of the address, and are told then @10.198', async () => {
  const owner = await newOwner(backend);
  const { id: dogId } = await addDog(owner, { name: 'Luna', birth_date: '2021-01-01' });
  const answer = await inviteTo({ ...owner, dogId });
  for (const name of ['Anna', 'Ben', 'Cleo']) await answer(name);
  await look();
  expect(subjects()).toEqual([]);
  await proveAddresses(backend);
  await look();
  expect(subjects()).toEqual([threeAnswers]);
});

test("a guest's repeated answer, and answers to a stranger's party, are told to nobody @10.198", async () => {
  const [owner, other] = [await host(), await host()];
  const answer = await inviteTo(owner);
  const own = await answer('Anna');
  await look();
  await answer('Anna', {}, own);
  await lookAt(Date.now() + hour);
  expect(backend.mailbox.mails.map(({ to }) => to)).toEqual([owner.email]);
  expect(await backend.sql`select from private.guest_news where user_id = ${other.id}`).toHaveLength(0);
  // One more guest is news.
  await answer('Anna', { adults: 2 }, own);
  await look();
  expect(backend.mailbox.mails.map(({ to }) => to)).toEqual([owner.email, owner.email]);
});

test('on the day of the party its host reads before it who comes, what they bring and every allergy, with reminders or without @10.201', async () => {
  const [plain, reminded] = [await host(), await remindedOwner({ hour: 20 }, { birth_date: '2021-01-01' })];
  const declined = await host();
  for (const owner of [plain, reminded, declined]) {
    const day = { celebration_date: celebrated(), celebration_time: '15:00', time_zone: 'UTC' };
    const answer = await inviteTo(owner, day);
    await owner.client
      .from('party_invitations')
      .update({ bring_list: ['Salad'], most_people: 2 })
      .eq('user_id', owner.id)
      .throwOnError();
    await answer('Ben', { answer: 'no', adults: 0, allergies: 'wasps' });
    if (owner === declined) continue;
    const dogs = [{ name: 'Pip', size: null }];
    await answer('Anna Smith', { adults: 2, dogs, brings: ['Salad'], allergies: 'peanuts' });
    // Waits in line.
    await answer('Cleo', { allergies: 'wasps' });
  }
  await look();
  const before = backend.mailbox.mails.length;
  const told = (owner: Owner) => backend.mailbox.mails.slice(before).filter(({ to }) => to === owner.email);
  await lookAt(at(celebrated(), 8));
  expect([told(plain).length, told(reminded).length]).toEqual([1, 0]);
  await lookAt(at(celebrated(), 14));
  await lookAt(at(celebrated(), 21));
  expect(told(declined)).toEqual([]);
  for (const owner of [plain, reminded]) {
    const [mail, ...more] = told(owner);
    expect([mail?.subject, more]).toEqual(["Today: Party: Luna's party, 3:00 PM", []]);
    expect(mail?.text).toContain(
      "2 people and 1 dog for Luna's party\n- Anna, 2 people and 1 dog, Salad\n\nAllergies\n- Anna: peanuts\n",
    );
    expect(mail?.text).toMatch(/https:\/\/wagday\.example\/#party=/);
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/Smith|wasps/);
  }
});

test('the host of a party without a time reads in the morning of its day, where the host is, who comes', async () => {
  const answer = await inviteTo(await host(), { celebration_date: celebrated() }, 'Pacific/Honolulu');
  await answer('Anna');
  await look();
  await lookAt(at(celebrated(), 17));
  expect(subjects()).toEqual(["One answer for Luna's party: Anna is coming"]);
  await lookAt(at(celebrated(), 18));
  expect(subjects().slice(1)).toEqual(["Today: Party: Luna's party"]);
});

test('a host whose device names a time zone that only the database knows hears of answers', async () => {
  const answer = await inviteTo(await host(), {}, 'Moon+3');
  await answer('Anna');
  expect(await look()).toMatchObject({ failed: 0 });
  expect(subjects()).toEqual(["One answer for Luna's party: Anna is coming"]);
});

test('a host who enters the guests, or wants news again, is told on the day of the party as well', async () => {
  const [writing, returning] = [await host(), await host()];
  const day = { celebration_date: celebrated(), celebration_time: '15:00', time_zone: 'UTC' };
  await inviteTo(writing, day);
  const answer = await inviteTo(returning, day);
  const choose = (tells_host: boolean) =>
    returning.client.from('party_invitations').update({ tells_host }).eq('user_id', returning.id).throwOnError();
  await choose(false);
  await answer('Anna');
  await look();
  const { data: invitation } = await writing.client.from('party_invitations').select('id').single().throwOnError();
  const guest = { invitation_id: invitation.id, name: 'Ben', answer: 'yes', adults: 1 };
  await writing.client.from('party_guests').insert(guest).throwOnError();
  await choose(true);
  await look();
  expect(subjects()).toEqual([]);
  await lookAt(at(celebrated(), 8));
  expect(backend.mailbox.mails.map(({ to }) => to).toSorted()).toEqual([writing.email, returning.email].toSorted());
  expect(new Set(subjects())).toEqual(new Set(["Today: Party: Luna's party, 3:00 PM"]));
});

const silent = () => Promise.reject(new DOMException('The operation timed out', 'TimeoutError'));

test('ten browsers each at a push service that never answers keep no mail and no other push waiting', async () => {
  await useOwnBackend();
  for (let count = 0; count < 12; count += 1) {
    const { id, client } = await remindedOwner({ by_mail: false, by_push: true });
    const browsers = Array.from({ length: 10 }, (_, place) =>
      new PushBrowser().subscription(`https://fcm.googleapis.com/fcm/send/${id}/${place}`),
    );
    await client.from('push_subscriptions').insert(browsers).throwOnError();
  }
  await subscribe(await remindedOwner({ by_push: true }), 'https://web.push.apple.com/bystander');
  await look();
  setClock(at(celebrated(), 8));
  const isSilent = ({ endpoint }: { endpoint: string }) => endpoint.startsWith('https://fcm.googleapis.com/');
  // The hanging service lets go only after everybody else has got their messages.
  const { promise: othersAreServed, resolve } = Promise.withResolvers<void>();
  answerPush = async () => {
    if (isSilent(pushed.at(-1)!)) {
      await othersAreServed;
      return silent();
    }
    await expect
      .poll(() => backend.sql`select from wagday.jobs where kind = 'mail reminder'`)
      .toHaveLength(1)
      .finally(resolve);
    return new Response(null, { status: 201 });
  };
  await backend.closeOutbox();
  expect(await backend.tickReminders()).toEqual({ owners: 13, mails: 1, pushes: 1, failed: 10 });
  expect(pushed.filter(isSilent)).toHaveLength(10);
});

test('what waited for a push service that rests is sent after its rest, and to no browser twice @10.306', async () => {
  await useOwnBackend();
  const owners = [];
  for (let count = 0; count < 6; count += 1) owners.push(await remindedOwner({ by_mail: false, by_push: true }));
  for (const owner of owners) {
    for (const place of [1, 2, 3]) await subscribe(owner, `https://fcm.googleapis.com/fcm/send/${owner.id}/${place}`);
  }
  await look();
  setClock(at(celebrated(), 8));
  answerPush = silent;
  expect(await look()).toEqual({ owners: 6, mails: 0, pushes: 0, failed: 10 });
  expect(await look()).toMatchObject({ owners: 0 });
  answerPush = async () => new Response(null, { status: 201 });
  expect(await lookAt(at(celebrated(), 8) + 6 * minute)).toEqual({ owners: 6, mails: 0, pushes: 8, failed: 0 });
  await lookAt(at(celebrated(), 9));
  expect(new Set(pushed.map(({ endpoint }) => endpoint)).size).toBe(18);
  expect(pushed).toHaveLength(18);
});

test('a reminder that nobody has got for want of time comes whole, with the answers that it tells', async () => {
  await useOwnBackend();
  const silenced = await remindedOwner({ by_mail: false, by_push: true });
  for (const place of [1, 2, 3, 4, 5]) await subscribe(silenced, `https://fcm.googleapis.com/fcm/send/${place}`);
  await look();
  setClock(at(celebrated(), 8));
  answerPush = silent;
  await look();
  const { owner, browser } = await ownerWithBrowser({ birth_date: '2021-01-01' });
  await (await inviteTo(owner))('Anna');
  await backend.sql`update private.reminder_due set done_until = ${new Date(at(celebrated(), 7)).toISOString()}`;
  expect(await look()).toMatchObject({ owners: 1, pushes: 0, failed: 0 });
  expect(await backend.sql`select from private.reminder_deliveries where user_id = ${owner.id}`).toHaveLength(0);
  answerPush = async () => new Response(null, { status: 201 });
  await lookAt(at(celebrated(), 8) + 6 * minute);
  const { notification } = JSON.parse(browser.read(pushed.at(-1)!.init.body as Uint8Array));
  expect(notification.title).toBe("One answer for Luna's party: Anna is coming");
});

test('a test that had to wait is sent to the browsers that have not got it, and to no mailbox twice', async () => {
  await useOwnBackend();
  const owner = await remindedOwner({ by_push: true }, { birth_date: '2021-01-01' });
  for (let place = 1; place <= 7; place += 1) await subscribe(owner, `https://fcm.googleapis.com/fcm/send/${place}`);
  await look();
  await owner.client.rpc('send_test_reminder').throwOnError();
  answerPush = silent;
  expect(await look()).toEqual({ owners: 1, mails: 1, pushes: 0, failed: 5 });
  answerPush = async () => new Response(null, { status: 201 });
  expect(await lookAt(Date.now() + ahead + 6 * minute)).toEqual({ owners: 1, mails: 0, pushes: 2, failed: 0 });
  expect(new Set(pushed.map(({ endpoint }) => endpoint)).size).toBe(7);
  // Another request sends it everywhere.
  await owner.client.rpc('send_test_reminder').throwOnError();
  expect(await look()).toMatchObject({ mails: 1, pushes: 7 });
});

test('owners who test or change something take no more than half of the places from those whose hour it is', async () => {
  await backend.sql`
    insert into auth.users (id, email, encrypted_password, email_confirmed_at)
    select gen_random_uuid(), 'owner-' || number || '@wagday.dev', '', now() from generate_series(1, 20) as number`;
  await backend.sql`insert into public.reminder_settings (user_id, time_zone, by_mail) select id, 'UTC', true from auth.users`;
  await backend.sql`
    update private.reminder_due set due_at = now() - interval '1 hour'
    where user_id in (select id from auth.users where substring(email from '[0-9]+')::integer <= 10)`;
  const claim = async () => {
    const [row] = await backend.sql`
      select count(*) filter (where substring(email from '[0-9]+')::integer <= 10)::integer as scheduled, count(*)::integer as claimed
      from jsonb_array_elements(public.claim_due_reminders(now(), 8)) as claim join auth.users on id::text = claim ->> 'user_id'`;
    return { ...row };
  };
  expect(await claim()).toEqual({ scheduled: 4, claimed: 8 });
  expect(await claim()).toEqual({ scheduled: 4, claimed: 8 });
  expect(await claim()).toEqual({ scheduled: 2, claimed: 4 });
});

test('an owner who changes something again while waiting keeps the place in line', async () => {
  const [first, second] = [await remindedOwner(), await remindedOwner()];
  await first.client.from('dogs').update({ name: 'Moon' }).eq('id', first.dogId).throwOnError();
  const claim = async () => {
    const [row] = await backend.sql`
      select claim ->> 'user_id' as owner from jsonb_array_elements(public.claim_due_reminders(now(), 1)) as claim`;
    return row?.owner;
  };
  expect(await claim()).toBe(first.id);
  await first.client.from('dogs').update({ name: 'Luna' }).eq('id', first.dogId).throwOnError();
  expect(await claim()).toBe(second.id);
});

test('a test reminder is sent at once by the server that was asked, and one that is refused wakes nobody @10.300', async () => {
  const server = await startForTest({ sweeps: true });
  await server.mailSettled();
  const owner = await newOwner(server);
  await proveAddresses(server);
  await owner.client.from('reminder_settings').insert({ time_zone: 'UTC', by_mail: true }).throwOnError();
  const due = async () =>
    (await server.sql`select due_at > now() as waits from wagday.jobs where kind = 'reminders'`)[0];
  expect((await newClient(server).rpc('send_test_reminder')).error).not.toBeNull();
  expect(await due()).toEqual({ waits: true });
  await owner.client.rpc('send_test_reminder').throwOnError();
  await server.mailSettled();
  expect(subjects(server)).toEqual(['It works: this is a reminder from Wagday']);
});
