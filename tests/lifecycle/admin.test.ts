import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { version } from '../../server/config.ts';
import { invite } from '../attack/world.ts';
import { startFakeS3 } from '../support/fake-s3.ts';
import { startMailServer } from '../support/mail-server.ts';
import { addDog, newClient, newOwner, planParty, proveAddresses } from '../support/owners.ts';
import { putPicture } from '../support/pictures.ts';
import { runCommand, runScript } from '../support/run-script.ts';
import { startForFile } from '../support/shared-backend.ts';

const backend = await startForFile({ embedsDatabase: true });
const { sql } = backend;

/** The token of a printed link. */
const tokenIn = (output: string) =>
  /https:\/\/wagday\.example\/auth#token_hash=([\w-]+)&type=recovery\n/.exec(output)?.[1] ?? '';

const admin = (args: readonly string[], env: Record<string, string> = {}, run = runCommand) =>
  run('admin', args, { WAGDAY_DATA: backend.dataDir, PUBLIC_URL: 'https://wagday.example', ...env });

/** Expects success, and a line in the log that names the account by its id and never by its address. */
async function expectLogged(args: readonly string[], event: string, id: string): Promise<string> {
  const { code, output } = await admin(args);
  expect([code, output]).toEqual([0, expect.stringContaining(`"level":"info","event":"${event}"`)]);
  const line = output.split('\n').find((text) => text.includes(event)) ?? '';
  expect(JSON.parse(line)).toMatchObject({ user: id });
  expect(line).not.toContain('@');
  return output;
}

test('the administrator of the machine finds owners, and sees what they keep', async () => {
  const [owner, other] = [await newOwner(backend), await newOwner(backend)];
  await addDog(owner);
  const found = await admin(['find', owner.email.split('@')[0]?.toUpperCase() ?? ''], {}, runScript);
  expect(found).toMatchObject({ code: 0, output: expect.stringMatching(/, dogs: 1, parties: 0, sessions: 1\n$/) });
  expect(found.output).toContain(`${owner.email}, ${owner.id}, since `);
  expect(found.output).not.toContain(other.email);
  const { output } = await admin(['list']);
  for (const { email } of [owner, other]) expect(output).toContain(email);
  expect((await admin(['find', '%'])).output).toBe('Nobody.\n');
  expect((await admin(['find', other.id])).output).toContain(other.email);
  await putPicture(owner, `${randomUUID()}.png`);
  expect((await admin(['usage'])).output).toMatch(
    new RegExp(
      String.raw`^owners: \d+, dogs: \d+, parties: 0, guests: 0; the database has \d+ MB\n${owner.email}: 1 picture, \d{3,} bytes\n$`,
    ),
  );
});

test('the newest hundred owners are listed, and the others counted', async () => {
  await sql`
    insert into auth.users (id, email, encrypted_password)
    select gen_random_uuid(), 'many-' || count || '@wagday.dev', 'a hash' from generate_series(1, 102) as count`;
  onTestFinished(() => sql`delete from auth.users where email like 'many-%'`.then(() => undefined));
  const lines = (await admin(['find', 'many-'])).output.split('\n');
  expect([lines.length, lines.at(-2)]).toEqual([102, 'And 2 more.']);
});

test('a printed link sets a new password without mail', async () => {
  const owner = await newOwner(backend);
  const token = tokenIn(await expectLogged(['link', owner.email], 'admin_link_made', owner.id));
  const client = newClient(backend);
  expect((await client.auth.verifyOtp({ token_hash: token, type: 'recovery' })).error).toBeNull();
  expect((await client.auth.updateUser({ password: 'a new password' })).error).toBeNull();
  const again = await newClient(backend).auth.verifyOtp({ token_hash: token, type: 'recovery' });
  expect(again.error?.code).toBe('otp_expired');
});

