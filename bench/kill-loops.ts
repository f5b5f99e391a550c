/**
 * Checks how much data survives kill -9, with the loops of tests/support/kill-loops.ts, and prints their sum.
 * `npx node bench/kill-loops.ts [loops] [seed]`, by default 100 loops.
 */
import { runKillLoops } from '../tests/support/kill-loops.ts';

const [loops = 100, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number).filter(Number.isInteger);
const report = await runKillLoops(loops, seed, (line) => process.stderr.write(`${line}\n`));
const figures = {
  'confirmed writes': report.acknowledged,
  'under way when the blow came': report.inDoubt,
  'photos compared byte for byte': report.photosCompared,
  'database killed too': report.databaseKills,
  'killed while starting': report.killsWhileStarting,
  'slowest start, in seconds': report.slowestStartSeconds.toFixed(1),
  'failed starts': report.failedStarts,
  'lost, torn or refused': report.problems.length,
};
console.log(`\n${report.loops} loops of kill -9 under mixed writes (seed ${report.seed})`);
for (const [name, figure] of Object.entries(figures)) console.log(`  ${name.padEnd(32)}${figure}`);
for (const problem of report.problems) console.log(`  ✗ ${problem}`);
process.exitCode = report.problems.length > 0 ? 1 : 0;
