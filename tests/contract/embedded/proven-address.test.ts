/** Tests that reminders are mailed only to an address whose reader has followed a link that was mailed there. */
import { beforeEach, expect, test } from 'vitest';
import { confirmToken, unsubscribeToken } from '../../../functions/mail-links/unsubscribe-token.ts';
import { linkIn, tokenIn } from '../../support/mailbox.ts';
import { addDog, newClient, newOwner, type Owner } from '../../support/owners.ts';
import { shareBackend, startForTest } from '../../support/shared-backend.ts';
import { shareCluster } from '../../support/shared-cluster.ts';
import type { TestBackend } from '../../support/test-backend.ts';

const hour = 3_600_000;
const freshBackend = shareBackend(
  { limits: { unknownConfirmationByClient: { times: 30, seconds: 300 } } },
  shareCluster(),
);
let backend: TestBackend;
beforeEach(async () => {
  backend = await freshBackend();
});

async function look(): Promise<object> {
  const counts = await backend.tickReminders();
  await backend.mailSettled();
  return counts;
}

async function asking(): Promise<Owner> {
  const owner = await newOwner(backend);
  await addDog(owner, { name: 'BUY NOW at evil.example' });
  await owner.client.from('reminder_settings').insert({ time_zone: 'UTC', by_mail: true }).throwOnError();
  return owner;
}

const mailsTo = ({ email }: Owner) => backend.mailbox.mails.filter(({ to }) => to === email);
const subjectsTo = (owner: Owner) => mailsTo(owner).map(({ subject }) => subject);
const key = async () => String(await backend.secretStore.read('unsubscribe'));
const addressOf = async ({ id, email }: Owner) =>
  `${backend.url}/confirm-reminders/${await confirmToken(id, email, await key())}`;
async function isProved({ id }: Owner): Promise<boolean> {
  return (await backend.sql`select from private.proven_addresses where user_id = ${id}`).length === 1;
}

const question = 'Confirm reminders';
const testMail = 'It works: this is a reminder from Wagday';

test('an address that is only signed up with is sent no word of the owner’s, but one mail that asks @10.302', async () => {
  const owner = await asking();
  await owner.client.rpc('send_test_reminder').throwOnError();
  expect(await look()).toMatchObject({ owners: 1, mails: 0 });
  expect(subjectsTo(owner)).toEqual([question]);
  const [mail] = mailsTo(owner);
  expect(`${mail?.text}${mail?.html}`).not.toContain('evil');
  await owner.client.rpc('send_test_reminder').throwOnError();
  await look();
  expect(subjectsTo(owner)).toEqual([question]);
  // Once more after an hour, and then only after two.
  for (const count of [2, 2, 3]) {
    backend.advance(hour + 1000);
    await backend.sql`delete from private.reminder_tests`;
    await backend.sql`update private.reminder_due set is_proof_wanted = true, due_at = '-infinity'`;
    await look();
    expect(subjectsTo(owner)).toEqual(Array(count).fill(question));
  }
});

