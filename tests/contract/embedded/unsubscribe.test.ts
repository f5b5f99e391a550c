/** Tests the address in reminders that turns them off, and the mail that contains it, as a mail server would receive it. */
import { expect, test } from 'vitest';
import { reminderDigest } from '../../../domain/reminders/digest.ts';
import { date } from '../../../domain/testing/dates.ts';
import { writeReminder } from '../../../functions/delivery/reminder-mail.ts';
import { ownerOfToken, unsubscribeToken } from '../../../functions/mail-links/unsubscribe-token.ts';
import { newOwner } from '../../support/owners.ts';
import { startForFile, startForTest } from '../../support/shared-backend.ts';

const backend = await startForFile();
const owner = await newOwner(backend);
await owner.client.from('reminder_settings').insert({ time_zone: 'UTC', by_mail: true, by_push: true }).throwOnError();
const key = String(await backend.secretStore.read('unsubscribe'));

const addressOf = async (id = owner.id) => `${backend.url}/unsubscribe/${await unsubscribeToken(id, key)}`;
async function isMailOn(): Promise<unknown> {
  const [row] = await backend.sql`select by_mail, by_push from public.reminder_settings where user_id = ${owner.id}`;
  return row;
}

test('GET and HEAD show a page with one button, and change nothing @10.301', async () => {
  for (const method of ['GET', 'HEAD']) {
    const response = await fetch(await addressOf(), { method });
    expect(response.status).toBe(200);
    const page = await response.text();
    expect(page.match(/<button/g) ?? []).toHaveLength(method === 'GET' ? 1 : 0);
    expect(page).not.toMatch(/<script|http-equiv|src=/);
    expect(page).not.toContain(owner.email);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      ),
    });
  }
  expect(await isMailOn()).toEqual({ by_mail: true, by_push: true });
});

test('what was never made is answered alike, by every method, and changes nothing', async () => {
  const token = (await addressOf()).split('/').at(-1)!;
  const other = await unsubscribeToken(owner.id, 'another key');
  const answers = new Set<string>();
  for (const wrong of [
    other,
    token.slice(0, -1),
    `${token}A`,
    `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`,
    'x',
    '%00',
    'a'.repeat(48),
    'a'.repeat(4000),
  ]) {
    for (const init of [{ method: 'GET' }, { method: 'POST' }, { method: 'POST', body: 'x'.repeat(9000) }]) {
      const response = await fetch(`${backend.url}/unsubscribe/${wrong}`, init);
      answers.add(`${response.status} ${await response.text()}`);
    }
  }
  expect([...answers]).toEqual([expect.stringMatching(/^404 [\s\S]*This link does not work/)]);
  for (const method of ['PUT', 'DELETE', 'PATCH']) {
    expect((await fetch(await addressOf(), { method })).status).toBe(405);
  }
  expect(await isMailOn()).toEqual({ by_mail: true, by_push: true });
});

test('a POST from a page of another site is refused', async () => {
  const response = await fetch(await addressOf(), { method: 'POST', headers: { 'Sec-Fetch-Site': 'cross-site' } });
  expect(response.status).toBe(403);
  expect(await isMailOn()).toEqual({ by_mail: true, by_push: true });
});

test('one POST turns mail off and nothing else, with or without a body, and again without harm @10.301', async () => {
  const oneClick = { 'Content-Type': 'application/x-www-form-urlencoded' };
  for (const init of [{ body: 'List-Unsubscribe=One-Click', headers: oneClick }, {}]) {
    await backend.sql`update public.reminder_settings set by_mail = true`;
    for (let times = 0; times < 2; times += 1) {
      const response = await fetch(await addressOf(), { method: 'POST', ...init });
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('Done: no more emails')]);
      expect(await isMailOn()).toEqual({ by_mail: false, by_push: true });
    }
  }
  const stranger = await newOwner(backend);
  await stranger.client.from('reminder_settings').insert({ time_zone: 'UTC', by_mail: true }).throwOnError();
  await fetch(await addressOf(), { method: 'POST' });
  expect((await stranger.client.from('reminder_settings').select('by_mail')).data).toEqual([{ by_mail: true }]);
  expect(backend.logged()).not.toContain((await addressOf()).split('/').at(-1));
});

test('a client that turns mails on and off again and again has to wait, and may still look', async () => {
  const narrow = await startForTest({ limits: { mailChangesByClient: { times: 3, seconds: 300 } } });
  const leaver = await newOwner(narrow);
  const token = await unsubscribeToken(leaver.id, String(await narrow.secretStore.read('unsubscribe')));
  const ask = (method: string) => fetch(`${narrow.url}/unsubscribe/${token}`, { method });
  const statuses: number[] = [];
  for (let times = 0; times < 5; times += 1) statuses.push((await ask('POST')).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect((await fetch(`${narrow.url}/confirm-reminders/${token}`, { method: 'POST' })).status).toBe(429);
  expect(Number((await ask('POST')).headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask('GET')).status).toBe(200);
  narrow.advance(300_000);
  expect((await ask('POST')).status).toBe(200);
});

test('a token of an account that is gone is answered like any other', async () => {
  const gone = await addressOf('00000000-0000-4000-8000-000000000000');
  expect((await fetch(gone, { method: 'POST' })).status).toBe(200);
});

test('a token names its owner to who has the key, and nobody to others', async () => {
  const token = await unsubscribeToken(owner.id, key);
  expect(token).toMatch(/^[\w-]{48}$/);
  expect(await ownerOfToken(token, key)).toBe(owner.id);
  expect(await ownerOfToken(token, `${key} `)).toBeNull();
  // Every byte of it counts.
  for (let place = 0; place < token.length; place += 1) {
    const changed = `${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`;
    expect(await ownerOfToken(changed, key)).toBeNull();
  }
});

test('a reminder is written in both forms, with the same Message-ID each time, and the headers of one click @10.301', async () => {
  const name = 'Löwe =?utf-8?q?Bcc:_x@y.z?= 🦁 <b>';
  const dog = { id: 'd1', name, size: 'small', birthDate: date('2019-06-14') } as const;
  const digest = reminderDigest({ dogs: [dog], parties: [] }, [0], date('2026-06-14'))!;
  const site = 'https://wagday.example';
  const addresses = { unsubscribe: `${site}/unsubscribe/`, confirm: `${site}/confirm-reminders/`, invitations: '' };
  const links = { addresses, unsubscribeKey: key };
  const mail = { owner: owner.id, to: owner.email, digest, id: 'reminder-2026-06-14', until: 0 };
  const written = await writeReminder(mail, site, links);
  expect(await writeReminder(mail, site, links)).toEqual(written);
  const address = `${site}/unsubscribe/${await unsubscribeToken(owner.id, key)}`;
  expect(written).toMatchObject({
    to: owner.email,
    messageId: `<reminder-2026-06-14.${owner.id}@wagday.example>`,
    headers: { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  });
  expect(written.text).toContain(`- ${name}'s 7th birthday, 44 in human years`);
  expect(written.text).toContain(address);
  expect(written.html).toContain('&lt;b&gt;');
  expect(written.html.replace(`<img src="${site}/mail-dogs.png"`, '')).not.toMatch(/<b>|<img|<script|src=/);
});