test('a printed link is not replaced by a mail that waits, and mails to others go on waiting', async () => {
  const [owner, other] = [await newOwner(backend), await newOwner(backend)];
  for (const { email } of [owner, other]) {
    await sql`
      insert into wagday.jobs (kind, details, due_at)
      values ('mail recovery', jsonb_build_object('to', ${email}::text), now() + interval '1 hour')`;
  }
  onTestFinished(() => sql`delete from wagday.jobs where kind = 'mail recovery'`.then(() => undefined));
  expect((await admin(['link', owner.email])).code).toBe(0);
  const waiting = await sql<
    { to: string }[]
  >`select details ->> 'to' as to from wagday.jobs where kind = 'mail recovery'`;
  expect(waiting.map(({ to }) => to)).toEqual([other.email]);
});

test('a disabled account has no session, no sign-in and no link until it is enabled', async () => {
  const [owner, other] = [await newOwner(backend), await newOwner(backend)];
  const signIn = () => newClient(backend).auth.signInWithPassword(owner);
  const token_hash = tokenIn((await admin(['link', owner.email])).output);
  await admin(['disable', other.email]);
  await expectLogged(['disable', owner.email], 'admin_disabled', owner.id);
  expect((await owner.client.from('dogs').select('id')).status).toBe(401);
  expect((await owner.client.auth.refreshSession()).error).not.toBeNull();
  expect((await signIn()).error?.code).toBe('user_banned');
  expect(await admin(['link', owner.email])).toEqual({
    code: 1,
    output: 'The account is disabled: enable it first.\n',
  });
  await expectLogged(['enable', owner.email], 'admin_enabled', owner.id);
  expect((await newClient(backend).auth.signInWithPassword(other)).error?.code).toBe('user_banned');
  const { error } = await newClient(backend).auth.verifyOtp({ token_hash, type: 'recovery' });
  expect([token_hash.length > 0, error?.code]).toEqual([true, 'otp_expired']);
  const client = newClient(backend);
  expect((await client.auth.signInWithPassword(owner)).error).toBeNull();

  expect(await expectLogged(['sign-out', owner.email], 'admin_signed_out', owner.id)).toContain('Ended 1 session.');
  expect((await client.from('dogs').select('id')).status).toBe(401);
  expect((await signIn()).error).toBeNull();
});

test('an account is deleted with its dogs, only after a second word, and no other; no guest is mailed of it', async () => {
  const [owner, other] = [await newOwner(backend), await newOwner(backend)];
  const [{ id: dogId }] = [await addDog(owner), await addDog(other)];
  await proveAddresses({ sql });
  const { id } = await planParty(owner, dogId);
  await invite(backend, owner, id, { name: 'Anna', email: 'anna@wagday.dev' });
  const asked = await admin(['delete', owner.email], {}, runScript);
  expect(asked).toMatchObject({ code: 1, output: expect.stringContaining('--yes') });
  expect((await owner.client.from('dogs').select('id')).data).toHaveLength(1);
  await expectLogged(['delete', owner.id, '--yes'], 'admin_deleted', owner.id);
  expect((await newClient(backend).auth.signInWithPassword(owner)).error?.code).toBe('invalid_credentials');
  expect((await other.client.from('dogs').select('id')).data).toHaveLength(1);
  expect(await sql`select from private.guest_farewells`).toHaveLength(0);
  expect((await admin(['delete', owner.email, '--yes'])).output).toMatch(/^Nobody has the email or the id /);
});

test('a test mail goes to the address that is named, and says why it did not leave', async () => {
  const { received, env } = await startMailServer();
  const sent = await admin(['mail', 'owner@wagday.dev'], { ...env, ADMIN_EMAIL: 'ada@wagday.dev' });
  expect(sent).toMatchObject({ code: 0, output: expect.stringContaining('The mail server has taken it.') });
  expect(received).toEqual([expect.stringMatching(/^for owner@wagday\.dev\n[\s\S]*^Subject: A test mail of Wagday$/m)]);
  const lost = await admin(['mail', 'owner@wagday.dev'], { SMTP_URL: 'smtp://127.0.0.1:1' });
  expect(lost.code).toBe(1);
  expect(lost.output).toContain('nothing takes connections at the host and port of SMTP_URL');
  expect((await admin(['mail', 'owner@wagday.dev'])).output).toContain('Without SMTP_URL mails are files');
});

