import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import type { Config } from './config.ts';
import { openDataDirectory } from './data-directory.ts';
import { startCluster } from './database/cluster.ts';
import { connect } from './database/connect.ts';
import { checkExternalDatabase } from './database/external-database.ts';
import { migrate } from './database/migrate.ts';
import { createApp } from './http/app.ts';
import type { Log } from './log.ts';
import { createFileMailer, createSmtpMailer, defaultSender } from './mail/mailers.ts';
import { createOutbox } from './mail/outbox.ts';
import { loadSecrets } from './secrets.ts';
import { StartUpError } from './start-up-error.ts';
import { openPhotos } from './storage/photos.ts';
import { keepSwept } from './storage/sweep.ts';
import { createWebApp } from './web/app.ts';
import { createHealthRoute } from './web/health.ts';
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
const DRAIN_LIMIT_MS = 10_000;

/** Brings Wagday up: port, data directory, database, migrations, and then the first answer. */
export async function startWagday(options: StartOptions): Promise<Running> {
  const { config, log, progress, cleanups, signal } = options;

  // The port comes first: whether it is free is known at once, and nothing else has been touched then.
  let handle: RequestHandler = (_, response) => {
    response.writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': '2', Connection: 'close' });
    response.end('Wagday is starting.\n');
  };
  const server = createServer((request, response) => handle(request, response));
  // Longer than proxies keep a connection: the side that closes first must not be the one that answers.
  server.keepAliveTimeout = 65_000;
  const port = await listen(server, config);

  const dataDir = await openDataDirectory(config.dataDir);
  const secrets = await loadSecrets(dataDir);
  signal.throwIfAborted();

  const { url: databaseUrl, lost } = await bringUpDatabase(options, dataDir);
  signal.throwIfAborted();

  const sql = connect(databaseUrl);
  cleanups.defer(() => sql.end({ timeout: 5 }));
  const applied = await migrate(sql);
  if (applied.length > 0) log.info('migrations_applied', { count: applied.length });
  signal.throwIfAborted();

  const now = () => new Date();
  const sender = config.mailFrom ?? defaultSender(config.publicUrl);
  const mailer = config.smtpUrl
    ? createSmtpMailer(config.smtpUrl, sender, log)
    : createFileMailer(join(dataDir, 'mail'), sender, log, now);
  const outbox = createOutbox(mailer, log);
  cleanups.defer(() => outbox.close());

  const photos = await openPhotos(dataDir, config.s3);
  cleanups.use(keepSwept({ sql, store: photos.store, log, now }));

  const site = options.wrap ? null : await readSite(DIST);
  if (!site && !options.wrap) log.error('pages_not_built', { hint: 'run npm run build' });
  const app = createApp({
    sql,
    secrets,
    signUpAllowed: config.signUpAllowed,
    publicUrl: config.publicUrl,
    now,
    log,
    outbox,
    photos,
  });
  app.route('/', createHealthRoute(sql, log));
  app.route('/', createWebApp({ site, publicUrl: config.publicUrl }));
  const listener = getRequestListener(app.fetch);
  const answer: RequestHandler = (request, response) => void listener(request, response);
  handle = options.wrap ? await options.wrap(server, answer, cleanups) : answer;
  // Deferred last, so it happens first: requests in flight still have their database.
  cleanups.defer(() => drain(server));
  progress(`Wagday is ready: ${addressOf(config.host, port)}`);
  return { url: addressOf(config.host, port), lost };
}

async function bringUpDatabase(
  options: StartOptions,
  dataDir: string,
): Promise<{ url: string; lost: Promise<string> }> {
  const { config, log, progress, cleanups } = options;
  if (config.databaseUrl) {
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
