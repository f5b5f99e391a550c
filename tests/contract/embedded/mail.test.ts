import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createJobs } from '../../../embedded-supabase/jobs/jobs.ts';
import type { Log } from '../../../embedded-supabase/log.ts';
import { type Mail, MailNotTaken, MailRefused } from '../../../embedded-supabase/mail/mail.ts';
import {
  createMailJobs,
  createOutbox,
  type MailJobDependencies,
  type MailRequest,
} from '../../../embedded-supabase/mail/mail-outbox.ts';
import {
  createFileMailer,
  createSmtpMailer,
  mustEncrypt,
  sweepMailFiles,
  whyNoMailLeaves,
} from '../../../embedded-supabase/mail/mailers.ts';
import { letters } from '../../../mail/letters.ts';
import { defaultSender } from '../../../server/product.ts';
import { createAuthority } from '../../support/certificates.ts';
import { listen } from '../../support/listen.ts';
import { newOwner } from '../../support/owners.ts';
import { startForTest } from '../../support/shared-backend.ts';
import { startServer } from '../../support/start-server.ts';
import { startTestBackend } from '../../support/test-backend.ts';

const link = `https://wagday.example/auth?token_hash=${'aB3_-'.repeat(8)}xyz&type=recovery`;
const mail = { to: 'owner@wagday.dev', ...letters.recovery({ site: 'https://wagday.example', link, details: {} }) };
const sender = defaultSender('https://wagday.example');

/** The backend's own outbox sees the same table, so it is closed: the tests bring their own. */
const host = await startTestBackend();
await host.closeOutbox();
const folder = await mkdtemp(join(tmpdir(), 'wagday-mail-'));
afterAll(async () => {
  await host.stop();
  await rm(folder, { recursive: true, force: true });
});

const request: MailRequest = { kind: 'recovery', to: mail.to, site: 'https://wagday.example' };

type OutboxParts = Partial<MailJobDependencies> & { readonly log?: Log; readonly concurrency?: number };

function openOutbox({ log = recordingLog(), concurrency = 4, ...parts }: OutboxParts) {
  const defaults = { mailer: { deliver: async () => undefined }, write: async () => mail, retryDelays: [0, 0] };
  const kinds = createMailJobs({ ...defaults, ...parts });
  const jobs = createJobs({ sql: host.sql, now: () => new Date(), log, kinds, concurrency });
  onTestFinished(jobs.close);
  const outbox = createOutbox(jobs);
  const send = async () => {
    await outbox.post(request);
    await jobs.settled();
  };
  return { ...outbox, send, close: jobs.close };
}

async function waiting(): Promise<number> {
  const rows = await host.sql`select from wagday.jobs`;
  return rows.length;
}

function recordingLog() {
  const lines: string[] = [];
  const record = (event: string, fields?: object) => void lines.push(JSON.stringify({ event, ...fields }));
  return { lines, events: () => lines.map((line) => JSON.parse(line)), info: record, error: record };
}

async function listenForTest(server: Server) {
  const listening = await listen(server);
  onTestFinished(listening.stop);
  return listening;
}

/** Starts a TCP server that runs `talk` for each connection. */
function startTcpServer(talk: (socket: Socket) => void) {
  return listenForTest(createServer((socket) => talk(socket.on('error', () => undefined))));
}

type Received = { from: string; to: string[]; text: string };

/** Starts a real mail server on a free port that keeps what it receives, or answers with an error first. */
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
  return { received, ...(await listenForTest(server.server)) };
}

/** Returns what a reader sees of a message that is partly quoted-printable. */
function readable(message: string): string {
  return message
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

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
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain('Choose a New Password');
    // It holds nothing of the owner but the address.
    expect(part).not.toContain('owner@');
  }

  expect(log.events()).toEqual(expect.arrayContaining([{ event: 'mail_written', path }]));
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
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${smtp.port}`, sender, recordingLog());
  for (const to of ['a@wagday.dev, b@wagday.dev', 'a@wagday.dev\r\nBcc: b@wagday.dev', 'A <a@wagday.dev>']) {
    await mailer.deliver({ ...mail, to }).catch(() => undefined);
  }
  for (const { to, text } of smtp.received) {
    expect(to).toHaveLength(1);
    expect(text).not.toMatch(/^Bcc:/m);
  }
});

test('with SMTP_URL the mail goes to the mail server, with its name and password', async () => {
  const smtp = await startSmtp([], { name: 'wag@day', password: 'p@ss word' });
  const log = recordingLog();
  const url = `smtp://wag%40day:p%40ss%20word@127.0.0.1:${smtp.port}`;
  await createSmtpMailer(url, 'Wagday <hello@wagday.example>', log).deliver(mail);
  expect(smtp.received).toMatchObject([{ from: 'hello@wagday.example', to: ['owner@wagday.dev'] }]);
  expect(smtp.received[0]?.text).toContain(link);
  expect(log.lines).toEqual(['{"event":"mail_sent"}']);
});

