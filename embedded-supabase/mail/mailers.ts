import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { logFailure } from '../database/database-error.ts';
import { codeOrName, StartUpError } from '../errors.ts';
import { ignoreMissing, replaceFile } from '../files.ts';
import type { Log } from '../log.ts';
import { type Mail, type Mailer, MailNotTaken, MailRefused } from './mail.ts';

/** Options of every message: it is marked as automatic, so that no out-of-office note answers it, and may read no file or page. */
const machineMade = {
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  disableFileAccess: true,
  disableUrlAccess: true,
};

/** Returns the address of a sender such as `Club <club@mail.example>`. */
export function addressOf(from: string): string {
  return /<([^<>]+)>$/.exec(from)?.[1] ?? from;
}

function messageOf({ to, sender, subject, text, html, messageId, headers }: Mail, usual: string) {
  const from = sender ? { name: sender, address: addressOf(usual) } : usual;
  const isAscii = /^[\n -~]*$/.test(text);
  const plain = isAscii ? { raw: plainPart(text) } : { contentType: 'text/plain; charset=utf-8', content: text };
  const alternatives = [plain, { contentType: 'text/html; charset=utf-8', content: html }];
  const message = { ...machineMade, ...(messageId && { messageId }), headers: { ...machineMade.headers, ...headers } };
  // An address in an object is taken literally; a text would be parsed as a list of addresses.
  return { from, to: { name: '', address: to }, subject, alternatives, ...message };
}

/**
 * Writes the text part unencoded: an encoding would break a long link into pieces that nobody can copy from the file. Mail allows
 * this for ASCII in lines of fewer than 1000 characters.
 */
function plainPart(text: string): string {
  const headers = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 7bit'];
  return [...headers, '', ...text.split('\n')].join('\r\n');
}

/** Milliseconds. A mail server that does not answer must not block the outbox for long. */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

/**
 * Whether a mail server must encrypt before it is told the password of SMTP_URL: wherever the password would leave this machine in the
 * clear and the address does not allow that by `?requireTLS=false`.
 */
export function mustEncrypt(address: string): boolean {
  const { protocol, hostname, password, searchParams } = new URL(address);
  const isLoopback = /^(localhost|127\.[\d.]+|\[::1\])$/i.test(hostname);
  const isAllowed = searchParams.get('requireTLS') === 'false' || searchParams.get('ignoreTLS') === 'true';
  return protocol === 'smtp:' && password !== '' && !isLoopback && !isAllowed;
}

function openTransport(url: string) {
  return createTransport({ url, ...timeouts, ...(mustEncrypt(url) && { requireTLS: true }) });
}

/** Logs in to the mail server without sending anything. @throws {StartUpError} that says why no mail would leave */
export async function checkSmtp(url: string): Promise<void> {
  await openTransport(url)
    .verify()
    .catch((error: Error) => {
      const because = whyNoMailLeaves(error, 'login');
      throw new StartUpError(because ?? `the mail server takes no mail now (${codeOrName(error)})`);
    });
}

/** Sends one message. Calls `onProgress` when it names the recipient, and when the mail server has agreed to take the message. */
function sendBySmtp(url: string, message: ReturnType<typeof messageOf>, onProgress: (reached: Progress) => void) {
  const transport = openTransport(url);
  transport.use('stream', (mail, done) => {
    mail.message.processFunc((stream) => {
      onProgress('envelope');
      return stream.once('resume', () => onProgress('message'));
    });
    done();
  });
  return transport.sendMail(message);
}

/** Sends by SMTP. Logs the reason why no mail leaves once, until a mail leaves or the reason changes. */
export function createSmtpMailer(url: string, from: string, log: Log): Mailer {
  let logged: string | null = null;
  function tell(because: string | null, answer: unknown): void {
    if (because === null || because === logged) return;
    logged = because;
    log.error('mails_wait', { because, ...(typeof answer === 'number' && { answer }) });
  }
  return {
    async deliver(mail) {
      let progress = 'login' as Progress;
      try {
        await sendBySmtp(url, messageOf(mail, from), (reached) => {
          progress = reached;
        });
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        if (isMailRefused(error)) {
          const answer = String(answerOf(error));
          throw new MailRefused(`the mail server refuses this mail or its recipient for good, with ${answer}`, answer);
        }
        tell(whyNoMailLeaves(error, progress), 'responseCode' in error && error.responseCode);
        // It said so, or was not sent the message. One that hangs up later may have taken it; the driver's code is the same.
        const isNotTaken = answerOf(error) >= 400 || progress !== 'message';
        throw isNotTaken ? new MailNotTaken('the mail server did not take it', codeOrName(error)) : error;
      }
      logged = null;
      log.info('mail_sent');
    },
  };
}

/** Writes mails as files that only the owner of the server may read, because they hold working links. */
export function createFileMailer(folder: string, from: string, log: Log, now: () => Date): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async deliver(mail) {
      const { message } = await transport.sendMail(messageOf(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Others may have access to an existing folder.
      await chmod(folder, 0o700);
      const name = `${now().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`;
      const path = join(folder, name);
      // The file appears in the folder only when it is complete.
      await replaceFile(path, (place) => place.writeFile(message as Buffer));
      log.info('mail_written', { path });
    },
  };
}

