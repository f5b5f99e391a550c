/**
 * Simulates the bad luck of a year of several devices, `npm run simulate -- 10000`, each time with another seed: see `tests/simulation`.
 * Prints the seeds with which an owner would have lost something. `npm run simulate -- --seed 7` repeats one and prints what happened.
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, first: { type: 'string', default: '1' }, step: { type: 'string' } },
});
const count = Number(positionals[0] ?? 1_000);
const first = Number(values.first);
if (![count, first, Number(values.seed ?? 1)].every(Number.isInteger))
  throw new Error('Seeds and their count are whole numbers.');
const simulation = fileURLToPath(new URL('../tests/simulation/simulate.ts', import.meta.url));

async function load() {
  const { module } = await runnerImport<typeof import('../tests/simulation/simulate.ts')>(simulation, {
    configFile: false,
    logLevel: 'error',
  });
  return module.simulate;
}

/** Runs every `step`th seed. */
async function runSeeds(step: number) {
  const simulate = await load();
  for (let seed = first; seed < first + count; seed += step) {
    const { problems } = await simulate(seed);
    if (problems.length === 0) continue;
    console.log(`seed ${seed}: ${problems[0]}`);
    process.exitCode = 1;
  }
}

if (values.seed !== undefined) {
  const { problems, trace } = await (await load())(Number(values.seed), true);
  console.log(trace.join('\n'));
  process.exitCode = problems.length > 0 ? 1 : 0;
} else if (values.step !== undefined) await runSeeds(Number(values.step));
else {
  const began = Date.now();
  const workers = Array.from({ length: availableParallelism() }, (_, index) => index);
  const codes = await Promise.all(
    workers.map(
      (index) =>
        new Promise<number | null>((resolve) => {
          const args = [`${Math.max(count - index, 0)}`, '--first', `${first + index}`, '--step', `${workers.length}`];
          fork(fileURLToPath(import.meta.url), args).on('exit', resolve);
        }),
    ),
  );
  const isRed = codes.some((code) => code !== 0);
  console.log(
    `${count} seeds in ${Math.round((Date.now() - began) / 1000)} s: ${isRed ? 'some are red' : 'all are well'}`,
  );
  process.exitCode = isRed ? 1 : 0;
}
