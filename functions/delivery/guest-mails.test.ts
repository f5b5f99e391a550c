import { expect, test, vi } from 'vitest';
import { deliveryOnSupabase } from '../on-supabase.ts';
import { type Delivery, MailBusy, MailUnwanted, type WrittenMail } from '../web-function.ts';
import { readNewHostGuests } from './guest-mails.ts';
import { sendGuestMails } from './looks.ts';

const id = '00000000-0000-4000-8000-000000000001';
const party = { title: 'Cake Day', date: '2026-06-14', time: null, zone: null, location: null };
const guest = {
  id: 'g',
  email: 'anna@wagday.dev',
  name: 'Anna',
  answer: 'yes',
  adults: 1,
  children: 0,
  dogs: 0,
  brings: [],
  isWaiting: false,
  isStopped: false,
  isAgain: false,
};
const byHost = { host: null, hostEmail: 'maria@wagday.dev', hostZone: null, isHostNew: false };
const settings = { placeFor: 'all', remindsGuests: true, repliesByMail: false };
const row = { id, version: 'v', kind: 'link', attempts: 0, ...byHost, ...settings, guest, party, others: [] };
const token = 't'.repeat(43);
const site = 'https://wagday.example';

type Given = {
  settings?: Record<string, string>;
  /** What each claim of mails to guests returns. */
  claims?: object[];
  /** The hosts to ask, and the guests of deleted hosts, as each claim of them returns them. */
  asked?: object[][];
  farewells?: object[][];
  delivery?: Partial<Delivery>;
  now?: () => Date;
  /** Answers what is recorded instead of a token for each mail. */
  record?: (given: Recorded) => object[];
};
type Recorded = { decided: { id: string; outcome: string }[] };

function tokensFor({ decided }: Recorded): object[] {
  return decided.flatMap(({ id, outcome }) => (outcome === 'mail' ? [{ id, token }] : []));
}

/** Looks for mails, and keeps what is handed over unless `post` does something else with it. */
async function send(rows: object[], post?: ((mail: WrittenMail) => Promise<void>) | null, given: Given = {}) {
  const mails: WrittenMail[] = [];
  const keep = async (mail: WrittenMail) => void mails.push(mail);
  const {
    claims = [{ looked: rows.length, mails: rows }],
    asked = [],
    farewells = [],
    now = () => new Date(0),
  } = given;
  const env: Record<string, string> = { UNSUBSCRIBE_KEY: 'key', REMINDERS_SECRET: 'secret', ...given.settings };
  const parts = deliveryOnSupabase((name) => env[name], 'https://reference.supabase.co', site);
  if (!parts) throw new Error('a setting is missing');
  const calls: unknown[] = [];
  const claimed: string[] = [];
  const answers: Record<string, () => unknown> = {
    claim_proof_requests: () => asked.shift() ?? [],
    claim_due_guest_mails: () => claims.shift() ?? { looked: 0, mails: [] },
    claim_guest_farewells: () => farewells.shift() ?? [],
  };
  const call = async (name: string, args: object) => {
    if (name === 'record_guest_mails') return given.record?.(args as Recorded) ?? tokensFor(args as Recorded);
    if (answers[name]) claimed.push(name);
    else calls.push({ name, ...args });
    return answers[name]?.() ?? null;
  };
  const counts = await sendGuestMails({
    service: { call },
    now,
    site,
    delivery: { ...parts, ...given.delivery, post: post === undefined ? keep : post },
  });
  return { counts, calls, claimed, mails };
}

test('a mail has the link of its guest, the calendar file, and the header that ends mails', async () => {
  const { mails } = await send([row]);
  expect(mails[0]?.text).toContain(`\n${site}/i/${token}\n`);
  expect(mails[0]?.text).toContain(`\n${site}/i/${token}/party.ics\n`);
  expect(mails[0]?.headers['List-Unsubscribe']).toMatch(
    /^<https:\/\/reference\.supabase\.co\/functions\/v1\/unsubscribe\/[\w-]{48}>$/,
  );
});

