/**
 * Tests mails to guests of a party as this server sends them: each for one cause, once, with the guest's own link, and without anything
 * that the guest must not see.
 */
import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { addDays } from '../../../domain/dates/calendar-date.ts';
import { localDayAt } from '../../../domain/dates/local-time.ts';
import type { Transaction } from '../../../embedded-supabase/database/connect.ts';
import { createRequests } from '../../../embedded-supabase/database/requests.ts';
import { type Mail, type Mailer, MailNotTaken } from '../../../embedded-supabase/mail/mail.ts';
import { guestMailKind } from '../../../functions/delivery/guest-mails.ts';
import type { Delivery } from '../../../functions/web-function.ts';
import { createFunctionData } from '../../../server/functions/function-data.ts';
import { answerInvitation, makeLink, openInvitation, someAnswer } from '../../support/invitation-links.ts';
import { mailTo } from '../../support/mail-files.ts';
import { addDog, newClient, newOwner, type Owner, planParty, proveAddresses } from '../../support/owners.ts';
import { shareBackend, startForTest } from '../../support/shared-backend.ts';
import { shareCluster } from '../../support/shared-cluster.ts';
import { startTestBackend, type TestBackend } from '../../support/test-backend.ts';

const minute = 60_000;
const site = 'https://wagday.example';
const celebrated = addDays(localDayAt(Date.now(), 'UTC'), 20);

const createDatabase = shareCluster();
let backend: TestBackend;
let host: Owner;
const freshBackend = shareBackend({ publicUrl: site }, createDatabase);
beforeEach(async () => {
  backend = await freshBackend();
  host = await newProvenOwner();
});

/** Begins the server's next day with a new host, so that the daily counts do not start anew in the middle of a test. */
async function beginNextDay(): Promise<void> {
  const day = 24 * 60 * minute;
  backend.advance(day - (Date.now() % day));
  host = await newProvenOwner();
}

async function newProvenOwner(): Promise<Owner> {
  const owner = await newOwner(backend);
  await proveAddresses(backend);
  return owner;
}

async function invite(party: object = {}, settings: object = {}) {
  const dog = await addDog(host, { name: 'Luna' });
  const changes = { title: 'Cake Day', celebration_date: celebrated, location: 'The Park', ...party };
  const { id } = await planParty(host, dog.id, changes);
  const link = await makeLink(host, id);
  const { client } = host;
  const set = (values: object) =>
    client.from('party_invitations').update(values).eq('party_id', id).select('id').single().throwOnError();
  const invitation: string = (await set({ message: null, ...settings })).data.id;
  const change = (values: object) => client.from('birthday_celebrations').update(values).eq('id', id).throwOnError();
  const callOff = () => client.from('birthday_celebrations').delete().eq('id', id).throwOnError();
  const sendWord = (words: string, more: object = {}) =>
    client.rpc('send_word_to_guests', { invitation_id: invitation, words, ...more });
  return { id, dogId: dog.id, link, invitation, set, change, callOff, sendWord };
}

/** Says that an answer is for somebody else, so that one address may have many. */
const answer = (token: string, changes: object = {}, answer_key = randomUUID(), is_another = true) =>
  answerInvitation(backend, token, { ...anna, ...changes }, { answer_key, is_another });
const anna = { name: 'Anna', email: 'anna@wagday.dev' };

/** Answers in a transaction that goes on. */
async function answerIn(sql: Transaction, token: string, changes: object): Promise<void> {
  const given = { ...someAnswer, ...changes };
  await sql`select public.answer_invitation(${token}, gen_random_uuid(), ${given as never})`;
}

const open = (token: string) => openInvitation(backend, token);

/** Invites, and these guests have answered in turn and been mailed their links. Each has an address by the name. */
async function inviteGuests<Guest extends string>(
  answers: Record<Guest, object>,
  party: object = {},
  settings: object = {},
) {
  const invited = await invite(party, settings);
  return { ...invited, tokens: await answerAs(invited, answers) };
}

async function answerAs<Guest extends string>({ link }: { link: string }, answers: Record<Guest, object>) {
  const tokens = {} as Record<Guest, string>;
  for (const [guest, given] of Object.entries(answers) as [Guest, object][]) {
    const name = guest.charAt(0).toUpperCase() + guest.slice(1);
    tokens[guest] = (await answer(link, { name, email: `${guest}@wagday.dev`, ...given })).guestToken;
  }
  await look();
  return tokens;
}

const inviteAnna = (party: object = {}, settings: object = {}) => inviteGuests({ anna: {} }, party, settings);
const no = { answer: 'no', adults: 0 };

/** Backdates a host's account past its first week, so that it may mail more. */
async function growOld({ id }: Owner): Promise<void> {
  await backend.sql`update auth.users set created_at = now() - interval '8 days' where id = ${id}`;
}

/** Reads what the host is told of the mails to the guests of a party, in words. */
async function mailsOf({ invitation: invitation_id }: { invitation: string }): Promise<string[]> {
  const { data } = await host.client.rpc('mails_to_guests', { invitation_id }).throwOnError();
  const mails = data as { kind: string; state: string; at: string; waitsFor: string | null }[];
  return mails
    .map(({ kind, state, at, waitsFor }) => {
      const until = at.includes('T00:00:00+') ? ' until midnight' : '';
      return `${kind} ${state}${waitsFor ? ` for ${waitsFor}${until}` : ''}`;
    })
    .toSorted();
}

/** Returns the subjects and recipients of the mails that a look has sent. */
async function look(): Promise<string[]> {
  const before = backend.mailbox.mails.length;
  await backend.sendGuestMails();
  return sent().slice(before);
}

const sent = () => backend.mailbox.mails.map(({ to, subject }) => `${to}: ${subject}`);

/**
 * Does what a server does before it hands mails over: claims those that are due, decides and records them.
 * @param ahead of the clock, at least a millisecond, because the database counts parts of it
 */
async function claimGuestMails(ahead = 1) {
  const at = Date.now() + ahead;
  const { requests, background } = backend.database;
  const { asServer: service } = createFunctionData({ requests: createRequests(requests), sql: background });
  const kind = guestMailKind({ service, now: () => new Date(at), site, delivery: { newHostGuests: 500 } as Delivery });
  const { rows } = await kind.claim(at);
  const { messages } = await kind.decide(rows, { at, end: at });
  return messages.map(({ row: { id, news, due } }) => ({
    id,
    due_at: new Date(),
    mail: `${due.guest.email}: ${news.kind}`,
  }));
}

