import { afterEach, expect, test } from 'vitest';
import { addDog, makeFeed, newClient, newOwner, planParty } from '../support/owners.ts';
import { startForFile } from '../support/shared-backend.ts';
import { askSafely, type Question } from './raw-requests.ts';
import { belongings, newVictim } from './world.ts';

const backend = await startForFile();
const [victim, stranger] = await Promise.all([newVictim(backend), newOwner(backend)]);
const token = victim.feed;
// Reading is recorded once an hour, and so not during the attacks.
await fetch(`${backend.url}/calendar/${token}.ics`);

const before = await belongings(victim, backend);
afterEach(async () => expect(await belongings(victim, backend)).toEqual(before));

const attack = (question: Question, marks: readonly string[] = victim.marks) => askSafely(backend.url, question, marks);

test('a guessed, cut, stretched or dressed-up token opens nothing', async () => {
  const [feed] = await backend.sql<{ id: string; hash: string }[]>`
    select id, encode(token_hash, 'base64') as hash from public.calendar_feeds where user_id = ${victim.id}`;
  const guesses = [
    '',
    feed!.id,
    victim.id,
    encodeURIComponent(feed!.hash),
    token.slice(1),
    `${token}A`,
    token.toLowerCase(),
    token.toUpperCase(),
    `${token.slice(0, -1)}%`,
    `${token}%00`,
    `%2e%2e%2f${token}`,
    `x%2f${token}`,
    `${'A'.repeat(42)}'`,
    `'%20or%20true--${'a'.repeat(29)}`,
    'A'.repeat(43),
    'a'.repeat(5000),
    'constructor',
  ];
  for (const guess of guesses) {
    for (const place of ['/calendar', '/functions/v1/calendar']) {
      for (const ending of ['.ics', '', '.ics/', '.ICS', '.ics.ics', '.txt']) {
        const { status } = await attack({ method: 'GET', path: `${place}/${guess}${ending}` });
        expect([400, 404]).toContain(status);
      }
    }
  }
  for (const ending of ['', '.ICS', '.ics%0d%0aX-Evil:1', '.ics/more', '.txt']) {
    expect((await attack({ method: 'GET', path: `/calendar/${token}${ending}` })).status).toBe(404);
  }
});

test('the function behind it opens nothing to guesses, and takes nothing but a token', async () => {
  const call = (body: unknown) =>
    attack({
      method: 'POST',
      path: '/rest/v1/rpc/calendar_feed',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  for (const guess of [
    'A'.repeat(43),
    '%'.repeat(43),
    '_'.repeat(43),
    '\u0001'.repeat(43),
    null,
    1,
    true,
    [token],
    { token },
  ]) {
    const { status, body } = await call({ token: guess });
    expect([status === 200 ? body.toString() : 'null', status >= 500]).toEqual(['null', false]);
  }
  for (const body of [
    {},
    { id: victim.id },
    { token, user_id: stranger.id },
    { token, contents: 'all' },
    [{ token }],
  ]) {
    expect([400, 404]).toContain((await call(body)).status);
  }
  expect((await call({ token: 'a'.repeat(70_000) })).status).toBe(413);
});

test('a feed changes nothing, for any caller and any method', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    for (const path of [`/calendar/${token}.ics`, `/functions/v1/calendar/${token}.ics`]) {
      const { status, headers } = await attack({ method, path });
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    }
  }
  const oversize = { method: 'POST', path: `/calendar/${token}.ics`, body: 'x'.repeat(2_000_000) };
  expect((await attack(oversize)).status).toBe(405);
});

test('a revoked calendar is closed at once, and with the account all of them @10.167', async () => {
  const leaver = await newOwner(backend);
  await addDog(leaver, { name: 'Marked' });
  const tokens = [await makeFeed(leaver), await makeFeed(leaver)];
  const statuses = () =>
    Promise.all(tokens.map(async (each) => (await attack({ method: 'GET', path: `/calendar/${each}.ics` })).status));
  expect(await statuses()).toEqual([200, 200]);
  const { data } = await leaver.client.from('calendar_feeds').select('id').order('created_at').throwOnError();
  await leaver.client.from('calendar_feeds').delete().eq('id', data?.[0]?.id).throwOnError();
  expect(await statuses()).toEqual([404, 200]);
  await leaver.client.rpc('delete_own_account').throwOnError();
  expect(await statuses()).toEqual([404, 404]);
  expect(await backend.sql`select from public.calendar_feeds where user_id = ${leaver.id}`).toHaveLength(0);
});

test('names and words never become lines of the calendar, nor headers', async () => {
  const author = await newOwner(backend);
  const breaks = ['\r\n', '\n', '\r', '\\n', '\u2028', '\u0085'];
  const evil = 'BEGIN:VEVENT;X-EVIL:1,END:VCALENDAR\\';
  const dog = await addDog(author, { name: `;,\\: "${evil}`.slice(0, 60) });
  await planParty(author, dog.id, {
    ...{ title: evil, celebration_date: new Date(Date.now() + 864e5).toISOString().slice(0, 10) },
    ...{ description: breaks.map((each) => `a${each}${evil}`).join(''), location: `${evil}\u2028${evil}` },
  });
  const theirs = await makeFeed(author, { name: `${evil}"`, alarms: true });
  const answer = await attack({ method: 'GET', path: `/calendar/${theirs}.ics` });
  const lines = answer.body.toString().replaceAll('\r\n ', '').split('\r\n');
  const names = new Set(lines.map((line) => /^[A-Z-]*/.exec(line)?.[0]));
  expect([...names].filter((name) => name === 'X-EVIL')).toEqual([]);
  expect(lines.filter((line) => line === 'END:VCALENDAR')).toHaveLength(1);
  expect(lines.filter((line) => /^BEGIN:/.test(line) && !/^BEGIN:(VCALENDAR|VEVENT|VALARM)$/.test(line))).toEqual([]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  expect(lines.filter((line) => /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/.test(line))).toEqual([]);
  expect(Object.keys(answer.headers)).not.toContain('x-evil');
});

test('the Host header reaches no line of the calendar as anything but a host', async () => {
  for (const host of ['evil.example@x', "evil';example", 'a b']) {
    expect((await attack({ method: 'GET', path: `/calendar/${token}.ics`, headers: { host } })).status).toBe(400);
  }
  const { body } = await attack(
    { method: 'GET', path: `/calendar/${token}.ics`, headers: { host: 'evil.example' } },
    [],
  );
  expect(body.toString()).not.toContain('evil.example');
});

test('who is signed in, or asks from the page of another site, gets nothing more', async () => {
  const others = [
    { authorization: `Bearer ${stranger.accessToken}` },
    { authorization: 'Bearer x' },
    { cookie: 'a=1' },
  ];
  const path = `/calendar/${token}.ics`;
  const plain = await attack({ method: 'GET', path }, []);
  for (const headers of [...others, { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }]) {
    const answer = await attack({ method: 'GET', path, headers }, []);
    expect([answer.status, answer.body.toString()]).toEqual([200, plain.body.toString()]);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
  const { error } = await stranger.client.rpc('calendar_feed', { token });
  expect(error?.code).toBe('42501');
  expect((await newClient(backend).from('calendar_feeds').select('id')).error?.code).toBe('42501');
});
