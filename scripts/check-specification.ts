/**
 * Checks docs/specification.md and docs/security.md: each statement names tests, and each of those exists, ran and passed.
 * The last column of their tables holds `file`: `test name`, where … in a name stands for what varies between the cases of
 * one test. In docs/security.md it may say `review` instead, for what only reading can show.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ROOT, readReport } from './run-checks.ts';

/** One run of one test. The same test may run in several browsers or time zones. */
export type TestRun = {
  readonly file: string;
  readonly name: string;
  readonly title: string;
  readonly passed: boolean;
};

export const documents = ['docs/specification.md', 'docs/security.md'] as const;
export type Document = (typeof documents)[number];
const reference = /`([^`]+\.(?:test|spec)\.tsx?)`: `([^`]+)`/g;

type Statement = {
  readonly line: number;
  readonly text: string;
  readonly tests: { file: string; name: string }[];
  readonly isReviewed: boolean;
};

/** The rows of the tables whose last column is called "Shown by". */
function readStatements(document: string): Statement[] {
  const statements: Statement[] = [];
  let isTable = false;
  for (const [index, line] of document.split('\n').entries()) {
    if (!line.startsWith('|')) isTable = false;
    else if (/\|\s*Shown by\s*\|\s*$/.test(line)) isTable = true;
    else if (isTable && !/^\|[\s:|-]+\|\s*$/.test(line)) {
      const text = line.split('|')[1]?.trim() ?? '';
      const tests = [...line.matchAll(reference)].map(([, file = '', name = '']) => ({ file, name }));
      const isReviewed = /\|\s*review\s*\|\s*$/.test(line);
      statements.push({ line: index + 1, text, tests, isReviewed });
    }
  }
  return statements;
}

/** @returns a line for each thing that is wrong */
function findProblems(document: Document, statements: readonly Statement[], runs: readonly TestRun[]): string[] {
  return statements.flatMap(({ line, text, tests, isReviewed }) => {
    const place = `${document}:${line}`;
    if (isReviewed && document === 'docs/security.md') return [];
    if (tests.length === 0) return [`${place}: "${text}" names no test`];
    return tests.flatMap(({ file, name }) => {
      if (!existsSync(join(ROOT, file))) return [`${place}: there is no file ${file}`];
      const pattern = patternOf(name);
      const found = runs.filter((run) => run.file === file && (pattern.test(run.name) || pattern.test(run.title)));
      if (found.length === 0) return [`${place}: no test "${name}" ran in ${file}`];
      return found.every(({ passed }) => passed) ? [] : [`${place}: "${name}" in ${file} did not pass`];
    });
  });
}

function patternOf(name: string): RegExp {
  const parts = name.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

function hasRun({ status }: { status: string }): boolean {
  return !['skipped', 'pending', 'todo', 'disabled'].includes(status);
}

type VitestReport = {
  testResults: { name: string; assertionResults: { fullName: string; title: string; status: string }[] }[];
};

function runsOfVitest(report: VitestReport): TestRun[] {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(hasRun).map(({ fullName, title, status }) => ({
      file: relative(ROOT, name).split(sep).join('/'),
      name: fullName,
      title,
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
      tests.filter(hasRun).map(({ status }) => ({
        file,
        name: `${path}${title}`,
        title,
        passed: status === 'expected',
      })),
    );
    return [...own, ...(suite.suites ?? []).flatMap((inner) => runsOf(inner, path))];
  };
  return report.suites.flatMap((suite) => runsOf(suite, ''));
}

/** Checks a document against the JSON reports of a whole run. */
export async function checkDocument(
  document: Document,
  reports: { vitest: string; playwright: string },
): Promise<{ shown: number; problems: string[] }> {
  const statements = readStatements(await readFile(join(ROOT, document), 'utf8'));
  const vitest = await readReport<VitestReport>(reports.vitest);
  const playwright = await readReport<PlaywrightReport>(reports.playwright);
  const problems = [
    ...(statements.length === 0 ? [`${document}: there is no table of statements`] : []),
    ...(vitest && playwright ? [] : ['the reports of the test runs are missing']),
    ...findProblems(document, statements, [
      ...(vitest ? runsOfVitest(vitest) : []),
      ...(playwright ? runsOfPlaywright(playwright) : []),
    ]),
  ];
  return { shown: statements.length, problems };
}