/** Milliseconds that a file is kept. The links in mails work for an hour; a day gives the owner of the server time to read. */
const keptFor = 24 * 60 * 60_000;
/** Matches the names that the file mailer gives, including files that a crash left half-written. */
const ownName = /^\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z-[0-9a-f]{8}\.eml(\.part|\.[\da-f-]{36}\.partial)?$/;

/** Removes mail files older than a day, and nothing else. A failure is only logged. */
export async function sweepMailFiles(folder: string, log: Log, now: Date): Promise<void> {
  try {
    const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
    let count = 0;
    for (const name of names.filter((candidate) => ownName.test(candidate))) {
      const path = join(folder, name);
      const facts = await stat(path).catch(() => null);
      if (!facts || now.getTime() - facts.mtime.getTime() <= keptFor) continue;
      await rm(path, { force: true });
      count += 1;
    }
    if (count > 0) log.info('mail_files_swept', { count });
  } catch (error) {
    logFailure(log, 'mail_files_not_swept', error, 'SWEEP');
  }
}

/** An error of the SMTP driver. `originalCode` is that of the system or of TLS, `timeoutType` the time limit that has passed. */
type Failure = Error & Partial<Record<'code' | 'responseCode' | 'command' | 'originalCode' | 'timeoutType', unknown>>;

/** How far a conversation with a mail server has come. The message is sent once the server has agreed to take it. */
type Progress = 'login' | 'envelope' | 'message';

/** Commands whose answers are about the recipient or the message. MAIL FROM is about the sender, which all mails share. */
const commandsOfMail = ['RCPT TO', 'DATA'];
/** Answers that demand another login (RFC 4954), to any command. */
const codesOfLogin = [530, 534, 535, 538];

/** Whether this mail is refused for good. Codes from 500 on are final only where they are about the mail: a login can be mended. */
function isMailRefused(failure: Failure): boolean {
  const answer = answerOf(failure);
  return answer >= 500 && commandsOfMail.includes(String(failure.command)) && !codesOfLogin.includes(answer);
}

/** Why no mail leaves, by the code of the system, of TLS or of a time limit. */
const causes: readonly (readonly [RegExp, string])[] = [
  [/^EDNS$/, 'the host in SMTP_URL is not found'],
  [/^ECONNREFUSED$/, 'nothing takes connections at the host and port of SMTP_URL'],
  [/^(ENETUNREACH|EHOSTUNREACH)$/, 'this machine has no network to the host of SMTP_URL'],
  [
    /^CONNECT_TIMEOUT$/,
    'the mail server does not answer, so check the host and port of SMTP_URL, and whether a firewall lets this machine out to it',
  ],
  [
    /^GREETING_TIMEOUT$/,
    'the mail server says nothing: a port that begins with TLS, such as 465, needs smtps:// in SMTP_URL',
  ],
  [
    /^(ERR_SSL_WRONG_VERSION_NUMBER|EPROTO)$/,
    'the mail server does not begin with TLS at this port: use smtp:// in SMTP_URL, or another port',
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'the certificate of the mail server is for another host than that of SMTP_URL'],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, 'the certificate of the mail server has expired, or is not valid yet'],
  [
    /^(UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|CERT_)/,
    'the certificate of the mail server is from an authority that Node does not know: name its file in NODE_EXTRA_CA_CERTS',
  ],
  [/^(ECONNECTION|ECONNRESET|EPIPE)$/, 'the mail server hangs up before the login is done'],
];

/** Explains to the administrator why no mail leaves at all; null where the reason is unknown. */
export function whyNoMailLeaves(failure: Failure, progress: Progress): string | null {
  const answer = answerOf(failure);
  if (failure.code === 'EAUTH' || codesOfLogin.includes(answer)) {
    return 'the mail server refuses the login, so check the name and the password in SMTP_URL';
  }
  if (isMailRefused(failure)) return null;
  if (failure.command === 'STARTTLS' && answer >= 500) {
    return 'the mail server offers no TLS, and the password does not go to it in the clear: use another port, or end SMTP_URL with ?requireTLS=false';
  }
  if (answer >= 500 && failure.command === 'MAIL FROM') return 'the mail server refuses the sender, so check MAIL_FROM';
  if (answer >= 500) return 'the mail server refuses the connection, so check SMTP_URL';
  if (answer > 0 || progress !== 'login') return null;
  const isName = failure.code === 'EDNS';
  const code = String(isName ? failure.code : (failure.timeoutType ?? failure.originalCode ?? failure.code));
  return causes.find(([codes]) => codes.test(code))?.[1] ?? `the mail server cannot be reached (${code})`;
}

/** Returns the code of the mail server's answer; 0 without an answer. */
function answerOf({ responseCode }: Failure): number {
  return typeof responseCode === 'number' ? responseCode : 0;
}