test('the button of the page that the mail leads to lets reminders begin, and opening it does nothing @10.302', async () => {
  const owner = await asking();
  await look();
  const token = /\/confirm-reminders\/([\w-]{48})$/m.exec(mailsTo(owner)[0]?.text ?? '')?.[1];
  const address = `${backend.url}/confirm-reminders/${token}`;
  const page = await fetch(address);
  expect(page.status).toBe(200);
  expect((await page.text()).match(/<button/g)).toHaveLength(1);
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await isProved(owner)).toBe(false);
  expect((await fetch(address, { method: 'PUT' })).status).toBe(405);
  expect((await fetch(address, { method: 'POST', headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(403);
  expect(await isProved(owner)).toBe(false);
  const answer = await fetch(address, { method: 'POST' });
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining('Done: your address is confirmed'),
  ]);
  await owner.client.rpc('send_test_reminder').throwOnError();
  await look();
  expect(subjectsTo(owner)).toEqual([question, testMail]);
  expect(backend.logged()).not.toContain(token);
});

test('a confirmation that was never made, or is for another address, account or purpose, is answered alike', async () => {
  const [owner, other] = [await asking(), await asking()];
  const own = (await addressOf(owner)).split('/').at(-1)!;
  const answers = new Set<string>();
  for (const wrong of [
    await confirmToken(owner.id, other.email, await key()),
    await confirmToken(owner.id, '', await key()),
    await confirmToken('00000000-0000-4000-8000-000000000000', '', await key()),
    await confirmToken(owner.id, owner.email, 'another key'),
    await unsubscribeToken(owner.id, await key()),
    `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`,
    'x',
    '%00',
    'a'.repeat(4000),
  ]) {
    for (const init of [{ method: 'GET' }, { method: 'POST' }, { method: 'POST', body: 'x'.repeat(9000) }]) {
      const response = await fetch(`${backend.url}/confirm-reminders/${wrong}`, init);
      answers.add(`${response.status} ${await response.text()}`);
    }
  }
  expect([...answers]).toEqual([expect.stringMatching(/^404 [\s\S]*This link does not work/)]);
  expect(await isProved(owner)).toBe(false);
  // A confirmation does not turn mails off either.
  expect((await fetch(`${backend.url}/unsubscribe/${own}`, { method: 'POST' })).status).toBe(404);
});

test('a new password by a recovery link proves the address, and another one has to be proved anew @10.302', async () => {
  const owner = await asking();
  await newClient(backend).auth.resetPasswordForEmail(owner.email);
  const link = linkIn(await backend.mailbox.next(owner.email));
  await owner.client.auth.verifyOtp({ type: 'recovery', token_hash: tokenIn(link) });
  expect(await isProved(owner)).toBe(false);
  await owner.client.auth.updateUser({ password: 'a brand new one' });
  await owner.client.rpc('send_test_reminder').throwOnError();
  await look();
  expect(subjectsTo(owner)).toContain(testMail);
  expect(subjectsTo(owner)).not.toContain(question);
  await backend.sql`update auth.users set email = 'stranger@wagday.dev' where id = ${owner.id}`;
  await owner.client.rpc('send_test_reminder').throwOnError();
  await look();
  expect(subjectsTo({ ...owner, email: 'stranger@wagday.dev' })).toEqual([question]);
});

test('a link to a new address proves that one', async () => {
  const owner = await asking();
  const email = `new-${owner.email}`;
  await owner.client.auth.updateUser({ email });
  const link = linkIn(await backend.mailbox.next(email));
  await newClient(backend).auth.verifyOtp({ type: 'email_change', token_hash: tokenIn(link) });
  await owner.client.rpc('send_test_reminder').throwOnError();
  await look();
  expect(subjectsTo({ ...owner, email })).toContain(testMail);
});

test('on hosted Supabase a sign-up that was confirmed by its mail is the proof', async () => {
  const changed = await startForTest();
  backend = changed;
  const [confirmed, unconfirmed] = [await asking(), await asking()];
  await backend.sql`alter table auth.users add column confirmation_sent_at timestamptz`;
  await backend.sql`
    update auth.users set confirmation_sent_at = email_confirmed_at - interval '1 minute' where id = ${confirmed.id}`;
  const proven = await backend.sql`
    select private.proven_address(id) as email from auth.users
    where id in (${confirmed.id}, ${unconfirmed.id}) order by id = ${unconfirmed.id}`;
  expect([...proven]).toEqual([{ email: confirmed.email }, { email: null }]);
});

test('who tries many confirmations has to wait', async () => {
  const statuses: number[] = [];
  for (let tried = 0; tried < 32; tried += 1) {
    statuses.push((await fetch(`${backend.url}/confirm-reminders/${'A'.repeat(48)}`)).status);
  }
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(404));
  expect(statuses.slice(30)).toEqual([429, 429]);
});
