import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Claim } from './claims.ts';
import { deliver } from './deliver.ts';
import { remindersOnSupabase } from './on-supabase.ts';
import type { Reminder } from './reminder.ts';

let service: Server;
let status = 200;
beforeAll(async () => {
  service = createServer((_, response) => void response.writeHead(status).end('{}'));
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
});
afterAll(() => void service.close());

const site = 'https://wagday.example';
const claim: Claim = {
  owner: '00000000-0000-4000-8000-000000000001',
  number: 1,
  doneUntil: 0,
  isTest: false,
  testBrowsers: null,
  isProofWanted: false,
  email: 'rex@example.com',
  settings: { timeZone: 'UTC', hour: 8, daysBefore: [0] },
  pack: { dogs: [], parties: [] },
  subscriptions: [],
};
const digest = { subject: 'Today', sections: [], closing: 'Treats!', dogId: null } as unknown as Reminder['digest'];

const settings: Record<string, string> = {
  VAPID_KEY: JSON.stringify({ x: 'x', y: 'y', d: 'd' }),
  UNSUBSCRIBE_KEY: 'key',
  REMINDERS_SECRET: 'secret',
};

test.each([
  ['push.example.org *.push.example.net', ['push.example.org', '*.push.example.net']],
  ['push.example.org, *', []],
  ['', []],
])('of the push services “%s” %j are added', (list, added) => {
  const env: Record<string, string> = { ...settings, PUSH_SERVICES: list };
  expect(remindersOnSupabase((name) => env[name], 'https://reference.supabase.co', site)?.pushServices).toEqual(added);
});

async function post(
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/emails`,
): Promise<{ calls: unknown[]; retries: [string, number][] }> {
  const env: Record<string, string> = {
    ...settings,
    MAIL_API_URL: url,
    MAIL_API_KEY: 'mail-key',
    MAIL_FROM: 'Wagday <wagday@wagday.example>',
  };
  const reminders = remindersOnSupabase((name) => env[name], 'https://reference.supabase.co', site);
  if (!reminders) throw new Error('a setting is missing');
  const calls: unknown[] = [];
  const call = async (name: string, args: object) => void calls.push({ name, ...args });
  const parts = { service: { call }, now: () => new Date(0), site, reminders };
  const { retries } = await deliver(
    parts,
    [{ claim, digest, replies: [], day: '2026-06-15' as never, until: 1, channel: 'mail', browsers: null }],
    0,
  );
  return { calls, retries: [...retries] };
}

test.each([401, 403, 429, 500, 503])(
  'a mail that the mail service turns away with %i comes again',
  async (answered) => {
    status = answered;
    const deliveries = [{ user_id: claim.owner, day: '2026-06-15', channel: 'mail' }];
    expect(await post()).toEqual({
      calls: [{ name: 'release_reminder_deliveries', deliveries }],
      retries: [[claim.owner, 300_000]],
    });
  },
);

test('a mail comes again for a mail service that cannot be reached', async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  await new Promise((done) => gone.close(done));
  expect((await post(`http://127.0.0.1:${port}/emails`)).retries).toEqual([[claim.owner, 300_000]]);
});

test.each([200, 400, 409, 422])(
  'a mail that the mail service takes or refuses for good with %i does not',
  async (answered) => {
    status = answered;
    expect(await post()).toEqual({ calls: [], retries: [] });
  },
);
