import { randomBytes, randomUUID } from 'node:crypto';
import { verify } from '@node-rs/bcrypt';
import { afterEach, expect, test, vi } from 'vitest';
import { linkIn } from '../support/mailbox.ts';
import { newClient, newOwner, recoveryToken } from '../support/owners.ts';
import { startForFile, startForTest } from '../support/shared-backend.ts';
import type { TestBackend } from '../support/test-backend.ts';
import { type Answer, ask, askSafely } from './raw-requests.ts';
import { belongings, newVictim } from './world.ts';

// The real function, with its calls counted.
vi.mock('@node-rs/bcrypt', async (load) => {
  const real = await load<typeof import('@node-rs/bcrypt')>();
  return { ...real, verify: vi.fn(real.verify) };
});

const backend = await startForFile({
  stillClock: true,
  limits: { recoveryInterval: { times: 100, seconds: 1 } },
});
const victim = await newVictim(backend);
const before = await belongings(victim, backend);
afterEach(async () => expect(await belongings(victim, backend)).toEqual(before));

async function post(
  path: string,
  body: unknown,
  { token, site = backend }: { token?: string; site?: TestBackend } = {},
): Promise<Answer & { json: Record<string, unknown> }> {
  const headers = {
    'content-type': 'application/json',
    'x-supabase-api-version': '2024-01-01',
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const question = { method: 'POST', path: `/auth/v1/${path}`, headers, body: JSON.stringify(body) };
  const answer = await askSafely(site.url, question, victim.marks);
  return { ...answer, json: answer.body.length === 0 ? {} : JSON.parse(answer.body.toString()) };
}

const refresh = (token: unknown) => post('token?grant_type=refresh_token', { refresh_token: token });

test('of a hundred refreshes at once all get the same one successor', async () => {
  const owner = await newOwner(backend);
  const answers = await Promise.all(Array.from({ length: 100 }, () => refresh(owner.refreshToken)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ json }) => json.refresh_token)).size).toBe(1);
});

test('a sign-out among refreshes that race leaves no token of the family alive', async () => {
  const owner = await newOwner(backend);
  const racing = Array.from({ length: 20 }, () => refresh(owner.refreshToken));
  const signedOut = post('logout?scope=global', {}, { token: owner.accessToken });
  const answers = await Promise.all(racing);
  expect((await signedOut).status).toBe(204);
  for (const { json } of answers) {
    if (json.refresh_token) expect((await refresh(json.refresh_token)).status).toBe(400);
    if (!json.access_token) continue;
    const headers = { authorization: `Bearer ${json.access_token}` };
    expect((await ask(backend.url, { method: 'GET', path: '/rest/v1/dogs', headers })).status).toBe(401);
  }
  expect((await refresh(owner.refreshToken)).status).toBe(400);
});

test('refresh tokens cannot be guessed, and nothing near one counts', async () => {
  const { refreshToken } = victim;
  const near = [
    refreshToken.slice(0, -1),
    `${refreshToken}A`,
    refreshToken.toUpperCase(),
    refreshToken.toLowerCase(),
    ` ${refreshToken}`,
    `${refreshToken}\n`,
    `${refreshToken}\0`,
    refreshToken.split('').reverse().join(''),
    Buffer.from(refreshToken, 'base64url').toString('hex'),
  ];
  const random = Array.from({ length: 50 }, () => randomBytes(32).toString('base64url'));
  for (const guess of [...near, ...random, '%', '_', '*', '0', 'null']) {
    expect((await refresh(guess)).json).toMatchObject({ code: 'refresh_token_not_found' });
  }
  for (const odd of [null, 7, true, [], {}, [refreshToken], { refreshToken }, { $ne: '' }, '']) {
    expect((await refresh(odd)).json).toMatchObject({ code: 'validation_failed' });
  }
});

