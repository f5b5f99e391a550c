/** Reminders as Edge Functions under Deno, over the database of an embedded server, with a mail service that takes JSON. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anniversaryOf } from '../../domain/dates/calendar-date.ts';
import { localDayAt } from '../../domain/dates/local-time.ts';
import { createRequests } from '../../embedded-supabase/database/requests.ts';
import { createVapidKey, publicKeyOf, type VapidKey } from '../../functions/push/vapid.ts';
import { createFunctionData } from '../../server/functions/function-data.ts';
import { addDog, newOwner, type Owner, proveAddresses } from '../support/owners.ts';
import { bodyOf, type RestGateway, startRestGateway } from '../support/rest-gateway.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';
import { type DenoServer, serveInDeno } from './deno.ts';

type SentMail = { to: string; subject: string; text: string; headers: Record<string, string> };

const sent: { authorization: string | undefined; mail: SentMail }[] = [];
let backend: TestBackend;
let gateway: RestGateway;
let mailService: Server;
let key: VapidKey;
let reminders: DenoServer;
let unsubscribe: DenoServer;
let pushKey: DenoServer;
let owner: Owner;

beforeAll(async () => {
  backend = await startTestBackend();
  const { requests, background } = backend.database;
  const data = createFunctionData({ requests: createRequests(requests), sql: background });
  gateway = await startRestGateway(data.asServer, 'service-key');
  mailService = createServer(async (request, response) => {
    sent.push({ authorization: request.headers.authorization, mail: JSON.parse(await bodyOf(request)) });
    response.writeHead(200).end('{}');
  });
  mailService.listen(0, '127.0.0.1');
  await once(mailService, 'listening');
  key = await createVapidKey();
  const env = {
    SUPABASE_URL: gateway.url,
    SUPABASE_ANON_KEY: 'anon-key',
    SUPABASE_SERVICE_ROLE_KEY: 'service-key',
    SITE_URL: 'https://wagday.example',
    VAPID_KEY: JSON.stringify(key),
    UNSUBSCRIBE_KEY: 'unsubscribe-key',
    REMINDERS_SECRET: 'tick-secret',
    MAIL_API_URL: `http://127.0.0.1:${(mailService.address() as AddressInfo).port}/emails`,
    MAIL_API_KEY: 'mail-key',
    MAIL_FROM: 'Wagday <wagday@wagday.example>',
  };
  [reminders, unsubscribe, pushKey] = await Promise.all([
    serveInDeno('reminders', env),
    serveInDeno('unsubscribe', env),
    serveInDeno('push-key', env),
  ]);
  owner = await newOwner(backend);
  await proveAddresses(backend);
  const today = localDayAt(Date.now(), 'UTC');
  await addDog(owner, { name: 'Luna', birth_date: anniversaryOf(today, -3) });
  await owner.client.from('reminder_settings').insert({ time_zone: 'UTC', hour: 0, by_mail: true }).throwOnError();
  await owner.client.rpc('send_test_reminder').throwOnError();
});
afterAll(async () => {
  await Promise.all([reminders, unsubscribe, pushKey, gateway, backend].map((part) => part?.stop()));
  mailService?.close();
});

const tick = (secret: string) =>
  fetch(`${reminders.url}/reminders`, { method: 'POST', headers: { Authorization: `Bearer ${secret}` } });

test('a tick needs the secret, sends what is due by the mail service, and sends it once', async () => {
  expect((await tick('service-key')).status).toBe(401);
  expect((await fetch(`${reminders.url}/reminders`)).status).toBe(405);
  const first = await tick('tick-secret');
  expect([first.status, await first.json()]).toEqual([200, { owners: 1, mails: 1, pushes: 0, failed: 0 }]);
  expect(await (await tick('tick-secret')).json()).toMatchObject({ owners: 0, mails: 0 });
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    authorization: 'Bearer mail-key',
    mail: {
      to: owner.email,
      subject: 'It works: this is a reminder from Wagday',
      headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    },
  });
});

test('the address in the mail turns mails off only by a POST', async () => {
  const [, address = ''] = /^<(.+)>$/.exec(sent[0]?.mail.headers['List-Unsubscribe'] ?? '') ?? [];
  expect(address.startsWith(`${gateway.url}/functions/v1/unsubscribe/`)).toBe(true);
  const here = `${unsubscribe.url}/unsubscribe/${address.split('/').at(-1)}`;
  const isOn = async () => (await owner.client.from('reminder_settings').select('by_mail').single()).data?.by_mail;
  expect((await fetch(here)).status).toBe(200);
  expect(await isOn()).toBe(true);
  expect((await fetch(`${here.slice(0, -1)}${here.endsWith('A') ? 'B' : 'A'}`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(here, { method: 'POST' })).status).toBe(200);
  expect(await isOn()).toBe(false);
});

test('browsers are told the public part of the key', async () => {
  expect(await (await fetch(`${pushKey.url}/push-key`)).json()).toEqual({ key: publicKeyOf(key) });
});
