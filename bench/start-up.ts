/**
 * Measures how long a start takes until the address is printed: with no database yet (cold), with an existing one (warm), and with one
 * that a killed server left running (after SIGKILL).
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type TestServer } from '../tests/support/start-server.ts';
import type { Bench } from './bench.ts';
import { printTarget, printTitle, times } from './report.ts';
import { median } from './rounds.ts';
import { npmStart } from './sides.ts';

async function timeStart(dataDir: string): Promise<{ seconds: number; server: TestServer }> {
  const begin = performance.now();
  const server = await startServer({ ...(await npmStart()), dataDir });
  return { seconds: (performance.now() - begin) / 1000, server };
}

async function measureRound() {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'wagday-bench-')));
  try {
    const cold = await timeStart(dataDir);
    await cold.server.kill('SIGTERM');
    const warm = await timeStart(dataDir);
    await warm.server.kill('SIGKILL');
    const afterKill = await timeStart(dataDir);
    await afterKill.server.stop();
    return { cold: cold.seconds, warm: warm.seconds, 'after SIGKILL': afterKill.seconds };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

export async function measureStartUp({ rounds }: Bench): Promise<void> {
  // The first start may build the pages, which is not measured.
  await (await startServer(await npmStart())).stop();

  const results: Awaited<ReturnType<typeof measureRound>>[] = [];
  for (let round = 0; round < rounds; round += 1) results.push(await measureRound());
  const warm = median(results.map((result) => result.warm));
  printTitle('Start-up, until the address is printed');
  for (const kind of ['cold', 'warm', 'after SIGKILL'] as const) {
    const seconds = median(results.map((result) => result[kind]));
    console.log(`  ${kind.padEnd(26)} ${seconds.toFixed(2)} s   ${times(seconds / warm)} warm`);
  }
  printTarget('warm under 2 s', warm < 2, `${warm.toFixed(2)} s`);
}