test.each([
  [1, [{ name: 'release_guest_mails', mails: [{ id, due_at: '1970-01-01T00:01:00.000Z' }] }]],
  [7, [{ name: 'release_guest_mails', mails: [{ id, due_at: '1970-01-01T08:00:00.000Z' }] }]],
  [8, [{ name: 'release_guest_mails', mails: [{ id, due_at: null }] }]],
])('after attempt %i a mail that was not taken waits longer, or is given up', async (attempt, calls) => {
  const busy = () => Promise.reject(new MailBusy('busy'));
  expect(await send([{ ...row, attempts: attempt - 1 }], busy)).toMatchObject({
    counts: { mails: 0, failed: 1 },
    calls,
  });
});

test('a mail that is refused for good is given up, and holds up no other @10.191', async () => {
  const ben = { ...guest, email: 'ben@wagday.dev' };
  const other = { ...row, id: '00000000-0000-4000-8000-000000000002', guest: ben };
  const refuse = async ({ to }: WrittenMail) => {
    if (to === guest.email) throw new MailUnwanted('no such mailbox');
  };
  const calls = [{ name: 'release_guest_mails', mails: [{ id, due_at: null }] }];
  expect(await send([row, other], refuse)).toMatchObject({ counts: { mails: 1, failed: 1 }, calls });
});

test('a mail for which a limit has no room waits with those like it, and the site is told if it is full', async () => {
  for (const full of ['host', 'site']) {
    const settled: object[] = [];
    const onNewHostsFull = vi.fn();
    const record = ({ decided }: Recorded) => {
      settled.push(...decided);
      return decided.flatMap(({ outcome }) => (outcome === 'mail' ? [{ id, full }] : []));
    };
    const post = () => Promise.reject(new Error('nothing is mailed'));
    const { counts } = await send([row], post, { record, delivery: { onNewHostsFull } });
    expect(counts).toEqual({ mails: 0, failed: 0 });
    const alike = full === 'host' ? 'group' : 'strangers';
    const wait = { id, version: 'v', outcome: 'wait', due_at: '1970-01-01T01:00:00.000Z', waits_for: 'limit', alike };
    expect(settled).toMatchObject([{ id, version: 'v', outcome: 'mail' }, wait]);
    expect(onNewHostsFull).toHaveBeenCalledTimes(full === 'site' ? 1 : 0);
  }
});

test('a mail whose facts have changed before it was recorded is not sent', async () => {
  const post = () => Promise.reject(new Error('nothing is mailed'));
  expect(await send([row], post, { record: () => [] })).toMatchObject({ counts: { mails: 0, failed: 0 }, calls: [] });
});

test('a mail that cannot be read is given up, and costs no other mail of the claim', async () => {
  const broken = { ...row, id: 'broken', party: { ...row.party, date: 'soon' } };
  let settled: object[] = [];
  const record = (given: Recorded) => {
    settled = [...settled, ...given.decided];
    return tokensFor(given);
  };
  const sent = await send([broken, row], undefined, { record });
  expect(sent.counts).toEqual({ mails: 1, failed: 1 });
  expect(settled).toMatchObject([{ id: 'broken', version: 'v', outcome: 'missed' }, { outcome: 'mail' }]);
  expect(sent.mails.map(({ to }) => to)).toEqual(['anna@wagday.dev']);
});

test('a mail beyond a limit that cannot be recorded costs none that is recorded as handed over', async () => {
  const mails: WrittenMail[] = [];
  const record = ({ decided }: Recorded) => {
    if (decided.some(({ outcome }) => outcome === 'wait')) throw new Error('the database is gone');
    return [
      { id, token },
      { id: 'beyond', full: 'host' },
    ];
  };
  const sent = send([row, { ...row, id: 'beyond' }], async (mail) => void mails.push(mail), { record });
  await expect(sent).rejects.toThrow('the database is gone');
  expect(mails).toHaveLength(1);
});

test('a mail that cannot be written was certainly not taken, and is given up', async () => {
  const broken = { ...row, id: 'no uuid' };
  expect(await send([broken])).toMatchObject({
    counts: { mails: 0, failed: 1 },
    calls: [{ name: 'release_guest_mails', mails: [{ id: 'no uuid', due_at: null }] }],
  });
});

const host = { user_id: '00000000-0000-4000-8000-000000000003', email: 'host@wagday.dev' };
const { location, ...day } = party;
const farewell = { id, to: 'ben@wagday.dev', attempt: 1, party: { ...day, isHostNew: false } };
const times = (count: number, given: object) => Array<object>(count).fill(given);

