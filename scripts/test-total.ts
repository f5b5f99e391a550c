/** The last line of `.ci/run`: the sum over its commands. A command without a count has failed. */
import { describeTally, readReport, sumOf, type Tally, tallyFiles } from './run-checks.ts';

const missing: Tally = { passed: 0, failed: 1, skipped: 0 };
const total = sumOf(
  await Promise.all(Object.values(tallyFiles).map(async (file) => (await readReport<Tally>(file)) ?? missing)),
);
console.log(describeTally(total));
process.exitCode = total.failed > 0 ? 1 : 0;
