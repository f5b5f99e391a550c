/** Attacks the page of an invitation over HTTP. invitations.test.ts attacks what the database holds back. */
import { expect, onTestFinished, test } from 'vitest';
import { invitationFile, invitationPage } from '../../addresses/addresses.ts';
import type { LimitSettings } from '../../server/composition/compose.ts';
import { addDog, newOwner, planParty } from '../support/owners.ts';
import { startForFile } from '../support/shared-backend.ts';
import { startTestBackend } from '../support/test-backend.ts';

const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const hostile = `"><script>alert(1)</script>`;

const backend = await startForFile();
const host = await newOwner(backend, { name: hostile });
const dog = await addDog(host, { name: hostile });
const plan = { title: hostile, celebration_date: soon, location: 'The secret oak' };
const party = await planParty(host, dog.id, plan);
const token = (await host.client.rpc('make_invitation_link', { party_id: party.id }).throwOnError()).data;
await host.client.from('party_invitations').update({ place_for: 'yes' }).eq('party_id', party.id).throwOnError();

const call = (path: string, init?: RequestInit) => fetch(`${backend.url}${path}`, { redirect: 'manual', ...init });
const answer = (changes: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  call(invitationPage(token), {
    method: 'POST',
    headers,
    body: new URLSearchParams({ name: 'Eve', answer: 'yes', adults: '1', children: '0', ...changes }),
  });
const read = async (path: string) => (await call(path)).text();
const pageAfter = ({ headers }: Response) => new URL(headers.get('location') ?? '', `${backend.url}/i/`).pathname;
/** The guest's own page and calendar file. */
async function answerAs(said: string) {
  const moved = await answer({ answerKey: crypto.randomUUID(), answer: said });
  expect(moved.status).toBe(303);
  const own = pageAfter(moved);
  return { own, file: /\/i\/[\w-]{43}\/party\.ics/.exec(await read(own))?.[0] ?? '' };
}
/** Another server of the same guests, which believes what a proxy says of its clients. */
async function limitedTo(limits: Partial<LimitSettings>) {
  const { url, stop } = await startTestBackend({
    ...{ databaseUrl: backend.databaseUrl, limits, trustedProxies: () => true },
  });
  onTestFinished(stop);
  return (client: string, path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(url + path, { redirect: 'manual', ...init, headers: { 'X-Forwarded-For': client, ...init.headers } });
}

const guests = async () => (await host.client.from('party_guests').select('name').throwOnError()).data?.length;

test('the page of a stranger is private, under a strict policy, and runs nothing that somebody wrote', async () => {
  const response = await call(invitationPage(token));
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
  });
  expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
  expect(html).not.toContain('<script>alert');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(response.headers.has('set-cookie')).toBe(false);
});

test('the place that is told to who says yes is in no page, file or tag before', async () => {
  for (const path of [invitationPage(token), invitationFile(token)]) {
    expect(await read(path)).not.toContain('oak');
  }
  const { own, file } = await answerAs('yes');
  expect(await read(own)).toContain('The secret oak');
  expect(file).not.toContain(own);
  expect(await read(file)).toContain('LOCATION:The secret oak');
  // Anyone who has only the address of the file has no page.
  expect((await call(file.replace('/party.ics', ''))).status).toBe(404);
  expect((await call(own)).headers.get('cache-control')).toBe('no-store');
});

test('a changed place changes no byte for guests without it, and raises the version in the calendars of those with it', async () => {
  const [comes, mayCome] = [await answerAs('yes'), await answerAs('maybe')];
  // An hour ago: a calendar counts in seconds.
  await backend.sql.begin(async (sql) => {
    const anHour = 3_600_000_000;
    await sql`set local session_replication_role = replica`;
    await sql`
      update public.party_invitations set created_at = created_at - interval '1 hour', version = version - ${anHour}::bigint,
        version_without_place = version_without_place - ${anHour}::bigint`;
    await sql`update public.party_guests set version = version - ${anHour}::bigint`;
    await sql`update public.birthday_celebrations set version = version - ${anHour}::bigint`;
  });
  const paths = [invitationPage(token), invitationFile(token), mayCome.own, mayCome.file];
  // Except for the key of each visit's answer, and the moment from which the browser counts the days.
  const bytes = async (path: string) =>
    (await read(path)).replace(/(?<=name="answerKey" value=")[^"]*|(?<=&quot;now&quot;:)\d+/g, '');
  const seenByOthers = () => Promise.all(paths.map(bytes));
  const sequence = async () => Number(/\r\nSEQUENCE:(\d+)\r\n/.exec(await read(comes.file))?.[1]);
  const [before, earlier] = await Promise.all([seenByOthers(), sequence()]);
  await host.client
    .from('birthday_celebrations')
    .update({ location: 'The secret oak, north gate' })
    .eq('user_id', host.id)
    .throwOnError();
  expect(await seenByOthers()).toEqual(before);
  expect(await read(comes.own)).toContain('north gate');
  expect(await sequence()).toBeGreaterThanOrEqual(earlier + 3600);
});