test('a refused login refuses no mail for good, and the log says once what to look at @10.308', async () => {
  const user = { name: 'wagday', password: 'old' };
  const smtp = await startSmtp([], user);
  const log = recordingLog();
  const outbox = openOutbox({ mailer: createSmtpMailer(`smtp://wagday:new@127.0.0.1:${smtp.port}`, sender, log), log });
  await outbox.send();
  const failed = { event: 'mail_attempt_failed', code: 'EAUTH' };
  const because = 'the mail server refuses the login, so check the name and the password in SMTP_URL';
  const waits = { event: 'mails_wait', because, answer: 535 };
  expect(log.events()).toEqual([waits, failed, failed, failed, { event: 'mail_given_up' }]);

  user.password = 'new';
  await outbox.send();
  expect(smtp.received).toHaveLength(1);
  user.password = 'changed again';
  await outbox.send();
  expect(log.events().filter(({ event }) => event === 'mails_wait')).toEqual([waits, waits]);
  for (const secret of ['owner@', 'wagday:', 'token_hash']) expect(log.lines.join()).not.toContain(secret);
});

/** Starts a mail server that does something else than answer well: at a command, in the middle of a mail or at its end. */
function startOddSmtp(at: string, act: (socket: Socket) => void) {
  const answers = new Map([
    ['EHLO', '250-odd\r\n250 AUTH PLAIN'],
    ['AUTH', '235 come in'],
    ['DATA', '354 go on'],
  ]);
  return startTcpServer((socket) => {
    let text: string | null = null;
    if (at === 'the greeting') act(socket);
    else socket.write('220 odd\r\n');
    socket.on('data', (chunk) => {
      if (text !== null) {
        text += chunk;
        if (at === 'the middle of a mail' || text.endsWith('\r\n.\r\n')) act(socket);
        return;
      }
      const said = String(chunk);
      if (said.replace('HELO', 'EHLO').startsWith(at)) return act(socket);
      if (said.startsWith('DATA')) text = '';
      const answer = [...answers].find(([command]) => said.startsWith(command))?.[1] ?? '250 fine';
      socket.write(`${answer}\r\n`);
    });
  });
}

test.each([
  ['the greeting', '554 go away', MailNotTaken, 'the mail server refuses the connection, so check SMTP_URL'],
  ['EHLO', '550 who are you', MailNotTaken, 'the mail server refuses the connection, so check SMTP_URL'],
  ['MAIL FROM', '553 not your address', MailNotTaken, 'the mail server refuses the sender, so check MAIL_FROM'],
  ['MAIL FROM', '530 log in first', MailNotTaken, 'check the name and the password in SMTP_URL'],
  ['RCPT TO', '530 log in first', MailNotTaken, 'check the name and the password in SMTP_URL'],
  ['RCPT TO', '450 later', MailNotTaken, ''],
  ['RCPT TO', '550 nobody of that name', MailRefused, ''],
  ['DATA', '451 busy', MailNotTaken, ''],
  ['DATA', '554 no spam', MailRefused, ''],
] as const)(
  'of a mail server that answers %s with “%s” it is known what it means @10.308',
  async (to, answer, kind, words) => {
    const smtp = await startOddSmtp(to, (socket) => void socket.write(`${answer}\r\n`));
    const log = recordingLog();
    const mailer = createSmtpMailer(`smtp://127.0.0.1:${smtp.port}`, sender, log);
    await expect(mailer.deliver(mail)).rejects.toBeInstanceOf(kind);
    expect(log.lines).toHaveLength(words === '' ? 0 : 1);
    expect(log.lines.join()).toContain(words);
  },
);

test('a mail server that is busy is asked again, one that refuses is not', async () => {
  const smtp = await startSmtp([451, 421, 550]);
  const log = recordingLog();
  const outbox = openOutbox({ mailer: createSmtpMailer(`smtp://127.0.0.1:${smtp.port}`, sender, log), log });
  await outbox.send();
  expect(smtp.received).toHaveLength(0);
  const failed = { event: 'mail_attempt_failed' };
  expect(log.events()).toMatchObject([failed, failed, { event: 'mail_refused', code: '550' }]);
  await outbox.send();
  expect(smtp.received).toHaveLength(1);
  expect(await waiting()).toBe(0);
  for (const secret of ['owner@', 'token_hash']) expect(log.lines.join()).not.toContain(secret);
});

const breaks = [(socket: Socket) => socket.destroy(), (socket: Socket) => socket.resetAndDestroy()];
const away = 'the mail server hangs up before the login is done';