test('an access token is no refresh token, a refresh token no access token, and a recovery token neither', async () => {
  expect((await refresh(victim.accessToken)).status).toBe(400);
  const headers = { authorization: `Bearer ${victim.refreshToken}` };
  expect((await ask(backend.url, { method: 'GET', path: '/auth/v1/user', headers })).status).toBe(403);
  expect((await ask(backend.url, { method: 'GET', path: '/rest/v1/dogs', headers })).status).toBe(401);
  for (const token of [victim.refreshToken, victim.accessToken]) {
    expect((await post('verify', { type: 'recovery', token_hash: token })).status).toBe(403);
  }
  const owner = await newOwner(backend);
  const token = await recoveryToken(owner, backend);
  expect((await refresh(token)).status).toBe(400);
  const asBearer = { authorization: `Bearer ${token}` };
  expect((await ask(backend.url, { method: 'GET', path: '/auth/v1/user', headers: asBearer })).status).toBe(403);
});

test('a recovery token opens one session for its own account, under any name that is sent with it', async () => {
  const owner = await newOwner(backend);
  const token = await recoveryToken(owner, backend);
  for (const body of [
    { type: 'recovery', token_hash: token, email: victim.email },
    { type: 'recovery', token, email: victim.email },
    { type: 'magiclink', token_hash: token },
    { type: 'email_change', token_hash: token },
    { type: 'signup', token_hash: token },
    { type: ['recovery'], token_hash: token },
    { type: 'recovery', token_hash: [token] },
    { type: 'recovery', token_hash: `${token} ` },
    { type: 'recovery', token_hash: token.toLowerCase() },
  ]) {
    expect([400, 403]).toContain((await post('verify', body)).status);
  }
  const all = await Promise.all(
    Array.from({ length: 20 }, () => post('verify', { type: 'recovery', token_hash: token })),
  );
  const opened = all.filter(({ status }) => status === 200);
  expect(opened).toHaveLength(1);
  expect(opened[0]?.json.user).toMatchObject({ id: owner.id });
});

test('recovery tokens cannot be guessed: every guess is refused, and then told to wait', async () => {
  await post('recover', { email: victim.email });
  await backend.mailSettled();
  const limited = await startForTest({ limits: { verificationByClient: { times: 60, seconds: 300 } } });
  const statuses = [];
  for (let guess = 0; guess < 80; guess += 1) {
    const body = JSON.stringify({ type: 'recovery', token_hash: randomBytes(32).toString('base64url') });
    const headers = { 'content-type': 'application/json' };
    statuses.push((await ask(limited.url, { method: 'POST', path: '/auth/v1/verify', headers, body })).status);
  }
  expect(new Set(statuses.slice(0, 60))).toEqual(new Set([403]));
  expect(new Set(statuses.slice(60))).toEqual(new Set([429]));
});

test('a link leads nowhere but to the own site, however the way on is written', async () => {
  for (const target of [
    'https://elsewhere.example/',
    '//elsewhere.example/',
    '/\\elsewhere.example/',
    '\\\\elsewhere.example',
    'https:elsewhere.example',
    'https:/elsewhere.example',
    'http://127.0.0.1@elsewhere.example/',
    'http://127.0.0.1.elsewhere.example/',
    'http://elsewhere.example#127.0.0.1',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:http://127.0.0.1/x',
    'file:///etc/passwd',
    '%2f%2felsewhere.example',
    '\t//elsewhere.example',
    '/%0d%0aSet-Cookie:x=1',
    'http://[::1]/',
    'http://0x7f.1/',
    '/..//elsewhere.example',
    '/.//elsewhere.example',
    'http://127.0.0.1:1/',
  ]) {
    const { email } = await newOwner(backend);
    const names = ['redirect_to', 'redirectTo', 'redirect', 'next'];
    const query = new URLSearchParams(names.map((name): [string, string] => [name, target]));
    const body = Object.fromEntries(query);
    for (const headers of [{}, { referer: target }, { origin: 'https://elsewhere.example' }]) {
      const question = { method: 'POST', path: `/auth/v1/recover?${query}`, headers };
      const answer = await ask(backend.url, { ...question, body: JSON.stringify({ ...body, email }) });
      expect([answer.status, answer.headers.location]).toEqual([200, undefined]);
      const mail = await backend.mailbox.next(email);
      expect([target, linkIn(mail).origin]).toEqual([target, backend.url]);
      expect(mail.text + mail.html).not.toContain('elsewhere');
    }
    const opened = await ask(backend.url, { method: 'GET', path: `/auth/v1/verify?type=recovery&token=x&${query}` });
    expect([opened.status, opened.headers.location]).toEqual([404, undefined]);
  }
});

