import { type SpawnOptions, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Tally = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** A line for each failure. */
  readonly failures: readonly string[];
};

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const REPORTS = `${ROOT}test-results/`;

/** The files with the count of each command of `.ci/run`, for their sum. */
export const tallyFiles = {
  test: `${REPORTS}tally-test.json`,
  conformance: `${REPORTS}tally-conformance.json`,
} as const;

/** Runs a command in the project's folder and returns whether it succeeded. */
export function run(command: string, args: string[], options: SpawnOptions = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], ...options });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** Installs a folder's packages from its lockfile. */
export async function installIn(folder: string): Promise<boolean> {
  const args = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (await run('npm', args)) return true;
  console.error(
    `The packages of ${folder} could not be installed; npm says why above. Check the connection to the npm registry and try again.`,
  );
  return false;
}

/** Returns the count of a check that passes or fails as a whole. */
export function tallyOf(failure: string | null): Tally {
  return failure === null
    ? { passed: 1, failed: 0, skipped: 0, failures: [] }
    : { passed: 0, failed: 1, skipped: 0, failures: [failure] };
}

/** Counts a failed runner that named no failed test as one failure. */
export function withOutcome(tally: Tally, isFine: boolean, runner: string): Tally {
  if (isFine || tally.failed > 0) return tally;
  const failures = tally.failures.length > 0 ? tally.failures : [`${runner} failed and named no test: see above`];
  return { ...tally, failed: 1, failures };
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
  const sum = (key: 'passed' | 'failed' | 'skipped') => tallies.reduce((total, tally) => total + tally[key], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    failures: tallies.flatMap(({ failures }) => failures),
  };
}

/** Lists every failure; the count is the last line. */
export function describeTally({ passed, failed, skipped, failures }: Tally): string {
  const count = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return [...failures.map((failure) => `✗ ${failure}`), count].join('\n');
}
