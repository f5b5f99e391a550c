/** Tests the limits on mails that anybody can cause about an account, however many accounts and spellings of an address they invent. */
import { beforeEach, expect, test } from 'vitest';
import { newClient, newEmail, newOwner, type Owner, proveAddresses, signInByLink } from '../../support/owners.ts';
import { shareBackend } from '../../support/shared-backend.ts';
import { shareCluster } from '../../support/shared-cluster.ts';
import type { TestBackend } from '../../support/test-backend.ts';

const hour = 3_600_000;
const freshBackend = shareBackend({}, shareCluster());
let backend: TestBackend;
beforeEach(async () => {
  backend = await freshBackend();
});

let passwords = 0;
/** Returns the code of a refusal, or undefined. */
async function changePassword(owner: Owner): Promise<string | undefined> {
  passwords += 1;
  const [current_password, password] = [owner.password, `another one ${passwords}`];
  const { error } = await owner.client.auth.updateUser({ password, current_password });
  if (!error) owner.password = password;
  return error?.code;
}

async function signUp(email: string): Promise<Owner> {
  const owner = await newOwner(backend);
  await backend.sql`update auth.users set email = ${email} where id = ${owner.id}`;
  return { ...owner, email };
}

let devices = 0;
/** Signs in on a device that is new to the account. */
async function signInElsewhere({ email, password }: Owner): Promise<void> {
  const browsers = ['Firefox/140.0', 'Chrome/140.0.0.0 Safari/537.36', 'Version/18.0 Safari/605.1.15', 'Edg/140.0.0.0'];
  const systems = [
    'X11; Linux x86_64',
    'Windows NT 10.0; Win64; x64',
    'Macintosh; Intel Mac OS X 10_15_7',
    'Linux; Android 10; K',
  ];
  const [browser, system] = [browsers[devices % 4], systems[Math.floor(devices / 4) % 4]];
  devices += 1;
  await backend.sql`delete from auth.known_devices where last_seen_at < (select max(last_seen_at) from auth.known_devices)`;
  const response = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'User-Agent': `Mozilla/5.0 (${system}) AppleWebKit/537.36 Gecko/20100101 ${browser}` },
    body: JSON.stringify({ email, password }),
  });
  expect(response.status).toBe(200);
}

/** Returns the subjects of all mails to matching addresses, once none is under way. */
async function subjectsTo(addresses: RegExp): Promise<string[]> {
  await backend.mailSettled();
  return backend.mailbox.mails.filter(({ to }) => addresses.test(to)).map(({ subject }) => subject);
}

/** Lets the server look for due work. What is under way ends first: a mail that has waited for an hour is not sent any more. */
async function lookAfter(milliseconds: number): Promise<void> {
  await backend.mailSettled();
  backend.advance(milliseconds);
  await newClient(backend).auth.resetPasswordForEmail(newEmail());
  await backend.mailSettled();
}

test('anyone who signs up with a stranger’s address has it mailed four times in a week at most, of which two are notices', async () => {
  const owner = await signUp('stranger@elsewhere.example');
  const codes: (string | undefined)[] = [];
  for (let times = 0; times < 30; times += 1) codes.push(await changePassword(owner));
  expect(codes.filter((code) => code === undefined)).toHaveLength(5);
  expect(new Set(codes.slice(5))).toEqual(new Set(['over_request_rate_limit']));
  for (let times = 0; times < 5; times += 1) await signInElsewhere(owner);
  for (let times = 0; times < 3; times += 1) {
    await newClient(backend).auth.resetPasswordForEmail(owner.email);
    await owner.client.auth.updateUser({ email: `away-${times}@wagday.dev` });
    await owner.client.from('reminder_settings').upsert({ by_mail: true, time_zone: 'UTC' });
    await backend.tickReminders();
    await owner.client.rpc('ask_for_address_proof');
    await backend.sendGuestMails();
  }
  expect((await subjectsTo(/^stranger@/)).toSorted()).toEqual([
    'A new device at your Wagday account',
    'Choose a new Wagday password',
    'Confirm reminders',
    'Your Wagday password has changed',
  ]);
  // Nor later, or on another day of the week.
  for (let times = 0; times < 3; times += 1) {
    await lookAfter(25 * hour);
    await signInElsewhere(owner);
  }
  expect(await subjectsTo(/^stranger@/)).toHaveLength(4);
});

test('an owner whose address is not proved is told of a new password once a day, and of everything else once a week', async () => {
  const owner = await newOwner(backend);
  const news = 'Your Wagday password has changed';
  const told = async () =>
    (await subjectsTo(new RegExp(`^${owner.email}$`))).filter((subject) => subject === news).length;
  await signInElsewhere(owner);
  for (const count of [1, 1]) {
    await changePassword(owner);
    expect(await told()).toBe(count);
  }
  backend.advance(25 * hour);
  await owner.client.auth.refreshSession();
  await signInElsewhere(owner);
  await changePassword(owner);
  expect(await told()).toBe(2);
  const others = async () => (await subjectsTo(new RegExp(`^${owner.email}$`))).length - 2;
  expect(await others()).toBe(1);
  backend.advance(6 * 24 * hour);
  await signInElsewhere(owner);
  expect(await others()).toBe(2);
});

test('accounts with all spellings of one mailbox are sent three notices an hour and ten a day together, and the plain one its own', async () => {
  const told: number[] = [];
  for (let hours = 0; hours < 5; hours += 1) {
    for (const email of [`s.tranger+${hours}@googlemail.com`, `str.anger+${hours}@gmail.com`]) {
      for (let times = 0; times < 2; times += 1)
        await changePassword(await signUp(times ? email : email.replace('+', '.+')));
    }
    told.push((await subjectsTo(/^s\.|^str\./)).length);
    backend.advance(hour + 1000);
  }
  expect(told).toEqual([3, 6, 9, 10, 10]);
  await changePassword(await signUp('stranger@gmail.com'));
  expect(await subjectsTo(/^stranger@/)).toEqual(['Your Wagday password has changed']);
});