const lastMail = () => backend.mailbox.mails.at(-1) as Mail;
const lastMailTo = (name: string) => backend.mailbox.mails.findLast(({ to }) => to === `${name}@wagday.dev`) as Mail;
const tokenIn = ({ text }: Mail) => /^https:\/\/wagday\.example\/i\/([\w-]{43})$/m.exec(text)?.[1] ?? '';
const unsubscribeIn = ({ headers }: Mail) => /^<(.+)>$/.exec(headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';

/** Counts as many mails of a kind of the day as if they had been sent. */
const spend = (kind: string, times: number) =>
  backend.sql`update private.guest_mail_counts set times = ${times} where kind = ${kind}`;

/** The same mail to several guests, as `look` returns it. */
const to = (subject: string, ...names: string[]) => names.map((name) => `${name}@wagday.dev: ${subject}`);

/** Ends the mails of a party at an address, by the first mail that fits. */
async function endMails(isOne: (mail: Mail) => boolean): Promise<void> {
  const stop = unsubscribeIn(backend.mailbox.mails.find(isOne) as Mail).replace(site, backend.url);
  expect((await fetch(stop, { method: 'POST' })).status).toBe(200);
}

async function lookAfter(milliseconds: number): Promise<string[]> {
  backend.advance(milliseconds);
  return look();
}

const lookLater = () => lookAfter(6 * minute);

test('an answer with an address is mailed its own link, once, and the link opens that answer @10.182', async () => {
  const { link } = await invite();
  await answer(link, { adults: 2, dogs: [{ name: 'Rex', size: null }] });
  await answer(link, { name: 'Ben', email: null });
  expect(await look()).toEqual(["anna@wagday.dev: You're coming: Cake Day"]);
  expect(await look()).toEqual([]);
  const mail = lastMail();
  const token = tokenIn(mail);
  expect((await open(token)).guest).toMatchObject({ name: 'Anna', adults: 2 });
  expect(mail.text).toContain(`\n${site}/i/${token}/party.ics\n`);
  expect(mail.text).toContain('- The Park\n- You said yes, for 2 adults and 1 dog.\n');
  expect(`${mail.text}${mail.html}`).not.toMatch(new RegExp(`Ben|Rex|${host.email}|${link}`));
  expect(mail.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
  expect(mail.messageId).toMatch(/^<guest-mail-[0-9a-f-]{36}@wagday\.example>$/);
});

test('a form that is sent twice is one mail, and so is an answer that changes; a new address gets a link of its own @10.182', async () => {
  const { link } = await invite();
  const key = randomUUID();
  const { guestToken } = await answer(link, {}, key);
  await answer(link, {}, key);
  await answer(guestToken, { adults: 3 });
  expect(await look()).toHaveLength(1);
  await answer(guestToken, { adults: 2 });
  expect(await look()).toEqual([]);
  await answer(guestToken, { email: 'other@wagday.dev' });
  expect(await look()).toEqual(["other@wagday.dev: You're coming: Cake Day"]);
  await answer(guestToken, { email: null });
  await answer(guestToken, { email: 'anna@wagday.dev' });
  await answer(guestToken, { email: null });
  expect(await look()).toEqual([]);
});

test('an address that answers again, asks for its lost link or has it sent by the host is mailed that link, three times a day @10.249', async () => {
  const { id, link } = await invite();
  await answer(link);
  expect(await look()).toHaveLength(1);
  expect(lastMail().text).not.toContain('answered more than once');
  await answer(link, { name: 'Mallory' }, randomUUID(), false);
  // The link of the first answer was mailed just now.
  expect(await look()).toEqual(["anna@wagday.dev: You're coming: Cake Day"]);
  expect((await open(tokenIn(lastMail()))).guest).toMatchObject({ name: 'Mallory' });
  expect(lastMail().text).toContain('This email has answered more than once.');

  const ask = (address: string, token = link) =>
    newClient(backend).rpc('ask_for_own_link', { token, address }).throwOnError();
  await ask('nobody@wagday.dev');
  await ask('anna@wagday.dev', (await invite()).link);
  expect(await look()).toEqual([]);
  for (let time = 0; time < 5; time += 1) await ask('Anna@Wagday.dev');
  expect(await look()).toEqual(["anna@wagday.dev: You're coming: Cake Day"]);
  const { data: guests } = await host.client.from('party_guests').select('id').throwOnError();
  await ask('anna@wagday.dev');
  expect((await host.client.rpc('mail_guest_link', { guest_id: guests?.[0]?.id }).throwOnError()).data).toBe(true);
  expect(await look()).toEqual([]);

  await beginNextDay();
  await ask('anna@wagday.dev');
  expect(await look()).toEqual(Array(2).fill("anna@wagday.dev: You're coming: Cake Day"));
  await backend.sql`delete from public.birthday_celebrations where id = ${id}`;
  expect(await lookLater()).toEqual(['anna@wagday.dev: Called off: Cake Day']);
  await ask('anna@wagday.dev');
  expect(await look()).toEqual([]);
});

test('a change is mailed five minutes after the last one, with before and after, once to each guest by themselves @10.183', async () => {
  const guests = { anna: {}, ben: { answer: 'maybe' }, cleo: { email: null } };
  const party = await inviteGuests(guests, { celebration_time: '18:30', time_zone: 'Asia/Kathmandu' });
  await party.change({ location: 'Home' });
  backend.advance(4 * minute);
  expect(await look()).toEqual([]);
  await party.change({ celebration_time: '17:00', description: 'No news' });
  expect((await lookLater()).toSorted()).toEqual(to('A new time and place: Cake Day', 'anna', 'ben'));
  const mail = lastMailTo('ben');
  expect(mail.text).toContain(': 6:30 PM → 5:00 PM, Kathmandu time\n');
  expect(mail.text).toContain('- The Park → Home\n');
  expect(mail.text).not.toContain('No news');
  expect((await open(tokenIn(mail))).guest.name).toBe('Ben');
  expect(await lookLater()).toEqual([]);
});

test('no mail says what its host changes and undoes, and none is dropped for it @10.183', async () => {
  const party = await invite();
  await answer(party.link);
  await party.change({ location: 'Home' });
  expect(await look()).toEqual([]);
  await party.change({ location: 'The Park' });
  expect(await lookLater()).toEqual(["anna@wagday.dev: You're coming: Cake Day"]);
  expect(lastMail().text).toContain('- The Park\n');
  // Nor is one that guests are not told of.
  await party.change({ location: 'Home' });
  await party.change({ location: 'The Park', description: 'Bring towels.' });
  await host.client.from('dogs').update({ name: 'Moon' }).eq('id', party.dogId).throwOnError();
  expect(await lookLater()).toEqual([]);
});

test('who answers between a change and its undoing, or during it, is told that it is undone, and nobody else is @10.183', async () => {
  const party = await inviteAnna();
  await party.change({ location: 'Home' });
  await answerAs(party, { cleo: {} });
  let undone: PromiseLike<unknown> | undefined;
  await backend.sql.begin(async (sql) => {
    await answerIn(sql, party.link, { name: 'Ben', email: 'ben@wagday.dev' });
    undone = party.change({ location: 'The Park' }).then();
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  await undone;
  expect((await lookLater()).toSorted()).toEqual([
    'ben@wagday.dev: A new place: Cake Day',
    "ben@wagday.dev: You're coming: Cake Day",
    'cleo@wagday.dev: A new place: Cake Day',
  ]);
  expect(lastMailTo('cleo').text).toContain('- Home → The Park\n');
});

test('a cancelled party is told once, one that is put back at once is not, and one that is put back later is @10.184', async () => {
  const party = await inviteAnna();
  const { data: row } = await host.client.from('birthday_celebrations').select().eq('id', party.id).single();
  const cancel = () => party.callOff();
  const putBack = () => host.client.from('birthday_celebrations').insert(row).throwOnError();
  await cancel();
  await putBack();
  expect(await lookLater()).toEqual([]);
  await cancel();
  expect(await lookLater()).toEqual(['anna@wagday.dev: Called off: Cake Day']);
  expect((await open(tokenIn(lastMail()))).state).toBe('cancelled');
  expect(await lookLater()).toEqual([]);
  await putBack();
  expect(await lookLater()).toEqual(["anna@wagday.dev: It's on again: Cake Day"]);
});

test('guests read why a party is called off, and all who were told so are told that it is on again @10.184', async () => {
  const party = await inviteGuests({ anna: {}, ben: {}, cleo: no });
  const ben = { guestToken: party.tokens.ben };
  const callOffBecause = async (cancel_reason: string | null) => {
    await party.set({ cancel_reason });
    await party.callOff();
  };
  const bringBack = () => host.client.rpc('bring_party_back', { party_id: party.id }).throwOnError();
  await callOffBecause('Luna hurt a paw.');
  expect((await lookLater()).toSorted()).toEqual(to('Called off: Cake Day', 'anna', 'ben'));
  expect(lastMail().text).toContain('Luna hurt a paw.');
  await bringBack();
  expect(await open(ben.guestToken)).toMatchObject({ state: 'open', isOnAgain: true });
  expect((await lookLater()).toSorted()).toEqual(to("It's on again: Cake Day", 'anna', 'ben'));
  // Called off and brought back before anybody is told: no mail. Called off for good: one more, without the former reason.
  await callOffBecause('It rains.');
  await bringBack();
  expect(await lookLater()).toEqual([]);
  await callOffBecause(null);
  expect(await lookLater()).toHaveLength(2);
  expect(lastMail().text).not.toMatch(/paw|rains/);
});

test('a group that is larger than the whole party is not mailed that it moves up by itself @10.251', async () => {
  const { link } = await invite({}, { most_people: 3 });
  for (const [adults, words] of [
    [4, 'You only move up if your host makes more room'],
    [3, "You're coming"],
    [2, 'you move up by yourself'],
  ] as const) {
    await answer(link, { adults });
    await look();
    expect(`${lastMail().subject}\n${lastMail().text}`).toContain(words);
  }
});

test('who moves up from the waiting list is told, and who makes room for themselves is not @10.190', async () => {
  const { tokens } = await inviteGuests({ anna: { adults: 2 }, ben: {}, cleo: {} }, {}, { most_people: 2 });
  expect(sent().toSorted()).toEqual([
    "anna@wagday.dev: You're coming: Cake Day",
    ...to("You're on the waitlist: Cake Day", 'ben', 'cleo'),
  ]);
  await answer(tokens.cleo, { email: 'cleo@wagday.dev', ...no });
  await answer(tokens.anna, { adults: 1 });
  expect(await look()).toEqual(['ben@wagday.dev: There is a place for you: Cake Day']);
  expect((await open(tokens.ben)).guest.isWaiting).toBe(false);
  expect(await look()).toEqual([]);
});

test('a place that is for those who come is mailed to nobody else, neither in a link nor as a change', async () => {
  const party = await inviteGuests({ anna: { answer: 'maybe' }, ben: {} }, {}, { place_for: 'yes' });
  expect(lastMailTo('ben').text).toContain('- The Park\n');
  await party.change({ location: 'Home' });
  expect(await lookLater()).toEqual(['ben@wagday.dev: A new place: Cake Day']);
  await party.change({ location: 'Elsewhere', title: 'Bone Day' });
  expect(await lookLater()).toContain('anna@wagday.dev: A new name: Bone Day');
  const told = backend.mailbox.mails.filter(({ to }) => to === 'anna@wagday.dev').map(({ text, html }) => text + html);
  expect(told.join()).not.toMatch(/The Park|Home|Elsewhere/);
});

test('guests who came by an import are told of changes as well', async () => {
  const party = await inviteAnna();
  await backend.sql`delete from private.guest_facts`;
  await party.change({ location: 'Home' });
  expect(await lookLater()).toEqual(['anna@wagday.dev: A new place: Cake Day']);
});

test('three servers at once mail each of many guests once, also a change @10.194', async () => {
  const others = await Promise.all(
    [1, 2].map(() => startTestBackend({ publicUrl: site, databaseUrl: backend.databaseUrl })),
  );
  const servers = [backend, ...others];
  for (const { stop } of others) onTestFinished(stop);
  await growOld(host);
  const party = await invite();
  for (let guest = 0; guest < 60; guest += 1) await answer(party.link, { email: `guest-${guest}@wagday.dev` });
  const lookTogether = () =>
    Promise.all(servers.flatMap((server) => [server.sendGuestMails(), server.sendGuestMails()]));
  const told = () => servers.flatMap(({ mailbox }) => mailbox.mails.map(({ to, subject }) => `${to}: ${subject}`));
  await lookTogether();
  expect(told()).toHaveLength(60);
  await party.change({ location: 'Home' });
  for (const server of servers) server.advance(6 * minute);
  await lookTogether();
  await lookTogether();
  expect(told()).toHaveLength(120);
  expect(new Set(told()).size).toBe(120);
});

test('a server that dies between record and hand-over costs the mail, and a mail without an answer is not sent again @10.194', async () => {
  const { link } = await invite();
  await answer(link);
  // Does what a server does before it is killed.
  await claimGuestMails();
  backend.advance(60 * minute);
  expect(await look()).toEqual([]);

  let attempts = 0;
  const lost = await serverWith(async () => {
    attempts += 1;
    throw new Error('the connection broke');
  });
  await answer(link, { email: 'ben@wagday.dev' });
  expect(await lost.sendGuestMails()).toEqual({ mails: 0, failed: 1 });
  lost.advance(600 * minute);
  expect(await lost.sendGuestMails()).toEqual({ mails: 0, failed: 0 });
  expect(attempts).toBe(1);
});

test('a server that dies between claim and record costs two minutes, and what has changed in between is decided anew @10.194', async () => {
  const { link } = await invite();
  const { guestToken } = await answer(link);
  const claim = async () => {
    const [row] = await backend.sql`select public.claim_due_guest_mails(now(), 10) -> 'mails' as mails`;
    const mails = row?.mails as { id: string; version: string }[];
    return JSON.stringify(mails.map(({ id, version }) => ({ id, version, outcome: 'mail' })));
  };
  const record = async (decided: string) =>
    (await backend.sql`select public.record_guest_mails(${decided}::text::jsonb, now()) as rows`)[0]?.rows.length;
  // Does what a server does before it is killed.
  const decided = await claim();
  expect(await look()).toEqual([]);
  await answer(guestToken, { answer: 'no', adults: 0 });
  expect(await record(decided)).toBe(0);
  expect(await look()).toEqual(['anna@wagday.dev: Your answer: Cake Day']);

  await answer(link, { email: 'ben@wagday.dev' });
  const again = await claim();
  // Of two servers that decide the same mail, one records it.
  expect([await record(again), await record(again)]).toEqual([1, 0]);
  await answer(link, { email: 'cleo@wagday.dev' });
  await claim();
  expect(await lookAfter(2 * minute)).toEqual(["cleo@wagday.dev: You're coming: Cake Day"]);
});

async function serverWith(deliver: Mailer['deliver']): Promise<TestBackend> {
  const server = await startForTest({ publicUrl: site, databaseUrl: backend.databaseUrl, mailer: { deliver } });
  return server;
}

/** Looks, after a while, with a mail server that does not take the one mail that is due. */
async function failAfter(milliseconds: number): Promise<void> {
  const busy = await serverWith(() => Promise.reject(new MailNotTaken('busy', 'EENVELOPE')));
  busy.advance(milliseconds);
  expect(await busy.sendGuestMails()).toEqual({ mails: 0, failed: 1 });
}

test('a mail that was certainly not taken comes later, with what is true by then, and its former link is dead @10.194', async () => {
  const tried: Mail[] = [];
  const busy = await serverWith(async (mail) => {
    tried.push(mail);
    throw new MailNotTaken('busy', 'EENVELOPE');
  });
  const party = await inviteAnna();
  await party.change({ location: 'Home' });
  busy.advance(6 * minute);
  expect(await busy.sendGuestMails()).toEqual({ mails: 0, failed: 1 });
  expect(await busy.sendGuestMails()).toEqual({ mails: 0, failed: 0 });
  await party.change({ location: 'Elsewhere' });
  expect(await lookLater()).toEqual([]);
  expect(await lookLater()).toEqual(['anna@wagday.dev: A new place: Cake Day']);
  expect(lastMail().text).toContain('- The Park → Elsewhere\n');
  expect(lastMail().messageId).toBe(tried[0]?.messageId);
  expect(await open(tokenIn(tried[0] as Mail))).toBeNull();
  expect((await open(tokenIn(lastMail()))).guest.name).toBe('Anna');
  expect(await lookLater()).toEqual([]);
});

test('a clock that jumps a year ahead and back repeats nothing, silences nobody, and deletes nobody @10.194', async () => {
  const party = await inviteAnna();
  await party.change({ location: 'Home' });
  backend.advance(365 * 24 * 60 * minute);
  // By this clock the party was over long ago.
  expect(await look()).toEqual([]);
  await backend.purgeInvitations();
  backend.advance(-365 * 24 * 60 * minute);
  expect(await lookLater()).toEqual(['anna@wagday.dev: A new place: Cake Day']);
  // Postponed by a server with that clock.
  const late = backend.sql`now() + interval '1 year'`;
  await backend.sql`update private.guest_mails set handed_at = null, due_at = ${late} where kind = 'change'`;
  expect(await lookLater()).toHaveLength(1);
  await host.client.rpc('delete_own_account').throwOnError();
  expect(await lookAfter(365 * 24 * 60 * minute)).toEqual(['anna@wagday.dev: Called off: Cake Day']);
});

test('guests are mailed once their host has proved the own address, which the first invite asks for by one mail without a word of the host’s @10.189', async () => {
  host = await newOwner(backend);
  const proven = async () => (await host.client.rpc('is_own_address_proven').throwOnError()).data;
  const party = await invite({ title: 'BUY NOW at evil.example' });
  const { guestToken } = await answer(party.link);
  const isTold = async () => (await open(guestToken)).guest.isMailed;
  expect([await proven(), await isTold()]).toEqual([false, false]);
  expect(await look()).toEqual([`${host.email}: Confirm your email`]);
  expect(`${lastMail().text}${lastMail().html}`).not.toMatch(/evil|BUY/);
  expect(await look()).toEqual([]);
  expect((await host.client.rpc('ask_for_address_proof')).error?.message).toMatch(/^limit reached: /);
  // Once more after an hour, and then only after two.
  const forward = () => backend.sql`update private.proof_mails set asked_at = now() - interval '61 minutes'`;
  await forward();
  await host.client.rpc('ask_for_address_proof').throwOnError();
  expect(await look()).toEqual([`${host.email}: Confirm your email`]);
  await forward();
  expect((await host.client.rpc('ask_for_address_proof')).error?.message).toMatch(/^limit reached: /);
  const address = /^https:\/\/wagday\.example(\/confirm-reminders\/[\w-]{48})$/m.exec(lastMail().text)?.[1];
  const done = await fetch(`${backend.url}${address}`, { method: 'POST' });
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('Done: your address is confirmed')]);
  expect([await proven(), await isTold()]).toEqual([true, true]);
  await host.client.rpc('ask_for_address_proof').throwOnError();
  expect(await look()).toEqual(["anna@wagday.dev: You're coming: BUY NOW at evil.example"]);
  // A new address needs a new proof.
  await backend.sql`update auth.users set email = 'stranger@wagday.dev' where id = ${host.id}`;
  await answer(party.link, { email: 'ben@wagday.dev' });
  expect(await look()).toEqual([]);
});

test('an account that is deleted and made anew does not have one address mailed again and again', async () => {
  const subjects: string[] = [];
  for (let times = 0; times < 7; times += 1) {
    host = await newOwner(backend);
    await backend.sql`update auth.users set email = ${`victim+${times}@wagday.dev`} where id = ${host.id}`;
    await host.client.rpc('ask_for_address_proof').throwOnError();
    subjects.push(...(await look()));
    await backend.sql`delete from auth.users where id = ${host.id}`;
  }
  expect(subjects).toHaveLength(5);
  // None of them is taken from the address without a tag.
  host = await newOwner(backend);
  await backend.sql`update auth.users set email = 'victim@wagday.dev' where id = ${host.id}`;
  await host.client.rpc('ask_for_address_proof').throwOnError();
  expect(await look()).toHaveLength(1);
});

test('a host’s mailbox sends no more by having several accounts', async () => {
  await answer((await invite()).link);
  await look();
  await spend('answers', 30);
  const [name, domain] = host.email.split('@');
  host = await newOwner(backend);
  await backend.sql`update auth.users set email = ${`${name}+again@${domain}`} where id = ${host.id}`;
  await proveAddresses(backend);
  await answer((await invite()).link, { email: 'ben@wagday.dev' });
  expect(await look()).toEqual([]);
  expect(await lookAfter(24 * 60 * minute)).toEqual(["ben@wagday.dev: You're coming: Cake Day"]);
});

test('many answers with a guest’s address keep neither a cancellation nor a place from that guest', async () => {
  const party = await invite({}, { most_people: 1 });
  await answer(party.link, { email: 'host@wagday.dev' });
  const { guestToken } = await answer(party.link);
  for (let fake = 0; fake < 25; fake += 1) {
    await answer(party.link, { name: 'Eve', email: fake % 2 ? 'ANNA@wagday.dev' : `anna+${fake}@wagday.dev` });
  }
  await look();
  await look();
  expect(backend.mailbox.mails.filter(({ to }) => /anna/i.test(to))).toHaveLength(3);
  await party.set({ most_people: 2 });
  expect(await look()).toEqual(['anna@wagday.dev: There is a place for you: Cake Day']);
  expect((await open(tokenIn(lastMail()))).guest.name).toBe('Anna');
  await party.callOff();
  // One mail, for Anna's own answer.
  expect((await lookLater()).toSorted()).toEqual(to('Called off: Cake Day', 'anna', 'host'));
  const cancelled = lastMailTo('anna');
  expect((await open(tokenIn(cancelled))).guest.name).toBe('Anna');
  expect((await open(guestToken)).state).toBe('cancelled');
  expect(await lookAfter(24 * 60 * minute)).toEqual([]);
});

test('of several answers from one address the one that sees the place is told of a change', async () => {
  const party = await invite({}, { place_for: 'yes' });
  await answer(party.link, { name: 'First', answer: 'maybe' });
  await answerAs(party, { second: { email: 'anna@wagday.dev' }, third: { email: 'Anna+2@wagday.dev' } });
  await party.change({ location: 'Home' });
  expect(await lookLater()).toEqual(['anna@wagday.dev: A new place: Cake Day']);
  expect((await open(tokenIn(lastMail()))).guest.name).toBe('Second');
  await party.change({ location: 'The Park' });
  expect(await lookLater()).toEqual(['anna@wagday.dev: A new place: Cake Day']);
  expect(lastMail().text).toContain('- Home → The Park\n');
});

test('of the guests of a large party who are told of a change, each mailbox is worked out once a look', async () => {
  const party = await invite();
  const names = Array.from({ length: 12 }, (_, index) => `guest${index}`);
  for (const name of names) await answer(party.link, { name, email: `${name}@wagday.dev` });
  while ((await look()).length > 0);
  await party.change({ location: 'Home' });
  backend.advance(6 * minute);
  await backend.sql`alter function private.mailbox_of(text) rename to uncounted_mailbox_of`;
  await backend.sql`create sequence private.mailboxes_asked`;
  await backend.sql`
    create function private.mailbox_of(address text) returns text language sql as $$
      select private.uncounted_mailbox_of(address) from (select nextval('private.mailboxes_asked') offset 0) as counted
    $$
  `;
  onTestFinished(async () => {
    await backend.sql`drop function private.mailbox_of(text)`;
    await backend.sql`alter function private.uncounted_mailbox_of(text) rename to mailbox_of`;
    await backend.sql`drop sequence private.mailboxes_asked`;
  });
  await backend.sql`select public.claim_due_guest_mails(now() + interval '6 minutes', 20)`;
  const [{ asked } = {}] = await backend.sql`select last_value::integer as asked from private.mailboxes_asked`;
  // As one whose change is told, and as one of the others.
  expect(asked).toBe(2 * names.length);
});

test('of several answers from one address one that may come is told of a new day, not an earlier no', async () => {
  const party = await invite();
  await answerAs(party, { first: { ...no, email: 'anna@wagday.dev' }, second: { email: 'anna@wagday.dev' } });
  await party.change({ celebration_date: addDays(celebrated, 1) });
  expect(await lookLater()).toEqual(['anna@wagday.dev: A new day: Cake Day']);
  expect((await open(tokenIn(lastMail()))).guest.name).toBe('Second');
  expect(lastMail().text).toContain('Still in?');
  expect(await lookLater()).toEqual([]);
});

test('nobody takes a change from a guest by typing the guest’s address, with a tag that leads nowhere or without, into an earlier answer', async () => {
  const party = await invite({ celebration_time: '18:30', time_zone: 'Asia/Kathmandu' });
  await answer(party.link, { name: 'Eve', email: 'anna+nowhere@wagday.dev' });
  const { guestToken } = await answer(party.link, { name: 'Eve' });
  await answer(party.link, { answer: 'maybe' });
  await look();
  await party.change({ location: 'Home' });
  // Knows of the new place already, so is informed of the time only.
  await answer(guestToken, { name: 'Eve', adults: 2 });
  await party.change({ celebration_time: '19:30' });
  expect((await lookLater()).toSorted()).toEqual([
    'anna@wagday.dev: A new time and place: Cake Day',
    'anna@wagday.dev: A new time: Cake Day',
  ]);
  expect(await lookAfter(2 * minute)).toEqual([]);
});

test('who says yes after others is not mailed before them', async () => {
  await beginNextDay();
  const party = await inviteGuests({ anna: { answer: 'maybe' }, eve: {} });
  await party.change({ location: 'Home' });
  await backend.sql`
    insert into private.guest_mail_counts (user_id, kind, address_hash, day, times)
    select user_id, 'changes', address_hash, day, 79 from private.guest_mail_counts where kind = 'answers'`;
  expect(await lookLater()).toEqual(['anna@wagday.dev: A new place: Cake Day']);
});

test('a change that was mailed to one of several answers with an address and not taken is mailed to another, when that one says no meanwhile', async () => {
  const party = await invite();
  const { eve } = await answerAs(party, { eve: { email: 'anna@wagday.dev' }, anna: {} });
  await party.change({ location: 'Home' });
  await failAfter(6 * minute);
  await answer(eve, { name: 'Eve', ...no });
  backend.advance(6 * minute);
  expect(await lookLater()).toEqual(['anna@wagday.dev: A new place: Cake Day']);
  expect(lastMail().text).toContain('- The Park → Home\n');
  expect(await lookLater()).toEqual([]);
});

test('mails that were not taken wait again, also next to one that has begun to wait right now @10.194', async () => {
  const party = await invite();
  const { guestToken } = await answer(party.link);
  await answer(party.link, { email: 'ben@wagday.dev' });
  const mails = await claimGuestMails();
  let released: Promise<unknown> | undefined;
  await backend.sql.begin(async (sql) => {
    await answerIn(sql, guestToken, { email: 'new@wagday.dev' });
    released = backend.sql`select public.release_guest_mails(${JSON.stringify(mails)})`.execute();
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  await released;
  expect((await look()).toSorted()).toEqual(to("You're coming: Cake Day", 'ben', 'new'));
});

test('a change next to one that was not taken says what its guest knew before both @10.194', async () => {
  const party = await inviteAnna();
  await party.change({ location: 'Home' });
  const mails = await claimGuestMails(6 * minute);
  await party.change({ title: 'Tea Day' });
  await backend.sql`select private.queue_due_changes(now() + interval '6 minutes', 10)`;
  await backend.sql`select public.release_guest_mails(${JSON.stringify(mails)})`;
  expect(await lookLater()).toEqual(['anna@wagday.dev: A new name and place: Tea Day']);
  expect(lastMail().text).toContain('- The Park → Home\n');
  expect(await lookLater()).toEqual([]);
});

test('what records mails and letters waits no longer than its server, or records nothing @10.194', async () => {
  await inviteAnna();
  const { link } = await invite();
  await answer(link, { email: 'ben@wagday.dev' });
  const [asking, reminded] = [await newOwner(backend), await newOwner(backend)];
  for (const { id } of [asking, reminded])
    await backend.sql`insert into private.proof_mails values (${id}, '2000-01-01')`;
  await asking.client.rpc('ask_for_address_proof').throwOnError();
  await reminded.client.from('reminder_settings').insert({ time_zone: 'UTC', by_mail: true }).throwOnError();
  const [row] = await backend.sql`select public.claim_due_guest_mails(now(), 10) -> 'mails' as mails`;
  const mails = row?.mails as { id: string; version: string }[];
  const guests = await backend.sql`select id, invitation_id from public.party_guests order by invitation_id`;
  const letters = guests.map(({ id }) => ({ user_id: host.id, guests: [id], until: '2100-01-01' }));
  const holdFor = (seconds: number, lock: string) =>
    backend.sql.begin((sql) => sql.unsafe(`${lock}; select pg_sleep(${seconds})`));
  const [first, second] = guests.map(
    ({ invitation_id }) => `select from public.party_invitations where id = '${invitation_id}' for update`,
  );
  const held = [
    holdFor(6.3, 'select pg_advisory_xact_lock(20261124110000); select from private.proof_mails for update'),
    holdFor(3.2, String(first)),
    holdFor(6.3, String(second)),
  ];
  await new Promise((resolve) => setTimeout(resolve, 100));
  const { background } = backend.database;
  const decided = JSON.stringify(mails.map(({ id, version }) => ({ id, version, outcome: 'mail' })));
  const recorded = await Promise.allSettled([
    background`select public.record_guest_mails(${decided}, now())`,
    background`select public.record_answer_letters(${JSON.stringify(letters)}, now())`,
    background`select public.claim_proof_requests(now(), 10)`,
    background`select public.note_proof_mails(${[reminded.id]}, now())`,
  ]);
  expect(recorded.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  await Promise.all(held);
  expect(await backend.sql`select from private.guest_news where told_at is not null`).toEqual([]);
  expect(await lookAfter(2 * minute)).toEqual([
    `${asking.email}: Confirm your email`,
    "ben@wagday.dev: You're coming: Cake Day",
  ]);
});

test('many answers with a guest’s address that move up do not keep a cancellation from that guest', async () => {
  await growOld(host);
  const party = await invite({}, { most_people: 40 });
  await answer(party.link, { answer: 'maybe' });
  const places = [];
  for (let fill = 0; fill < 2; fill += 1) places.push(await answer(party.link, { adults: 20, email: null }));
  for (let fake = 0; fake < 25; fake += 1) await answer(party.link, { name: 'Eve' });
  await look();
  for (const { guestToken } of places) await answer(guestToken, { answer: 'no', adults: 0, email: null });
  expect(await look()).toHaveLength(10);
  await party.callOff();
  expect(await lookLater()).toEqual(['anna@wagday.dev: Called off: Cake Day']);
});

test('other hosts who have used up what an address gets in a day do not keep a cancellation from it', async () => {
  await beginNextDay();
  const party = await inviteAnna();
  const spend = () =>
    backend.sql`
      insert into private.guest_mail_counts (user_id, kind, address_hash, day, times)
      select '00000000-0000-0000-0000-000000000000', 'news', address_hash, day, 40
      from private.guest_mail_counts where kind = 'links' and user_id = ${host.id}
      on conflict (user_id, day, kind, address_hash) do update set times = 40`;
  await spend();
  await party.change({ location: 'Home' });
  // In the first week of an account it waits; otherwise accounts could be made for the purpose.
  expect(await lookLater()).toEqual([]);
  await growOld(host);
  expect(await lookAfter(61 * minute)).toEqual(['anna@wagday.dev: A new place: Cake Day']);
  await backend.sql`update public.birthday_celebrations set location = 'The Park' where id = ${party.id}`;
  expect(await lookLater()).toEqual([]);
  expect(await lookAfter(24 * 60 * minute)).toEqual(['anna@wagday.dev: A new place: Cake Day']);
});

test('many invitations of one host without guests keep no change from the guests of another', async () => {
  const party = await inviteAnna();
  await party.change({ location: 'Home' });
  const other = await newProvenOwner();
  await backend.sql`
    insert into public.party_invitations (user_id, party_id, told, change_due_at)
    select ${other.id}, gen_random_uuid(), ${{ title: 'Nothing', date: celebrated } as never}, '2020-01-01'
    from generate_series(1, 1200)`;
  expect(await lookLater()).toEqual(['anna@wagday.dev: A new place: Cake Day']);
  expect(await backend.sql`select from public.party_invitations where change_due_at is not null`).toHaveLength(0);
});

test('many changed parties of one host come one after another with those of another, and none is left', async () => {
  const mine = host;
  host = await newProvenOwner();
  for (const owner of [host, mine]) await growOld(owner);
  const parties = [];
  for (let number = 0; number < 45; number += 1) {
    const party = await invite();
    await answer(party.link, { email: `guest-${number}@wagday.dev` });
    parties.push(party);
  }
  host = mine;
  const party = await inviteAnna();
  await party.change({ location: 'Home' });
  await backend.sql`
    update public.birthday_celebrations set location = 'Elsewhere' where user_id <> ${mine.id}`;
  const told = await lookLater();
  expect(told).toHaveLength(46);
  // Four are sent at a time.
  expect(told.indexOf('anna@wagday.dev: A new place: Cake Day')).toBeLessThan(4);
});

test('a busy host with many changed parties keeps no change from the guests of another', async () => {
  const party = await inviteAnna();
  await party.change({ location: 'Home' });
  const busy = await newOwner(backend);
  await backend.sql`
    with added as (
      insert into public.party_invitations (user_id, party_id, told, change_due_at)
      select ${busy.id}, gen_random_uuid(), ${{ title: 'Nothing', date: celebrated } as never}, '2020-01-01'
      from generate_series(1, 250) returning id
    )
    insert into public.party_guests (invitation_id, user_id, name, answer, adults, email)
    select id, ${busy.id}, 'Ben', 'yes', 1, 'ben@wagday.dev' from added`;
  await backend.sql.begin(async (sql) => {
    await sql`select private.lock_guests(${busy.id})`;
    expect(await lookLater()).toEqual([`${busy.email}: Confirm your email`, 'anna@wagday.dev: A new place: Cake Day']);
  });
});

test('a host sends so many mails a day and no more, most of them kept for changes; those too many wait', async () => {
  await beginNextDay();
  const party = await inviteAnna();
  await spend('answers', 30);
  await answer(party.link, { email: 'ben@wagday.dev' });
  expect(await look()).toEqual([]);
  await party.change({ location: 'Home' });
  expect((await lookLater()).toSorted()).toEqual(to('A new place: Cake Day', 'anna', 'ben'));
  await spend('changes', 80);
  await party.change({ location: 'Elsewhere' });
  expect(await lookLater()).toEqual([]);
  await growOld(host);
  expect((await lookAfter(61 * minute)).toSorted()).toEqual([
    'anna@wagday.dev: A new place: Cake Day',
    'ben@wagday.dev: A new place: Cake Day',
    "ben@wagday.dev: You're coming: Cake Day",
  ]);
  await spend('answers', 300);
  await answer(party.link, { email: 'cleo@wagday.dev' });
  expect(await look()).toEqual([]);
  expect(await lookAfter(24 * 60 * minute)).toEqual(["cleo@wagday.dev: You're coming: Cake Day"]);
});

test('a host and a guest are told what waits, why and until when, and that a mail was sent only once it was @10.191', async () => {
  await beginNextDay();
  const party = await invite();
  const mails = () => mailsOf(party);
  const { guestToken } = await answer(party.link);
  const own = async (token: string) => {
    const { mailedAt, mailWaits } = (await open(token)).guest;
    return [mailedAt !== null, mailWaits];
  };
  expect(await own(guestToken)).toEqual([false, 'turn']);
  expect(await mails()).toEqual(['link waits']);
  expect(await look()).toHaveLength(1);
  expect(await own(guestToken)).toEqual([true, null]);
  expect(await mails()).toEqual(['link sent']);
  await answer(guestToken, { email: 'other@wagday.dev' });
  expect(await own(guestToken)).toEqual([false, 'turn']);
  expect(await look()).toHaveLength(1);

  await spend('answers', 30);
  const ben = await answer(party.link, { email: 'ben@wagday.dev' });
  expect(await look()).toEqual([]);
  expect(await own(ben.guestToken)).toEqual([false, 'limit']);
  expect(await mails()).toEqual(['link sent', 'link waits for limit until midnight']);
  await party.change({ location: 'Home' });
  expect(await mails()).toEqual(['change waits', 'change waits', 'link sent', 'link waits for limit until midnight']);
  await backend.sql`delete from private.proven_addresses where user_id = ${host.id}`;
  expect((await mails()).filter((mail) => mail.includes('proof'))).toHaveLength(3);
  await proveAddresses(backend);
  expect(await lookLater()).toHaveLength(2);
  expect(await mails()).toEqual(['change sent', 'change sent', 'link sent', 'link waits for limit until midnight']);
  // The mail with the change has the link, too.
  expect(await own(ben.guestToken)).toEqual([true, 'limit']);
  await party.sendWord('Bring boots.');
  // A word that waits for too long is not lost in silence.
  await backend.sql`update private.guest_mails set until = now() where kind = 'word'`;
  expect(await look()).toEqual([]);
  expect((await mails()).slice(-2)).toEqual(['word missed', 'word missed']);
  await backend.sql`delete from public.birthday_celebrations where id = ${party.id}`;
  expect((await mails()).slice(0, 2)).toEqual(['change waits', 'change waits']);
  expect(await lookLater()).toHaveLength(2);
  expect((await mails()).slice(0, 2)).toEqual(['change sent', 'change sent']);
});

test('a mail that nobody took until it was too late is shown as missed, not as sent @10.191', async () => {
  const party = await inviteAnna();
  await party.sendWord('Bring boots.');
  await failAfter(0);
  await backend.sql`update private.guest_mails set until = now() where kind = 'word'`;
  expect(await lookLater()).toEqual([]);
  expect(await mailsOf(party)).toEqual(['link sent', 'word missed']);
});

test('a mail that cannot be read is shown as missed once, and the next is mailed @10.191', async () => {
  const party = await inviteAnna();
  await backend.sql`update private.guest_facts set told = '{}'`;
  await party.change({ location: 'Home' });
  expect(await lookLater()).toEqual([]);
  expect(await mailsOf(party)).toEqual(['change missed', 'link sent']);
  await party.change({ location: 'Elsewhere' });
  expect(await lookLater()).toEqual(['anna@wagday.dev: A new place: Cake Day']);
});

test('a limit of the day holds up no mail that was counted before @10.191', async () => {
  await beginNextDay();
  const { link } = await inviteAnna();
  // As if no mail server had taken it.
  await backend.sql`
    update private.guest_mails set handed_at = null, token_hash = null, due_at = handed_at + interval '1 minute'`;
  await spend('answers', 30);
  await answer(link, { email: 'ben@wagday.dev' });
  expect(await look()).toEqual([]);
  expect(await lookAfter(2 * minute)).toEqual(["anna@wagday.dev: You're coming: Cake Day"]);
});

test('of mails that are due, a place goes first, then a change, a word, and links, at last of guests who cannot come @10.192', async () => {
  const party = await inviteGuests({ first: {}, second: {} }, {}, { most_people: 1 });
  const guestToken = party.tokens.first;
  await party.change({ location: 'Home' });
  await backend.sql`select private.queue_due_changes(now() + interval '6 minutes', 10)`;
  const later = backend.sql`now() + interval '10 minutes'`;
  await answer(party.link, { answer: 'no', email: 'no@wagday.dev' });
  await answer(party.link, { answer: 'maybe', email: 'maybe@wagday.dev' });
  await party.sendWord('Bring boots.');
  await answer(guestToken, { answer: 'no', email: 'first@wagday.dev' });
  await backend.sql`update private.guest_mails set due_at = ${later} where handed_at is null`;
  // A look hands over several at once, so only its claim has an order.
  const claimed = await claimGuestMails(11 * minute);
  expect(claimed.map(({ mail }) => mail)).toEqual([
    'second@wagday.dev: moved up',
    'second@wagday.dev: change',
    'second@wagday.dev: word',
    'maybe@wagday.dev: word',
    'maybe@wagday.dev: link',
    'no@wagday.dev: link',
  ]);
});

test('each guest who opens a mailed link makes room for two more mails of a new host, once, up to three times as many @10.193', async () => {
  await beginNextDay();
  const party = await inviteAnna();
  const guestToken = party.tokens.anna;
  const mailed = tokenIn(lastMail());
  const spendOfSite = (times: number) =>
    backend.sql`update private.guest_mail_counts set times = ${times} where kind = 'answers' and user_id::text like '00000000%'`;
  await spendOfSite(30);
  for (const name of ['ben', 'cleo', 'dan']) await answer(party.link, { email: `${name}@wagday.dev` });
  expect(await look()).toEqual([]);
  const note = (token: string) => newClient(backend).rpc('note_opened_mail', { token }).throwOnError();
  await note(guestToken);
  await note(party.link);
  await note('x'.repeat(1000));
  expect([(await open(mailed)).isNewFromMail, (await open(guestToken)).isNewFromMail]).toEqual([true, false]);
  expect(await lookAfter(61 * minute)).toEqual([]);
  await note(mailed);
  await note(mailed);
  expect((await open(mailed)).isNewFromMail).toBe(false);
  expect(await lookAfter(61 * minute)).toHaveLength(2);
  expect(await lookAfter(61 * minute)).toEqual([]);
  // However many have opened one.
  await backend.sql`update private.guest_mails set opened_at = now(), email = 'a' || id || '@gmail.com' where handed_at is not null`;
  await spendOfSite(90);
  expect(await lookAfter(61 * minute)).toEqual([]);
});

test('who moves up is mailed however many answers were, and guests who cannot come leave room for others @10.192', async () => {
  await beginNextDay();
  const party = await inviteGuests({ first: {}, second: {} }, {}, { most_people: 1 });
  const guestToken = party.tokens.first;
  await spend('answers', 15);
  await answer(party.link, { answer: 'no', email: 'no@wagday.dev' });
  await answer(party.link, { answer: 'maybe', email: 'maybe@wagday.dev' });
  expect(await look()).toEqual(['maybe@wagday.dev: You might come: Cake Day']);
  await spend('answers', 30);
  await answer(guestToken, { answer: 'no', email: 'first@wagday.dev' });
  expect(await look()).toEqual(['second@wagday.dev: There is a place for you: Cake Day']);
});

test('mails of a host that wait hold up nobody else’s', async () => {
  const hosts = [await newOwner(backend), host];
  for (const each of hosts) {
    host = each;
    const { link } = await invite();
    if (each !== hosts[0]) await answer(link, { email: 'last@wagday.dev' });
    else for (let guest = 0; guest < 45; guest += 1) await answer(link, { email: `guest-${guest}@wagday.dev` });
  }
  expect(await look()).toEqual([`${hosts[0]?.email}: Confirm your email`, "last@wagday.dev: You're coming: Cake Day"]);
});

test('what is counted of mails outlives guests, names no address, and ends with the account', async () => {
  await inviteAnna();
  await backend.sql`delete from public.party_guests`;
  const hashes = async () =>
    (await backend.sql`select encode(address_hash, 'hex') as hash from private.guest_mail_counts`).map(
      ({ hash }) => hash,
    );
  expect(await hashes()).toHaveLength(3);
  expect(await hashes()).not.toContain(createHash('sha256').update('anna@wagday.dev').digest('hex'));
  await backend.purgeInvitations();
  expect(await hashes()).toHaveLength(3);
  await host.client.rpc('delete_own_account').throwOnError();
  await backend.purgeInvitations();
  // Nothing remains of the account. Of mailboxes only what keeps another account from starting anew today remains.
  expect(await hashes()).toHaveLength(2);
  for (const table of ['counts', 'salts'])
    await backend.sql.unsafe(`update private.guest_mail_${table} set day = day - 2`);
  await backend.purgeInvitations();
  expect(await hashes()).toEqual([]);
  expect(await backend.sql`select from private.guest_mail_salts`).toHaveLength(0);
});

test('who does not come is not mailed what changes but a new day, once @10.185', async () => {
  const party = await inviteGuests({ anna: {}, ben: no });
  const guestToken = party.tokens.anna;
  await party.change({ location: 'Home' });
  expect(await lookLater()).toEqual(['anna@wagday.dev: A new place: Cake Day']);
  await party.change({ celebration_date: addDays(celebrated, 1) });
  expect((await lookLater()).toSorted()).toEqual([
    'anna@wagday.dev: A new day: Cake Day',
    'ben@wagday.dev: A new day and place: Cake Day',
  ]);
  const toBen = lastMailTo('ben');
  expect(toBen.text).toContain('How about this one?');
  expect(await lookLater()).toEqual([]);
  await party.change({ location: 'Elsewhere' });
  await backend.sql`select private.queue_due_changes(now() + interval '6 minutes', 10)`;
  await answer(guestToken, { answer: 'no', adults: 0 });
  await party.callOff();
  expect(await lookLater()).toEqual([]);
});

test.for([
  ['answer that comes', 'select from private.guest_facts for update'],
  ['host whose guests are changed', 'select private.lock_guests(user_id) from public.party_invitations'],
] as const)('a look waits for no %s right now, and mails its guests by the next look', async ([, lock]) => {
  const party = await inviteAnna();
  await party.change({ location: 'Home' });
  await backend.sql.begin(async (sql) => {
    await sql.unsafe(lock);
    expect(await lookLater()).toEqual([]);
  });
  expect(await look()).toEqual(['anna@wagday.dev: A new place: Cake Day']);
});

test('names and titles reach no header and are no markup, and names are in no mail at all', async () => {
  host = await newOwner(backend, { name: 'Ma"ria, (Eve) <b>' });
  await proveAddresses(backend);
  const title = '=?utf-8?q?Bcc:_x@y.z?= <b>"&';
  const { link } = await invite({ title });
  await answer(link, { name: 'Bcc: eve@wagday.dev <b>', email: 'anna@wagday.dev' });
  for (const [field, value] of [
    ['name', 'Anna\r\nBcc: eve@wagday.dev'],
    ['email', 'anna@wagday.dev, eve@wagday.dev'],
    ['email', 'anna@wagday.dev\r\nBcc: eve@wagday.dev'],
    ['email', 'Anna <anna@wagday.dev>'],
    ['email', '"anna bcc:eve"@wagday.dev'],
  ] as const) {
    expect(await answer(link, { [field]: value })).toMatchObject({ refused: 'invalid', field });
  }
  const onDisk = await startForTest({ publicUrl: site, databaseUrl: backend.databaseUrl, writesMail: true });
  await onDisk.sendGuestMails();
  const file = await mailTo(onDisk.dataDir, 'anna@wagday.dev');
  const [head = ''] = file.split('\r\n\r\n', 1);
  const headers = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  expect(headers.filter((line) => /^(to|cc|bcc):/i.test(line))).toEqual(['To: anna@wagday.dev']);
  expect(headers.filter((line) => /^from:/i.test(line))).toEqual([
    'From: "Ma\\"ria, (Eve) <b> via Wagday" <wagday@wagday.example>',
  ]);
  expect(headers.filter((line) => /^(references|in-reply-to): <party-of-guest-\S+>$/i.test(line))).toHaveLength(2);
  expect(file).not.toContain('eve@');
  expect(file.slice(file.indexOf('<!doctype'))).not.toContain('<b>');
});

test('the address in a mail ends the mails only by a POST and only for that address, and keeps the answer @10.195', async () => {
  const party = await inviteGuests({ anna: {}, ben: {} });
  const guestToken = party.tokens.ben;
  const [anna, ben] = ['anna@wagday.dev', 'ben@wagday.dev'].map((to) =>
    unsubscribeIn(backend.mailbox.mails.find((mail) => mail.to === to) as Mail).replace(site, backend.url),
  ) as [string, string];
  const addresses = async () =>
    (await backend.sql`select name, email from public.party_guests order by name`).map(({ email }) => email);
  const page = await fetch(anna);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<button>Stop the Emails</button>')]);
  expect((await fetch(anna, { method: 'HEAD' })).status).toBe(200);
  expect(await addresses()).toEqual(['anna@wagday.dev', 'ben@wagday.dev']);
  await party.change({ location: 'Home' });
  for (let times = 0; times < 2; times += 1) {
    const done = await fetch(anna, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('Done: no more emails')]);
    expect(await addresses()).toEqual([null, 'ben@wagday.dev']);
  }
  // Sent to an address that the guest has replaced.
  await answer(guestToken, { name: 'Ben', email: 'benjamin@wagday.dev' });
  await fetch(ben, { method: 'POST' });
  expect(await addresses()).toEqual([null, 'benjamin@wagday.dev']);
  expect(await lookLater()).toEqual(["benjamin@wagday.dev: You're coming: Cake Day"]);
  const guessed = `${anna.slice(0, -1)}${anna.endsWith('A') ? 'B' : 'A'}`;
  expect((await fetch(guessed, { method: 'POST' })).status).toBe(404);
  expect(backend.logged()).not.toContain(anna.split('/').at(-1));
});

test('mails that are ended at an address stay ended for the whole party, also for other answers with that address', async () => {
  const party = await invite();
  const other = await invite({ title: 'Bone Day' });
  await answerAs(party, { anna: {}, also: { email: 'Anna+two@wagday.dev' }, ben: {} });
  await answerAs(other, { anna: {} });
  const told = ({ to, subject }: Mail) => to === 'anna@wagday.dev' && subject.endsWith('Cake Day');
  await endMails(told);
  const left = await backend.sql`select email from public.party_guests where email is not null order by email`;
  expect(left.map(({ email }) => email)).toEqual(['anna@wagday.dev', 'ben@wagday.dev']);
  const { guestToken } = await answer(party.link, { name: 'Eve' });
  // Nobody learns by typing an address that it was there before.
  expect((await open(guestToken)).guest.email).toBe('anna@wagday.dev');
  await answer(guestToken, { name: 'Eve', email: 'ANNA+3@wagday.dev' });
  await party.change({ location: 'Home' });
  await other.change({ location: 'Home' });
  expect((await lookLater()).toSorted()).toEqual([
    'anna@wagday.dev: A new place: Bone Day',
    'ben@wagday.dev: A new place: Cake Day',
  ]);
  await party.change({ celebration_date: addDays(celebrated, -60) });
  await backend.sql`update public.party_invitations set told = told || ${{ date: addDays(celebrated, -60) } as never}`;
  await restForADay();
  await backend.purgeInvitations();
  expect(await backend.sql`select from private.guest_mail_stops`).toHaveLength(0);
});

test('mails that are ended at an address with a tag go on at the one without', async () => {
  const party = await inviteGuests({ anna: {}, eve: { email: 'anna+eve@wagday.dev' } });
  await endMails(({ to }) => to === 'anna+eve@wagday.dev');
  await answer(party.link, { name: 'Eve', email: 'anna+eve@wagday.dev' });
  await party.change({ location: 'Home' });
  expect(await lookLater()).toEqual(['anna@wagday.dev: A new place: Cake Day']);
  expect(await lookLater()).toEqual([]);
});

test('mails that are ended at a large provider are ended for all spellings of the mailbox', async () => {
  const party = await inviteGuests({ anna: { email: 'first.last@gmail.com' } });
  await endMails(() => true);
  await answer(party.link, { email: 'firstlast+again@googlemail.com' });
  expect(await look()).toEqual([]);
});

test('who is removed, and whose host is gone, gets no mail', async () => {
  const { link } = await invite();
  await answer(link);
  await host.client.from('party_guests').delete().eq('user_id', host.id).throwOnError();
  expect(await look()).toEqual([]);
  await answer(link);
  await backend.sql`delete from auth.users`;
  expect(await look()).toEqual([]);
  expect(await backend.sql`select from private.guest_mails`).toHaveLength(0);
});

/** Backdates the last change of all parties to the day before yesterday. */
async function restForADay(): Promise<void> {
  await backend.sql.begin(async (sql) => {
    await sql`alter table public.birthday_celebrations disable trigger user`;
    await sql`update public.birthday_celebrations set updated_at = now() - interval '25 hours'`;
    await sql`alter table public.birthday_celebrations enable trigger user`;
    await sql`update public.party_invitations set cancelled_at = now() - interval '25 hours' where cancelled_at is not null`;
  });
}

const guestsLeft = async () => (await backend.sql`select from public.party_guests`).length;

test('thirty days after the party its guests are deleted, and how many they were is kept @10.197', async () => {
  const party = await invite({}, { most_people: 4 });
  await answer(party.link, { adults: 2, children: 1, dogs: [{ name: 'Rex', size: 'small' }] });
  await answer(party.link, { adults: 2, email: null });
  await answer(party.link, { answer: 'maybe', email: null });
  await answer(party.link, { answer: 'no', adults: 0, email: null });
  await look();
  await backend.sql`
    update public.party_invitations set preview = ${`${host.id}/x.jpg`}, thanks = 'Ta!', album_url = 'https://photos.example/a',
      shows_photo = true
  `;
  const today = localDayAt(Date.now() - 12 * 60 * minute, 'UTC');
  const state = async () => {
    const [row] = await backend.sql`select preview, purged_counts from public.party_invitations`;
    return [(await backend.sql`select from public.party_guests`).length, row?.preview, row?.purged_counts];
  };
  await party.change({ celebration_date: addDays(today, -30) });
  await lookLater();
  await restForADay();
  await backend.purgeInvitations();
  expect(await state()).toEqual([4, `${host.id}/x.jpg`, null]);
  await party.change({ celebration_date: addDays(today, -31) });
  await backend.sql`update public.party_invitations set told = told || ${{ date: addDays(today, -31) } as never}`;
  await restForADay();
  await backend.purgeInvitations();
  await backend.purgeInvitations();
  const counts = { yes: 2, maybe: 1, no: 1, people: 3, adults: 2, children: 1, dogs: 1 };
  expect(await state()).toEqual([0, null, counts]);
  expect(await backend.sql`select from private.guest_mails`).toHaveLength(0);
  expect(await backend.sql`select from private.guest_tokens`).toHaveLength(0);
  expect(await open(party.link)).toBeNull();
  expect(await backend.sql`select from private.invitation_links`).toHaveLength(0);
  const kept = await backend.sql`
    select has_link, told ->> 'location' as place, thanks, album_url, shows_photo from public.party_invitations
  `;
  expect([...kept]).toEqual([{ has_link: false, place: null, thanks: null, album_url: null, shows_photo: false }]);
});

test('of an invitation that is removed only hashes stay, until the day of its party @10.220', async () => {
  const party = await invite();
  await answer(party.link);
  await backend.sql`delete from public.party_invitations`;
  const tombstones = () => backend.sql`select * from private.invitation_tombstones order by token_hash`;
  const [kept, ...more] = await tombstones();
  expect(kept).toEqual({ token_hash: expect.any(Buffer), last_day: celebrated });
  expect(more).toHaveLength(1);
  await backend.purgeInvitations();
  expect(await tombstones()).toHaveLength(2);
  await backend.sql`update private.invitation_tombstones set last_day = (now() at time zone 'Etc/GMT+12')::date - 1`;
  const gone = newClient(backend).rpc('is_invitation_gone', { token: party.link }).throwOnError();
  expect((await gone).data).toBe(false);
  await backend.purgeInvitations();
  expect(await tombstones()).toHaveLength(0);
  await backend.sql`
    insert into private.invitation_tombstones (token_hash, last_day)
    select sha256(int4send(number)), ${celebrated} from generate_series(1, 200100) as number`;
  await backend.purgeInvitations();
  expect(await backend.sql`select count(*)::integer as count from private.invitation_tombstones`).toEqual([
    { count: 200_000 },
  ]);
});

test('a party that was cancelled keeps its guests no longer than others @10.197', async () => {
  const party = await invite();
  await answer(party.link);
  await party.change({ celebration_date: addDays(celebrated, -60) });
  // A party that is over is no news, and neither are its answers.
  expect(await lookLater()).toEqual([]);
  await backend.sql`update public.party_invitations set cancel_reason = 'Rain.'`;
  await party.callOff();
  await backend.purgeInvitations();
  expect(await guestsLeft()).toBe(1);
  await restForADay();
  await backend.purgeInvitations();
  expect(await guestsLeft()).toBe(0);
  const [kept] =
    await backend.sql`select cancel_reason, cancelled_party -> 'row' as plan from public.party_invitations`;
  expect(kept).toEqual({ cancel_reason: null, plan: null });
});

test('a slip in the year costs no guests: neither the day that they were told nor one of yesterday is over @10.197', async () => {
  const party = await invite();
  await answer(party.link);
  await party.change({ celebration_date: addDays(celebrated, -365) });
  await restForADay();
  await backend.purgeInvitations();
  expect(await guestsLeft()).toBe(1);
  await lookLater();
  await party.change({ celebration_date: addDays(celebrated, -366) });
  await backend.purgeInvitations();
  expect(await guestsLeft()).toBe(1);
});

test('no day of one host’s parties keeps the guests of another’s', async () => {
  const party = await invite({ created_at: '2020-01-01T00:00:00Z' });
  await answer(party.link);
  const far = { celebration_date: '5874897-12-31', created_at: '2020-01-01T00:00:00Z' };
  const { data: row } = await host.client.from('birthday_celebrations').select().eq('id', party.id).single();
  await party.callOff();
  const back = await host.client.from('birthday_celebrations').insert({ ...row, ...far });
  expect(back.error).toMatchObject({ code: '23514', message: 'celebration_date is beyond the years 1 to 2100' });
  // A party with an invitation from an older version may have such a day.
  await backend.sql.begin(async (sql) => {
    await sql`update public.party_invitations set cancelled_party = told || '{"date": "5874897-12-31"}', preview = 'a.jpg'`;
  });
  const other = await newProvenOwner();
  const dog = await addDog(other);
  const faraway = await planParty(other, dog.id, far);
  const asked = await other.client.rpc('make_invitation_link', { party_id: faraway.id });
  expect(asked.error).toMatchObject({ code: '23514', message: 'celebration_date is beyond the years 1 to 2100' });
  host = other;
  const past = await invite();
  await answer(past.link, { name: 'Ben' });
  await past.change({ celebration_date: addDays(celebrated, -60) });
  await lookLater();
  await restForADay();
  await backend.purgeInvitations();
  expect((await backend.sql`select name from public.party_guests`).map(({ name }) => name)).toEqual(['Anna']);
});

test('many past parties of one host without guests keep no guests of another', async () => {
  const past = addDays(celebrated, -80);
  const party = await invite();
  await answer(party.link);
  await party.change({ celebration_date: addDays(celebrated, -60) });
  await lookLater();
  await backend.sql`
    insert into public.party_invitations (user_id, party_id, told, preview)
    select ${host.id}, gen_random_uuid(), ${{ date: past } as never}, n::text from generate_series(1, 60) as n`;
  await restForADay();
  await backend.purgeInvitations();
  expect(await guestsLeft()).toBe(0);
  expect(await backend.sql`select from public.party_invitations where preview is not null`).toHaveLength(0);
});

/** Creates new hosts with these addresses, which are proved. */
async function newHostsAt(...emails: string[]): Promise<Owner[]> {
  const hosts: Owner[] = [];
  for (const email of emails) {
    const owner = await newOwner(backend);
    await backend.sql`update auth.users set email = ${email} where id = ${owner.id}`;
    hosts.push(owner);
  }
  await proveAddresses(backend);
  return hosts;
}

/** Adds answers of that many guests, whom nobody else has invited, to a party of each host. */
async function inviteStrangers(hosts: readonly Owner[], guests: number) {
  const parties = [];
  for (const [number, each] of hosts.entries()) {
    host = each;
    const party = await invite();
    for (let guest = 0; guest < guests; guest += 1) {
      await answer(party.link, { email: `stranger-${number}-${guest}@wagday.dev` });
    }
    parties.push(party);
  }
  return parties;
}

test('the new hosts of one domain have 60 guests a day mailed, its subdomains included; those are told of changes, and the rest wait', async () => {
  await beginNextDay();
  const hosts = await newHostsAt(
    'a@spam.example',
    'b@spam.example',
    'c@x.spam.example',
    'd@y.spam.example',
    'e@z.y.spam.example',
  );
  const [party] = await inviteStrangers(hosts, 14);
  expect(await look()).toHaveLength(60);
  expect(await look()).toEqual([]);
  host = hosts[0] as Owner;
  await party?.change({ location: 'Home' });
  expect(await lookLater()).toHaveLength(14);
  // Other hosts are not held up.
  host = await newProvenOwner();
  await answer((await invite()).link);
  expect(await look()).toHaveLength(1);
  expect(await lookAfter(24 * 60 * minute)).toHaveLength(10);
});

test('the new hosts of a large provider share no count, nor do those of two domains below one registry', async () => {
  await beginNextDay();
  const hosts = await newHostsAt('a@gmail.com', 'b@gmail.com', 'c@kennel-one.co.uk', 'd@kennel-two.co.uk');
  await inviteStrangers(hosts, 25);
  expect(await look()).toHaveLength(100);
});

/** Goes on with another server, whose new hosts together may mail so many guests a day. */
async function useSiteThatAllows(newHostGuests: number): Promise<void> {
  backend = await startForTest({ publicUrl: site, newHostGuests, databaseUrl: await createDatabase() });
}

test('all new hosts together have as many guests a day mailed as the site allows, and older ones are not counted @10.310', async () => {
  await useSiteThatAllows(3);
  await beginNextDay();
  const hosts = await newHostsAt('a@gmail.com', 'b@yahoo.com');
  await inviteStrangers(hosts, 2);
  expect(await look()).toHaveLength(3);
  host = await newProvenOwner();
  await growOld(host);
  await answer((await invite()).link);
  expect(await look()).toEqual(["anna@wagday.dev: You're coming: Cake Day"]);
  expect(await lookAfter(24 * 60 * minute)).toHaveLength(1);
});

test('a few new hosts leave two fifths of the site’s guests to those with fewer than ten, and the log says when all are mailed @10.310', async () => {
  await useSiteThatAllows(20);
  await beginNextDay();
  const busy = await newHostsAt('a@gmail.com', 'b@yahoo.com');
  await inviteStrangers([busy[0] as Owner], 13);
  // Ten, and two more up to three fifths.
  expect(await look()).toHaveLength(12);
  await inviteStrangers([busy[1] as Owner], 12);
  expect(await look()).toHaveLength(8);
  const full = () => backend.logged().match(/new_hosts_full/g);
  expect(full()).toHaveLength(1);
  await lookAfter(61 * minute);
  expect(full()).toHaveLength(1);
});

test('one mailbox gets no more by being spelled in other ways', async () => {
  for (let times = 0; times < 4; times += 1) {
    host = await newProvenOwner();
    const { link } = await invite();
    for (const name of ['first.last', 'f.irstlast', 'firstlast+a', 'FirstLast'])
      for (const domain of ['gmail.com', 'googlemail.com']) await answer(link, { email: `${name}@${domain}` });
  }
  await look();
  expect(backend.mailbox.mails).toHaveLength(10);
});

test('no link of a host in the first week is mailed, and what an older host wrote is', async () => {
  const party = await invite({ title: 'Win at evil.com', location: 'bit.ly/evil' });
  await answer(party.link);
  expect(await look()).toEqual(["anna@wagday.dev: You're coming: a dog party"]);
  await party.change({ title: 'evil dot com', location: 'www evil' });
  expect(await lookLater()).toHaveLength(1);
  for (const { subject, text, html } of backend.mailbox.mails)
    expect(subject + text + html).not.toMatch(/evil|bit\.ly/);
  await growOld(host);
  await answer(party.link, { email: 'ben@wagday.dev' });
  expect(await look()).toEqual(["ben@wagday.dev: You're coming: evil dot com"]);
});

test('of a host in the first week no word with a link is mailed, nor why a party is called off @10.184', async () => {
  const party = await inviteAnna();
  await party.sendWord('See evil dot com');
  expect(await look()).toEqual([]);
  await party.set({ cancel_reason: 'See evil.com/why' });
  await party.callOff();
  await lookLater();
  expect(lastMail().text).toContain('See the page for the reason.');
  expect(JSON.stringify(backend.mailbox.mails)).not.toContain('evil');
});

test('a dog that is deleted takes its parties along, and their guests are told @10.196', async () => {
  const party = await inviteAnna();
  await host.client.from('dogs').delete().eq('id', party.dogId).throwOnError();
  expect(await lookLater()).toEqual(['anna@wagday.dev: Called off: Cake Day']);
  expect(await lookLater()).toEqual([]);
});

test('an account that is deleted tells each guest with an address once that a party to come is off, and nothing else of it is left @10.196', async () => {
  const party = await invite({ celebration_time: '18:30', time_zone: 'Asia/Kathmandu' });
  const { guestToken } = await answer(party.link, { name: 'Anna of Elsewhere' });
  for (const email of ['ANNA+again@wagday.dev', 'ANNA@wagday.dev', null]) await answer(party.link, { email });
  await answerAs(party, { ben: { answer: 'maybe' }, cleo: no, dora: {} });
  // She wants no more mails.
  await endMails(({ to }) => to === 'dora@wagday.dev');
  await host.client.rpc('delete_own_account').throwOnError();
  const [kept] = await backend.sql<
    { rows: string }[]
  >`select json_agg(kept)::text as rows from private.guest_farewells as kept`;
  expect(kept?.rows).not.toMatch(new RegExp(`The Park|Elsewhere|Luna|cleo|dora|${host.email}|${host.id}`));
  expect((await look()).map((mail) => mail.toLowerCase()).toSorted()).toEqual([
    'anna@wagday.dev: called off: cake day',
    'ben@wagday.dev: called off: cake day',
  ]);
  const { text, html, messageId } = lastMail();
  expect(text).toContain('6:30 PM, Kathmandu time\n- This party is called off.\n');
  for (const part of [text, html]) expect(part).not.toMatch(/https?:|Tails up|The Park/);
  expect(messageId).toMatch(/^<guest-farewell-[0-9a-f-]{36}@wagday\.example>$/);
  expect(await lookLater()).toEqual([]);
  expect(await open(guestToken)).toBeNull();
  expect(await backend.sql`select from private.guest_farewells`).toHaveLength(0);
});

test('a deleted account tells nobody of parties that are over or were told to be off, and nobody at all for a host without a proved address @10.196', async () => {
  const off = await invite({ title: 'Off' });
  await answer(off.link);
  const over = await invite({ title: 'Over' });
  await answer(over.link, { email: 'ben@wagday.dev' });
  await look();
  await off.callOff();
  await over.change({ celebration_date: addDays(celebrated, -40) });
  expect(await lookLater()).toEqual(['anna@wagday.dev: Called off: Off']);
  // Cancelled, but the guests are not informed yet.
  const late = await invite({ title: 'Late' });
  await answer(late.link, { email: 'cleo@wagday.dev' });
  await look();
  await late.callOff();
  await host.client.rpc('delete_own_account').throwOnError();
  expect(await look()).toEqual(['cleo@wagday.dev: Called off: Late']);

  host = await newOwner(backend);
  await answer((await invite()).link);
  await host.client.rpc('delete_own_account').throwOnError();
  expect(await look()).toEqual([]);
});

test('deleting accounts is no way to mail more strangers, nor one stranger more often', async () => {
  await beginNextDay();
  const hosts = await newHostsAt('a@spam.example', 'b@spam.example');
  await inviteStrangers(hosts, 35);
  for (const each of hosts) await each.client.rpc('delete_own_account').throwOnError();
  expect(await look()).toHaveLength(60);
  expect(await lookAfter(24 * 60 * minute)).toEqual([]);
});

test('new hosts mail as few farewells as the site allows', async () => {
  await useSiteThatAllows(1);
  await beginNextDay();
  await look();
  await inviteStrangers(await newHostsAt('a@gmail.com'), 3);
  await host.client.rpc('delete_own_account').throwOnError();
  expect(await look()).toHaveLength(1);
});

test('a farewell that was certainly not taken is tried again, and none is kept for longer than two days', async () => {
  await inviteAnna();
  await host.client.rpc('delete_own_account').throwOnError();
  await failAfter(0);
  expect(await look()).toEqual([]);
  expect(await lookAfter(2 * minute)).toEqual(['anna@wagday.dev: Called off: Cake Day']);
  host = await newProvenOwner();
  await answer((await invite()).link);
  await host.client.rpc('delete_own_account').throwOnError();
  await backend.sql`update private.guest_mail_salts set day = day - 2`;
  await backend.purgeInvitations();
  expect(await backend.sql`select from private.guest_farewells`).toHaveLength(0);
});

test('who could not be mailed yet that a party is called off is mailed so when its host goes @10.196', async () => {
  const party = await inviteAnna();
  await party.callOff();
  await failAfter(6 * minute);
  await host.client.rpc('delete_own_account').throwOnError();
  expect(await look()).toEqual(['anna@wagday.dev: Called off: Cake Day']);
});

test('an account with thousands of guests is deleted within the time of a request, and leaves as many farewells as a host may send', async () => {
  await growOld(host);
  await backend.sql`
    with added as (
      insert into public.party_invitations (user_id, party_id, told)
      select ${host.id}, gen_random_uuid(), ${{ title: 'Big Day', date: celebrated } as never}
      from generate_series(1, 20) returning id
    )
    insert into public.party_guests (invitation_id, user_id, name, answer, adults, email)
    select id, ${host.id}, 'Ben', 'yes', 1, 'ben' || number || '@gmail.com' from added, generate_series(1, 150) as number`;
  await host.client.rpc('delete_own_account').throwOnError();
  const kept = await backend.sql`select from private.guest_farewells`;
  expect(kept.length).toBeGreaterThan(400);
  expect(kept.length).toBeLessThanOrEqual(700);
});

test('guests are told when a party ends, and of another end @10.158', async () => {
  const party = await inviteAnna({ celebration_time: '18:30', time_zone: 'Asia/Kathmandu' });
  expect((await open(party.link)).party).toMatchObject({ hour: '18:30', end: null });
  await party.change({ end_time: '21:00' });
  expect((await open(party.link)).party).toMatchObject({ hour: '18:30', end: '21:00' });
  expect(await lookLater()).toEqual(['anna@wagday.dev: A new time: Cake Day']);
  expect(lastMail().text).toContain(': 6:30 PM → 6:30 PM to 9:00 PM, Kathmandu time\n');
  await host.client.rpc('delete_own_account').throwOnError();
  expect(await look()).toEqual(['anna@wagday.dev: Called off: Cake Day']);
  expect(lastMail().text).toContain('6:30 PM to 9:00 PM, Kathmandu time\n');
});

const tomorrow = () => addDays(localDayAt(Date.now(), 'UTC'), 1);

/** Makes it the moment of the reminder, for an answer from before. */
const remindNow = () => backend.sql`
  with answered as (update public.party_guests set answered_at = now() - interval '1 day' where answered_at is not null)
  update public.party_invitations set remind_at = now() - interval '1 minute'`;

test('guests who may come are reminded on the day before, once, and neither those who cannot nor those who wait @10.186', async () => {
  // A zone in which it stays the day before while this test moves its clock.
  const time_zone = new Date().getUTCHours() < 12 ? 'UTC' : 'Pacific/Honolulu';
  const celebration_date = addDays(localDayAt(Date.now(), time_zone), 1);
  const party = await inviteGuests(
    { anna: {}, ben: { answer: 'maybe' }, cleo: no, dan: { adults: 2 } },
    { celebration_date, celebration_time: '18:30', time_zone },
    { most_people: 2 },
  );
  await remindNow();
  expect((await look()).toSorted()).toEqual(to('Tomorrow: Cake Day', 'anna', 'ben'));
  const mail = lastMailTo('anna');
  expect(mail.text).toMatch(/^Hello Anna,\n/);
  expect((await open(tokenIn(mail))).guest).toMatchObject({ name: 'Anna' });
  await party.change({ title: 'Bone Day' });
  await lookAfter(30 * minute);
  expect(backend.mailbox.mails.filter(({ subject }) => subject.startsWith('Tomorrow'))).toHaveLength(2);
  // One click ends reminders, too.
  await backend.sql`update public.party_invitations set remind_at = now() - interval '1 minute'`;
  await fetch(`${backend.url}${new URL(unsubscribeIn(mail)).pathname}`, { method: 'POST' });
  expect(await look()).toEqual(['ben@wagday.dev: Tomorrow: Bone Day']);
});

test.for([
  ['that its host has switched off', 'update public.party_invitations set reminds_guests = false'],
  ['of guests who answered just now', "update public.party_guests set answered_at = now() - interval '11 hours'"],
  ['half a day late', "update public.party_invitations set remind_at = now() - interval '12 hours'"],
  ['of a cancelled party', 'delete from public.birthday_celebrations'],
] as const)('no reminder is sent %s @10.186', async ([, change]) => {
  await inviteAnna({ celebration_date: tomorrow() });
  await remindNow();
  await backend.sql.unsafe(change);
  expect(await look()).toEqual([]);
});

test('a reminder that has waited for too long is kept for its host to see, also on the day of the party @10.191', async () => {
  await inviteAnna({ celebration_date: tomorrow() });
  await remindNow();
  await backend.sql`delete from private.proven_addresses`;
  expect(await look()).toEqual([]);
  await backend.sql`update private.guest_mails set until = now() where kind = 'reminder'`;
  expect(await lookAfter(24 * 60 * minute)).toEqual([]);
  const [{ is_missed } = { is_missed: null }] = await backend.sql`
    select handed_at is not null and email is null as is_missed from private.guest_mails where kind = 'reminder'`;
  expect(is_missed).toBe(true);
});

test.for([
  [
    'its party moves',
    `update public.birthday_celebrations set celebration_date = '${addDays(tomorrow(), 3)}'`,
    ['anna@wagday.dev: A new day: Cake Day'],
  ],
  ['its host switches reminders off', 'update public.party_invitations set reminds_guests = false', []],
] as const)('a reminder that waits is not sent once %s', async ([, change, expected]) => {
  await inviteAnna({ celebration_date: tomorrow() });
  const proofs = await backend.sql`delete from private.proven_addresses returning *`;
  await remindNow();
  expect(await look()).toEqual([]);
  expect(await backend.sql`select from private.guest_mails where kind = 'reminder'`).toHaveLength(1);
  await backend.sql.unsafe(change);
  await backend.sql`insert into private.proven_addresses ${backend.sql(proofs as never)}`;
  expect(await lookLater()).toEqual(expected);
});

test('guests of a party without a time are reminded at nine in the morning where its host is @10.186', async () => {
  const dog = await addDog(host, { name: 'Luna' });
  const remindedAt = async (zone: string | undefined, celebration_date = celebrated) => {
    const { id: party_id } = await planParty(host, dog.id, { title: 'Cake Day', celebration_date });
    await host.client.rpc('make_invitation_link', { party_id, zone }).throwOnError();
    const [row] = await backend.sql`
      select to_char(remind_at at time zone 'UTC', 'HH24:MI') as at from public.party_invitations where party_id = ${party_id}`;
    return row?.at;
  };
  const zones = ['America/Phoenix', undefined, 'Mars/Olympus_Mons', "'; drop table x", 'x'.repeat(10_000)];
  const moments = await Promise.all(zones.map((zone) => remindedAt(zone)));
  expect(moments).toEqual(['16:00', ...Array(4).fill('10:00')]);
});

test('the moment of a reminder is nine in the morning before the day, there, and follows a party that moves @10.186', async () => {
  const party = await invite({ celebration_time: '18:30', time_zone: 'Asia/Kathmandu' });
  const remindedAt = async () => {
    const [row] = await backend.sql`
      select to_char(remind_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at from public.party_invitations`;
    return row?.at;
  };
  const before = (days: number) => addDays(celebrated, -days);
  expect(await remindedAt()).toBe(`${before(1)} 03:15`);
  await party.change({ celebration_date: before(3) });
  expect(await remindedAt()).toBe(`${before(4)} 03:15`);
  await party.change({ celebration_time: null, time_zone: null });
  expect(await remindedAt()).toBe(`${before(4)} 10:00`);
  await party.change({ celebration_date: addDays(celebrated, -20) });
  expect(await remindedAt()).toBeNull();
  // A database that was restored may have a time zone that this PostgreSQL does not know.
  await backend.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update public.birthday_celebrations set celebration_time = '18:30', time_zone = 'Mars/Olympus_Mons'`;
  });
  await party.change({ celebration_date: before(2) });
  expect(await remindedAt()).toBeNull();
  await party.change({ celebration_time: null, time_zone: null });
  await party.change({ celebration_date: celebrated });
  await party.callOff();
  expect(await remindedAt()).toBeNull();
});

test('a host writes a word to all guests who may come, twice a day, and each gets it by the own mail @10.187', async () => {
  const party = await inviteGuests({ anna: {}, ben: { answer: 'maybe' }, cleo: no, dan: { email: null } });
  // Sent again, because its answer was lost.
  const word_id = randomUUID();
  for (let time = 1; time <= 2; time += 1)
    expect((await party.sendWord('Bring boots,\nit rains.', { word_id })).data).toBe(2);
  // The second waits until the first is sent.
  expect((await party.sendWord('And a towel.')).error?.message).toMatch(/^limit reached: /);
  expect((await look()).toSorted()).toEqual(to('A word from your host: Cake Day', 'anna', 'ben'));
  expect((await party.sendWord('Bring boots,\nit rains.', { word_id })).data).toBe(2);
  expect(await look()).toEqual([]);
  expect(lastMail().text).toContain('\nBring boots,\nit rains.\n');
  expect(lastMail().headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
  expect((await party.sendWord('And a towel.')).data).toBe(2);
  expect(await look()).toHaveLength(2);
  expect(lastMail().text).toContain('\nAnd a towel.\n');
  expect((await party.sendWord('And a ball.')).error?.message).toMatch(/^limit reached: /);
  await backend.sql`update private.guest_words set sent_at = sent_at - interval '1 day'`;
  expect((await party.sendWord('And a ball.')).data).toBe(2);
});

test('of a party that stays far ahead, what its host has mailed does not grow without end @10.187', async () => {
  const party = await inviteGuests({ anna: {} }, { celebration_date: '2100-12-31' });
  const write = async (times: number, ago: string) => {
    const results = [];
    for (let time = 0; time < times; time += 1) {
      results.push((await party.sendWord('Bring boots.')).error?.message ?? (await look()).length);
      await backend.sql`update private.guest_words set sent_at = sent_at - ${ago}::interval`;
      await backend.sql`update private.guest_mails set handed_at = handed_at - ${ago}::interval`;
    }
    return results;
  };
  const kept = async () =>
    (await backend.sql`select kind from private.guest_mails order by kind`).map(({ kind }) => kind);
  expect(await write(3, '1 day')).toEqual([1, 1, 1]);
  expect(await kept()).toEqual(['link', 'word', 'word', 'word']);
  expect(await write(2, '1 year')).toEqual([1, 1]);
  expect(await kept()).toEqual(['link', 'word']);
  await spend('words', 0);
  await backend.sql`
    insert into private.guest_words (invitation_id, words, sent_at)
    select invitation_id, words, sent_at from private.guest_words, generate_series(1, 34) limit 34`;
  expect(await write(2, '1 day')).toEqual([1, expect.stringMatching(/^limit reached: .* 40 for a party/)]);
  // Thanks still go out.
  await backend.sql`update private.guest_words set sent_at = '2000-01-01'`;
  await party.change({ celebration_date: '2026-01-01' });
  expect(await write(1, '1 day')).toEqual([1]);
});

test('after the party a word is thanks, mailed once to those who came; a word from before it is not mailed any more @10.354', async () => {
  const party = await invite({}, { most_people: 3 });
  const maybe = { answer: 'maybe' };
  const phone = { name: 'Fay, on her phone', email: 'fay@wagday.dev' };
  await answerAs(party, { anna: {}, ben: maybe, fay: maybe, phone, cleo: no, dan: {}, eve: {} });
  expect((await party.sendWord('Bring boots.')).data).toBe(5);
  const ago = (hours: number) => new Date(Date.now() - hours * 60 * minute).toISOString();
  const hours = { celebration_time: ago(3).slice(11, 16), end_time: ago(1).slice(11, 16), time_zone: 'UTC' };
  await party.change({ celebration_date: ago(3).slice(0, 10), ...hours });
  // It was written while the party went on.
  await backend.sql`update private.guest_mails set until = until - interval '2 hours' where kind = 'word' and handed_at is null`;
  await backend.sql`update private.guest_words set sent_at = sent_at - interval '2 hours'`;
  expect(await look()).toEqual([]);
  const word_id = randomUUID();
  for (let time = 1; time <= 2; time += 1) expect((await party.sendWord('What a day! <b>', { word_id })).data).toBe(3);
  expect((await look()).toSorted()).toEqual(to('Thank you from your host: Cake Day', 'anna', 'dan', 'fay'));
  expect(lastMail().text).toContain('\nWhat a day! <b>\n');
  expect(lastMail().html).not.toContain('<b>');
  await party.change({ celebration_date: ago(96).slice(0, 10) });
  await backend.sql`update private.guest_words set sent_at = sent_at - interval '1 day'`;
  expect((await party.sendWord('And again.')).error?.message).toMatch(/^limit reached: /);
  await party.callOff();
  expect(await look()).toEqual([]);
});

test("a party without a time is over for its guests at midnight in its host's zone @10.354", async () => {
  const yesterday = addDays(localDayAt(Date.now(), 'Pacific/Kiritimati'), -1);
  const party = await invite({ celebration_date: yesterday });
  const inZone = async (zone: string) => {
    await backend.sql`update public.party_invitations set host_zone = ${zone}`;
    return (await open(party.link)).state;
  };
  expect([await inZone('Etc/GMT+12'), await inZone('Pacific/Kiritimati')]).toEqual(['open', 'past']);
});

test('an address gets a reminder and a word once, however many answers there are with it', async () => {
  const party = await invite({ celebration_date: tomorrow() });
  for (const name of ['anna', 'ANNA', 'anna+dog', 'ben+1', 'ben+2'])
    await answer(party.link, { email: `${name}@wagday.dev` });
  // A later yes does not take over the mails of an earlier maybe.
  await answerAs(party, { cleo: { answer: 'maybe' }, eve: { email: 'cleo@wagday.dev' } });
  await remindNow();
  const told = ['anna', 'ben+1', 'ben+2', 'cleo'];
  expect((await look()).toSorted()).toEqual(to('Tomorrow: Cake Day', ...told));
  expect((await open(tokenIn(lastMailTo('cleo')))).guest).toMatchObject({ name: 'Cleo' });
  expect((await party.sendWord('Bring boots.')).data).toBe(4);
  expect((await look()).toSorted()).toEqual(to('A word from your host: Cake Day', ...told));
});

test('a word is refused from anybody but the host, without a proved address, and for a party that is off @10.187', async () => {
  const party = await invite();
  await answer(party.link);
  const sendAs = ({ client }: Pick<Owner, 'client'>) =>
    client.rpc('send_word_to_guests', { invitation_id: party.invitation, words: 'Hello' });
  expect((await sendAs(await newProvenOwner())).error).toMatchObject({ code: '23503' });
  expect((await sendAs({ client: newClient(backend) })).error).toMatchObject({ code: '42501' });
  for (const words of ['', ' \u200b', 'x'.repeat(501), 'a\u202eb', 'a\u0007b'])
    expect((await party.sendWord(words)).error).toMatchObject({ code: '23514' });
  await party.callOff();
  expect((await party.sendWord('Hello')).error).toMatchObject({ code: '42501' });
  const next = await invite();
  await backend.sql`delete from private.proven_addresses where user_id = ${host.id}`;
  expect((await next.sendWord('Hello')).error).toMatchObject({ code: '42501' });
  expect(await backend.sql`select from private.guest_words`).toHaveLength(0);
});

test('words and reminders have a day’s limits of their own, and leave the room for a cancellation @10.187', async () => {
  const party = await inviteGuests({ anna: {}, ben: {} });
  await party.sendWord('Bring boots.');
  expect(await look()).toHaveLength(2);
  const counts =
    await backend.sql`select times from private.guest_mail_counts where kind = 'words' and address_hash <> '' and times = 2`;
  expect(counts).toHaveLength(1);
  await backend.sql`update private.guest_mail_counts set times = 40 where kind = 'words' and times = 2`;
  await party.sendWord('And a towel.');
  expect(await look()).toEqual([]);
  // A word that waited for a day is not sent any more.
  expect(await lookAfter(24 * 60 * minute)).toEqual([]);
  expect(await backend.sql`select from private.guest_mails where kind = 'word' and handed_at is null`).toHaveLength(0);
  await spend('words', 40);
  await backend.sql`delete from public.birthday_celebrations where id = ${party.id}`;
  expect(await lookLater()).toHaveLength(2);
});

test('mails name the host and the dog, and a reply reaches the host only if the host wants that @10.188', async () => {
  host = await newOwner(backend, { name: 'Maria' });
  await proveAddresses(backend);
  const party = await invite({}, { bring_list: ['Lemonade'] });
  await answer(party.link, { name: 'Anna Smith', brings: ['Lemonade'] });
  expect(await look()).toEqual(["anna@wagday.dev: You're coming: Cake Day with Maria"]);
  expect(lastMail().text).toMatch(/^Hello Anna,\n\nCake Day\n- With Maria and Luna\n/);
  expect(lastMail().text).toContain('\n- You bring: Lemonade.\n');
  expect(JSON.stringify(lastMail())).not.toContain(host.email);
  expect(lastMail().sender).toBe('Maria via Wagday');
  await party.set({ replies_by_mail: true });
  await answer(party.link, { name: 'Ben', email: 'ben@wagday.dev' });
  await look();
  expect(lastMail().headers).toMatchObject({ 'Reply-To': host.email });
  expect(lastMail().text).toContain('A reply to this email reaches your host.');
});
