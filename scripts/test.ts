/**
 * Runs every check of the project: lint and format, types, unit, component, contract and lifecycle tests, the browser journeys, and
 * whether tests that ran show each statement of docs/specification.md and docs/asvs.md. With paths, `npm test -- client/ui`, it runs only
 * the tests in them; with `--changed` only those near the changes since `main`. Both keep the reports of the last complete
 * run. It ends with a line for each failure and the line `N passed, N failed`; the exit code is 1 when anything failed.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { findChromium, findShell } from '../tests/support/chromium.ts';
import { ensureBuilt } from './build-app.ts';
import { changedFiles, testsForChanges } from './changed-tests.ts';
import { checkDocument, type Document, documents } from './check-specification.ts';
import { failuresOfPlaywright, failuresOfVitest, type PlaywrightReport, type VitestReport } from './failures.ts';
import { isGalleryPageCurrent } from './gallery-page.ts';
import {
  describeTally,
  REPORTS,
  ROOT,
  readReport,
  run,
  sumOf,
  type Tally,
  tallyFiles,
  tallyOf,
  withOutcome,
  writeTally,
} from './run-checks.ts';

/** Returns where a run writes its reports, and what failed journeys leave behind. */
const placesIn = (folder: string) => ({
  vitest: `${folder}vitest.json`,
  unhandled: `${folder}vitest-unhandled.json`,
  playwright: `${folder}playwright.json`,
  journeys: `${folder}e2e`,
});
const places = placesIn(REPORTS);
const placesOfPart = placesIn(`${REPORTS}part/`);

/** Installs Debian's packages of the browser, which only root may do. */
async function installFromDebian(packages: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { env });
}

/** Finds or installs the browsers of the tests. Without one the process ends and says what to do. */
async function ensureChromium() {
  const isRoot = process.getuid?.() === 0;
  if (!findChromium()) {
    console.log('No Chromium found: installing one for the tests …');
    await run('playwright', ['install', 'chromium', ...(isRoot ? ['--with-deps'] : [])]);
  }
  // Debian's browser and its headless shell, with which the journeys take half the time.
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    if (!findChromium()) await installFromDebian(['chromium', 'chromium-headless-shell', 'fonts-liberation']);
    else if (findChromium() === findShell()) await installFromDebian(['chromium-headless-shell']);
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
  return tallyOf(isFine ? null : `${name}: see \`${[command, ...args].join(' ')}\``);
}

async function runVitest(files: readonly string[] = [], { vitest, unhandled } = places): Promise<Tally> {
  console.log('\nUnit, component, contract and lifecycle tests …');
  const reporters = ['default', 'json', './scripts/unhandled-errors-reporter.ts'].map((name) => `--reporter=${name}`);
  const env = { ...process.env, WAGDAY_UNHANDLED_ERRORS: unhandled };
  const isFine = await run('vitest', ['run', ...files, ...reporters, `--outputFile.json=${vitest}`], { env });
  const report = await readReport<VitestReport>(vitest);
  const errors = (await readReport<string[]>(unhandled)) ?? [];
  const tally = {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: report?.numPendingTests ?? 0,
    failures: report ? failuresOfVitest(report, errors) : [],
  };
  return withOutcome(tally, isFine, 'Vitest');
}

async function runPlaywright(files: readonly string[] = [], { playwright, journeys } = places): Promise<Tally> {
  console.log('\nJourneys in the browser …');
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: playwright };
  const isFine = await run('playwright', ['test', ...files, '--reporter=list,json', '--output', journeys], { env });
  const report = await readReport<PlaywrightReport>(playwright);
  const tally = {
    passed: report?.stats.expected ?? 0,
    failed: (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0),
    skipped: report?.stats.skipped ?? 0,
    failures: report ? failuresOfPlaywright(report) : [],
  };
  return withOutcome(tally, isFine, 'Playwright');
}

/** @param haveTestsFailed then most problems follow from that, and only some are listed */
async function runDocumentCheck(document: Document, haveTestsFailed: boolean): Promise<Tally> {
  console.log(`\nEach statement of ${document} with its test …`);
  const { shown, problems: found } = await checkDocument(document, places);
  const left = haveTestsFailed ? found.slice(3) : [];
  const problems = [
    ...found.slice(0, found.length - left.length),
    ...(left.length > 0
      ? [`${document}: ${left.length} more statements without a test that passed, because of the failures above`]
      : []),
  ];
  if (problems.length === 0) console.log(`${shown} statements, each shown by tests that ran and passed`);
  return { ...tallyOf(problems[0] ?? null), failures: problems };
}

async function checkGallery(): Promise<Tally> {
  console.log('\nEach picture in the gallery …');
  const isCurrent = await isGalleryPageCurrent();
  return tallyOf(
    isCurrent ? null : 'docs/gallery.md shows other pictures than docs/gallery holds: run `npm run gallery`',
  );
}

/** Returns the test files at a path, which is a file or a folder, relative to the project. */
async function testFilesAt(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  const files = found?.isDirectory()
    ? (await readdir(path, { recursive: true })).map((name) => join(path, name))
    : found
      ? [path]
      : [];
  return files
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !file.includes('node_modules'))
    .map((file) => relative(ROOT, file));
}

async function runPart(paths: readonly string[]): Promise<Tally[]> {
  await rm(`${REPORTS}part`, { recursive: true, force: true });
  await mkdir(`${REPORTS}part`, { recursive: true });
  const files: string[] = [];
  for (const path of paths) {
    const found = await testFilesAt(join(ROOT, path));
    if (found.length === 0) return [tallyOf(`There are no tests at ${path}.`)];
    files.push(...found);
  }
  const journeys = files.filter((file) => /\.spec\.ts$/.test(file));
  const others = files.filter((file) => !journeys.includes(file));
  return [
    ...(others.length > 0 ? [await runVitest(others, placesOfPart)] : []),
    ...(journeys.length > 0 ? [await runPlaywright(journeys, placesOfPart)] : []),
  ];
}

/** Runs both checks at once, because each leaves a core idle for part of its time. */
function checkSources(): Promise<Tally[]> {
  return Promise.all([check('Lint and format', 'biome', ['ci', '.']), check('Types', 'tsc', ['--build'])]);
}

async function runAll(): Promise<Tally[]> {
  await rm(REPORTS, { recursive: true, force: true });
  await mkdir(REPORTS, { recursive: true });
  const tallies = [...(await checkSources()), await runVitest(), await runPlaywright(), await checkGallery()];
  for (const document of Object.keys(documents) as Document[]) {
    tallies.push(await runDocumentCheck(document, sumOf(tallies).failed > 0));
  }
  await writeTally(tallyFiles.test, sumOf(tallies));
  return tallies;
}

/** Runs the checks and the tests near the changes since `main`. Only a complete run can check whether statements have tests. */
async function runChanged(): Promise<Tally[]> {
  const changed = changedFiles();
  const tests = changed && testsForChanges(changed);
  if (!tests || tests === 'all') {
    console.log('\nThe changes may break anything: all checks …');
    return runAll();
  }
  console.log(
    `\nFor ${changed.length} changed files, the tests near them (before a merge run \`npm test\`):\n${tests.map((test) => `  ${test}`).join('\n')}`,
  );
  return [...(await checkSources()), ...(await runPart(tests)), await checkGallery()];
}

const paths = process.argv.slice(2);
await ensureChromium();
await ensureBuilt((line) => console.log(line));
const runs = paths.includes('--changed') ? runChanged : paths.length > 0 ? () => runPart(paths) : runAll;
const total = sumOf(await runs());
console.log(`\n${describeTally(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
