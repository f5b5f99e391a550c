import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeMail } from './auth/write-mail.ts';
import { leavePhotosToBackups } from './backup/rest-for-backup.ts';
import type { Config } from './config.ts';
import { holdDataDirectory, openDataDirectory } from './data-directory.ts';
import { startCluster } from './database/cluster.ts';
import { checkExternalDatabase } from './database/external-database.ts';
import { openDatabase } from './database/open-database.ts';
import { createRequests } from './database/requests.ts';
import { keepSessionsSwept } from './database/sweep-sessions.ts';
import { createApp } from './http/app.ts';
import { createBareAnswers } from './http/bare-answers.ts';
import { createGuardedServer, defaultGuards } from './http/guarded-server.ts';
import { createListener } from './http/listener.ts';
import { limitsForSharedAddresses } from './http/rate-limits.ts';
import { logRequests } from './http/request-log.ts';
import { createKeyFile } from './keys/key-file.ts';
import { openKeyRing } from './keys/key-ring.ts';
import { openKeyTable } from './keys/key-table.ts';
import type { Log } from './log.ts';
import { keepMailFilesSwept } from './mail/mail-files.ts';
import { createFileMailer, createSmtpMailer, defaultSender } from './mail/mailers.ts';
import { createOutbox } from './mail/outbox.ts';
import { StartUpError } from './start-up-error.ts';
import { openPhotos } from './storage/photos.ts';
import { keepSwept } from './storage/sweep.ts';
import { createWebApp } from './web/app.ts';
import { createHealthRoutes } from './web/health.ts';
import { createSecurityTxt } from './web/security-txt.ts';
import { readSite } from './web/site.ts';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

export type StartOptions = {
  readonly config: Config;
  readonly log: Log;
  /** Short plain lines while the owner waits. */
  readonly progress: (line: string) => void;
  /** Cleanups are put here as things come up; disposing of it takes everything down again, also half-way. */
  readonly cleanups: AsyncDisposableStack;
  /** Aborted when the owner stops the start. */
  readonly signal: AbortSignal;
  /** For development: stands in front of the server and passes on what is not its own. */
  readonly wrap?: (server: Server, next: RequestHandler, cleanups: AsyncDisposableStack) => Promise<RequestHandler>;
};

export type Running = {
  readonly url: string;
  /** Settles with a sentence when the server cannot go on. */
  readonly lost: Promise<string>;
};

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
/** How long requests in flight may take once the server is to stop. */
const DRAIN_LIMIT_MS = 30_000;

/** Brings Wagday up: port, data directory, database, migrations, and then the first answer. */
export async function startWagday(options: StartOptions): Promise<Running> {
  const { config, log, progress, cleanups, signal } = options;

  // The port comes first: whether it is free is known at once, and nothing else has been touched then.
  const bareAnswers = createBareAnswers(config.publicUrl);
  let handle: RequestHandler = bareAnswers.starting;
  const server = createGuardedServer((request, response) => handle(request, response), {
    maxConnectionsPerClient: defaultGuards.maxConnectionsPerClient * config.clientLimitFactor,
    trustedProxies: config.trustedProxies,
  });
  const port = await listen(server, config);

  const dataDir = await openDataDirectory(config.dataDir);
  signal.throwIfAborted();

  const { url: databaseUrl, lost } = await bringUpDatabase(options, dataDir);
  signal.throwIfAborted();

  const { requests, accounts, background, health, applied, close } = await openDatabase(databaseUrl);
  cleanups.defer(close);
  if (applied.length > 0) log.info('migrations_applied', { count: applied.length });
  signal.throwIfAborted();

  const now = () => new Date();
  const keyStore = config.databaseUrl ? await openKeyTable(background, dataDir, now()) : createKeyFile(dataDir);
  const keys = cleanups.use(await openKeyRing(keyStore, { log, now }));
  const sender = config.mailFrom ?? defaultSender(config.publicUrl);
  const mailFolder = join(dataDir, 'mail');
  cleanups.use(keepMailFilesSwept(mailFolder, log, now));
  const mailer = config.smtpUrl
    ? createSmtpMailer(config.smtpUrl, sender, log)
    : createFileMailer(mailFolder, sender, log, now);
  const outbox = createOutbox({
    sql: background,
    mailer,
    log,
    write: (request) => writeMail(background, request, now()),
  });
  cleanups.defer(() => outbox.close());

  const opened = cleanups.use(await openPhotos({ dataDir, s3: config.s3, log }));
  const { store } = opened;
  const photos = { ...opened, store: leavePhotosToBackups(store, background) };
  // On its own disk a server sees its own photos alone, and the database may have others with theirs.
  const isPartial = config.databaseUrl !== null && config.s3 === null;
  cleanups.use(keepSwept({ sql: background, store: photos.store, log, now, isPartial }));
  cleanups.use(keepSessionsSwept({ sql: background, log, now }));

  const site = options.wrap ? null : await readSite(DIST);
  if (!site && !options.wrap) log.error('pages_not_built', { hint: 'run npm run build' });
  const app = createApp({
    sql: accounts,
    requests: createRequests(requests),
    keys,
    signUpAllowed: config.signUpAllowed,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    limits: limitsForSharedAddresses(config.clientLimitFactor),
    now,
    log,
    outbox,
    photos,
  });
  let isStopping = false;
  app.route('/', createHealthRoutes({ sql: health, store, log, now, isStopping: () => isStopping }));
  app.route('/', createSecurityTxt({ contact: config.securityContact, publicUrl: config.publicUrl, since: now() }));
  app.route('/', createWebApp({ site, publicUrl: config.publicUrl }));
  const { publicUrl, trustedProxies } = config;
  const listener = createListener(app.fetch, { publicUrl, trustedProxies, unreadable: bareAnswers.unreadable });
  const answer = logRequests({ log, all: config.logsRequests }, listener);
  handle = options.wrap ? await options.wrap(server, answer, cleanups) : answer;
  // Deferred last, so it happens first: requests in flight still have their database.
  cleanups.defer(() => {
    isStopping = true;
    return drain(server);
  });
  progress(`Wagday is ready: ${addressOf(config.host, port)}`);
  return { url: addressOf(config.host, port), lost };
}

async function bringUpDatabase(
  options: StartOptions,
  dataDir: string,
): Promise<{ url: string; lost: Promise<string> }> {
  const { config, log, progress, cleanups } = options;
  if (config.databaseUrl) {
    cleanups.use(await holdDataDirectory(dataDir));
    progress('Connecting to the database …');
    await checkExternalDatabase(config.databaseUrl);
    // The driver reconnects by itself; a database elsewhere coming and going is no reason to end.
    return { url: config.databaseUrl, lost: new Promise<never>(() => undefined) };
  }
  progress('Starting the database …');
  const cluster = await startCluster({ dataDir, log, progress });
  cleanups.defer(() => cluster.stop());
  return cluster;
}

function listen(server: Server, { host, port }: Config): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(describeListenError(error, host, port)));
    server.listen(port, host, () => {
      const address = server.address();
      done(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function describeListenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartUpError(
        `Port ${port} is taken by another program: stop it, or choose another with PORT=${port + 1}.`,
      );
    case 'EACCES':
      return new StartUpError(`Port ${port} may not be used by this user: choose one from 1024 on with PORT.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartUpError(`HOST is "${host}", which is no address of this machine.`);
    default:
      return error;
  }
}

function addressOf(host: string, port: number): string {
  const name = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Takes no new connections, lets requests in flight finish, and closes what stays open for too long. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const limit = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(limit);
}
