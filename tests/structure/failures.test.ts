import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failuresOfPlaywright, failuresOfVitest } from '../../scripts/failures.ts';
import { describeTally, ROOT, sumOf, tallyOf, withOutcome } from '../../scripts/run-checks.ts';

const counts = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 0 };
const passed = { fullName: 'a dog ages', status: 'passed', failureMessages: [] };

test('a failed test of Vitest is named with its file, its line and the first line of its error', () => {
  const file = join(ROOT, 'domain/dogs/age.test.ts');
  const stack = `AssertionError: expected 7 to be 8\n    at expectAge (${ROOT}domain/dogs/age.ts:3:1)\n    at ${file}:41:9`;
  const failed = { fullName: 'a birthday in a leap year', status: 'failed', failureMessages: [stack, 'another'] };
  const report = { ...counts, testResults: [{ name: file, message: '', assertionResults: [passed, failed] }] };
  expect(failuresOfVitest(report)).toEqual([
    'domain/dogs/age.test.ts:41 › a birthday in a leap year: AssertionError: expected 7 to be 8',
  ]);
});

test('a file that could not be run, and an error outside of any test, are named too', () => {
  const broken = { name: join(ROOT, 'server/a.test.ts'), message: 'Cannot find module\n at b', assertionResults: [] };
  expect(failuresOfVitest({ ...counts, testResults: [broken] }, ['Error: connect ECONNREFUSED\n at c'])).toEqual([
    'server/a.test.ts: Cannot find module',
    'outside of any test: Error: connect ECONNREFUSED',
  ]);
});

test('tests that failed by the same error are one failure with a count, and the error of the most comes first', () => {
  const failed = (fullName: string, error: string) => ({ fullName, status: 'failed', failureMessages: [error] });
  const resultOf = (file: string, ...assertionResults: ReturnType<typeof failed>[]) => ({
    name: join(ROOT, file),
    assertionResults,
  });
  const missing = 'PostgresError: column "toy" does not exist';
  const testResults = [
    resultOf('a.test.ts', failed('a sum', 'AssertionError: 7')),
    resultOf('b.test.ts', failed('a dog', missing), failed('a party', missing)),
    resultOf('c.test.ts', failed('a guest', missing)),
  ];
  expect(failuresOfVitest({ ...counts, testResults })).toEqual([
    `b.test.ts › a dog: ${missing}\n  and 2 more with the same error, in b.test.ts, c.test.ts`,
    'a.test.ts › a sum: AssertionError: 7',
  ]);
});

test('a failed journey is named with its project, without colours, and so is one that passed on a second try', () => {
  const message = '\u001b[31mError\u001b[39m: a toast covers the button\n\n  at line 3';
  const specOf = (title: string, status: string) => ({
    title,
    file: 'tests/e2e/pack.spec.ts',
    line: 12,
    tests: [{ projectName: 'phone', status, results: [{ errors: [] }, { errors: [{ message }] }] }],
  });
  const inner = {
    title: 'inside',
    file: 'tests/e2e/pack.spec.ts',
    specs: [specOf('unsure', 'flaky'), specOf('fine', 'expected')],
  };
  const suite = { title: '', file: 'tests/e2e/pack.spec.ts', specs: [specOf('broken', 'unexpected')], suites: [inner] };
  const stats = { expected: 1, unexpected: 1, skipped: 0, flaky: 1 };
  expect(failuresOfPlaywright({ stats, errors: [{ message: 'No server' }], suites: [suite] })).toEqual([
    'tests/e2e/pack.spec.ts:12 › broken [phone]: Error: a toast covers the button',
    'tests/e2e/pack.spec.ts:12 › unsure [phone]: Error: a toast covers the button',
    'outside of any test: No server',
  ]);
});

test('a run ends with every failure of its checks and, as its last line, the count', () => {
  const unit = { passed: 10, failed: 1, skipped: 2, failures: ['a.test.ts › sums: Error: 3'] };
  const total = sumOf([tallyOf(null), tallyOf('Types: see above'), unit]);
  expect(describeTally(total)).toBe('✗ Types: see above\n✗ a.test.ts › sums: Error: 3\n11 passed, 2 failed, 2 skipped');
});

test('a runner that fails without naming a test is one failure with a name', () => {
  const fine = { passed: 10, failed: 0, skipped: 0, failures: [] };
  expect(withOutcome(fine, true, 'Vitest')).toEqual(fine);
  expect(describeTally(withOutcome(fine, false, 'Vitest'))).toBe(
    '✗ Vitest failed and named no test: see above\n10 passed, 1 failed',
  );
});
