import { expect, test } from 'vitest';
import { parseTrustedProxies } from '../../../embedded-supabase/http/networks.ts';
import { limits as defaultLimits, type LimitSettings } from '../../../server/composition/compose.ts';
import { linkIn, tokenIn } from '../../support/mailbox.ts';
import { newEmail, newOwner, type Owner, signInByLink } from '../../support/owners.ts';
import { shareDatabase, startForTest } from '../../support/shared-backend.ts';
import type { TestBackend, TestBackendOptions } from '../../support/test-backend.ts';

const hour = 3_600_000;
const emptyDatabase = shareDatabase();
const loopback = parseTrustedProxies('loopback') ?? undefined;

/** A cost of passwords at which a flood of sign-ins has to wait in line, and the last of it not for long. */
const slowPasswords = 8;

/** Behind a trusted proxy, so requests can come from many clients. */
async function start(limits: Partial<LimitSettings>, more: TestBackendOptions = {}): Promise<TestBackend> {
  const databaseUrl = more.databaseUrl ?? (await emptyDatabase());
  return startForTest({ ...(loopback && { trustedProxies: loopback }), ...more, databaseUrl, limits });
}

type Answer = { status: number; retryAfter: number | null; body: Record<string, unknown> };

async function send(
  site: { url: string },
  path: string,
  body: object,
  { from, token, method = 'POST' }: { from?: string; token?: string; method?: string } = {},
): Promise<Answer> {
  const response = await fetch(`${site.url}/auth/v1/${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(from && { 'X-Forwarded-For': from }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const wait = response.headers.get('Retry-After');
  return { status: response.status, retryAfter: wait === null ? null : Number(wait), body: await response.json() };
}

function signIn(site: { url: string }, { email }: { email: string }, password: string, from = '203.0.113.1') {
  return send(site, 'token?grant_type=password', { email, password }, { from });
}

const tooMany = (most: number) => ({
  status: 429,
  retryAfter: expect.toSatisfy((seconds: number) => seconds >= 1 && seconds <= most, 'seconds to wait'),
  body: { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
});

const wrong = {
  status: 400,
  retryAfter: null,
  body: { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
};

async function times<Value>(count: number, act: (index: number) => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (let index = 0; index < count; index += 1) values.push(await act(index));
  return values;
}

test('a client that fails ten times at an account waits, and its owner elsewhere does not', async () => {
  const site = await start({});
  const owner = await newOwner(site);
  expect(await times(10, () => signIn(site, owner, 'sausages'))).toEqual(Array(10).fill(wrong));
  expect(await signIn(site, owner, 'sausages')).toEqual(tooMany(600));
  expect(await signIn(site, { email: owner.email.toUpperCase() }, owner.password)).toEqual(tooMany(600));
  // So does one that fails at an account that nobody has.
  const nobody = { email: newEmail() };
  expect(await times(10, () => signIn(site, nobody, 'sausages'))).toEqual(Array(10).fill(wrong));
  expect(await signIn(site, nobody, 'sausages')).toEqual(tooMany(600));

  expect(await signIn(site, owner, owner.password, '203.0.113.2')).toMatchObject({ status: 200 });
  expect(await signIn(site, await newOwner(site), 'sausages')).toEqual(wrong);

  site.advance(600_000);
  expect(await signIn(site, owner, owner.password)).toMatchObject({ status: 200 });
});

test('what succeeds does not count', async () => {
  const site = await start({
    signInByClient: { times: 2, seconds: 900 },
    signInByAccountAtClient: { times: 2, seconds: 600 },
    signInByAccount: { times: 2, seconds: 3600 },
  });
  const owner = await newOwner(site);
  const answers = await times(6, () => signIn(site, owner, owner.password));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(await times(2, () => signIn(site, owner, 'sausages'))).toEqual([wrong, wrong]);
  expect(await signIn(site, owner, owner.password)).toEqual(tooMany(900));
});

test('of many guesses at once only as many are tried as there are places', async () => {
  const site = await start({ signInByAccountAtClient: { times: 3, seconds: 600 } });
  const owner = await newOwner(site);
  const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(site, owner, 'sausages')));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
});

test('the clients of one network cannot use up what all of them may guess at an account', async () => {
  const site = await start({
    signInByAccountAtNetwork: { times: 3, seconds: 3600 },
    signInByAccount: { times: 5, seconds: 3600 },
  });
  const owner = await newOwner(site);
  const guess = (household: number) => signIn(site, owner, 'sausages', addressIn(1, household, 1));
  expect(await times(3, guess)).toEqual(Array(3).fill(wrong));
  expect(await times(3, (household) => guess(10 + household))).toEqual(Array(3).fill(tooMany(3600)));
  expect(await signIn(site, owner, owner.password, addressIn(2, 1, 1))).toMatchObject({ status: 200 });
  expect(await signIn(site, owner, owner.password, '198.51.100.1')).toMatchObject({ status: 200 });
});

test('many machines cannot guess at one account, and its owner may still try once a minute from a new place', async () => {
  const site = await start({ signInByAccount: { times: 5, seconds: 3600 } });
  const owner = await newOwner(site);
  const guess = (machine: number) => signIn(site, owner, 'sausages', `198.51.100.${machine}`);
  expect(await times(5, guess)).toEqual(Array(5).fill(wrong));
  expect(await guess(5)).toEqual(wrong);
  expect(await guess(6)).toEqual(tooMany(60));
  expect(await signIn(site, owner, owner.password, '203.0.113.1')).toEqual(tooMany(60));
  for (const machine of [5, 5]) {
    site.advance(60_000);
    expect(await guess(machine)).toEqual(wrong);
  }
  // A network has three such tries an hour, so that it cannot take each minute's.
  site.advance(60_000);
  expect(await guess(5)).toEqual(tooMany(3600));
  expect(await times(2, () => signIn(site, owner, owner.password, '203.0.113.1'))).toMatchObject(
    Array(2).fill({ status: 200 }),
  );
});

const remembering = {
  'sign-up': () => undefined,
  recovery: async (site: TestBackend, { email }: Owner, from: string) => {
    await send(site, 'recover', { email }, { from });
    const token_hash = tokenIn(linkIn(await site.mailbox.next(email, 'Choose a new Wagday password')));
    await send(site, 'verify', { type: 'recovery', token_hash }, { from });
  },
  'a refresh': (site: TestBackend, { refreshToken }: Owner, from: string) =>
    send(site, 'token?grant_type=refresh_token', { refresh_token: refreshToken }, { from }),
  'a sign-in': (site: TestBackend, owner: Owner, from: string) => signIn(site, owner, owner.password, from),
};

test.for(Object.entries(remembering))(
  'guesses elsewhere keep no owner out where %s was, for 30 days',
  async ([way, act]) => {
    const site = await start({
      signInByAccount: { times: 2, seconds: 3600 },
      signInByClient: { times: 2, seconds: 3600 },
      recoveryByAddressDaily: { times: 2, seconds: 86_400 },
    });
    const owner = await newOwner(site);
    const home = way === 'sign-up' ? '127.0.0.1' : '203.0.113.77';
    await act(site, owner, home);
    site.advance(29 * 24 * hour);
    // Two from home use up what strangers there may try, and three from elsewhere what all may.
    expect(await times(2, () => signIn(site, { email: newEmail() }, 'sausages', home))).toEqual([wrong, wrong]);
    expect(await times(3, (machine) => signIn(site, owner, 'sausages', `198.51.100.${machine}`))).toEqual(
      Array(3).fill(wrong),
    );
    expect(await signIn(site, owner, owner.password, '198.51.100.9')).toEqual(tooMany(60));
    expect(await times(3, () => signIn(site, owner, owner.password, home))).toMatchObject(
      Array(3).fill({ status: 200 }),
    );
  },
);

test('clients where an account is in use guess a hundred times an hour together, and then once a minute', async () => {
  expect(defaultLimits.signInByAccountWhereKnown).toEqual({ times: 100, seconds: 3600 });
  const site = await start({ signInByAccountWhereKnown: { times: 4, seconds: 3600 } });
  let { refreshToken, ...owner } = await newOwner(site);
  for (const machine of [1, 2]) {
    const from = `198.51.100.${machine}`;
    const { body } = await send(site, 'token?grant_type=refresh_token', { refresh_token: refreshToken }, { from });
    refreshToken = String(body.refresh_token);
    expect(await times(2, () => signIn(site, owner, 'sausages', from))).toEqual([wrong, wrong]);
  }
  expect(await signIn(site, owner, 'sausages', '198.51.100.1')).toEqual(wrong);
  expect(await signIn(site, owner, 'sausages', '198.51.100.1')).toEqual(tooMany(60));
  expect(await signIn(site, owner, 'sausages', '198.51.100.3')).toEqual(wrong);
  site.advance(60_000);
  expect(await signIn(site, owner, owner.password, '198.51.100.2')).toMatchObject({ status: 200 });
});

test('strangers have an address mailed ten recovery links a day, four for one network, and its owner can ask where it is in use', async () => {
  const many = { times: 1000, seconds: 3600 };
  const site = await start({ recoveryInterval: many, recoveryByAddress: many });
  const owner = await newOwner(site);
  const ask = async (from: string) => (await send(site, 'recover', { email: owner.email }, { from })).body.error_code;
  const refused = 'over_email_send_rate_limit';
  const asked = await times(5, (household) => ask(addressIn(1, household, 1)));
  expect(asked).toEqual([undefined, undefined, undefined, undefined, refused]);
  expect(await times(6, (machine) => ask(`203.0.113.${machine}`))).toEqual(Array(6).fill(undefined));
  expect(await ask('203.0.113.7')).toBe(refused);
  expect(await ask('127.0.0.1')).toBeUndefined();
});

test('a client that fails at many accounts waits', async () => {
  const site = await start({ signInByClient: { times: 4, seconds: 900 } });
  const owner = await newOwner(site);
  expect(await times(4, () => signIn(site, { email: newEmail() }, 'sausages'))).toEqual(Array(4).fill(wrong));
  expect(await signIn(site, owner, owner.password)).toEqual(tooMany(900));
  expect(await signIn(site, owner, owner.password, '203.0.113.2')).toMatchObject({ status: 200 });
});

test('sign-up is limited by client and by address', async () => {
  const site = await start({
    signUpByClient: { times: 3, seconds: 3600 },
    signUpByAddress: { times: 2, seconds: 3600 },
  });
  const signUp = (email: string, from: string) => send(site, 'signup', { email, password: 'sausages-4-all' }, { from });
  const email = newEmail();
  expect(await signUp(email, '203.0.113.1')).toMatchObject({ status: 200 });
  expect(await signUp(email, '203.0.113.2')).toMatchObject({ status: 422 });
  expect(await signUp(email, '203.0.113.3')).toEqual(tooMany(3600));
  expect(await times(2, () => signUp(newEmail(), '203.0.113.1'))).toMatchObject([{ status: 200 }, { status: 200 }]);
  expect(await signUp(newEmail(), '203.0.113.1')).toEqual(tooMany(3600));
  expect(await send(site, 'signup', { email: newEmail(), password: 'x' }, { from: '203.0.113.1' })).toMatchObject({
    status: 422,
  });
});

test('refreshing is limited by client', async () => {
  const site = await start({ refreshByClient: { times: 3, seconds: 300 } });
  const refresh = (from: string) => send(site, 'token?grant_type=refresh_token', { refresh_token: 'guess' }, { from });
  expect(await times(3, () => refresh('203.0.113.1'))).toMatchObject(Array(3).fill({ status: 400 }));
  expect(await refresh('203.0.113.1')).toEqual(tooMany(300));
  expect(await refresh('203.0.113.2')).toMatchObject({ status: 400 });
});

test('an owner cannot fill the database by refreshing', async () => {
  const site = await start({ refreshByUser: { times: 2, seconds: 3600 } });
  let token: unknown = (await (await newOwner(site)).client.auth.getSession()).data.session?.refresh_token;
  for (const status of [200, 200, 429]) {
    const answer = await send(site, 'token?grant_type=refresh_token', { refresh_token: token });
    expect(answer.status).toBe(status);
    token = answer.body.refresh_token;
  }
});

function changePassword(site: TestBackend, owner: Owner, current: string, from: string) {
  const body = { password: 'bones-4-ever', current_password: current };
  return send(site, 'user', body, { from, token: owner.accessToken, method: 'PUT' });
}

test('a session does not let anyone guess the current password', async () => {
  const site = await start({
    passwordByUserAtClient: { times: 3, seconds: 600 },
    passwordByUser: { times: 5, seconds: 3600 },
  });
  const owner = await newOwner(site);
  const guess = (from: string) => changePassword(site, owner, 'sausages', from);
  const refused = { status: 400, body: { error_code: 'current_password_invalid' } };
  expect(await times(3, () => guess('203.0.113.1'))).toMatchObject(Array(3).fill(refused));
  expect(await changePassword(site, owner, owner.password, '203.0.113.1')).toEqual(tooMany(600));
  expect(await times(2, () => guess('203.0.113.2'))).toMatchObject(Array(2).fill(refused));
  expect(await guess('203.0.113.3')).toEqual(tooMany(3600));
  site.advance(hour);
  const later = await signIn(site, owner, owner.password);
  const fresh = { ...owner, accessToken: String(later.body.access_token) };
  expect(await changePassword(site, fresh, owner.password, '203.0.113.1')).toMatchObject({ status: 200 });
});

test('without a trusted proxy nobody becomes another client by a header', async () => {
  const site = await start({ signInByClient: { times: 2, seconds: 900 } }, { trustedProxies: () => false });
  const guess = (from: string) => signIn(site, { email: newEmail() }, 'sausages', from);
  expect(await times(2, (index) => guess(`203.0.113.${index}`))).toEqual([wrong, wrong]);
  expect(await guess('203.0.113.9')).toEqual(tooMany(900));
  expect(await guess('203.0.113.10, 127.0.0.1')).toEqual(tooMany(900));
});

test('behind a trusted proxy only what the proxy has seen itself names the client', async () => {
  const site = await start({ signInByClient: { times: 2, seconds: 900 } });
  const guess = (from: string) => signIn(site, { email: newEmail() }, 'sausages', from);
  expect(await times(2, (index) => guess(`198.51.100.${index}, 203.0.113.1`))).toEqual([wrong, wrong]);
  expect(await guess('198.51.100.9, 203.0.113.1')).toEqual(tooMany(900));
  expect(await guess('198.51.100.9, 203.0.113.1, 127.0.0.1')).toEqual(tooMany(900));
  expect(await guess('203.0.113.1, 203.0.113.2')).toEqual(wrong);
});

test('all servers of a database count together', async () => {
  const limits = { signInByAccountAtClient: { times: 4, seconds: 600 } };
  const first = await start(limits);
  const second = await start(limits, { databaseUrl: first.databaseUrl });
  const owner = await newOwner(first);
  const answers = await times(6, (index) => signIn(index % 2 ? second : first, owner, 'sausages'));
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 429, 429]);
});

test('a full limit is not asked about again, and without the database nothing passes', async () => {
  const site = await start({ signInByAccountAtClient: { times: 1, seconds: 600 } });
  const owner = await newOwner(site);
  expect(await signIn(site, owner, 'sausages')).toEqual(wrong);
  expect(await signIn(site, owner, 'sausages')).toEqual(tooMany(600));
  await site.database.close();
  expect(await signIn(site, owner, 'sausages')).toEqual(tooMany(600));
  const unavailable = { status: 503, body: { error_code: 'unexpected_failure' } };
  expect(await signIn(site, owner, owner.password, '203.0.113.2')).toMatchObject(unavailable);
  expect(await send(site, 'signup', { email: newEmail(), password: 'sausages-4-all' })).toMatchObject(unavailable);
  expect(await send(site, 'recover', { email: newEmail() })).toMatchObject(unavailable);
  expect(await send(site, 'verify', { type: 'recovery', token_hash: 'x' })).toMatchObject(unavailable);
});

test('what is kept of a client and an account is a hash, and not for long', async () => {
  const site = await start({});
  const owner = await newOwner(site);
  await signIn(site, owner, 'sausages');
  await signIn(site, owner, owner.password);
  const rows = () =>
    site.sql<{ key: Buffer; text: string }[]>`select key, row_to_json(r)::text as text from wagday.rate_limits r`;
  const kept = await rows();
  expect(kept.length).toBeGreaterThan(3);
  for (const { key, text } of kept) {
    expect(key).toHaveLength(32);
    for (const kept of [text, key.toString('latin1')]) expect(kept).not.toMatch(/203\.0\.113|wagday|owner|By[A-Z]/);
  }
  expect(site.logged()).not.toMatch(/203\.0\.113|wagday\.dev/);

  site.advance(31 * 24 * hour);
  await signIn(site, { email: newEmail() }, 'sausages', '203.0.113.2');
  await expect.poll(async () => (await rows()).length).toBe(4);
});

test('a password is measured in bytes and never cut, wherever it is asked for', async () => {
  const site = await start({});
  const full = '🐕'.repeat(18);
  const refusal = { status: 400, body: { error_code: 'validation_failed' } };
  for (const password of [`${full}x`, `${'x'.repeat(71)}ü`, 'sausages\ud83d', 'sausages\0']) {
    expect(await send(site, 'signup', { email: newEmail(), password })).toMatchObject(refusal);
  }
  const email = newEmail();
  const signedUp = await send(site, 'signup', { email, password: full });
  const session = { token: String(signedUp.body.access_token), method: 'PUT' };
  expect(await signIn(site, { email }, full)).toMatchObject({ status: 200 });
  for (const password of [`${full}x`, `${full}\0`]) {
    expect(await signIn(site, { email }, password)).toEqual(wrong);
    expect(await send(site, 'user', { password, current_password: full }, session)).toMatchObject(refusal);
    expect(await send(site, 'user', { password: 'bones-4-ever', current_password: password }, session)).toMatchObject({
      status: 400,
      body: { error_code: 'current_password_invalid' },
    });
  }
});

test('a flood of sign-ins from one client does not keep another from signing in', async () => {
  const site = await start({}, { passwordCost: slowPasswords });
  const owner = await newOwner(site);
  let finished = 0;
  const flood = Array.from({ length: 90 }, async (_, index) => {
    expect(await signIn(site, { email: `nobody-${index}@wagday.dev` }, 'sausages', '198.51.100.1')).toEqual(wrong);
    finished += 1;
  });
  await expect.poll(() => finished).toBeGreaterThan(2);
  expect(await signIn(site, owner, owner.password)).toMatchObject({ status: 200 });
  expect(finished).toBeLessThan(85);
  await Promise.all(flood);
});

/** A household's address in a network of IPv6: of the /48, the /56 in it, and the /64 in that. */
function addressIn(site: number, part: number, household: number): string {
  const subnet = (part * 256 + household).toString(16);
  return `2001:db8:${site}:${subnet}::1`;
}

test('the households of one network share its limits, which are the wider the wider it is', async () => {
  const site = await start({ signInByClient: { times: 2, seconds: 900 } });
  const [owner, stranger] = [await newOwner(site), { email: newEmail() }];
  const home = addressIn(1, 1, 1);
  expect(await signIn(site, owner, owner.password, home)).toMatchObject({ status: 200 });
  const fail = (from: string) => signIn(site, { email: newEmail() }, 'sausages', from);

  expect(await times(2, () => fail(addressIn(1, 1, 2)))).toEqual([wrong, wrong]);
  expect(await fail(addressIn(1, 1, 2))).toEqual(tooMany(900));
  expect(await times(6, (household) => fail(addressIn(1, 1, 10 + household)))).toEqual(Array(6).fill(wrong));
  expect(await fail(addressIn(1, 1, 20))).toEqual(tooMany(900));

  for (const part of [2, 3, 4]) {
    expect(await times(8, (household) => fail(addressIn(1, part, household)))).toEqual(Array(8).fill(wrong));
  }
  expect(await fail(addressIn(1, 5, 1))).toEqual(tooMany(900));
  expect(await fail(addressIn(2, 1, 1))).toEqual(wrong);

  // Neighbours lock nobody out where an account has been signed in to.
  expect(await signIn(site, owner, owner.password, home)).toMatchObject({ status: 200 });
  expect(await signIn(site, stranger, 'sausages', home)).toEqual(tooMany(900));
});

test('a flood from a whole network keeps neither strangers to it out, nor owners in it who have been there before', async () => {
  const site = await start({}, { passwordCost: slowPasswords });
  const [newcomer, neighbour] = [await newOwner(site), await newOwner(site)];
  const home = addressIn(1, 1, 200);
  expect(await signIn(site, neighbour, neighbour.password, home)).toMatchObject({ status: 200 });
  const told = new Set<unknown>();
  const flood = Array.from({ length: 140 }, async (_, household) => {
    const { body } = await signIn(site, { email: newEmail() }, 'sausages', addressIn(1, 1, household));
    told.add(body.error_code);
  });
  // Every waiting place is taken.
  await expect.poll(() => told).toContain('over_request_rate_limit');
  const answers = await Promise.all([
    signIn(site, newcomer, newcomer.password, addressIn(2, 1, 1)),
    signIn(site, newcomer, newcomer.password, '203.0.113.1'),
    signIn(site, newcomer, newcomer.password, addressIn(1, 2, 1)),
    signIn(site, neighbour, neighbour.password, home),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await Promise.all(flood);
  expect(told).toEqual(new Set(['invalid_credentials', 'over_request_rate_limit']));
});

test('an account is signed in to only so often, and further attempts are refused before a password is checked', async () => {
  expect(defaultLimits.sessionsByAccount).toEqual({ times: 60, seconds: 3600 });
  const site = await start({
    sessionsByAccount: { times: 3, seconds: 3600 },
    signInByAccountAtClient: { times: 2, seconds: 600 },
  });
  const owner = await newOwner(site);
  const right = (from?: string) => signIn(site, owner, owner.password, from);
  expect(await times(3, () => right())).toMatchObject(Array(3).fill({ status: 200 }));
  expect(await right('198.51.100.1')).toEqual(tooMany(3600));
  // Such a refusal counts like a wrong password.
  expect(await times(2, () => right())).toEqual(Array(2).fill(tooMany(3600)));
  expect(await right()).toEqual(tooMany(600));
  expect(await site.sql`select from auth.sessions where user_id = ${owner.id}`).toHaveLength(4);
  const other = await newOwner(site);
  expect(await signIn(site, other, other.password)).toMatchObject({ status: 200 });
  site.advance(hour);
  expect(await right()).toMatchObject({ status: 200 });
});

test('of more than a hundred sessions of an account the oldest ends', async () => {
  const site = await start({});
  const [owner, other] = [await newOwner(site), await newOwner(site)];
  const count = async () => (await site.sql`select from auth.sessions where user_id = ${owner.id}`).length;
  await site.sql`
    insert into auth.sessions (user_id, created_at, refresh_token_hmac_key)
    select ${owner.id}, now() + number * interval '1 second', decode(repeat('00', 32), 'hex')
    from generate_series(1, 99) as number`;
  site.advance(600_000);
  expect(await signIn(site, owner, owner.password)).toMatchObject({ status: 200 });
  expect(await count()).toBe(100);
  const refresh = await send(site, 'token?grant_type=refresh_token', { refresh_token: owner.refreshToken });
  expect(refresh.body).toMatchObject({ error_code: 'refresh_token_not_found' });
  expect((await owner.client.from('dogs').select()).error?.code).toBe('PGRST303');

  // Many at once, and by a recovery link, too.
  await Promise.all(Array.from({ length: 5 }, () => signIn(site, owner, owner.password)));
  expect(await count()).toBe(100);
  await signInByLink(owner, site);
  expect(await count()).toBe(100);
  expect((await other.client.from('dogs').select()).error).toBeNull();
});