test('an owner with a proved address is sent three notices an hour; those beyond come as one mail when the hour is over', async () => {
  const owner = await newOwner(backend);
  await proveAddresses(backend);
  const own = new RegExp(`^${owner.email}$`);
  for (let times = 0; times < 4; times += 1) await changePassword(owner);
  for (let times = 0; times < 3; times += 1) await signInElsewhere(owner);
  expect(await subjectsTo(own)).toEqual(Array(3).fill('Your Wagday password has changed'));
  await lookAfter(hour + 1000);
  expect((await subjectsTo(own)).slice(3)).toEqual(['More news about your Wagday account']);
  const { text = '', html = '' } = backend.mailbox.mails.findLast(({ to }) => to === owner.email) ?? {};
  for (const part of [text, html]) {
    expect(part.replace(/\s+/g, ' ')).toContain(
      'Since our last email about it: the password was changed and somebody signed in on 3 new devices.',
    );
  }
  await lookAfter(3 * hour);
  expect(await subjectsTo(own)).toHaveLength(4);
});

test('a recovery that is told later, with other events, still says what it has ended', async () => {
  const owner = await newOwner(backend);
  await proveAddresses(backend);
  for (let times = 0; times < 3; times += 1) await changePassword(owner);
  const recovered = await signInByLink(owner, backend);
  await recovered.auth.updateUser({ password: 'mine again' });
  await lookAfter(hour + 1000);
  const mail = backend.mailbox.mails.findLast(({ to }) => to === owner.email);
  expect(mail?.subject).toBe('More news about your Wagday account');
  expect(mail?.text.replace(/\s+/g, ' ')).toContain('a recovery link set a new password and ended any calendars.');
});

test('an owner with a proved address is sent ten notices a day; those beyond come as one mail the next day', async () => {
  const owner = await newOwner(backend);
  await proveAddresses(backend);
  const own = new RegExp(`^${owner.email}$`);
  for (let hours = 0; hours < 6; hours += 1) {
    for (let times = 0; times < 3; times += 1) await signInElsewhere(owner);
    await lookAfter(hour + 1000);
  }
  expect(await subjectsTo(own)).toEqual(Array(10).fill('A new device at your Wagday account'));
  await lookAfter(19 * hour);
  expect((await subjectsTo(own)).slice(10)).toEqual(['More news about your Wagday account']);
  expect(backend.mailbox.mails.at(-1)?.text).toContain('on 8 new devices');
});

test('a recovery link sets a password, however often the account had a new one within the hour', async () => {
  const owner = await newOwner(backend);
  for (let times = 0; times < 6; times += 1) await changePassword(owner);
  expect(await changePassword(owner)).toBe('over_request_rate_limit');
  const recovered = await signInByLink(owner, backend);
  expect((await recovered.auth.updateUser({ password: 'mine again' })).error).toBeNull();
});

test('recovery links to all spellings of a mailbox are five an hour, but for the plain one and one that is proved', async () => {
  const proved = await signUp('first.last@gmail.com');
  await proveAddresses(backend);
  for (let number = 0; number < 8; number += 1) await signUp(`firstlast+${number}@gmail.com`);
  await signUp('firstlast@gmail.com');
  const ask = (email: string) => newClient(backend).auth.resetPasswordForEmail(email);
  for (let number = 0; number < 8; number += 1) expect((await ask(`firstlast+${number}@gmail.com`)).error).toBeNull();
  expect(await subjectsTo(/^firstlast\+/)).toHaveLength(5);
  for (const email of ['firstlast@gmail.com', proved.email]) {
    await ask(email);
    expect(await subjectsTo(new RegExp(`^${email}$`))).toHaveLength(1);
  }
});

test('links to a new address are five an hour for all spellings of a mailbox, from all accounts together', async () => {
  for (let number = 0; number < 8; number += 1) {
    const owner = await newOwner(backend);
    const { error } = await owner.client.auth.updateUser({ email: `victim+${number}@wagday.dev` });
    expect(error).toBeNull();
  }
  expect(await subjectsTo(/^victim/)).toHaveLength(5);
});

test('addresses of one mailbox count as one, as their provider folds them, and those of two as two', async () => {
  const cases = {
    'First.Last+party@gmail.com': 'firstlast@gmail.com',
    'f.i.r.s.t.last@GoogleMail.com': 'firstlast@gmail.com',
    'ada.b-c_d+x@protonmail.com': 'adabcd@proton.me',
    'ada+x@me.com': 'ada@icloud.com',
    'ada-shopping@yahoo.co.uk': 'ada@yahoo.co.uk',
    'ada+shopping@yahoo.com': 'ada@yahoo.com',
    'ada.b-c+x+y@hotmail.com': 'ada.b-c@hotmail.com',
    'Ada.B-C+x@wagday.dev': 'ada.b-c@wagday.dev',
    '+ada@wagday.dev': '+ada@wagday.dev',
    '...@gmail.com': '...@gmail.com',
    '-ada@yahoo.com': '-ada@yahoo.com',
    'a.da@mail.gmail.com': 'a.da@mail.gmail.com',
  };
  const rows = await backend.sql<{ address: string; mailbox: string }[]>`
    select address, private.mailbox_of(address) as mailbox from unnest(${Object.keys(cases)}::text[]) as address`;
  expect(Object.fromEntries(rows.map(({ address, mailbox }) => [address, mailbox]))).toEqual(cases);
});