test.each([
  ['the greeting', 'has no mail', [away]],
  ['EHLO', 'has no mail', [away]],
  ['AUTH', 'has no mail', [away]],
  ['MAIL FROM', 'has no mail', []],
  ['RCPT TO', 'has no mail', []],
  ['DATA', 'has no mail', []],
  ['the middle of a mail', 'may have taken it', []],
  ['the end of a mail', 'may have taken it', []],
])('it is certain that a mail server that hangs up at %s %s @10.194', async (at, what, told) => {
  for (const breakOff of breaks) {
    const smtp = await startOddSmtp(at, breakOff);
    const log = recordingLog();
    const mailer = createSmtpMailer(`smtp://wagday:key@127.0.0.1:${smtp.port}`, sender, log);
    const failure = await mailer.deliver(mail).catch((error) => error);
    expect(failure).toBeInstanceOf(Error);
    expect([failure instanceof MailNotTaken, failure instanceof MailRefused]).toEqual([what === 'has no mail', false]);
    expect(log.events().map(({ because }) => because)).toEqual(told);
  }
});

/** Delivers a mail that does not arrive, and returns what the log says of it. */
async function whyNot(url: string): Promise<string[]> {
  const log = recordingLog();
  await expect(createSmtpMailer(url, sender, log).deliver(mail)).rejects.toBeInstanceOf(MailNotTaken);
  return log.events().map(({ because }) => because);
}

test('of a mail server that cannot be reached the log says why', async () => {
  expect(await whyNot('smtp://mail.invalid:587')).toEqual(['the host in SMTP_URL is not found']);
  const gone = await startTcpServer(() => undefined);
  await gone.stop();
  expect(await whyNot(`smtp://127.0.0.1:${gone.port}`)).toEqual([
    'nothing takes connections at the host and port of SMTP_URL',
  ]);
  const plain = await startSmtp();
  expect((await whyNot(`smtps://127.0.0.1:${plain.port}`))[0]).toContain('does not begin with TLS at this port');
});

test('of a certificate that nobody vouches for the log says how to trust it', async () => {
  const { certificate: cert, key } = createAuthority('Nobody').issue('127.0.0.1');
  const server = new SMTPServer({ cert, key, secure: true });
  server.on('error', () => undefined);
  const { port } = await listenForTest(server.server);
  expect((await whyNot(`smtps://127.0.0.1:${port}`))[0]).toContain('NODE_EXTRA_CA_CERTS');
});

test.each([
  ['CONNECT_TIMEOUT', 'does not answer'],
  ['GREETING_TIMEOUT', 'needs smtps://'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'for another host'],
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['EHOSTUNREACH', 'has no network'],
  ['ENEW', 'cannot be reached (ENEW)'],
])('the log has words of its own for a failure with %s', (code, words) => {
  const detail = code.endsWith('_TIMEOUT') ? { timeoutType: code } : { originalCode: code };
  expect(whyNoMailLeaves(Object.assign(new Error('gone'), { code: 'ESOCKET' }, detail), 'login')).toContain(words);
});

test('a password leaves this machine only encrypted, unless SMTP_URL allows it by name', async () => {
  const smtp = await startSmtp([], { name: 'wagday', password: 'key' });
  // Leads to this machine, too, but by an address that could be any machine's.
  const url = `smtp://wagday:key@0.0.0.0:${smtp.port}`;
  expect((await whyNot(url))[0]).toContain('the password does not go to it in the clear');
  expect(smtp.received).toHaveLength(0);
  await createSmtpMailer(`${url}?requireTLS=false`, sender, recordingLog()).deliver(mail);
  expect(smtp.received).toHaveLength(1);
});

test.each([
  ['smtp://wagday:key@mail.example:587', true],
  ['smtp://wagday:key@10.0.0.7', true],
  ['smtp://wagday:key@localhost.example', true],
  ['smtp://wagday:key@mail.example:587?requireTLS=false', false],
  ['smtp://wagday:key@mail.example:587?ignoreTLS=true', false],
  ['smtps://wagday:key@mail.example:465', false],
  ['smtp://mail.example', false],
  ['smtp://wagday:key@localhost:1025', false],
  ['smtp://wagday:key@[::1]:1025', false],
])('%s must offer TLS: %s', (url, expected) => {
  expect(mustEncrypt(url)).toBe(expected);
});

test('a caller does not learn that the mail server is gone; the log does', async () => {
  const { port, stop } = await startTcpServer(() => undefined);
  await stop();

  const failing = recordingLog();
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, sender, failing);
  const backend = await startForTest({ mailer });
  const { client, email } = await newOwner(backend);
  expect(await client.auth.resetPasswordForEmail(email)).toEqual({ data: {}, error: null });
  await backend.mailSettled();
  expect(backend.logged().match(/mail_attempt_failed/g)).toHaveLength(3);
  expect(backend.logged()).toContain('mail_given_up');
  expect(backend.logged()).not.toContain(email);
});

