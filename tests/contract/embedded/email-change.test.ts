import { createHash } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { linkIn, tokenIn } from '../../support/mailbox.ts';
import { newClient, newEmail, newOwner, type Owner, recoveryToken } from '../../support/owners.ts';
import { startForFile, startForTest } from '../../support/shared-backend.ts';

const manyTimes = { times: 1000, seconds: 3600 };
const backend = await startForFile({
  limits: { recoveryInterval: manyTimes, recoveryByAddress: manyTimes, emailChangeByUser: manyTimes },
});

const invalidLink = { status: 403, code: 'otp_expired' };

async function change(owner: { client: SupabaseClient }, email: string) {
  const { data, error } = await owner.client.auth.updateUser({ email });
  expect(error).toBeNull();
  return data.user;
}

async function mailedToken(address: string): Promise<string> {
  const link = linkIn(await backend.mailbox.next(address));
  expect(`${link.origin}${link.pathname}${link.search}`).toBe(`${backend.url}/auth`);
  expect(link.hash).toContain('type=email_change');
  return tokenIn(link);
}

async function tokenFor(owner: Owner, address: string): Promise<string> {
  await change(owner, address);
  return mailedToken(address);
}

function follow(token_hash: string) {
  return newClient(backend).auth.verifyOtp({ type: 'email_change', token_hash });
}

async function signInStatus(email: string, { password }: { password: string }): Promise<string> {
  const { error } = await newClient(backend).auth.signInWithPassword({ email, password });
  return error?.code ?? 'signed in';
}

/** Returns who was mailed what, leaving out what the recovery tests cover. */
async function subjectsTo(address: string): Promise<string[]> {
  await backend.mailSettled();
  return backend.mailbox.mails.filter(({ to }) => to === address).map(({ subject }) => subject);
}

test('an owner moves to a new address by the link that is mailed there, and stays signed in', async () => {
  const owner = await newOwner(backend, { name: 'Ann' });
  const address = newEmail();
  const user = await change(owner, ` ${address.toUpperCase()} `);
  expect(user).toMatchObject({ email: owner.email, new_email: address });
  const token = await mailedToken(address);
  expect(await signInStatus(owner.email, owner)).toBe('signed in');

  const { data, error } = await follow(token);
  expect(error).toBeNull();
  // The link opens no session, because the reader of the address need not own the account.
  expect(data.session).toBeNull();
  expect(data.user).toMatchObject({ id: owner.id, email: address });
  expect(data.user?.new_email).toBeFalsy();
  expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email: address });

  expect(await signInStatus(address, owner)).toBe('signed in');
  expect(await signInStatus(owner.email, owner)).toBe('invalid_credentials');
  const refreshed = await owner.client.auth.refreshSession();
  expect(refreshed.data.user).toMatchObject({ id: owner.id, email: address, user_metadata: { name: 'Ann' } });
});

test('the mails go only to the two addresses, and hold nothing that anybody chose', async () => {
  const owner = await newOwner(backend, { name: 'https://elsewhere.example' });
  const address = newEmail();
  const token = await tokenFor(owner, address);
  await follow(token);
  expect(await subjectsTo(address)).toEqual(['Confirm your new email at Wagday']);
  expect(await subjectsTo(owner.email)).toEqual([
    'A new email for your Wagday account?',
    'Your Wagday account has a new email',
  ]);
  for (const mail of backend.mailbox.mails.filter(({ to }) => [address, owner.email].includes(to))) {
    expect(mail.text + mail.html).not.toMatch(/elsewhere|@wagday\.dev/);
    if (mail.to === owner.email) expect(mail.text + mail.html).not.toContain(token);
  }
});

test('only a recent sign-in with the password can ask for it; another and nobody cannot', async () => {
  const [owner, stranger] = [await newOwner(backend), await newOwner(backend)];
  const address = newEmail();
  await backend.sql`update auth.sessions set created_at = now() - interval '6 minutes' where user_id = ${owner.id}`;
  expect((await owner.client.auth.updateUser({ email: address })).error).toMatchObject({
    status: 403,
    code: 'reauthentication_needed',
  });
  const ask = async (headers: HeadersInit) => {
    const body = JSON.stringify({ email: address, id: owner.id, user_id: owner.id });
    return (await fetch(`${backend.url}/auth/v1/user`, { method: 'PUT', headers, body })).status;
  };
  expect([await ask({}), await ask({ Authorization: `Bearer ${stranger.accessToken}` })]).toEqual([401, 200]);
  // Only the stranger's own address would change.
  expect((await follow(await mailedToken(address))).data.user?.id).toBe(stranger.id);
  expect(await signInStatus(owner.email, owner)).toBe('signed in');
});

test('a link works once, also for many at once, and for an hour', async () => {
  const [first, second] = [await newOwner(backend), await newOwner(backend)];
  const token = await tokenFor(first, newEmail());
  const answers = await Promise.all(Array.from({ length: 8 }, () => follow(token)));
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  expect((await follow(token)).error).toMatchObject(invalidLink);

  const late = await tokenFor(second, newEmail());
  backend.advance(3_600_001);
  expect((await follow(late)).error).toMatchObject(invalidLink);
  expect(await signInStatus(second.email, second)).toBe('signed in');
});

