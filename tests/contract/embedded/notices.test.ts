import { expect, test } from 'vitest';
import type { Mail } from '../../../embedded-supabase/mail/mail.ts';
import { linkIn } from '../../support/mailbox.ts';
import { newClient, newEmail, newOwner, signInByLink } from '../../support/owners.ts';
import { startForFile } from '../../support/shared-backend.ts';

const backend = await startForFile();

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const newerFirefox = firefox.replaceAll('140', '141');
const chrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

async function post(path: string, userAgent: string, body: object) {
  const response = await fetch(`${backend.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'User-Agent': userAgent },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

const signIn = (userAgent: string, { email, password }: { email: string; password: string }) =>
  post('token?grant_type=password', userAgent, { email, password });

/** Returns the mails to an address, once none is under way. */
async function mailsTo(address: string): Promise<Mail[]> {
  await backend.mailSettled();
  return backend.mailbox.mails.filter(({ to }) => to === address);
}

test('a sign-in from a device that is new to the account is told to its owner, once', async () => {
  const credentials = { email: newEmail(), password: 'sausages-4-ever' };
  await post('signup', firefox, credentials);
  await signIn(firefox, credentials);
  // An update of the browser does not count as a new device.
  await signIn(newerFirefox, credentials);
  expect(await mailsTo(credentials.email)).toEqual([]);

  await signIn(chrome, credentials);
  await signIn(chrome, credentials);
  const mails = await mailsTo(credentials.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['A new device at your Wagday account']);
  for (const part of [mails[0]?.text, mails[0]?.html]) {
    expect(part?.replace(/\s+/g, ' ')).toMatch(/Chrome on Android, on \d{4}-\d\d-\d\d at \d\d:\d\d UTC\./);
  }
});

test('an account from before devices were remembered is told of the second, not of the first', async () => {
  const owner = await newOwner(backend);
  await backend.sql`delete from auth.known_devices where user_id = ${owner.id}`;
  await signIn(firefox, owner);
  expect(await mailsTo(owner.email)).toEqual([]);
  await signIn(chrome, owner);
  expect(await mailsTo(owner.email)).toHaveLength(1);
});

test('no stranger can put words of theirs into a notice, nor have a failed sign-in told', async () => {
  const owner = await newOwner(backend);
  const text = 'Call 0900 123 at https://elsewhere.example Firefox/1 <b>now</b>';
  await newClient(backend).auth.signInWithPassword({ email: owner.email, password: 'not the one' });
  expect(await mailsTo(owner.email)).toEqual([]);
  await signIn(text, owner);
  const [mail] = await mailsTo(owner.email);
  expect(mail?.text).toContain('Firefox');
  for (const part of [mail?.text, mail?.html]) expect(part).not.toMatch(/elsewhere|0900|<b>/);
});

test('of a device only a hash is kept, of its browser 256 characters, and both go with the account', async () => {
  const owner = await newOwner(backend);
  await signIn(`${chrome} ${'x'.repeat(1000)}`, owner);
  const sessions = await backend.sql<{ user_agent: string }[]>`
    select user_agent from auth.sessions where user_id = ${owner.id} and user_agent like 'Mozilla%'`;
  expect(sessions[0]?.user_agent).toHaveLength(256);
  const devices = await backend.sql<{ device_hash: Buffer }[]>`
    select device_hash from auth.known_devices where user_id = ${owner.id}`;
  expect(devices).toHaveLength(2);
  await owner.client.rpc('delete_own_account').throwOnError();
  expect(await backend.sql`select from auth.known_devices where user_id = ${owner.id}`).toEqual([]);
});

test('however many devices an account is used on, a hundred are remembered', async () => {
  const owner = await newOwner(backend);
  await backend.sql`
    insert into auth.known_devices (user_id, device_hash, last_seen_at)
    select ${owner.id}, sha256(n::text::bytea), now() - make_interval(days => n) from generate_series(1, 99) as n`;
  await signIn(chrome, owner);
  const [row] = await backend.sql<{ count: number; oldest: number }[]>`
    select count(*)::int as count, extract(day from now() - min(last_seen_at))::int as oldest
    from auth.known_devices where user_id = ${owner.id}`;
  expect(row).toEqual({ count: 100, oldest: 98 });
});

test('a new password is told to its owner, whether it was changed or recovered, and a name is not', async () => {
  const owner = await newOwner(backend);
  await owner.client.auth.updateUser({ data: { name: 'Ann' } });
  await owner.client.auth.updateUser({ password: 'a brand new one', current_password: 'not the one' });
  expect(await mailsTo(owner.email)).toEqual([]);

  await owner.client.auth.updateUser({ password: 'a brand new one', current_password: owner.password });
  const [notice] = await mailsTo(owner.email);
  expect(notice?.subject).toBe('Your Wagday password has changed');
  expect(linkIn(notice!).href).toBe(`${backend.url}/auth`);
  expect(notice!.text + notice!.html).not.toMatch(/Ann|token|brand new/);

  const recovered = await signInByLink(owner, backend);
  await recovered.auth.updateUser({ password: 'and another one' });
  expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toEqual([
    'Your Wagday password has changed',
    'Choose a new Wagday password',
    'Your Wagday password has changed',
  ]);
});

test('a notice that cannot be kept refuses nothing that it would tell of', async () => {
  const owner = await newOwner(backend);
  await backend.sql`alter table wagday.jobs rename to jobs_away`;
  try {
    await signIn(chrome, owner);
    const change = await owner.client.auth.updateUser({
      password: 'a brand new one',
      current_password: owner.password,
    });
    expect(change.error).toBeNull();
  } finally {
    await backend.sql`alter table wagday.jobs_away rename to jobs`;
  }
  expect(backend.logged()).toContain('notice_not_kept');
  for (const secret of ['@wagday.dev', 'Android']) expect(backend.logged()).not.toContain(secret);
});