test('an unknown account costs the same hash and gets the same words as a known one', async () => {
  const product = await startForTest({ passwordCost: 'product' });
  const { email: known } = await newOwner(product);
  const unknown = `nobody-${randomUUID()}@wagday.dev`;
  const answers = [];
  for (const email of [known, unknown, 'no address', `${'x'.repeat(300)}@wagday.dev`, 'nul\0@wagday.dev']) {
    vi.mocked(verify).mockClear();
    const guess = { email, password: 'sausages-4-never' };
    const { status, json, headers } = await post('token?grant_type=password', guess, { site: product });
    const { 'content-length': length, 'content-type': type } = headers;
    answers.push({ status, json, length, type, hashes: vi.mocked(verify).mock.calls.length });
    const costs = vi.mocked(verify).mock.calls.map(([, hash]) => String(hash).slice(0, 7));
    expect([email.slice(0, 20), costs]).toEqual([email.slice(0, 20), ['$2b$10$']]);
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

test('recovery says the same for known and unknown addresses, and mails only the known one', async () => {
  const mails = backend.mailbox.mails.length;
  const known = await post('recover', { email: victim.email });
  const unknown = await post('recover', { email: `nobody-${randomUUID()}@wagday.dev` });
  expect([known.status, known.json]).toEqual([unknown.status, unknown.json]);
  expect(Object.keys(known.headers)).toEqual(Object.keys(unknown.headers));
  await backend.mailSettled();
  expect(backend.mailbox.mails.slice(mails).map(({ to }) => to)).toEqual([victim.email]);
});

test('a password is compared as it is: nothing cut, trimmed, folded or normalised', async () => {
  const email = `exact-${randomUUID()}@wagday.dev`;
  const password = `Äpfel ${'x'.repeat(60)}`;
  expect((await newClient(backend).auth.signUp({ email, password })).error).toBeNull();
  const signIn = (tried: unknown) => post('token?grant_type=password', { email, password: tried });
  for (const tried of [
    password.toLowerCase(),
    password.normalize('NFD'),
    ` ${password}`,
    `${password} `,
    `${password}y`,
    password.slice(0, -1),
    `${password}\0`,
    [password],
    { password },
    null,
    0,
    true,
    '',
  ]) {
    expect([400, 422]).toContain((await signIn(tried)).status);
  }
  expect((await signIn(password)).status).toBe(200);
});

test('what opens, ends or is refused a session is logged by its kind, and by nothing of its owner', async () => {
  const owner = await newOwner(backend);
  await post('token?grant_type=password', { email: owner.email, password: 'sausages-4-never' });
  await post('token?grant_type=password', { email: owner.email, password: owner.password });
  await post('verify', { type: 'recovery', token_hash: 'made-up' });
  await ask(backend.url, { method: 'GET', path: '/rest/v1/dogs' });
  await post('logout?scope=global', {}, { token: owner.accessToken });
  const { refreshToken } = await newOwner(backend);
  await refresh(refreshToken);
  backend.advance(11_000);
  await refresh(refreshToken);
  const events = backend
    .logged()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const event of [
    { event: 'authentication_done', operation: 'sign_up' },
    { event: 'authentication_refused', operation: 'password', code: 'invalid_credentials' },
    { event: 'authentication_done', operation: 'password' },
    { event: 'authentication_refused', operation: 'recovery', code: 'otp_expired' },
    { event: 'access_refused', service: 'rest', code: '42501' },
    { event: 'authentication_done', operation: 'sign_out' },
    { event: 'refresh_token_reused' },
  ]) {
    expect(events).toContainEqual(expect.objectContaining(event));
  }
  for (const value of [owner.email, owner.id, owner.password, owner.refreshToken, refreshToken, 'made-up']) {
    expect(backend.logged()).not.toContain(value);
  }
});
