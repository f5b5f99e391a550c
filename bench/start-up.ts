/**
 * How long a start takes until the address is printed: with a database to make (cold), with one that is there (warm), and with
 * one that a killed server left running (after SIGKILL). All in one run, five rounds, medians in seconds.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type TestServer } from '../tests/support/start-server.ts';

const rounds = 5;

async function timeStart(dataDir: string): Promise<{ seconds: number; server: TestServer }> {
  const begin = performance.now();
  const server = await startServer({ script: 'scripts/start.ts', dataDir });
  return { seconds: (performance.now() - begin) / 1000, server };
}

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
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

// The first start may build the pages; that is not what is measured.
await (await startServer({ script: 'scripts/start.ts' })).stop();

const results = [];
for (let round = 0; round < rounds; round += 1) results.push(await measureRound());
for (const kind of ['cold', 'warm', 'after SIGKILL'] as const) {
  const seconds = median(results.map((result) => result[kind]));
  const ratio = seconds / median(results.map(({ warm }) => warm));
  console.log(`${kind.padEnd(14)} ${seconds.toFixed(2)} s   ${ratio.toFixed(1)} × warm`);
}