/** A mailer that keeps each mail under way until the test decides how it ends. */
function slowMailer() {
  const end = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  return {
    begun: begun.promise,
    end,
    async deliver() {
      begun.resolve();
      await end.promise;
    },
  };
}

test('mail that cannot be written or sent is given up in the end, and leaves nothing behind', async () => {
  const log = recordingLog();
  const unwritten = openOutbox({ log, write: () => Promise.reject(new Error('not written')) });
  await unwritten.send();
  expect(log.lines.join().match(/mail_attempt_failed/g)).toHaveLength(3);
  expect(log.lines.join()).toContain('mail_given_up');
  expect(await waiting()).toBe(0);
});

test('of several servers each mail is sent by one', async () => {
  const sent: string[] = [];
  const mailer = { deliver: async ({ to }: Mail) => void sent.push(to) };
  const write = async ({ to }: MailRequest) => ({ ...mail, to });
  const servers = Array.from({ length: 3 }, () => openOutbox({ mailer, write }));
  const addresses = Array.from({ length: 30 }, (_, count) => `owner-${count}@wagday.dev`);
  await Promise.all(addresses.map((to, count) => servers[count % 3]!.post({ ...request, to })));
  await expect.poll(waiting).toBe(0);
  expect(sent.sort()).toEqual(addresses.sort());
});

test('what has waited for more than an hour, such as in a backup, is not sent any more', async () => {
  await host.sql`
    insert into wagday.jobs (kind, details, due_at, ends_at)
    values ('mail recovery', '{"to": "late@wagday.dev", "site": "x"}', now() - interval '61 minutes', now() - interval '1 minute')`;
  const sent: string[] = [];
  const mailer = { deliver: async ({ to }: Mail) => void sent.push(to) };
  const outbox = openOutbox({ mailer, write: async ({ to }) => ({ ...mail, to }) });
  await outbox.send();
  expect(sent).toEqual([request.to]);
  await host.sql`delete from wagday.jobs`;
});

test('an outbox that closes leaves what it has not begun to others', async () => {
  const mailer = slowMailer();
  const closing = openOutbox({ mailer, concurrency: 1 });
  await closing.post(request);
  await mailer.begun;
  await closing.post({ ...request, to: 'later@wagday.dev' });
  const closed = closing.close();
  mailer.end.resolve();
  await closed;
  expect(await host.sql`select details ->> 'to' as recipient, attempts from wagday.jobs`).toEqual([
    { recipient: 'later@wagday.dev', attempts: 0 },
  ]);
  await host.sql`delete from wagday.jobs`;
});

test('no token and no name rests in the outbox, only who asked', async () => {
  const columns = await host.sql`
    select column_name::text as name from information_schema.columns
    where table_schema = 'wagday' and table_name = 'jobs'`;
  expect(columns.map(({ name }) => name).sort()).toEqual(
    ['attempts', 'details', 'due_at', 'ends_at', 'id', 'key', 'kind'].sort(),
  );
});

test('mails in files go after a day, other files stay', async () => {
  const place = join(folder, 'old');
  const now = new Date('2026-11-21T10:00:00.000Z');
  const mailer = createFileMailer(place, sender, recordingLog(), () => now);
  await mailer.deliver(mail);
  await mailer.deliver(mail);
  const [old = '', fresh = ''] = await readdir(place);
  await writeFile(join(place, `${old}.part`), 'half');
  await writeFile(join(place, 'notes.eml'), 'mine');
  const age = (name: string, hours: number) => {
    const time = new Date(now.getTime() - hours * 3_600_000);
    return utimes(join(place, name), time, time);
  };
  await Promise.all([age(old, 25), age(`${old}.part`, 25), age('notes.eml', 25), age(fresh, 23)]);
  const log = recordingLog();
  await sweepMailFiles(place, log, now);
  expect((await readdir(place)).sort()).toEqual([fresh, 'notes.eml'].sort());
  await sweepMailFiles(join(place, 'missing'), log, now);
  expect(log.lines).toEqual(['{"event":"mail_files_swept","count":2}']);
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
  onTestFinished(() => server.stop());
  const owner = await newOwner({ url: server.url, key: 'wagday' });
  expect((await owner.client.auth.resetPasswordForEmail(owner.email)).error).toBeNull();
  const place = join(server.dataDir, 'mail');
  await expect.poll(() => server.output()).toContain('mail_written');
  const [name = ''] = await readdir(place);
  expect(server.output()).toContain(join(place, name));
  expect(server.output()).not.toContain(owner.email);
  const text = await readFile(join(place, name), 'utf8');
  expect(text).toMatch(/^From: Pack <pack@wagday\.example>\r$/m);
  expect(text).toContain(`\r\n${server.url}/auth#token_hash=`);
  expect((await stat(place)).mode & 0o777).toBe(0o700);
});
