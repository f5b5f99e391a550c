/**
 * Puts faults into the rules of the domain and of mail, one at a time, and lists those that no test finds in
 * test-results/mutation.json. With paths, `npm run test:mutation -- domain/dogs/age.ts`, it changes only these files and runs only the
 * tests beside them. All files take hours. It installs StrykerJS in `tests/mutation`.
 */
import { installIn, run } from './run-checks.ts';

const folder = 'tests/mutation';
const stryker = [`${folder}/node_modules/@stryker-mutator/core/bin/stryker.js`, 'run', `${folder}/stryker.config.mjs`];
const files = process.argv.slice(2);
const tests = files.map((file) => file.replace(/\.ts$/, '.test.ts')).join(',');
const isFine =
  (await installIn(folder)) &&
  (files.length > 0
    ? await run(process.execPath, [...stryker, '--mutate', files.join(',')], {
        env: { ...process.env, WAGDAY_MUTATION_TESTS: tests },
      })
    : await run(process.execPath, stryker));
process.exitCode = isFine ? 0 : 1;
