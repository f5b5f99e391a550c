import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Bench } from '../bench.ts';
import { printTarget, printTitle } from '../report.ts';
import { startPeer, startProduct } from '../sides.ts';
import { listRequests } from './list.ts';
import { floodConnections, signInRequests } from './sign-in.ts';

const milliseconds = 10_000;

async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim()) / 1024;
}

/** Watches the resident memory of a process. `end` returns the peak in megabytes. */
export async function watchMemory(pid: number): Promise<{ readonly before: number; end(): number }> {
  const before = await residentMegabytes(pid);
  let most = before;
  const timer = setInterval(async () => {
    most = Math.max(most, await residentMegabytes(pid).catch(() => 0));
  }, 250);
  return {
    before,
    end() {
      clearInterval(timer);
      return most;
    },
  };
}

/**
 * Measures the resident memory of the server's process, without the database: at rest, and the peak under simultaneous lists and
 * sign-ins. It starts separate servers, because the requests of other parts, photos above all, would count too.
 */
export async function measureMemory({ generator, secondGenerator }: Bench): Promise<void> {
  await using cleanups = new AsyncDisposableStack();
  printTitle(
    `Resident memory under lists (8 connections) and sign-ins (${floodConnections}) for ${milliseconds / 1000} s`,
  );
  for (const side of [await startProduct(cleanups), await startPeer(cleanups)]) {
    if (!side) continue;
    const memory = await watchMemory(side.pid);
    const shared = { url: side.url, milliseconds, status: 200 };
    await Promise.all([
      generator.run({ ...shared, requests: listRequests(side), connections: 8 }),
      secondGenerator.run({ ...shared, requests: signInRequests(side), connections: floodConnections }),
    ]);
    const { before } = memory;
    const most = memory.end();
    const megabytes = (value: number) => `${value.toFixed(0)} MB`;
    console.log(`  ${side.name.padEnd(26)} before ${megabytes(before)}   at most ${megabytes(most)}`);
    if (side.name === 'Wagday') printTarget('under 200 MB under that load', most < 200, megabytes(most));
  }
}
