import { readConfig } from '../config.ts';
import { createLog, type LogFields } from '../platform/log.ts';
import { StartUpError } from '../platform/start-up-error.ts';
import { type StartOptions, startWagday } from './start.ts';

/**
 * Runs Wagday as this process until a signal ends it: SIGINT, SIGTERM or SIGHUP end it with code 0 after the requests
 * in flight and the database; a failure ends it with code 1 and one sentence.
 */
export async function runProcess({ wrap }: Pick<StartOptions, 'wrap'> = {}): Promise<void> {
  const log = createLog();
  const cleanups = new AsyncDisposableStack();
  const abort = new AbortController();
  let ending: Promise<void> | null = null;

  const end = (code: number) => {
    ending ??= (async () => {
      abort.abort();
      // A start under way stops at its next step; only then are all its cleanups registered.
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
  // A closed terminal or pipe is no reason to fail.
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
 * `npm start` names its own process in WAGDAY_STARTED_BY. npm passes SIGTERM on, but not a SIGKILL: then this process gets another
 * parent and stops as well. Started in any other way, such as by systemd, as a container or with nohup, it goes on when its
 * parent ends.
 */
function endWithParent(end: () => void): void {
  const parent = Number(process.env.WAGDAY_STARTED_BY);
  if (!parent) return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, 500);
  timer.unref();
}

/** Kind and place, without the message: that of an unexpected error may repeat what a user sent. */
function describe(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return { error: error.name, code, place: frames?.slice(0, 6).join('\n').trim() ?? null };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