test('a check tries what the settings lead to, and says each on a line of its own', async () => {
  const fine = await admin(['check'], { PUBLIC_URL: backend.url });
  expect(fine).toEqual({
    code: 0,
    output: `Version: ${version}\nDatabase: works\nPhotos: works\nSMTP_URL: not set\nPUBLIC_URL: works\n`,
  });
  const env = { SMTP_URL: 'smtp://wagday:secret@127.0.0.1:1', PUBLIC_URL: 'http://127.0.0.1:1' };
  const { code, output } = await admin(['check'], env);
  expect(code).toBe(1);
  expect(output).toMatch(/^SMTP_URL: nothing takes connections at the host and port of SMTP_URL$/m);
  expect(output).toMatch(/^PUBLIC_URL: cannot be reached from this machine \(\w+\)$/m);
  expect(output).toMatch(/^2 of these do not work\.$/m);
  expect(output).not.toContain('secret');

  const s3 = await startFakeS3();
  onTestFinished(() => s3.stop());
  // Fails after the command has opened the bucket.
  s3.failWith(503, 1);
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3.config;
  const bucketOf = { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId };
  const settings = { ...bucketOf, S3_SECRET_ACCESS_KEY: secretAccessKey, PUBLIC_URL: endpoint };
  const ill = await admin(['check'], settings);
  expect(ill.output).toMatch(/^Photos: does not work \(\w+\)$/m);
  expect(ill.output).toMatch(/^PUBLIC_URL: answers 503 at \/ready$/m);
});

test('a database that no server has used is named as such', async () => {
  await sql`create database unused`;
  expect(await admin(['list'], { DATABASE_URL: new URL('/unused', backend.databaseUrl).href })).toEqual({
    code: 1,
    output: 'This database was never used by Wagday: start the server first.\n',
  });
});

test('what waits to be sent is counted, each with its reason', async () => {
  expect((await admin(['waiting'])).output).toBe('Nothing waits.\n');
  // Leased for a while, so that the server leaves them alone.
  await sql`
    insert into wagday.jobs (kind, details, attempts, due_at, ends_at)
    select 'mail recovery', '{"to": "a@wagday.dev", "site": "x"}', tried, '2100-01-01 00:00Z', '2100-01-02 00:00Z'
    from unnest('{0,2,3}'::integer[]) as tried`;
  onTestFinished(() => sql`delete from wagday.jobs where kind = 'mail recovery'`.then(() => undefined));
  expect((await admin(['waiting'])).output).toBe(
    'mails about accounts (next in turn): 1, tried next at 2100-01-01 00:00 UTC\n' +
      'mails about accounts (not taken yet): 2, tried next at 2100-01-01 00:00 UTC\n',
  );

  const owner = await newOwner(backend);
  const { id } = await planParty(owner, (await addDog(owner)).id);
  await invite(backend, owner, id, { name: 'Anna', email: 'anna@wagday.dev' });
  // The server may have handed it over already.
  await sql`
    update private.guest_mails
    set waits_for = 'limit', due_at = '2100-01-01 00:00Z', handed_at = null, email = null, token_hash = null`;
  const { output } = await admin(['waiting']);
  expect(output).toContain('mails to guests (the limit of a day is reached): 1, tried next at 2100-01-01 00:00 UTC\n');
  expect(output).not.toContain('anna');
});

test.each([
  [[]],
  [['toString']],
  [['find']],
  [['list', 'all']],
  [['delete', 'a@wagday.dev', 'b@wagday.dev']],
  [['list', '--force']],
])('%j is answered with the commands that there are', async (args) => {
  const { code, output } = await admin(args);
  expect([code, output.split('\n')[0]]).toEqual([1, 'Usage: npm run admin -- <command>']);
  expect(output).toMatch(/^ {2}delete <email> --yes +deletes an account/m);
});
