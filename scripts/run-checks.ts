import { type SpawnOptions, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Tally = { passed: number; failed: number; skipped: number };

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const REPORTS = `${ROOT}test-results/`;

/** What each command of `.ci/run` counted, for the sum over all. */
export const tallyFiles = {
  test: `${REPORTS}tally-test.json`,
  conformance: `${REPORTS}tally-conformance.json`,
} as const;

/** Runs a command in the project's folder and answers whether it succeeded. */
export function run(command: string, args: string[], options: SpawnOptions = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], ...options });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** A runner that failed without naming a failed test counts as one failure. */
export function withOutcome(tally: Tally, isFine: boolean): Tally {
  return isFine || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}

export async function readReport<Report>(file: string): Promise<Report | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Report;
  } catch {
    return null;
  }
}

export async function writeTally(file: string, tally: Tally): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(tally));
}

export function sumOf(tallies: readonly Tally[]): Tally {
  const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

export function describeTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
