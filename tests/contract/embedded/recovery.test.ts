import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { ask } from '../../attack/raw-requests.ts';
import { invitationOf, makeLink, openInvitation } from '../../support/invitation-links.ts';
import { linkIn } from '../../support/mailbox.ts';
import {
  addDog,
  makeFeed,
  newClient,
  newEmail,
  newOwner,
  type Owner,
  planParty,
  recoveryToken,
  signInByLink,
} from '../../support/owners.ts';
import { startForFile, startForTest } from '../../support/shared-backend.ts';
import type { TestBackend } from '../../support/test-backend.ts';

const manyTimes = { times: 1000, seconds: 3600 };
const generous = {
  recoveryInterval: manyTimes,
  recoveryByAddress: manyTimes,
  recoveryByClient: manyTimes,
  verificationByClient: manyTimes,
};

const backend = await startForFile({ limits: generous });

const invalidLink = { status: 403, code: 'otp_expired', message: 'Email link is invalid or has expired' };

function verify(token_hash: string) {
  return newClient(backend).auth.verifyOtp({ type: 'recovery', token_hash });
}

type Sending = { method?: string; body?: object; headers?: Record<string, string>; from?: string; site?: TestBackend };

/** Sends requests with any headers and from another address of this machine. */
async function send(path: string, { method = 'POST', body, headers = {}, from, site = backend }: Sending = {}) {
  const question = { method, path, headers, body: body ? JSON.stringify(body) : null };
  const answer = await ask(site.url, question, from ? { localAddress: from } : {});
  return { ...answer, body: answer.body.toString() };
}

test('a link ends after an hour', async () => {
  const [early, late] = [await newOwner(backend), await newOwner(backend)];
  const [earlyToken, lateToken] = [await recoveryToken(early, backend), await recoveryToken(late, backend)];
  // A minute early, because on a busy machine the links were mailed some seconds ago.
  backend.advance(3540_000);
  expect((await verify(earlyToken)).error).toBeNull();
  backend.advance(60_001);
  expect((await verify(lateToken)).error).toMatchObject(invalidLink);
});

test('a newer link ends the older one', async () => {
  const owner = await newOwner(backend);
  const older = await recoveryToken(owner, backend);
  const newer = await recoveryToken(owner, backend);
  expect((await verify(older)).error).toMatchObject(invalidLink);
  expect((await verify(newer)).data.user?.id).toBe(owner.id);
});

test('a new password ends the links that were mailed before', async () => {
  const owner = await newOwner(backend);
  const token = await recoveryToken(owner, backend);
  await owner.client.auth.updateUser({ password: 'a brand new one', current_password: owner.password });
  expect((await verify(token)).error).toMatchObject(invalidLink);
});

test('of a token only its hash is kept, which opens nothing, and no log knows it', async () => {
  const owner = await newOwner(backend);
  const token = await recoveryToken(owner, backend);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const [row] = await backend.sql<{ token_hash: Buffer }[]>`
    select token_hash from auth.one_time_tokens where user_id = ${owner.id}`;
  const hash = createHash('sha256').update(token).digest();
  expect(row?.token_hash).toEqual(hash);

  const guesses = [
    hash.toString('hex'),
    hash.toString('base64url'),
    `\\x${hash.toString('hex')}`,
    randomBytes(32).toString('base64url'),
    token.slice(0, -1),
    `${token}A`,
    ` ${token}`,
    `${token}\0`,
    token.toLowerCase(),
    '%',
    "' or true--",
  ];
  for (const guess of guesses) expect((await verify(guess)).error).toMatchObject(invalidLink);
  expect((await verify(token)).error).toBeNull();
  expect((await verify(token)).error).toMatchObject(invalidLink);
  for (const secret of ['@wagday.dev', token, 'token_hash=']) expect(backend.logged()).not.toContain(secret);
});

