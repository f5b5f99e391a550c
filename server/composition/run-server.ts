import type { RequestListener, Server } from 'node:http';
import {
  codeOf,
  createGuardedServer,
  createListener,
  createLog,
  createStartingListener,
  defaultGuards,
  type LogFields,
  logRequests,
  messageOf,
  StartUpError,
} from 'embedded-supabase';
import { health, readiness } from '../../addresses/addresses.ts';
import { type Config, readConfig, version } from '../config.ts';
import { type ComposeOptions, compose } from './compose.ts';

type StartOptions = Omit<ComposeOptions, 'address' | 'servesPages' | 'isStopping'> & {
  /** For development: handles requests before the server, and passes on the others. */
  readonly wrap?: (server: Server, next: RequestListener, cleanups: AsyncDisposableStack) => Promise<RequestListener>;
  /** Whether the built pages are served; by default only without `wrap`. */
  readonly servesPages?: boolean;
};

/** Connections that wait in the kernel to be accepted: beyond these a visitor's system tries again only after seconds. */
const backlog = 4096;

/** Milliseconds that running requests may take once the server is stopping. */
const DRAIN_LIMIT_MS = 30_000;

/** Starts Wagday: port, data directory, database, migrations, and then answers. */
export async function startWagday({ wrap, servesPages = !wrap, ...options }: StartOptions) {
  const { config, log, progress, cleanups } = options;
  const { publicUrl, trustedProxies } = config;

  // The port comes first: when it is taken, the start fails before anything else is touched.
  let handle = createStartingListener(publicUrl, { health, notice: 'Wagday is starting.\n' });
  const server = createGuardedServer((request, response) => handle(request, response), {
    maxConnectionsPerClient: defaultGuards.maxConnectionsPerClient * config.clientLimitFactor,
    healthAddresses: [health, readiness],
    trustedProxies,
  });
  const port = await listen(server, config);

  let isStopping = false;
  const url = addressOf(config.host, port);
  const composed = await compose({ ...options, address: url, servesPages, isStopping: () => isStopping });
  const listener = createListener(composed.app.fetch, { publicUrl, trustedProxies, log });
  const answer = logRequests(log, config.logsRequests, listener);
  handle = wrap ? await wrap(server, answer, cleanups) : answer;
  // Deferred last, so it runs first, while running requests still have their database.
  cleanups.defer(() => {
    isStopping = true;
    return drain(server);
  });
  log.info('started', { version });
  progress(`Wagday is ready: ${url}`);
  return { ...composed, url };
}

function listen(server: Server, { host, port }: Config): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(describeListenError(error, host, port)));
    server.listen({ port, host, backlog }, () => {
      const address = server.address();
      done(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function describeListenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const isNoAddress = `HOST is "${host}", which is no address of this machine.`;
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is taken by another program: stop it, or choose another with PORT=${port + 1}.`,
    EACCES: `Port ${port} may not be used by this user: choose one from 1024 on with PORT.`,
    EADDRNOTAVAIL: isNoAddress,
    ENOTFOUND: isNoAddress,
    EAI_AGAIN: isNoAddress,
  };
  const sentence = sentences[error.code ?? ''];
  return sentence === undefined ? error : new StartUpError(sentence);
}

function addressOf(host: string, port: number): string {
  const name = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Takes no new connections, lets running requests finish, and closes connections that stay open for too long. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const limit = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(limit);
}

/**
 * Runs Wagday as this process. SIGINT, SIGTERM or SIGHUP end it with code 0, after the running requests and the database have
 * ended. A failure ends it with code 1 and one sentence.
 */
export async function runProcess({ wrap }: Pick<StartOptions, 'wrap'> = {}): Promise<void> {
  const log = createLog();
  const cleanups = new AsyncDisposableStack();
  const abort = new AbortController();
  let ending: Promise<void> | null = null;

  const end = (code: number) => {
    ending ??= (async () => {
      abort.abort();
      // A start in progress stops at its next step; only then are all its cleanups registered.
      await started.catch(() => undefined);
      await cleanups.disposeAsync().catch((error: unknown) => {
        log.error('stop_failed', { reason: messageOf(error) });
        code = 1;
      });
      process.exit(code);
    })();
    return ending;
  };
  const crash = (event: string) => (error: unknown) => {
    log.error(event, describe(error));
    void end(1);
  };
  process.on('uncaughtException', crash('uncaught_exception'));
  process.on('unhandledRejection', crash('unhandled_rejection'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  endWithParent(() => void end(0));
  // A closed terminal or pipe is not a failure.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

  const progress = (line: string) => process.stdout.write(`${line}\n`);
  const started = (async () =>
    startWagday({
      config: readConfig(process.env),
      log,
      progress,
      cleanups,
      signal: abort.signal,
      ...(wrap && { wrap }),
    }))();
  try {
    const { lost } = await started;
    void lost.then((sentence) => {
      if (ending) return;
      process.stderr.write(`${sentence}\n`);
      void end(1);
    });
  } catch (error) {
    if (ending) return ending;
    if (error instanceof StartUpError) process.stderr.write(`${error.message}\n`);
    else log.error('start_failed', { reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    await end(1);
  }
}

/**
 * Stops the process when `npm start` ends, which names its own process in WAGDAY_STARTED_BY. npm passes on SIGTERM, but cannot pass
 * on SIGKILL: then this process gets another parent, and stops. Started in any other way, such as by systemd, in a container or with
 * nohup, it continues when its parent ends. The scripts `exec` node, because npm signals the shell of a script, which dies without
 * passing the signal on. The end of standard input says nothing about npm.
 */
export function endWithParent(end: () => void): void {
  const parent = Number(process.env.WAGDAY_STARTED_BY);
  if (!parent) return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, 500);
  timer.unref();
}

/** Returns kind and place without the message, because an unexpected error's message may repeat what a user sent. */
function describe(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return { error: error.name, code: codeOf(error) || null, place: frames?.slice(0, 6).join('\n').trim() ?? null };
}