test('of a token only its hash is kept, no log knows it, and no other kind of token does its work', async () => {
  const owner = await newOwner(backend);
  const token = await tokenFor(owner, newEmail());
  const [row] = await backend.sql<{ token_hash: Buffer }[]>`
    select token_hash from auth.one_time_tokens where user_id = ${owner.id}`;
  const hash = createHash('sha256').update(token).digest();
  expect(row?.token_hash).toEqual(hash);
  for (const guess of [hash.toString('hex'), hash.toString('base64url'), token.slice(1), `${token} `, "' or true--"]) {
    expect((await follow(guess)).error).toMatchObject(invalidLink);
  }
  // Its token opens no recovery, and a recovery token changes no address.
  const asRecovery = await newClient(backend).auth.verifyOtp({ type: 'recovery', token_hash: token });
  expect(asRecovery.error).toMatchObject(invalidLink);
  const recovery = await recoveryToken(owner, backend);
  expect((await follow(recovery)).error).toMatchObject(invalidLink);
  expect((await follow(token)).error).toBeNull();
  for (const secret of ['@wagday.dev', token]) expect(backend.logged()).not.toContain(secret);
  // Links that were mailed to the old address no longer work.
  const old = await newClient(backend).auth.verifyOtp({ type: 'recovery', token_hash: recovery });
  expect(old.error).toMatchObject(invalidLink);
});

test('a second wish ends the first: the earlier address cannot confirm the later one', async () => {
  const owner = await newOwner(backend);
  const [wrong, right] = [newEmail(), newEmail()];
  const stale = await tokenFor(owner, wrong);
  const token = await tokenFor(owner, right);
  expect((await follow(stale)).error).toMatchObject(invalidLink);
  expect((await follow(token)).data.user?.email).toBe(right);
});

test('a new password stops the change', async () => {
  const owner = await newOwner(backend);
  const token = await tokenFor(owner, newEmail());
  const { data } = await owner.client.auth.updateUser({
    password: 'a brand new one',
    current_password: owner.password,
  });
  expect(data.user?.new_email).toBeFalsy();
  expect((await follow(token)).error).toMatchObject(invalidLink);
});

test('whether an address has an account is not told, and it gets no mail', async () => {
  const [owner, known] = [await newOwner(backend), await newOwner(backend)];
  const free = newEmail();
  const answers = [];
  for (const email of [free, known.email]) {
    const { data, error } = await owner.client.auth.updateUser({ email });
    answers.push({ error, user: { ...data.user, new_email: null, email_change_sent_at: null, updated_at: null } });
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(await subjectsTo(known.email)).toEqual([]);
});

test('an address that is taken meanwhile stays with the account that took it', async () => {
  const [owner, rival] = [await newOwner(backend), await newOwner(backend)];
  const address = newEmail();
  const token = await tokenFor(owner, address);
  const { data } = await newClient(backend).auth.signUp({ email: address, password: 'sausages-4-ever' });
  expect((await follow(token)).error).toMatchObject({ status: 422, code: 'email_exists' });
  expect((await follow(token)).error).toMatchObject(invalidLink);
  expect(await signInStatus(owner.email, owner)).toBe('signed in');
  const [row] = await backend.sql`select id from auth.users where email = ${address}`;
  expect(row?.id).toBe(data.user?.id);

  // Two owners ask for the same address and follow their links at the same moment.
  const both = newEmail();
  const tokens = [await tokenFor(owner, both), await tokenFor(rival, both)];
  const outcomes = await Promise.all(tokens.map(follow));
  expect(outcomes.map(({ error }) => error?.code ?? 'moved').sort()).toEqual(['email_exists', 'moved']);
  expect(await backend.sql`select from auth.users where email = ${both}`).toHaveLength(1);
});

test('a crafted address is refused before anything is kept or mailed', async () => {
  const owner = await newOwner(backend);
  await backend.mailSettled();
  const before = backend.mailbox.mails.length;
  const bad = [
    'rex',
    'a@b@example.com',
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'x\0@y.de',
  ];
  for (const email of bad) expect((await owner.client.auth.updateUser({ email })).error?.status).toBe(400);
  await backend.mailSettled();
  expect(backend.mailbox.mails).toHaveLength(before);
  const [row] = await backend.sql`select email_change from auth.users where id = ${owner.id}`;
  expect(row?.email_change).toBe('');
});

test('mails to new addresses are limited for the owner and for the address', async () => {
  const site = await startForTest();
  const [owner, other] = [await newOwner(site), await newOwner(site)];
  const statuses: (number | undefined)[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    statuses.push((await owner.client.auth.updateUser({ email: newEmail() })).error?.status);
  }
  expect(statuses).toEqual([...Array(5).fill(undefined), 429]);
  const address = newEmail();
  expect((await other.client.auth.updateUser({ email: address })).error).toBeNull();
  expect((await other.client.auth.updateUser({ email: address })).error).toMatchObject({
    status: 429,
    code: 'over_email_send_rate_limit',
  });
});
