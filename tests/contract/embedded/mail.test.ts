import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mail, MailRefused } from '../../../server/mail/mail.ts';
import { createFileMailer, createSmtpMailer, defaultSender } from '../../../server/mail/mailers.ts';
import { createOutbox } from '../../../server/mail/outbox.ts';
import { writeRecoveryMail } from '../../../server/mail/recovery-mail.ts';
import { startServer } from '../../support/start-server.ts';
import { newOwner, startTestBackend } from '../../support/test-backend.ts';

const link = `https://wagday.example/auth?token_hash=${'aB3_-'.repeat(8)}xyz&type=recovery`;
const mail = writeRecoveryMail('owner@wagday.dev', link);
const sender = defaultSender('https://wagday.example');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wagday-mail-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function recordingLog() {
  const lines: string[] = [];
  const record = (event: string, fields?: object) => void lines.push(JSON.stringify({ event, ...fields }));
  return { lines, info: record, error: record };
}

type Received = { from: string; to: string[]; text: string };

/** A real mail server on a free port that keeps what it gets, or answers with an error first. */
async function startSmtp(refusals: number[] = [], user?: { name: string; password: string }) {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: user ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    authOptional: !user,
    onAuth({ username, password }, _, done) {
      if (username === user?.name && password === user?.password) done(null, { user: 'wagday' });
      else done(new Error('wrong credentials'));
    },
    async onData(stream, session, done) {
      let text = '';
      for await (const part of stream) text += part;
      const responseCode = refusals.shift();
      if (responseCode) return done(Object.assign(new Error('not now'), { responseCode }));
      const { mailFrom, rcptTo } = session.envelope;
      received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), text });
      done();
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { received, port, stop: () => new Promise<void>((done) => server.close(() => done())) };
}

/** What a reader sees of a message that is quoted-printable in places. */
function readable(message: string): string {
  return message
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

test('the mail says in both forms what to do, and holds nothing of the owner but the address', () => {
  expect(mail.to).toBe('owner@wagday.dev');
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain('Choose a new password');
    expect(part).toContain('works once');
    expect(part).not.toContain('owner@');
  }
  expect(mail.text).toContain(`\n${link}\n`);
  expect(mail.html).toContain(`href="${link.replace('&', '&amp;')}"`);
  for (const line of mail.text.split('\n')) if (line !== link) expect(line.length).toBeLessThanOrEqual(72);
});

test('without a mail server the mail is a file that nobody else can read, and whose link can be copied', async () => {
  const place = join(folder, 'mail');
  const log = recordingLog();
  const mailer = createFileMailer(place, sender, log, () => new Date('2026-11-21T10:00:00.000Z'));
  await mailer.deliver(mail);
  await mailer.deliver(mail);

  const names = await readdir(place);
  expect(names).toHaveLength(2);
  for (const name of names) expect(name).toMatch(/^2026-11-21T10-00-00\.000Z-[0-9a-f]{8}\.eml$/);
  const path = join(place, names[0] ?? '');
  expect((await stat(place)).mode & 0o777).toBe(0o700);
  expect((await stat(path)).mode & 0o777).toBe(0o600);

  const text = await readFile(path, 'utf8');
  expect(text).toMatch(/^From: Wagday <wagday@wagday\.example>\r$/m);
  expect(text).toMatch(/^To: owner@wagday\.dev\r$/m);
  expect(text).toMatch(/^Subject: Choose a new Wagday password\r$/m);
  expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(text).toMatch(/^Content-Type: multipart\/alternative;/m);
  expect(text).toContain(`\r\n${link}\r\n`);
  expect(readable(text)).toContain('href="https://wagday.example/auth?');

  expect(log.lines.map((line) => JSON.parse(line))).toEqual(expect.arrayContaining([{ event: 'mail_written', path }]));
  for (const secret of ['owner@', 'token_hash']) expect(log.lines.join()).not.toContain(secret);
});

test('a folder of mail that is open to others is closed', async () => {
  const place = join(folder, 'open');
  await mkdir(place);
  await chmod(place, 0o755);
  await createFileMailer(place, sender, recordingLog(), () => new Date()).deliver(mail);
  expect((await stat(place)).mode & 0o777).toBe(0o700);
});

test('an address cannot smuggle a header or a second recipient in', async () => {
  const smtp = await startSmtp();
  try {
    const mailer = createSmtpMailer(`smtp://127.0.0.1:${smtp.port}`, sender, recordingLog());
    for (const to of ['a@wagday.dev, b@wagday.dev', 'a@wagday.dev\r\nBcc: b@wagday.dev', 'A <a@wagday.dev>']) {
      await mailer.deliver({ ...mail, to }).catch(() => undefined);
    }
    for (const { to, text } of smtp.received) {
      expect(to).toHaveLength(1);
      expect(text).not.toMatch(/^Bcc:/m);
    }
  } finally {
    await smtp.stop();
  }
});

