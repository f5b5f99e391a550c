/**
 * Checks that each statement of two pages is shown by tests that ran and passed. In docs/specification.md a statement has a number, and the
 * titles of tests end with the numbers that they show, such as `@2.4 @4.11`. In docs/asvs.md the last column names test files and, where a
 * file is mostly about something else, words of the titles that count: `tests/e2e/pack.spec.ts` (way to sign out).
 */
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ROOT, readReport } from './run-checks.ts';

/** One run of a test. The same test may run in several browsers or time zones. */
type TestRun = {
  readonly file: string;
  /** With the titles of the groups around it. */
  readonly name: string;
  readonly passed: boolean;
};

/** What has to be shown, such as a numbered statement, and the runs that show it. */
type Claim = { readonly what: string; readonly isShownBy: (run: TestRun) => boolean };

const SPECIFICATION = 'docs/specification.md';
const VERIFICATION = 'docs/asvs.md';

/** Reads the numbers of the statements. */
export function readSpecification(page: string): Claim[] {
  return [...page.matchAll(/^- \*\*(\d+\.\d+)\*\* (.+)$/gm)].map(([, number = '', text = '']) => ({
    what: `${number} "${text}"`,
    isShownBy: ({ name }) => numbersIn(name).includes(number),
  }));
}

/** Returns the numbers of the statements that a title, or the titles in a source, say they show. */
export function numbersIn(title: string): string[] {
  return [...title.matchAll(/(?<=\s)@(\d+\.\d+)(?![\w.])/g)].map(([, number = '']) => number);
}

/** Reads the rows of the tables whose last column is "Shown by". One that names no test must say `review`. */
export function readVerification(page: string): Claim[] {
  const claims: Claim[] = [];
  let isTable = false;
  for (const line of page.split('\n')) {
    const [, numbers = '', , , shownBy = ''] = line.split('|').map((cell) => cell.trim());
    if (!line.startsWith('|')) isTable = false;
    else if (shownBy === 'Shown by') isTable = true;
    else if (isTable && !/^[\s:-]+$/.test(shownBy) && shownBy !== 'review') {
      const named = [...shownBy.matchAll(/`([^`]+)`(?: \(([^)]*)\))?/g)];
      if (named.length === 0) claims.push({ what: numbers, isShownBy: () => false });
      for (const [, file = '', words = ''] of named) {
        for (const word of words.toLowerCase().split('; ')) {
          claims.push({
            what: `${numbers} "${word}" in ${file}`,
            isShownBy: (run) => run.file === file && run.name.toLowerCase().includes(word),
          });
        }
      }
    }
  }
  return claims;
}

/** Compares what has to be shown with test runs. @returns a line for each problem */
export function findProblems(page: string, claims: readonly Claim[], runs: readonly TestRun[]): string[] {
  return claims.flatMap(({ what, isShownBy }) => {
    const found = runs.filter(isShownBy);
    if (found.length === 0) return [`${page}: no test ran that shows ${what}`];
    const failed = found.find(({ passed }) => !passed);
    return failed ? [`${page}: ${what} is not shown, because "${failed.name}" did not pass`] : [];
  });
}

function hasRun({ status }: { status: string }): boolean {
  return !['skipped', 'pending', 'todo', 'disabled'].includes(status);
}

type VitestReport = {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
};

function runsOfVitest(report: VitestReport): TestRun[] {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(hasRun).map(({ fullName, status }) => ({
      file: relative(ROOT, name).split(sep).join('/'),
      name: fullName,
      passed: status === 'passed',
    })),
  );
}

type PlaywrightSuite = {
  title: string;
  file: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; file: string; tests: { status: string }[] }[];
};
type PlaywrightReport = { suites: PlaywrightSuite[] };

function runsOfPlaywright(report: PlaywrightReport): TestRun[] {
  const runsOf = (suite: PlaywrightSuite, above: string): TestRun[] => {
    const path = suite.title === suite.file ? '' : `${above}${suite.title} `;
    const own = (suite.specs ?? []).flatMap(({ title, file, tests }) =>
      tests.filter(hasRun).map(({ status }) => ({ file, name: `${path}${title}`, passed: status === 'expected' })),
    );
    return [...own, ...(suite.suites ?? []).flatMap((inner) => runsOf(inner, path))];
  };
  return report.suites.flatMap((suite) => runsOf(suite, ''));
}

type Reports = { readonly vitest: string; readonly playwright: string };
type Outcome = { readonly shown: number; readonly problems: string[] };

/** The pages whose statements tests show. */
export const documents = { [SPECIFICATION]: readSpecification, [VERIFICATION]: readVerification } as const;
export type Document = keyof typeof documents;

/** Compares a page with the JSON reports of a complete run. */
export async function checkDocument(document: Document, reports: Reports): Promise<Outcome> {
  const claims = documents[document](await readFile(join(ROOT, document), 'utf8'));
  const vitest = await readReport<VitestReport>(reports.vitest);
  const playwright = await readReport<PlaywrightReport>(reports.playwright);
  const runs = [...(vitest ? runsOfVitest(vitest) : []), ...(playwright ? runsOfPlaywright(playwright) : [])];
  const problems = [
    ...(vitest && playwright ? [] : ['the reports of the test runs are missing']),
    ...(claims.length > 0 ? [] : [`${document}: there is no statement`]),
    ...findProblems(document, claims, runs),
  ];
  return { shown: claims.length, problems };
}
