/** Puts one fault after another into the rules and counts those that their tests find. `npm run test:mutation` runs it. */
import { fileURLToPath } from 'node:url';

export default {
  testRunner: 'vitest',
  plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
  vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
  mutate: ['domain/**/*.ts', 'mail/**/*.ts', '!**/*.test.ts', '!domain/testing/**'],
  coverageAnalysis: 'perTest',
  // What is computed once when a file is loaded would run every test for each of its faults: words and tables, mostly.
  ignoreStatic: true,
  concurrency: 2,
  // For busy machines, on which a test that still runs is no proof of a loop.
  timeoutMS: 15_000,
  dryRunTimeoutMinutes: 30,
  // Stryker reads settings with the former compiler's API; Vite strips the types without it.
  tsconfigFile: 'none.json',
  ignorePatterns: ['/docs', '/data', '/dist', '/test-results'],
  reporters: ['clear-text', 'json', 'progress-append-only'],
  jsonReporter: { fileName: 'test-results/mutation.json' },
};
