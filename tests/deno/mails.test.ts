/** Mails as Edge Functions send them under Deno, over the database of an embedded server, with a mail service that takes JSON. */
import { createServer } from 'node:http';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { addDays, anniversaryOf } from '../../domain/dates/calendar-date.ts';
import { localDayAt } from '../../domain/dates/local-time.ts';
import { createRequests } from '../../embedded-supabase/database/requests.ts';
import { createVapidKey, publicKeyOf } from '../../functions/push/vapid.ts';
import { createFunctionData } from '../../server/functions/function-data.ts';
import { answerInvitation, makeLink } from '../support/invitation-links.ts';
import { listen } from '../support/listen.ts';
import { addDog, newOwner, planParty, proveAddresses } from '../support/owners.ts';
import { bodyOf, startRestGateway } from '../support/rest-gateway.ts';
import { startForFile } from '../support/shared-backend.ts';
import { serveInDeno } from './deno.ts';

type SentMail = { from: string; to: string; subject: string; text: string; headers: Record<string, string> };

const sent: { authorization: string | undefined; mail: SentMail }[] = [];
let status = 200;
const backend = await startForFile();
const { requests, background } = backend.database;
const data = createFunctionData({ requests: createRequests(requests), sql: background });
const gateway = await startRestGateway(data.asServer, 'service-key');
const mailService = await listen(
  createServer(async (request, response) => {
    const mail = JSON.parse(await bodyOf(request));
    if (status === 200) sent.push({ authorization: request.headers.authorization, mail });
    response.writeHead(status).end('{}');
  }),
);
const key = await createVapidKey();
const env = {
  SUPABASE_URL: gateway.url,
  SUPABASE_ANON_KEY: 'anon-key',
  SUPABASE_SERVICE_ROLE_KEY: 'service-key',
  SITE_URL: 'https://wagday.example',
  VAPID_KEY: JSON.stringify(key),
  UNSUBSCRIBE_KEY: 'unsubscribe-key',
  REMINDERS_SECRET: 'tick-secret',
  MAIL_API_URL: `${mailService.url}/emails`,
  MAIL_API_KEY: 'mail-key',
  MAIL_FROM: 'Wagday <wagday@wagday.example>',
};

const [reminders, guestMails, unsubscribe, pushKey] = await Promise.all([
  serveInDeno('reminders', env),
  serveInDeno('guest-mails', env),
  serveInDeno('unsubscribe', env),
  serveInDeno('push-key', env),
]);
afterAll(() =>
  Promise.all([reminders, guestMails, unsubscribe, pushKey, mailService, gateway].map((part) => part.stop())),
);
beforeEach(() => {
  sent.length = 0;
});

/** Asks a function to look for what is due. */
const tick = (address: string, secret: string) =>
  fetch(address, { method: 'POST', headers: { Authorization: `Bearer ${secret}` } });

/** Checks that the address in the first mail ends mails only by a POST, and only as it was written. */
async function expectToEndMails(isOn: () => Promise<unknown>): Promise<void> {
  const [, address = ''] = /^<(.+)>$/.exec(sent[0]?.mail.headers['List-Unsubscribe'] ?? '') ?? [];
  expect(address.startsWith(`${gateway.url}/functions/v1/unsubscribe/`)).toBe(true);
  const here = `${unsubscribe.url}/unsubscribe/${address.split('/').at(-1)}`;
  expect((await fetch(here)).status).toBe(200);
  expect((await fetch(`${here.slice(0, -1)}${here.endsWith('A') ? 'B' : 'A'}`, { method: 'POST' })).status).toBe(404);
  expect(await isOn()).toBeTruthy();
  expect((await fetch(here, { method: 'POST' })).status).toBe(200);
  expect(await isOn()).toBeFalsy();
}

test('a tick needs the secret, sends what is due by the mail service once, and the address in the mail turns mails off', async () => {
  const owner = await newOwner(backend);
  await proveAddresses(backend);
  await addDog(owner, { name: 'Luna', birth_date: anniversaryOf(localDayAt(Date.now(), 'UTC'), -3) });
  await owner.client.from('reminder_settings').insert({ time_zone: 'UTC', hour: 0, by_mail: true }).throwOnError();
  await owner.client.rpc('send_test_reminder').throwOnError();
  const address = `${reminders.url}/reminders`;
  expect((await tick(address, 'service-key')).status).toBe(401);
  expect((await fetch(address)).status).toBe(405);
  const first = await tick(address, 'tick-secret');
  expect([first.status, await first.json()]).toEqual([200, { owners: 1, mails: 1, pushes: 0, failed: 0 }]);
  expect(await (await tick(address, 'tick-secret')).json()).toMatchObject({ owners: 0, mails: 0 });
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    authorization: 'Bearer mail-key',
    mail: {
      to: owner.email,
      subject: 'It works: this is a reminder from Wagday',
      headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    },
  });
  await expectToEndMails(
    async () => (await owner.client.from('reminder_settings').select('by_mail').single()).data?.by_mail,
  );
});

test('a look at mails to guests needs the secret, hands over again what was turned away, and the address in the mail ends them', async () => {
  const host = await newOwner(backend, { name: 'Maria "M"' });
  await proveAddresses(backend);
  const dog = await addDog(host, { name: 'Luna' });
  const day = addDays(localDayAt(Date.now(), 'UTC'), 20);
  const party = await planParty(host, dog.id, { title: 'Cake Day', celebration_date: day });
  await answerInvitation(backend, await makeLink(host, party.id), { name: 'Anna', email: 'anna@wagday.dev' });
  const address = `${guestMails.url}/guest-mails`;
  expect((await tick(address, 'service-key')).status).toBe(401);
  expect((await fetch(address)).status).toBe(405);
  status = 503;
  expect(await (await tick(address, 'tick-secret')).json()).toEqual({ mails: 0, failed: 1 });
  status = 200;
  await backend.sql`update private.guest_mails set due_at = now() where handed_at is null`;
  const look = await tick(address, 'tick-secret');
  expect([look.status, await look.json()]).toEqual([200, { mails: 1, failed: 0 }]);
  expect(await (await tick(address, 'tick-secret')).json()).toEqual({ mails: 0, failed: 0 });
  expect(sent.map(({ mail }) => mail)).toEqual([
    expect.objectContaining({
      from: '"Maria M via Wagday" <wagday@wagday.example>',
      to: 'anna@wagday.dev',
      subject: 'You\'re coming: Cake Day with Maria "M"',
      text: expect.stringMatching(/^https:\/\/wagday\.example\/i\/[\w-]{43}$/m),
    }),
  ]);
  await expectToEndMails(async () => (await backend.sql`select email from public.party_guests`)[0]?.email);
});

test('browsers are told the public part of the key', async () => {
  expect(await (await fetch(`${pushKey.url}/push-key`)).json()).toEqual({ key: publicKeyOf(key) });
});
