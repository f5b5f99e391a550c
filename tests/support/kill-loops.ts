/**
 * Kills the server repeatedly while owners write, sometimes with its database, sometimes while it starts. After each start it compares
 * rows, photos, passwords and refresh tokens with the confirmed writes.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { isPostmasterOf, readPostmaster } from '../../embedded-supabase/database/postmaster.ts';
import { KilledOwner, type Site } from './killed-owner.ts';
import { makeDataDir, runServerToEnd, startServer, type TestServer } from './start-server.ts';

export type KillReport = {
  readonly loops: number;
  readonly seed: number;
  readonly acknowledged: number;
  readonly inDoubt: number;
  readonly photosCompared: number;
  readonly failedStarts: number;
  readonly killsWhileStarting: number;
  readonly databaseKills: number;
  readonly slowestStartSeconds: number;
  /** One sentence for each lost row, lost or torn photo, and token or password that no longer works. */
  readonly problems: readonly string[];
};

const owners = 4;
/** Writes that are confirmed before a kill, so there is something to lose even on a slow machine. */
const leastWrites = 10;

/** A seeded generator. The same seed gives the same sequence of kills; which writes they interrupt depends on the machine. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** PNGs of different sizes, which the server stores unchanged. Noise keeps them from compressing to almost nothing. */
async function drawPictures(): Promise<Buffer[]> {
  return Promise.all(
    [16, 64, 200, 350].map((side) =>
      sharp({
        create: {
          width: side,
          height: side,
          channels: 3,
          background: 'white',
          noise: { type: 'gaussian', mean: 128, sigma: 60 },
        },
      })
        .png()
        .toBuffer(),
    ),
  );
}

async function killDatabase(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'database', 'cluster');
  const postmaster = await readPostmaster(cluster);
  if (postmaster && (await isPostmasterOf(cluster, postmaster.pid))) process.kill(postmaster.pid, 'SIGKILL');
}

export async function runKillLoops(
  loops: number,
  seed: number,
  say: (line: string) => void = () => undefined,
): Promise<KillReport> {
  const random = createRandom(seed);
  const dataDir = await makeDataDir();
  const problems: string[] = [];
  const site: Site = { url: '', pictures: await drawPictures(), random, problems, photosCompared: 0 };
  const pack: KilledOwner[] = [];
  const counts = { failedStarts: 0, killsWhileStarting: 0, databaseKills: 0, slowestStartSeconds: 0 };
  let server: TestServer | null = null;

  async function start(): Promise<TestServer> {
    const begin = performance.now();
    // All owners send from one address, so the limits per client are wide.
    const started = await startServer({ dataDir, env: { WAGDAY_CLIENT_LIMITS: '1000' } });
    counts.slowestStartSeconds = Math.max(counts.slowestStartSeconds, (performance.now() - begin) / 1000);
    return started;
  }

  async function killWhileStarting(): Promise<void> {
    counts.killsWhileStarting += 1;
    const patience = random() * 2000;
    const { output } = await runServerToEnd({ dataDir }, (child) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), patience);
      child.once('exit', () => clearTimeout(timer));
    });
    if (/"level":"error"|cannot|could not/.test(output))
      problems.push(`a start that was to be killed failed: ${output}`);
  }

  try {
    for (let loop = 1; loop <= loops; loop += 1) {
      while (random() < 0.2) {
        await killWhileStarting();
        if (random() < 0.3) await killDatabase(dataDir);
      }
      try {
        server = await start();
      } catch (error) {
        counts.failedStarts += 1;
        problems.push(`start ${loop} failed: ${String(error)}`);
        break;
      }
      site.url = server.url;
      await Promise.all(pack.map((owner) => owner.check()));
      while (pack.length < owners) pack.push(new KilledOwner(site, `${randomUUID()}@wagday.dev`));

      const abort = new AbortController();
      const before = sum(pack, 'acknowledged');
      let isWriting = true;
      const writing = Promise.all(pack.map((owner) => owner.writeUntil(abort.signal))).finally(() => {
        isWriting = false;
      });
      await sleep(random() * 400);
      // A photo takes longer than other writes on a busy machine, whose kills would all come before it.
      const hasEnough = () =>
        sum(pack, 'acknowledged') >= before + leastWrites && pack.some((owner) => owner.hasPhoto());
      while (isWriting && !hasEnough()) await sleep(20);
      const blow = random();
      if (blow < 0.3) {
        counts.databaseKills += 1;
        await killDatabase(dataDir);
      }
      // Sometimes the database dies first. The server then ends by itself.
      if (blow < 0.1) await sleep(random() * 300);
      await server.kill('SIGKILL');
      abort.abort();
      await writing;
      say(`${loop}/${loops}: ${sum(pack, 'acknowledged')} confirmed, ${problems.length} problems`);
    }
    server = await start();
    site.url = server.url;
    await Promise.all(pack.map((owner) => owner.check()));
  } finally {
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  return {
    loops,
    seed,
    acknowledged: sum(pack, 'acknowledged'),
    inDoubt: sum(pack, 'inDoubt'),
    photosCompared: site.photosCompared,
    ...counts,
    problems,
  };
}

function sum(pack: readonly KilledOwner[], what: 'acknowledged' | 'inDoubt'): number {
  return pack.reduce((total, owner) => total + owner[what], 0);
}