test('a recovered session sets one password without the current one, then asks for it like any other', async () => {
  const owner = await newOwner(backend);
  const client = await signInByLink(owner, backend);
  await client.auth.refreshSession();
  const { data } = await client.auth.getClaims();
  expect(data?.claims.amr).toMatchObject([{ method: 'otp' }]);

  expect((await client.auth.updateUser({ password: 'first new one' })).error).toBeNull();
  const second = await client.auth.updateUser({ password: 'second new one' });
  expect(second.error).toMatchObject({ status: 400, code: 'current_password_required' });
  const proved = await client.auth.updateUser({ password: 'second new one', current_password: 'first new one' });
  expect(proved.error).toBeNull();
});

test('a recovered session sets a password without the current one for a quarter of an hour', async () => {
  const [early, late] = [await newOwner(backend), await newOwner(backend)];
  const [quick, slow] = [await signInByLink(early, backend), await signInByLink(late, backend)];
  backend.advance(14 * 60_000);
  expect((await quick.auth.updateUser({ password: 'first new one' })).error).toBeNull();
  backend.advance(60_001);
  // A new access token does not make the sign-in more recent.
  expect((await slow.auth.refreshSession()).error).toBeNull();
  const refused = await slow.auth.updateUser({ password: 'first new one' });
  expect(refused.error).toMatchObject({ status: 400, code: 'current_password_required' });
  const proved = await slow.auth.updateUser({ password: 'first new one', current_password: late.password });
  expect(proved.error).toBeNull();
});

test('of two new passwords at once exactly one is set', async () => {
  const owner = await newOwner(backend);
  const client = await signInByLink(owner, backend);
  const passwords = ['one of the two', 'the other one', 'and a third'];
  const token = (await client.auth.getSession()).data.session?.access_token;
  const answers = await Promise.all(
    passwords.map((password) =>
      send('/auth/v1/user', { method: 'PUT', body: { password }, headers: { Authorization: `Bearer ${token}` } }),
    ),
  );
  const set = passwords.filter((_, index) => answers[index]?.status === 200);
  expect(set).toHaveLength(1);
  const { email } = owner;
  for (const password of passwords) {
    const { error } = await newClient(backend).auth.signInWithPassword({ email, password });
    expect(error === null).toBe(set.includes(password));
  }
});

/** Makes everything by which the owner's pack is read from outside. Returns what it opens, in the order of the calls. */
async function openPack(owner: Owner) {
  const { client, id } = owner;
  const { id: party_id } = await planParty(owner, (await addDog(owner)).id);
  const calendar = await makeFeed(owner);
  const link = await makeLink(owner, party_id);
  const invitation = await invitationOf(owner, party_id);
  const guest = { invitation_id: invitation.id, user_id: id, name: 'Grandma', answer: 'yes', adults: 1 };
  const { data: kept } = await client.from('party_guests').insert(guest).select('id').single().throwOnError();
  const { data: guestLink } = await client.rpc('make_guest_link', { guest_id: kept.id }).throwOnError();
  return async () => {
    const anybody = newClient(backend);
    const feedAnswer = await anybody.rpc('calendar_feed', { token: calendar }).throwOnError();
    const pages = await Promise.all([link, guestLink].map((token) => openInvitation(backend, token)));
    return [feedAnswer.data, ...pages].map((answer) => answer !== null);
  };
}

async function recover(owner: Owner, password: string): Promise<string> {
  const client = await signInByLink(owner, backend);
  expect((await client.auth.updateUser({ password })).error).toBeNull();
  const mail = await backend.mailbox.next(owner.email, 'Your Wagday password has changed');
  return mail.text.replace(/\s+/g, ' ');
}

