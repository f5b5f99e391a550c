import { expect, test } from 'vitest';
import { deliveryOnSupabase } from '../on-supabase.ts';
import { MailBusy, MailUnwanted, type WrittenMail } from '../web-function.ts';
import { sendGuestMails } from './looks.ts';

const id = '00000000-0000-4000-8000-000000000001';
const party = { title: 'Cake Day', date: '2026-06-14', time: null, zone: null, location: null };
const answer = {
  ...{
    name: 'Anna',
    answer: 'yes',
    adults: 1,
    children: 0,
    dogs: 0,
    brings: [],
    isWaiting: false,
    isTooLarge: false,
    isAgain: false,
  },
};
const row = {
  ...{ id, kind: 'link', to: 'anna@wagday.dev', token: 't'.repeat(43), attempt: 1, before: null },
  ...{ party: { ...party, isPlaceHidden: false, isHostNew: false }, answer },
};
const site = 'https://wagday.example';

async function send(rows: object[], post: (mail: WrittenMail) => Promise<void>, settings: Record<string, string> = {}) {
  const env: Record<string, string> = { UNSUBSCRIBE_KEY: 'key', REMINDERS_SECRET: 'secret', ...settings };
  const parts = deliveryOnSupabase((name) => env[name], 'https://reference.supabase.co', site);
  if (!parts) throw new Error('a setting is missing');
  const calls: unknown[] = [];
  const call = async (name: string, args: object) => {
    if (name === 'claim_guest_mails') return { looked: rows.length, mails: rows };
    if (name === 'claim_proof_requests' || name === 'claim_guest_farewells') return [];
    calls.push({ name, ...args });
    return null;
  };
  const counts = await sendGuestMails({
    service: { call },
    now: () => new Date(0),
    site,
    delivery: { ...parts, post },
  });
  return { counts, calls };
}

test('the pages of a static host are linked behind #, and have no calendar file', async () => {
  const mails: WrittenMail[] = [];
  const keep = async (mail: WrittenMail) => void mails.push(mail);
  await send([row], keep);
  await send([row], keep, { INVITATIONS_URL: `${site}/i/#` });
  expect(mails[0]?.text).toContain(`\n${site}/i/${row.token}\n`);
  expect(mails[0]?.text).toContain(`\n${site}/i/${row.token}/party.ics\n`);
  expect(mails[1]?.text).toContain(`\n${site}/i/#${row.token}\n`);
  expect(mails[1]?.text).not.toContain('party.ics');
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
  expect(await send([{ ...row, attempt }], busy)).toEqual({ counts: { mails: 0, failed: 1 }, calls });
});

test('a mail that is refused for good is given up, and holds up no other', async () => {
  const other = { ...row, id: '00000000-0000-4000-8000-000000000002', to: 'ben@wagday.dev' };
  const refuse = async ({ to }: WrittenMail) => {
    if (to === row.to) throw new MailUnwanted('no such mailbox');
  };
  const calls = [{ name: 'release_guest_mails', mails: [{ id, due_at: null }] }];
  expect(await send([row, other], refuse)).toEqual({ counts: { mails: 1, failed: 1 }, calls });
});

test('a change that reads the same, and an address that is none, are not mailed', async () => {
  const same = { ...row, kind: 'change', before: { ...party, isCancelled: false } };
  const post = () => Promise.reject(new Error('nothing is mailed'));
  const none = { ...row, to: 'anna@wagday.dev, eve@wagday.dev' };
  expect(await send([same, none], post)).toEqual({ counts: { mails: 0, failed: 0 }, calls: [] });
});

test('a mail that cannot be read costs no other mail of the claim', async () => {
  const mails: WrittenMail[] = [];
  const broken = { ...row, party: { ...row.party, date: 'soon' } };
  const sent = await send([broken, row], async (mail) => void mails.push(mail));
  expect(sent.counts).toEqual({ mails: 1, failed: 1 });
  expect(mails.map(({ to }) => to)).toEqual(['anna@wagday.dev']);
});
