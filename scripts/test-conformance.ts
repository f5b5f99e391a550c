/**
 * Runs the product's part of the contract suite against an independent implementation of Supabase, to check that the suite asks for
 * what Supabase does and not for what Wagday's own server does. Known differences are in bench/supabase-lite. The functions run in
 * Deno, as on hosted Supabase.
 */
import { rm } from 'node:fs/promises';
import { type Deviation, deviations } from '../bench/supabase-lite/deviations.ts';
import { startSupabaseLite } from '../bench/supabase-lite/start-supabase-lite.ts';
import { ensureBuilt } from './build-app.ts';
import { failuresOfVitest, type VitestReport } from './failures.ts';
import {
  installIn,
  REPORTS,
  readReport,
  run,
  sumOf,
  type Tally,
  tallyFiles,
  tallyOf,
  withOutcome,
  writeTally,
} from './run-checks.ts';

type Assertion = VitestReport['testResults'][number]['assertionResults'][number];

const reportFile = `${REPORTS}conformance.json`;
const denoReportFile = `${REPORTS}deno.json`;
for (const file of [tallyFiles.conformance, reportFile, denoReportFile]) await rm(file, { force: true });

async function runInDeno(): Promise<Tally> {
  console.log('Holding the functions against Deno …');
  if (!(await installIn('tests/deno'))) return tallyOf('The packages of tests/deno could not be installed');
  const args = ['run', '--project', 'deno', '--reporter=default', '--reporter=json'];
  const isFine = await run('vitest', [...args, `--outputFile.json=${denoReportFile}`], {
    env: { ...process.env, WAGDAY_DENO: 'on' },
  });
  const report = await readReport<VitestReport>(denoReportFile);
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, numPendingTests: skipped = 0 } = report ?? {};
  const failures = report ? failuresOfVitest(report) : [];
  return withOutcome({ passed, failed, skipped, failures }, isFine, 'Vitest');
}

// One of the functions draws pages with a module from the build.
await ensureBuilt((line) => console.log(line));
const inDeno = await runInDeno();

async function finish(product: Tally, remark = ''): Promise<never> {
  const tally = sumOf([product, inDeno]);
  await writeTally(tallyFiles.conformance, tally);
  console.log(`\nConformance: ${tally.passed} as asked, ${tally.failed} wrong${remark}`);
  process.exit(tally.failed > 0 ? 1 : 0);
}

/** Returns why a test's result is wrong, or null when it passed or failed in the known way. */
function problemOf({ fullName, status, failureMessages }: Assertion): string | null {
  const deviation: Deviation | undefined = deviations.get(fullName);
  if (status === 'passed') {
    return deviation ? `passes, but is listed as a deviation (${deviation.reason}): take it off the list` : null;
  }
  if (status !== 'failed') return null;
  const failure = failureMessages.join('\n');
  if (!deviation) return `fails and is not listed:\n${failure}`;
  return deviation.failure.test(failure) ? null : `fails in another way than its deviation says:\n${failure}`;
}

console.log('Installing the independent implementation …');
if (!(await installIn('bench/supabase-lite')))
  await finish(tallyOf('The packages of bench/supabase-lite could not be installed'));

const backend = await startSupabaseLite().catch(async (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return finish(tallyOf('The independent implementation of Supabase did not start: see above'));
});
// Known failures are filtered below, so the runner's list is not printed. Files run one after the other: under simultaneous requests of
// several owners Supabase Lite, which has one connection, has refused an owner's own photo.
const args = ['run', '--project', 'contract', 'tests/contract/product', '--no-file-parallelism', '--reporter=json'];
const isFine = await run('vitest', [...args, `--outputFile.json=${reportFile}`], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, CONTRACT_SUPABASE_URL: backend.url, CONTRACT_SUPABASE_KEY: backend.key },
}).finally(() => backend.stop());

const files = (await readReport<VitestReport>(reportFile))?.testResults ?? [];
// The deviations have titles without the numbers of the statements that a test shows.
const assertions = files
  .flatMap((file) => file.assertionResults)
  .map((assertion) => ({ ...assertion, fullName: assertion.fullName.replace(/( @\d+\.\d+)+$/, '') }));
const problems = assertions.flatMap((assertion) => {
  const problem = problemOf(assertion);
  return problem ? [`${assertion.fullName}: ${problem}`] : [];
});
for (const file of files) {
  if (file.assertionResults.length === 0) problems.push(`${file.name}: could not be run:\n${file.message ?? ''}`);
}
const names = new Set(assertions.map(({ fullName }) => fullName));
for (const name of deviations.keys()) {
  if (!names.has(name)) problems.push(`${name}: is listed as a deviation, but there is no such test`);
}
for (const problem of problems) console.error(`✗ ${problem}`);

const known = assertions.filter(({ status, fullName }) => status === 'failed' && deviations.has(fullName)).length;
const tally: Tally = {
  passed: assertions.filter(({ status, fullName }) => status === 'passed' && !deviations.has(fullName)).length,
  failed: problems.length,
  // Skipped tests need what this implementation lacks, such as its mail. They say nothing about either side.
  skipped: 0,
  failures: problems.map((problem) => `conformance: ${problem.replace(/\n/g, ' ')}`),
};
const unasked = assertions.filter(({ status }) => status !== 'passed' && status !== 'failed').length;
const isEmpty = assertions.length === 0;
await finish(
  withOutcome(tally, !isEmpty && (isFine || known > 0), 'The conformance suite'),
  `, ${known} known deviations, ${unasked} not asked`,
);
