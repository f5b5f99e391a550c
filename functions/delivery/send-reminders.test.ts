import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { listen } from '../../tests/support/listen.ts';
import { deliveryOnSupabase } from '../on-supabase.ts';
import type { Delivery, ReminderMail } from '../web-function.ts';
import { sendReminders } from './looks.ts';

let status = 200;
const service = createServer((_, response) => void response.writeHead(status).end('{}'));
const { url: serviceUrl, stop } = await listen(service);
afterAll(stop);

const site = 'https://wagday.example';
const owner = '00000000-0000-4000-8000-000000000001';
const noon = new Date('2026-06-15T12:00:00Z');
const claim = {
  ...{ user_id: owner, claim: 1, done_until: '2026-06-15T00:00:00Z' },
  ...{ is_test: false, test_browsers: null, is_proof_wanted: false },
};
const luna = {
  ...{ id: 'luna', name: 'Luna', size: 'medium', birth_date: '2023-06-15', birth_precision: 'day' },
  ...{ gotcha_date: null, died_on: null },
};
const pack = {
  ...{
    user_id: owner,
    email: 'rex@example.com',
    by_mail: true,
    is_reminded: true,
    letters: [],
    settings: { time_zone: 'UTC', hour: 8, days_before: [0] },
  },
  ...{ dogs: [luna], parties: [], replies: [], subscriptions: [] },
};

const settings: Record<string, string> = {
  VAPID_KEY: JSON.stringify({ x: 'x', y: 'y', d: 'd' }),
  UNSUBSCRIBE_KEY: 'key',
  REMINDERS_SECRET: 'secret',
};

test.each([
  ['push.example.org *.push.example.net', ['push.example.org', '*.push.example.net']],
  ['push.example.org, *', []],
  ['', []],
])('of the push services “%s” %j are added @10.311', (list, added) => {
  const env: Record<string, string> = { ...settings, PUSH_SERVICES: list };
  expect(partsOf(env).push?.services).toEqual(added);
});

function partsOf(env: Record<string, string>): Delivery {
  const delivery = deliveryOnSupabase((name) => env[name], 'https://reference.supabase.co', site);
  if (!delivery) throw new Error('a setting is missing');
  return delivery;
}

/** Sends what a pack says by mail. Returns what is taken back, and when the owner is checked again. */
async function post(
  url = `${serviceUrl}/emails`,
  read: object = pack,
): Promise<{ released: unknown; letters: unknown; untold: unknown; dueAt: string }> {
  const mailSettings = { MAIL_API_URL: url, MAIL_API_KEY: 'mail-key', MAIL_FROM: 'Wagday <wagday@wagday.example>' };
  const calls = new Map<string, Record<string, unknown>>();
  const call = async (name: string, args: Readonly<Record<string, unknown>>) => {
    calls.set(name, args);
    if (name === 'claim_due_reminders') return [claim];
    if (name === 'reminder_packs') return [read];
    if (name === 'record_answer_letters') return [owner];
    return name === 'record_reminder_deliveries' ? [{ user_id: owner, channel: 'mail', browsers: null }] : null;
  };
  await sendReminders({
    service: { call },
    now: () => noon,
    site,
    delivery: partsOf({ ...settings, ...mailSettings }),
  });
  const { looks } = calls.get('finish_reminders') as { looks: { due_at: string }[] };
  return {
    released: calls.get('release_reminder_deliveries')?.deliveries,
    letters: calls.get('record_answer_letters')?.letters,
    untold: calls.get('release_answer_letters')?.owners,
    dueAt: looks[0]?.due_at ?? '',
  };
}

const inFiveMinutes = '2026-06-15T12:05:00.000Z';

test.each([401, 403, 429, 500, 503])(
  'a mail that the mail service turns away with %i comes again @10.307 @10.308',
  async (answered) => {
    status = answered;
    const released = [{ user_id: owner, day: '2026-06-15', channel: 'mail' }];
    expect(await post()).toEqual({ released, letters: undefined, untold: undefined, dueAt: inFiveMinutes });
  },
);

test('a mail comes again for a mail service that cannot be reached', async () => {
  const gone = await listen(createServer());
  await gone.stop();
  expect((await post(`${gone.url}/emails`)).dueAt).toBe(inFiveMinutes);
});

test.each([200, 400, 409, 422])(
  'a mail that the mail service takes or refuses for good with %i does not @10.307',
  async (answered) => {
    status = answered;
    const { released, dueAt } = await post();
    expect(released).toBeUndefined();
    expect(Date.parse(dueAt)).toBeGreaterThan(noon.getTime() + 3_600_000);
  },
);

const party = { dog_id: 'luna', party_id: 'cake-day', party_title: 'Cake Day' };
const guest = { guest_id: 'anna', name: 'Anna', answer: 'yes', is_waiting: false, arrived_at: noon.toISOString() };
const reply = { ...party, ...guest };

test('an answer that changes while a later one is told is told again', async () => {
  const replies = [{ ...reply, guest_id: 'eve', arrived_at: '2026-06-15T11:00:00Z' }, reply];
  const { letters } = await post(undefined, { ...pack, replies });
  expect(letters).toEqual([
    { user_id: owner, guests: ['eve'], until: '2026-06-15T11:00:00.001Z' },
    { user_id: owner, guests: ['anna'], until: '2026-06-15T12:00:00.001Z' },
  ]);
});

test('a letter about answers that is recorded goes out even if the reminders beside it cannot be recorded', async () => {
  const mails: ReminderMail[] = [];
  const answers: Record<string, () => unknown> = {
    claim_due_reminders: () => [claim],
    reminder_packs: () => [{ ...pack, replies: [reply] }],
    record_answer_letters: () => [owner],
    record_reminder_deliveries: () => Promise.reject(new Error('the database is gone')),
  };
  const postReminder = async (mail: ReminderMail) => void mails.push(mail);
  const sent = sendReminders({
    service: { call: async (name) => answers[name]?.() ?? null },
    now: () => noon,
    site,
    delivery: { ...partsOf(settings), postReminder },
  });
  await expect(sent).rejects.toThrow('the database is gone');
  expect(mails.map(({ isToHost }) => isToHost)).toEqual([true]);
});

test.each([400, 422])(
  'answers whose mail the mail service refuses for good with %i are not mailed again and again',
  async (answered) => {
    status = answered;
    const host = { ...pack, is_reminded: false, by_mail: false, dogs: [], replies: [reply] };
    const { untold, dueAt } = await post(undefined, host);
    expect(untold).toBeUndefined();
    expect(Date.parse(dueAt)).toBeGreaterThan(noon.getTime() + 3_600_000);
  },
);
