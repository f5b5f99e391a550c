/** Mails to guests as an Edge Function under Deno, over the database of an embedded server, with a mail service that takes JSON. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../domain/dates/calendar-date.ts';
import { localDayAt } from '../../domain/dates/local-time.ts';
import { createRequests } from '../../embedded-supabase/database/requests.ts';
import { createFunctionData } from '../../server/functions/function-data.ts';
import { addDog, newClient, newOwner, planParty, proveAddresses } from '../support/owners.ts';
import { bodyOf, type RestGateway, startRestGateway } from '../support/rest-gateway.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';
import { type DenoServer, serveInDeno } from './deno.ts';

type SentMail = { from: string; to: string; subject: string; text: string; headers: Record<string, string> };

const sent: SentMail[] = [];
let status = 200;
let backend: TestBackend;
let gateway: RestGateway;
let mailService: Server;
let guestMails: DenoServer;
let unsubscribe: DenoServer;

beforeAll(async () => {
  backend = await startTestBackend();
  const { requests, background } = backend.database;
  const data = createFunctionData({ requests: createRequests(requests), sql: background });
  gateway = await startRestGateway(data.asServer, 'service-key');
  mailService = createServer(async (request, response) => {
    const mail = JSON.parse(await bodyOf(request));
    if (status === 200) sent.push(mail);
    response.writeHead(status).end('{}');
  });
  mailService.listen(0, '127.0.0.1');
  await once(mailService, 'listening');
  const env = {
    SUPABASE_URL: gateway.url,
    SUPABASE_ANON_KEY: 'anon-key',
    SUPABASE_SERVICE_ROLE_KEY: 'service-key',
    SITE_URL: 'https://wagday.example',
    UNSUBSCRIBE_KEY: 'unsubscribe-key',
    REMINDERS_SECRET: 'tick-secret',
    MAIL_API_URL: `http://127.0.0.1:${(mailService.address() as AddressInfo).port}/emails`,
    MAIL_API_KEY: 'mail-key',
    MAIL_FROM: 'Wagday <wagday@wagday.example>',
  };
  [guestMails, unsubscribe] = await Promise.all([serveInDeno('guest-mails', env), serveInDeno('unsubscribe', env)]);
  const host = await newOwner(backend, { name: 'Maria "M"' });
  await proveAddresses(backend);
  const dog = await addDog(host, { name: 'Luna' });
  const day = addDays(localDayAt(Date.now(), 'UTC'), 20);
  const party = await planParty(host, dog.id, { title: 'Cake Day', celebration_date: day });
  const { data: token } = await host.client.rpc('make_invitation_link', { party_id: party.id }).throwOnError();
  const said = { name: 'Anna', answer: 'yes', adults: 1, children: 0, dogs: [], allergies: null, note: null };
  const answer = { ...said, email: 'anna@wagday.dev', brings: [] };
  const call = { token, answer_key: crypto.randomUUID(), answer };
  await newClient(backend).rpc('answer_invitation', call).throwOnError();
});
afterAll(async () => {
  await Promise.all([guestMails, unsubscribe, gateway, backend].map((part) => part?.stop()));
  mailService?.close();
});

const tick = (secret: string) =>
  fetch(`${guestMails.url}/guest-mails`, { method: 'POST', headers: { Authorization: `Bearer ${secret}` } });

test('a look needs the secret, hands over again what the mail service turned away, and nothing twice', async () => {
  expect((await tick('service-key')).status).toBe(401);
  expect((await fetch(`${guestMails.url}/guest-mails`)).status).toBe(405);
  status = 503;
  expect(await (await tick('tick-secret')).json()).toEqual({ mails: 0, failed: 1 });
  status = 200;
  await backend.sql`update private.guest_mails set due_at = now() where handed_at is null`;
  const look = await tick('tick-secret');
  expect([look.status, await look.json()]).toEqual([200, { mails: 1, failed: 0 }]);
  expect(await (await tick('tick-secret')).json()).toEqual({ mails: 0, failed: 0 });
  expect(sent).toEqual([
    expect.objectContaining({
      from: '"Maria M via Wagday" <wagday@wagday.example>',
      to: 'anna@wagday.dev',
      subject: 'You\'re coming: Cake Day with Maria "M"',
      text: expect.stringMatching(/^https:\/\/wagday\.example\/i\/[\w-]{43}$/m),
    }),
  ]);
});

test('the address in the mail ends the mails only by a POST', async () => {
  const [, address = ''] = /^<(.+)>$/.exec(sent[0]?.headers['List-Unsubscribe'] ?? '') ?? [];
  expect(address.startsWith(`${gateway.url}/functions/v1/unsubscribe/`)).toBe(true);
  const here = `${unsubscribe.url}/unsubscribe/${address.split('/').at(-1)}`;
  const kept = async () => (await backend.sql`select email from public.party_guests`)[0]?.email;
  expect((await fetch(here)).status).toBe(200);
  expect(await kept()).toBe('anna@wagday.dev');
  expect((await fetch(here, { method: 'POST' })).status).toBe(200);
  expect(await kept()).toBeNull();
});
