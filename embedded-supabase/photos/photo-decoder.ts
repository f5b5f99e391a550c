import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import type { DrawAnswer, DrawRequest } from './decoder-process.ts';
import { busy, invalidRequest, StorageError } from './photo-store.ts';
import type { PictureLimits, PreparedPhoto } from './prepare-photo.ts';

const defaultSettings = {
  /** Milliseconds that one picture may take. A genuine one of 50 megapixels takes a few seconds. */
  timeLimit: 30_000,
  /** Bytes of memory that a process may request, on Linux. Node's runtime reserves some 600 MB of it that it does not use. */
  memoryLimit: 1_100_000_000,
  /** Milliseconds without a picture until a process ends and frees its memory. */
  idleLimit: 60_000,
};

export type DecoderSettings = Readonly<typeof defaultSettings>;

/** Milliseconds that a process may take to start, even on a busy machine. */
const startLimit = 30_000;

const program = fileURLToPath(new URL('./decoder-process.ts', import.meta.url));
const heap = ['--max-old-space-size=96', '--max-semi-space-size=2'];

/** Starts decoder processes when needed, and reuses them. They end with this process, in whatever way it ends. */
export function createPhotoDecoder(log: Log, changes: Partial<DecoderSettings> = {}) {
  const settings = { ...defaultSettings, ...changes };
  const idle = new Map<ChildProcess, NodeJS.Timeout>();

  function takeIdle(): ChildProcess | undefined {
    for (const [decoder, timer] of idle) {
      clearTimeout(timer);
      idle.delete(decoder);
      if (decoder.connected) return decoder;
    }
    return undefined;
  }

  function keepIdle(decoder: ChildProcess): void {
    const end = () => {
      idle.delete(decoder);
      decoder.kill('SIGKILL');
    };
    idle.set(decoder, setTimeout(end, settings.idleLimit).unref());
  }

  async function start(): Promise<ChildProcess> {
    const decoder = spawnDecoder(settings.memoryLimit);
    try {
      await answerOf(decoder, startLimit);
      return decoder;
    } catch (error) {
      log.error('photo_decoder_not_started', { reason: messageOf(error) });
      throw busy();
    }
  }

  return {
    /**
     * Redraws a picture with `preparePhoto`, in a process that is killed when the picture takes too much time or memory. Callers limit
     * how many are drawn at once: each picture has its own process.
     * @throws {StorageError} 400, 413 or 415 with the reason; 503 when no process can be started
     */
    async draw(original: Buffer, limits: PictureLimits): Promise<PreparedPhoto> {
      const decoder = takeIdle() ?? (await start());
      let answer: DrawAnswer;
      try {
        const answered = answerOf(decoder, settings.timeLimit);
        // Sending fails when the process has ended, which `answerOf` notices.
        decoder.send({ original, limits } satisfies DrawRequest, () => undefined);
        answer = (await answered) as DrawAnswer;
      } catch (error) {
        log.error('photo_decoder_ended', { reason: messageOf(error) });
        throw error instanceof TimeUp
          ? invalidRequest('The picture takes too long to decode')
          : invalidRequest('The picture cannot be decoded');
      }
      keepIdle(decoder);
      if ('refusal' in answer) throw new StorageError(...answer.refusal);
      return answer.photo;
    },

    [Symbol.dispose]() {
      for (const [decoder, timer] of idle) {
        clearTimeout(timer);
        decoder.kill('SIGKILL');
      }
      idle.clear();
    },
  };
}

/** Starts a process without the server's environment, which holds passwords. The shell sets the limit, then becomes the process. */
function spawnDecoder(memoryLimit: number): ChildProcess {
  const command = `ulimit -d ${Math.round(memoryLimit / 1024)}; exec "$0" "$@"`;
  const decoder = spawn('/bin/sh', ['-c', command, process.execPath, ...heap, program], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' },
  });
  // An idle process does not keep the server running.
  decoder.unref();
  decoder.channel?.unref();
  // `answerOf` notices the end of the process. Without any listener the error would end the server.
  decoder.on('error', () => undefined);
  return decoder;
}

class TimeUp extends Error {}

/** Waits for the next message of a process, and kills the process when none comes in time. */
async function answerOf(decoder: ChildProcess, milliseconds: number): Promise<unknown> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(new TimeUp('took too long')), milliseconds);
  const onExit = (_: number | null, signal: string | null) => abort.abort(new Error(`ended by ${signal ?? 'itself'}`));
  decoder.once('exit', onExit);
  try {
    const [message] = await once(decoder, 'message', { signal: abort.signal });
    return message;
  } catch (error) {
    decoder.kill('SIGKILL');
    throw abort.signal.aborted ? abort.signal.reason : error;
  } finally {
    clearTimeout(timer);
    decoder.off('exit', onExit);
  }
}