test('every token that is none is answered with the same bytes', async () => {
  const answers = new Set<string>();
  for (const guess of [
    'A'.repeat(43),
    token.toLowerCase(),
    'x',
    `${token}A`,
    `${token}%00`,
    'a'.repeat(4000),
    '__proto__',
  ]) {
    const response = await call(`/i/${guess}`);
    expect(response.status).toBe(404);
    answers.add(`${await response.text()} ${response.headers.get('cache-control')}`);
  }
  expect(answers.size).toBe(1);
});

test('no address and no other site changes anything', async () => {
  const before = await guests();
  const query = new URLSearchParams({ name: 'Eve', answer: 'yes', adults: '1' });
  for (const method of ['GET', 'HEAD'])
    expect((await call(`${invitationPage(token)}?${query}`, { method })).status).toBe(200);
  for (const site of ['cross-site', 'same-site']) {
    expect((await answer({}, { 'Sec-Fetch-Site': site })).status).toBe(403);
  }
  expect((await answer({}, { Origin: 'https://evil.example' })).status).toBe(403);
  expect(await guests()).toBe(before);
});

test('a form that is sent again and again is one answer', async () => {
  const before = (await guests()) ?? 0;
  const answerKey = '6e0d7cbb-4ab5-4c55-b8b4-3a8d4cbf1f0a';
  const sent = await Promise.all(Array.from({ length: 5 }, () => answer({ answerKey })));
  expect(sent.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
  expect(await guests()).toBe(before + 1);
});

test('a guest who goes back and sends again, or opens the link again, is one guest, until somebody else answers @10.248', async () => {
  const before = (await guests()) ?? 0;
  const cookieOf = (response: Response) => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const first = await answer({ name: 'Ada', email: 'ada@wagday.dev' });
  const Cookie = cookieOf(first);
  expect(first.headers.get('set-cookie')).toContain(`Path=${invitationPage(token)};`);
  // Each form that the browser fetches anew has its own key.
  const again = await answer({ name: 'Ada L.', email: 'ada@wagday.dev', answerKey: crypto.randomUUID() }, { Cookie });
  expect(pageAfter(again)).toBe(pageAfter(first));
  const page = await call(invitationPage(token), { headers: { Cookie } });
  const html = await page.text();
  expect(html).toContain('You&#x27;re in, Ada L.!');
  expect(html).toContain('The secret oak');
  expect([page.headers.get('cache-control'), await guests()]).toEqual(['no-store', before + 1]);
  // Nobody else sees it, and a made-up cookie opens nothing.
  for (const other of ['', 'own-answer=', `own-answer=${'A'.repeat(43)}`, `own-answer=${token}`])
    expect(await (await call(invitationPage(token), { headers: { Cookie: other } })).text()).not.toMatch(
      /Ada L|secret oak/,
    );

  const body = new URLSearchParams({ name: 'Mary', answer: 'yes', adults: '1', children: '0' });
  const mother = await call(`${invitationPage(token)}?somebody-else`, { method: 'POST', body, headers: { Cookie } });
  expect([mother.status, mother.headers.has('set-cookie'), await guests()]).toEqual([303, false, before + 2]);
  // An address that has answered is taken as a new one is, and shows nothing of the other answer.
  const [known, unknown] = [
    await answer({ name: 'Mallory', answer: 'maybe', email: 'ADA@wagday.dev' }),
    await answer({ name: 'Mallory', answer: 'maybe', email: 'new@wagday.dev' }),
  ];
  expect([known.status, unknown.status, await guests()]).toEqual([303, 303, before + 4]);
  const texts = await Promise.all(
    [known, unknown].map(async (response) =>
      (await read(pageAfter(response))).replaceAll(
        /[\w-]{43}|[\da-f-]{36}|ada@wagday\.dev|new@wagday\.dev|\d{13,}/gi,
        '',
      ),
    ),
  );
  expect(texts[0]).toBe(texts[1]);
  expect(texts[0]).not.toMatch(/Ada L|secret oak/);
  // As everybody else sees it, whatever another page made the browser send.
  const forged = await answer({ name: 'Eve' }, { Cookie, 'Sec-Fetch-Site': 'cross-site' });
  expect([forged.status, await guests()]).toEqual([403, before + 4]);
});

test('a lost link is asked for by a form, with one answer for everybody', async () => {
  const ask = (email: string) =>
    call(`${invitationPage(token)}?lost-link`, { method: 'POST', body: new URLSearchParams({ email }) });
  const answers = [await ask('ada@wagday.dev'), await ask('nobody@wagday.dev')];
  const [known, unknown] = answers.map(({ status, headers }) => [
    status,
    headers.get('location'),
    headers.get('set-cookie'),
  ]);
  expect(known).toEqual(unknown);
  expect(known).toEqual([303, `./${token}?lost-link#lost-link`, null]);
  const page = await (await call(`${invitationPage(token)}?lost-link`)).text();
  expect(page).toContain('If that email has answered here, we&#x27;ll email its link');
});

test('a body beyond the limit is refused unread, and a flood of fields is one page', async () => {
  const large = await answer({ note: 'x'.repeat(70_000) });
  expect([large.status, large.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
  const body = `name=&answer=yes&${'dogName=x&'.repeat(6000)}`;
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const flood = await call(invitationPage(token), { method: 'POST', body, headers });
  expect(flood.status).toBe(422);
  expect((await flood.text()).length).toBeLessThan(200_000);
});

test('who asks for many invitations that do not exist has to wait, and still opens one that does', async () => {
  const few = { times: 2, seconds: 60 };
  const ask = await limitedTo({ unknownInvitationByClient: few, answersToInvitationByClient: few });
  for (const [method, expected] of [
    ['GET', [404, 404, 429]],
    ['POST', [415, 415, 429]],
  ] as const) {
    const statuses = [];
    for (let time = 0; time < 3; time += 1)
      statuses.push((await ask('192.0.2.3', invitationPage('A'.repeat(43)), { method })).status);
    expect(statuses).toEqual(expected);
  }
  expect((await ask('192.0.2.3', invitationPage(token))).status).toBe(200);
});

test('who opens a link again and again has to wait, and everybody else opens it', async () => {
  const ask = await limitedTo({ visitsOfInvitation: { times: 2, seconds: 60 } });
  const statuses = [];
  for (const path of [invitationPage(token), invitationFile(token), invitationPage(token)])
    statuses.push((await ask('192.0.2.1', path, { method: 'HEAD' })).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect((await ask('192.0.2.2', invitationPage(token))).status).toBe(200);
});

test('an answer beyond the limit is not taken, and comes back with what was typed, but for so many visits @10.160', async () => {
  const once = { times: 1, seconds: 60 };
  const ask = await limitedTo({ answersToInvitationByClient: once, visitsOfInvitation: { ...once, times: 4 } });
  const before = await guests();
  const send = (note: string) =>
    ask('192.0.2.77', invitationPage(token), {
      method: 'POST',
      body: new URLSearchParams({ name: 'Slow', answer: 'maybe', adults: '1', children: '0', note }),
    });
  expect((await send('First')).status).toBe(303);
  const refused = await send('<b>Long words</b>');
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 1]).toEqual([429, true]);
  const text = await refused.text();
  expect(text).toContain('&lt;b&gt;Long words&lt;/b&gt;');
  expect(text).toContain('Nothing you typed is lost.');
  for (let time = 0; time < 4; time += 1) expect((await send('Again')).status).toBe(429);
  expect(await (await send('Too often')).text()).not.toContain('Too often');
  expect(await guests()).toBe((before ?? 0) + 1);
});

test('answers by the API are counted with those of the page, for every client', async () => {
  const ask = await limitedTo({ answersToInvitationByClient: { times: 3, seconds: 60 } });
  const headers = { 'Content-Type': 'application/json' };
  const send = (
    client: string,
    name = 'answer_invitation',
    args: object = { answer_key: crypto.randomUUID(), answer: {} },
  ) =>
    ask(client, `/rest/v1/rpc/${name}`, {
      ...{ method: 'POST', headers, body: JSON.stringify({ token: 'A'.repeat(43), ...args }) },
    });
  expect((await ask('192.0.2.4', invitationPage('A'.repeat(43)), { method: 'POST' })).status).toBe(415);
  const statuses = [];
  for (let time = 0; time < 3; time += 1) statuses.push((await send('192.0.2.4')).status);
  expect(statuses).toEqual([200, 200, 429]);
  for (const refused of [
    await send('192.0.2.4'),
    await send('192.0.2.4', 'ask_for_own_link', { token, address: 'ada@wagday.dev' }),
  ])
    expect([refused.status, Number(refused.headers.get('Retry-After')) > 1]).toEqual([429, true]);
  expect((await send('192.0.2.5')).status).toBe(200);
});
