/**
 * Runs every check of the project: lint and format, types, unit, component, contract and lifecycle tests, and the browser
 * journeys. Ends with a line `N passed, N failed`; the exit code is 1 when anything failed.
 */
import { type SpawnOptions, spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../tests/support/chromium.ts';
import { ensureBuilt } from './build-app.ts';

type Tally = { passed: number; failed: number; skipped: number };

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = `${root}test-results/`;

function run(command: string, args: string[], options: SpawnOptions = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** The browser of the tests, found or installed; the process ends with what to do when that fails. */
async function ensureChromium() {
  if (findChromium()) return;
  console.log('No Chromium found: installing one for the tests …');
  const isRoot = process.getuid?.() === 0;
  await run('playwright', ['install', 'chromium', ...(isRoot ? ['--with-deps'] : [])]);
  if (!findChromium() && isRoot) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-q'], { env });
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-liberation'], { env });
  }
  if (findChromium()) return;
  console.error(
    'The tests need Chromium and could not install it: run `npx playwright install --with-deps chromium`, or install the package `chromium` of your system, then try again.',
  );
  console.log('0 passed, 1 failed');
  process.exit(1);
}

async function check(name: string, command: string, args: string[]): Promise<Tally> {
  console.log(`\n${name} …`);
  const isFine = await run(command, args);
  return { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1, skipped: 0 };
}

/** A runner that failed without naming a failed test has failed as a whole. */
function withOutcome(tally: Tally, isFine: boolean): Tally {
  return isFine || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}

async function readReport<Report>(file: string): Promise<Report | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Report;
  } catch {
    return null;
  }
}

async function runVitest(): Promise<Tally> {
  console.log('\nUnit, component, contract and lifecycle tests …');
  const file = `${reports}vitest.json`;
  const isFine = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  type Report = { numPassedTests: number; numFailedTests: number; numPendingTests: number };
  const report = await readReport<Report>(file);
  const tally = {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: report?.numPendingTests ?? 0,
  };
  return withOutcome(tally, isFine);
}

async function runPlaywright(): Promise<Tally> {
  console.log('\nJourneys in the browser …');
  const file = `${reports}playwright.json`;
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const isFine = await run('playwright', ['test', '--reporter=list,json'], { env });
  type Report = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };
  const stats = (await readReport<Report>(file))?.stats;
  const tally = {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
  };
  return withOutcome(tally, isFine);
}

await rm(reports, { recursive: true, force: true });
await mkdir(reports, { recursive: true });
await ensureChromium();
await ensureBuilt((line) => console.log(line));
const tallies = [
  await check('Lint and format', 'biome', ['ci', '.']),
  await check('Types', 'tsc', ['--build']),
  await runVitest(),
  await runPlaywright(),
];
const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