test('hosts who want to confirm their address come first, then guests, then those of deleted hosts, and only guests count', async () => {
  const { counts, mails } = await send([row], undefined, { asked: [[host]], farewells: [[farewell]] });
  expect(counts).toEqual({ mails: 2, failed: 0 });
  // The same for every attempt.
  expect(mails.map(({ to, messageId }) => [to, messageId])).toEqual([
    ['host@wagday.dev', `<confirm-0.${host.user_id}@wagday.example>`],
    ['anna@wagday.dev', `<guest-mail-${id}@wagday.example>`],
    ['ben@wagday.dev', `<guest-farewell-${id}@wagday.example>`],
  ]);
});

test.each([
  ['that is not taken comes again', 1, new MailBusy('busy'), 60_000],
  ['that is not taken for the eighth time is given up', 8, new MailBusy('busy'), null],
  ['without an answer may have been taken', 1, new Error('no answer'), null],
])('a farewell %s', async (_, attempt, error, after) => {
  const farewells = [[{ ...farewell, attempt }]];
  const { counts, calls } = await send([], () => Promise.reject(error), { farewells });
  expect(counts).toEqual({ mails: 0, failed: 1 });
  const due_at = after !== null && new Date(after).toISOString();
  expect(calls).toMatchObject(after === null ? [] : [{ name: 'release_guest_farewells', mails: [{ id, due_at }] }]);
});

test('a mail without an answer may have been taken, and is not released', async () => {
  const sent = await send([row], () => Promise.reject(new Error('no answer')));
  expect(sent).toMatchObject({ counts: { mails: 0, failed: 1 }, calls: [] });
});

test('a claim that has looked at as many as it may is followed by another, though it found nothing to mail', async () => {
  const { claimed } = await send([], undefined, {
    asked: [times(20, host), times(19, host)],
    claims: [
      { looked: 20, mails: [] },
      { looked: 19, mails: [] },
    ],
  });
  const hosts = ['claim_proof_requests', 'claim_proof_requests'];
  expect(claimed).toEqual([...hosts, 'claim_due_guest_mails', 'claim_due_guest_mails', 'claim_guest_farewells']);
});

test('the time of a look is that of all its parts together', async () => {
  let time = 0;
  const slowly = async ({ to }: WrittenMail) => {
    if (to === host.email) time = 21_000;
  };
  const { claimed } = await send([], slowly, {
    now: () => new Date(time),
    asked: [times(20, host), [host]],
    claims: times(2, { looked: 20, mails: [] }),
    farewells: [times(20, farewell), [farewell]],
  });
  expect(claimed).toEqual(['claim_proof_requests', 'claim_due_guest_mails', 'claim_guest_farewells']);
});

test('without a way to send mail nothing is claimed', async () => {
  expect(await send([row], null)).toMatchObject({ counts: { mails: 0, failed: 0 }, calls: [], claimed: [] });
});

test('a mail names its host, is one of a thread, and may be replied to where the host allows that', async () => {
  const from = { ...row, host: 'Maria' };
  const off = { party: { ...party, isCancelled: true }, known: party, cancelReason: 'It rains.' };
  const rows = [
    { ...from, repliesByMail: true, kind: 'word', word: 'Bring towels.' },
    { ...from, id: '00000000-0000-4000-8000-000000000002', kind: 'change', ...off },
  ];
  const { mails } = await send(rows);
  // They are handed over at once, in any order.
  mails.sort((one, other) => one.messageId.localeCompare(other.messageId));
  const thread = '<party-of-guest-g@wagday.example>';
  expect(mails[0]).toMatchObject({
    sender: 'Maria via Wagday',
    headers: { 'In-Reply-To': thread, References: thread, 'Reply-To': 'maria@wagday.dev' },
  });
  expect(mails[0]?.text).toContain('Bring towels.');
  expect(mails.map(({ text }) => text.includes('A reply to this email reaches your host.'))).toEqual([true, false]);
  expect(mails[1]?.headers).not.toHaveProperty('Reply-To');
  expect(mails[1]?.text).toContain('It rains.');
});

test.each([
  ['0', 0],
  ['100000', 100_000],
  ['100001', null],
  ['-1', null],
  ['1e3', null],
  ['', null],
])('a site that says “%s” lets new hosts mail %j guests a day', (text, expected) => {
  expect(readNewHostGuests(text)).toBe(expected);
});
