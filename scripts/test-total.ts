/** Prints the last lines of `.ci/run`: every failure, and the sum over its commands. A command without a count has failed. */
import { describeTally, readReport, sumOf, type Tally, tallyFiles, tallyOf } from './run-checks.ts';

const tallies = Object.entries(tallyFiles).map(
  async ([name, file]) => (await readReport<Tally>(file)) ?? tallyOf(`${name}: ended without a count: see above`),
);
const total = sumOf(await Promise.all(tallies));
console.log(describeTally(total));
process.exitCode = total.failed > 0 ? 1 : 0;