test('a recovery ends calendars, and links to parties only if the address was not proved before; its mail says so @10.168', async () => {
  const [squatted, forgetful] = [await newOwner(backend), await newOwner(backend)];
  await backend.sql`select public.prove_address(${forgetful.id}, ${forgetful.email})`;
  const opens = await openPack(squatted);
  const opensToo = await openPack(forgetful);
  const other = await newOwner(backend);
  const opensOther = await openPack(other);
  await other.client.auth.updateUser({ password: 'not a recovery', current_password: other.password });

  expect(await recover(squatted, 'mine now')).toContain(
    'This was the first time that this address was confirmed, so anything that opened your pack from outside has ended, too: calendars, links to parties, and those of their guests.',
  );
  expect(await recover(forgetful, 'mine again')).toContain('Links to your parties still work.');
  expect(await opens()).toEqual([false, false, false]);
  expect(await opensToo()).toEqual([false, true, true]);
  expect(await opensOther()).toEqual([true, true, true]);
  expect(await backend.sql`select from public.party_invitations where user_id = ${squatted.id} and has_link`).toEqual(
    [],
  );
});

test('anyone whose session has ended makes nothing that opens the pack from outside, although the token has not expired', async () => {
  const owner = await newOwner(backend);
  const { id: party_id } = await planParty(owner, (await addDog(owner)).id);
  await owner.client.rpc('make_invitation_link', { party_id }).throwOnError();
  await backend.sql`delete from auth.sessions where user_id = ${owner.id}`;
  for (const call of [
    "create_calendar_feed('Mine', 'all', true, false)",
    `make_invitation_link('${party_id}')`,
    `make_guest_link('${party_id}')`,
  ]) {
    const attempt = backend.sql.begin(async (sql) => {
      // As hosted Supabase, which checks only the token.
      const claims = JSON.stringify({ sub: owner.id, role: 'authenticated', session_id: owner.id });
      await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`;
      await sql.unsafe(`select public.${call}`);
    });
    await expect(attempt).rejects.toMatchObject({ code: '42501', message: 'the session has ended' });
  }
});

test('on hosted Supabase a password that is set within a day after a recovery mail ends calendars', async () => {
  const hosted = await startForTest();
  await hosted.sql`alter table auth.users add column recovery_sent_at timestamptz`;
  for (const [age, isEnded] of [
    ['2 days', false],
    ['1 hour', true],
  ] as const) {
    const owner = await newOwner(hosted);
    await makeFeed(owner);
    await hosted.sql`
      update auth.users set recovery_sent_at = now() - ${age}::interval, encrypted_password = 'another' where id = ${owner.id}`;
    const feeds = await hosted.sql`select from public.calendar_feeds where user_id = ${owner.id}`;
    expect([age, feeds.length === 0]).toEqual([age, isEnded]);
  }
});

test('a recovery forgets the devices that the account was used on, so that a sign-in there is told', async () => {
  const owner = await newOwner(backend);
  const signIn = (password: string) =>
    send('/auth/v1/token?grant_type=password', {
      body: { email: owner.email, password },
      headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    });
  const told = () => backend.mailbox.next(owner.email, 'A new device at your Wagday account');
  await signIn(owner.password);
  await told();
  await recover(owner, 'found out soon');
  await signIn('found out soon');
  expect(await told()).toBeDefined();
});

test('a stranger with sessions and the password does not end the recovery of the owner, which ends theirs @10.169', async () => {
  const owner = await newOwner(backend);
  const { email, password, client: stranger } = owner;
  const leaving = await newSignIn(owner);
  const recovered = await signInByLink(owner, backend);
  const { data } = await recovered.auth.getClaims();
  const session_id = data?.claims.session_id;

  expect((await stranger.rpc('end_own_session', { session_id })).error?.message).toContain('about to set a password');
  expect((await leaving.auth.signOut({ scope: 'global' })).error).toBeNull();
  expect((await (await newSignIn(owner)).auth.signOut({ scope: 'others' })).error).toBeNull();
  const knowing = await newSignIn(owner);
  const changed = await knowing.auth.updateUser({ password: 'of the stranger', current_password: password });
  expect(changed.error).toBeNull();
  await backend.sql`
    insert into auth.sessions (user_id, created_at, refresh_token_hmac_key)
    select ${owner.id}, now() + interval '1 day', sha256('') from generate_series(1, 100)`;
  await newSignIn({ email, password: 'of the stranger' });

  expect((await recovered.auth.updateUser({ password: 'of the owner' })).error).toBeNull();
  expect(await backend.sql`select id from auth.sessions where user_id = ${owner.id}`).toEqual([{ id: session_id }]);
});

test('a recovery link may sign out everywhere, itself included, and after a quarter of an hour others may end it @10.169', async () => {
  const owner = await newOwner(backend);
  const sessions = () => backend.sql`select from auth.sessions where user_id = ${owner.id}`;
  await signInByLink(owner, backend);
  expect((await (await signInByLink(owner, backend)).auth.signOut({ scope: 'global' })).error).toBeNull();
  expect(await sessions()).toHaveLength(0);

  const client = await newSignIn(owner);
  await signInByLink(owner, backend);
  backend.advance(15 * 60_000 + 1);
  expect((await client.auth.signOut({ scope: 'others' })).error).toBeNull();
  expect(await sessions()).toHaveLength(1);
});

async function newSignIn({ email, password }: { email: string; password: string }) {
  const client = newClient(backend);
  const { error } = await client.auth.signInWithPassword({ email, password });
  expect(error).toBeNull();
  return client;
}

test('a banned owner gets no link, and cannot use one from before', async () => {
  const owner = await newOwner(backend);
  const token = await recoveryToken(owner, backend);
  await backend.sql`update auth.users set banned_until = '2999-01-01' where id = ${owner.id}`;
  await send('/auth/v1/recover', { body: { email: owner.email } });
  await backend.mailSettled();
  expect(backend.mailbox.mails.filter(({ to }) => to === owner.email)).toHaveLength(1);
  expect((await verify(token)).error).toMatchObject(invalidLink);
});

test('recovery makes no account', async () => {
  const before = await backend.sql`select from auth.users`;
  await send('/auth/v1/recover', { body: { email: newEmail(), create_user: true, data: { name: 'Ann' } } });
  await backend.mailSettled();
  expect(await backend.sql`select from auth.users`).toHaveLength(before.length);
});

test('no link signs anybody in by being opened, and only a POST spends a token', async () => {
  const owner = await newOwner(backend);
  const token = await recoveryToken(owner, backend);
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    for (const query of [`token=${token}`, `token_hash=${token}`, `token=${token}&redirect_to=${backend.url}/auth`]) {
      const { status, headers } = await send(`/auth/v1/verify?type=recovery&${query}`, { method });
      expect([method, status, headers.location]).toEqual([method, 404, undefined]);
    }
  }
  expect((await verify(token)).data.user?.id).toBe(owner.id);
});

test("a request's own words never put another host into a mail", async () => {
  const { port } = new URL(backend.url);
  const listening = `http://127.0.0.1:${port}`;
  for (const [host, site] of [
    ['elsewhere.example', listening],
    [`elsewhere.example:${port}`, listening],
    ['localhost.elsewhere.example', listening],
    [`127.0.0.1.elsewhere.example:${port}`, listening],
    ['192.0.2.7', listening],
    [`192.0.2.7:${port}`, listening],
    ['0x7f.1.elsewhere.example', listening],
    [`127.0.0.1:${port}`, listening],
    [`localhost:${port}`, `http://localhost:${port}`],
    ['localhost:18080', listening],
    [`evil.localhost:${port}`, listening],
    [`[::1]:${port}`, `http://[::1]:${port}`],
  ] as const) {
    const { email } = await newOwner(backend);
    // As a proxy would send it, or a client that pretends to be one.
    const forwarded = { 'X-Forwarded-Host': 'elsewhere.example', Forwarded: 'host=elsewhere.example' };
    const answer = await send('/auth/v1/recover?redirect_to=https://elsewhere.example/', {
      body: { email },
      headers: { Host: host, Origin: 'https://elsewhere.example', Referer: 'https://elsewhere.example/', ...forwarded },
    });
    expect(answer.status).toBe(200);
    const mail = await backend.mailbox.next(email);
    expect(linkIn(mail).origin).toBe(site);
    expect(mail.text + mail.html).not.toContain('elsewhere');
  }
  for (const host of ['localhost@elsewhere.example', 'elsewhere.example/localhost', 'localhost#elsewhere.example']) {
    const { email } = await newOwner(backend);
    expect((await send('/auth/v1/recover', { body: { email }, headers: { Host: host } })).status).toBe(400);
  }
});

test('with PUBLIC_URL every link leads there, with its token in the fragment', async () => {
  const site = await startForTest({ publicUrl: 'https://wagday.example' });
  const owner = await newOwner(site);
  await send('/auth/v1/recover', { body: { email: owner.email }, headers: { Host: 'localhost' }, site });
  const link = linkIn(await site.mailbox.next(owner.email));
  expect(`${link.origin}${link.pathname}`).toBe('https://wagday.example/auth');
  // The token is in the fragment, which no server, proxy or log sees.
  expect(link.search).toBe('');
  expect(link.hash).toMatch(/^#token_hash=[\w-]{43}&type=recovery$/);
});

test('requests beyond the limits are told to wait, whether the address is known or not', async () => {
  const site = await startForTest({
    limits: {
      recoveryByClient: { times: 4, seconds: 3600 },
      verificationByClient: { times: 3, seconds: 3600 },
    },
  });
  const askFor = (email: string, from?: string) =>
    newRecovery(site, email, from).then(({ status, body }) => ({ status, ...JSON.parse(body) }));
  const tooSoon = {
    status: 429,
    code: 429,
    error_code: 'over_email_send_rate_limit',
    msg: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
  };
  const tooMany = {
    status: 429,
    code: 429,
    error_code: 'over_request_rate_limit',
    msg: 'Request rate limit reached',
  };
  const { email } = await newOwner(site);
  for (const address of [email, newEmail()]) {
    expect(await askFor(address)).toEqual({ status: 200 });
    expect(await askFor(address.toUpperCase())).toEqual(tooSoon);
    expect(await askFor(address, '127.0.0.2')).toEqual(tooSoon);
  }
  for (const address of [newEmail(), newEmail()]) expect(await askFor(address)).toEqual({ status: 200 });
  expect(await askFor(newEmail())).toEqual(tooMany);
  expect(await askFor((await newOwner(site)).email)).toEqual(tooMany);
  expect(await askFor(newEmail(), '127.0.0.2')).toEqual({ status: 200 });

  const guess = (from?: string) =>
    send('/auth/v1/verify', { body: { type: 'recovery', token_hash: 'x' }, site, ...(from && { from }) });
  for (let time = 0; time < 3; time += 1) expect((await guess()).status).toBe(403);
  const refused = await guess();
  expect({ status: refused.status, ...JSON.parse(refused.body) }).toEqual(tooMany);
  expect((await guess('127.0.0.2')).status).toBe(403);
});

test('an address gets only so many mails in an hour, from wherever they are asked for', async () => {
  const site = await startForTest({ limits: { recoveryInterval: manyTimes } });
  const { email } = await newOwner(site);
  const statuses: number[] = [];
  for (let client = 1; client <= 7; client += 1) {
    statuses.push((await newRecovery(site, email, `127.0.0.${client}`)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  await site.mailSettled();
  expect(site.mailbox.mails).toHaveLength(5);
});

function newRecovery(site: TestBackend, email: string, from?: string) {
  return send('/auth/v1/recover', { body: { email }, site, ...(from && { from }) });
}
