/**
 * Describes the failures of a run from the runners' JSON reports: `file:line › test: first line of its error`. Tests that failed by the
 * same error are counted below the first of them.
 */
import { isAbsolute, relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './run-checks.ts';

export type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    /** An error of the file: it could not be loaded, or a hook around all its tests failed. */
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

type PlaywrightSuite = {
  title: string;
  file: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    file: string;
    line: number;
    tests: { projectName: string; status: string; results: { errors?: { message?: string }[] }[] }[];
  }[];
};

export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; skipped: number; flaky: number };
  /** Errors outside any test. */
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
};

function firstLineOf(message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n');
  return lines.find((line) => line.trim() !== '')?.trim() ?? 'no message';
}

type Failure = { readonly where: string; readonly error: string };

/** The most failures with one error that are listed in full. */
const mostAlike = 2;

/** Describes the error of the most tests first, because it is the likely cause of others. */
function describeFailures(failures: readonly Failure[]): string[] {
  const byError = new Map<string, Failure[]>();
  for (const failure of failures) byError.set(failure.error, [...(byError.get(failure.error) ?? []), failure]);
  const groups = [...byError.values()].sort((one, other) => other.length - one.length);
  return groups.flatMap((alike) => {
    const lines = alike.map(({ where, error }) => `${where}: ${error}`);
    if (alike.length <= mostAlike) return lines;
    const files = new Set(alike.map(({ where }) => where.split(/:\d| › /)[0]));
    return `${lines[0]}\n  and ${alike.length - 1} more with the same error, in ${[...files].slice(0, 4).join(', ')}${files.size > 4 ? ' …' : ''}`;
  });
}

function inProject(file: string): string {
  return isAbsolute(file) ? relative(ROOT, file).split(sep).join('/') : file;
}

/** Returns the test file with its line in a stack, as editors open it; only the file when the stack does not pass through it. */
function placeIn(file: string, stack: string): string {
  const path = inProject(file);
  const line = stack.split(`${path}:`)[1]?.match(/^\d+/)?.[0];
  return line ? `${path}:${line}` : path;
}

function outsideOfTests(message?: string): Failure {
  return { where: 'outside of any test', error: firstLineOf(message) };
}

/** Lists the failures of a run. @param unhandled errors outside any test, which the report omits */
export function failuresOfVitest(report: VitestReport, unhandled: readonly string[] = []): string[] {
  const failures = report.testResults.flatMap(({ name: file, message, assertionResults }) => {
    const ofTests = assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [error = ''] }) => {
        return { where: `${placeIn(file, error)} › ${fullName}`, error: firstLineOf(error) };
      });
    return message ? [...ofTests, { where: inProject(file), error: firstLineOf(message) }] : ofTests;
  });
  return describeFailures([...failures, ...unhandled.map(outsideOfTests)]);
}

export function failuresOfPlaywright(report: PlaywrightReport): string[] {
  const failuresIn = (suite: PlaywrightSuite): Failure[] => {
    const own = (suite.specs ?? []).flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName, results }) => {
          const error = results.flatMap(({ errors }) => errors ?? [])[0];
          return { where: `${file}:${line} › ${title} [${projectName}]`, error: firstLineOf(error?.message) };
        }),
    );
    return [...own, ...(suite.suites ?? []).flatMap(failuresIn)];
  };
  return describeFailures([
    ...report.suites.flatMap(failuresIn),
    ...report.errors.map(({ message }) => outsideOfTests(message)),
  ]);
}
