/** Describes each failure of a run in one line, `file:line › test: first line of its error`, from the runners' JSON reports. */
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

function inProject(file: string): string {
  return isAbsolute(file) ? relative(ROOT, file).split(sep).join('/') : file;
}

/** Returns the test file with its line in a stack, as editors open it; only the file when the stack does not pass through it. */
function placeIn(file: string, stack: string): string {
  const path = inProject(file);
  const line = stack.split(`${path}:`)[1]?.match(/^\d+/)?.[0];
  return line ? `${path}:${line}` : path;
}

/** Lists the failures of a run. @param unhandled errors outside any test, which the report omits */
export function failuresOfVitest(report: VitestReport, unhandled: readonly string[] = []): string[] {
  const failures = report.testResults.flatMap(({ name: file, message, assertionResults }) => {
    const ofTests = assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [error = ''] }) => {
        return `${placeIn(file, error)} › ${fullName}: ${firstLineOf(error)}`;
      });
    return message ? [...ofTests, `${inProject(file)}: ${firstLineOf(message)}`] : ofTests;
  });
  return [...failures, ...unhandled.map((error) => `outside of any test: ${firstLineOf(error)}`)];
}

export function failuresOfPlaywright(report: PlaywrightReport): string[] {
  const failuresIn = (suite: PlaywrightSuite): string[] => {
    const own = (suite.specs ?? []).flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName, results }) => {
          const error = results.flatMap(({ errors }) => errors ?? [])[0];
          return `${file}:${line} › ${title} [${projectName}]: ${firstLineOf(error?.message)}`;
        }),
    );
    return [...own, ...(suite.suites ?? []).flatMap(failuresIn)];
  };
  return [
    ...report.suites.flatMap(failuresIn),
    ...report.errors.map(({ message }) => `outside of any test: ${firstLineOf(message)}`),
  ];
}