test('with SMTP_URL the mail goes to the mail server, with its name and password', async () => {
  const smtp = await startSmtp([], { name: 'wag@day', password: 'p@ss word' });
  try {
    const log = recordingLog();
    const url = `smtp://wag%40day:p%40ss%20word@127.0.0.1:${smtp.port}`;
    await createSmtpMailer(url, 'Wagday <hello@wagday.example>', log).deliver(mail);
    expect(smtp.received).toMatchObject([{ from: 'hello@wagday.example', to: ['owner@wagday.dev'] }]);
    expect(smtp.received[0]?.text).toContain(link);
    expect(log.lines).toEqual(['{"event":"mail_sent"}']);

    const wrong = createSmtpMailer(`smtp://wag%40day:wrong@127.0.0.1:${smtp.port}`, sender, log);
    await expect(wrong.deliver(mail)).rejects.toBeInstanceOf(MailRefused);
  } finally {
    await smtp.stop();
  }
});

test('a mail server that is busy is asked again, one that refuses is not', async () => {
  const smtp = await startSmtp([451, 421, 550]);
  try {
    const log = recordingLog();
    const outbox = createOutbox(createSmtpMailer(`smtp://127.0.0.1:${smtp.port}`, sender, log), log, {
      retryDelays: [0, 0, 0],
    });
    outbox.post(async () => mail);
    await outbox.settled();
    expect(smtp.received).toHaveLength(0);
    expect(log.lines.map((line) => JSON.parse(line).event)).toEqual([
      'mail_attempt_failed',
      'mail_attempt_failed',
      'mail_refused',
    ]);
    outbox.post(async () => mail);
    await outbox.settled();
    expect(smtp.received).toHaveLength(1);
    for (const secret of ['owner@', 'token_hash']) expect(log.lines.join()).not.toContain(secret);
  } finally {
    await smtp.stop();
  }
});

test('whoever asks is not told that the mail server is gone; the log is', async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const address = gone.address();
  const port = typeof address === 'object' ? address?.port : 0;
  await new Promise((done) => gone.close(done));

  const failing = recordingLog();
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, sender, failing);
  const backend = await startTestBackend({ mailer });
  try {
    const { client, email } = await newOwner(backend);
    expect(await client.auth.resetPasswordForEmail(email)).toEqual({ data: {}, error: null });
    await backend.mailSettled();
    expect(backend.logged().match(/mail_attempt_failed/g)).toHaveLength(3);
    expect(backend.logged()).toContain('mail_given_up');
    expect(backend.logged()).not.toContain(email);
  } finally {
    await backend.stop();
  }
});

test('an outbox takes only so much, works a few at a time, and closes without waiting for another try', async () => {
  const log = recordingLog();
  const door = Promise.withResolvers<void>();
  let atOnce = 0;
  let most = 0;
  const delivered: Mail[] = [];
  const mailer = {
    async deliver(sent: Mail) {
      atOnce += 1;
      most = Math.max(most, atOnce);
      if (atOnce === 2) door.resolve();
      await door.promise;
      atOnce -= 1;
      delivered.push(sent);
    },
  };
  const outbox = createOutbox(mailer, log, { concurrency: 2, capacity: 3 });
  for (let count = 0; count < 5; count += 1) outbox.post(async () => mail);
  await outbox.settled();
  expect(most).toBe(2);
  expect(delivered.length).toBeLessThan(5);
  expect(log.lines.join()).toContain('mail_not_taken');

  const failing = createOutbox({ deliver: () => Promise.reject(new Error('no')) }, log, { retryDelays: [3_600_000] });
  failing.post(async () => mail);
  failing.post(() => Promise.reject(new Error('not written')));
  await failing.close();
  failing.post(async () => mail);
  expect(log.lines.join()).toContain('mail_given_up');
  expect(log.lines.join()).toContain('mail_not_written');
});

test.each([
  [null, 'Wagday <wagday@localhost>'],
  ['https://wagday.example', 'Wagday <wagday@wagday.example>'],
  ['http://192.0.2.7:8080', 'Wagday <wagday@localhost>'],
  ['http://[2001:db8::7]:8080', 'Wagday <wagday@localhost>'],
])('for the site %s the sender is %s', (site, expected) => {
  expect(defaultSender(site)).toBe(expected);
});

test('a real server writes the mail into its data directory and says where', async () => {
  const server = await startServer({ env: { MAIL_FROM: 'Pack <pack@wagday.example>' } });
  try {
    const owner = await newOwner({ url: server.url, key: 'wagday' });
    expect((await owner.client.auth.resetPasswordForEmail(owner.email)).error).toBeNull();
    const place = join(server.dataDir, 'mail');
    await expect.poll(() => server.output(), { timeout: 30_000 }).toContain('mail_written');
    const [name = ''] = await readdir(place);
    expect(server.output()).toContain(join(place, name));
    expect(server.output()).not.toContain(owner.email);
    const text = await readFile(join(place, name), 'utf8');
    expect(text).toMatch(/^From: Pack <pack@wagday\.example>\r$/m);
    expect(text).toContain(`\r\n${server.url}/auth?token_hash=`);
    expect((await stat(place)).mode & 0o777).toBe(0o700);
  } finally {
    await server.stop();
  }
});
