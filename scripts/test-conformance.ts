/**
 * Holds the product's part of the contract suite against an independent implementation of Supabase, so that the suite asks
 * for what Supabase does and not for what our own server does. What is known to differ stands in bench/supabase-lite.
 */
import { rm } from 'node:fs/promises';
import { type Deviation, deviations } from '../bench/supabase-lite/deviations.ts';
import { startSupabaseLite } from '../bench/supabase-lite/start-supabase-lite.ts';
import { REPORTS, readReport, run, type Tally, tallyFiles, withOutcome, writeTally } from './run-checks.ts';

type Assertion = { fullName: string; status: string; failureMessages: string[] };
type Report = { testResults: { name: string; message?: string; assertionResults: Assertion[] }[] };

const reportFile = `${REPORTS}conformance.json`;
await rm(tallyFiles.conformance, { force: true });
await rm(reportFile, { force: true });

async function finish(tally: Tally, remark = ''): Promise<never> {
  await writeTally(tallyFiles.conformance, tally);
  console.log(`\nConformance: ${tally.passed} as asked, ${tally.failed} wrong${remark}`);
  process.exit(tally.failed > 0 ? 1 : 0);
}

/** Why a test is wrong here, or null when it is as asked or as known. */
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
const install = ['ci', '--prefix', 'bench/supabase-lite', '--ignore-scripts', '--no-audit', '--no-fund'];
if (!(await run('npm', [...install, '--loglevel=error']))) {
  console.error(
    'The packages of bench/supabase-lite could not be installed; npm says why above. Check the connection to the npm registry and try again.',
  );
  await finish({ passed: 0, failed: 1, skipped: 0 });
}

const backend = await startSupabaseLite().catch(async (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return finish({ passed: 0, failed: 1, skipped: 0 });
});
// Its failures are judged below, so only what is wrong is told.
const args = ['run', '--project', 'contract', 'tests/contract/product', '--reporter=json'];
const isFine = await run('vitest', [...args, `--outputFile.json=${reportFile}`], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, CONTRACT_SUPABASE_URL: backend.url, CONTRACT_SUPABASE_KEY: backend.key },
}).finally(() => backend.stop());

const files = (await readReport<Report>(reportFile))?.testResults ?? [];
const assertions = files.flatMap((file) => file.assertionResults);
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
  // What cannot be asked here, such as reading its mail, says nothing about either side.
  skipped: 0,
};
const unasked = assertions.filter(({ status }) => status !== 'passed' && status !== 'failed').length;
const isEmpty = assertions.length === 0;
await finish(
  withOutcome(tally, !isEmpty && (isFine || known > 0)),
  `, ${known} known deviations, ${unasked} not asked`,
);
