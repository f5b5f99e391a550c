/**
 * Checks that the tests named by the statements of docs/specification.md, and those listed in docs/security-evidence.md, exist, ran and
 * passed. In the specification the last column of the tables holds `file`: `test name`, where … in a name stands for the part that
 * varies between the cases of a test.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ROOT, readReport } from './run-checks.ts';
import { describeEvidence } from './security-evidence.ts';

/** One run of a test. The same test may run in several browsers or time zones. */
export type TestRun = {
  readonly file: string;
  readonly name: string;
  readonly title: string;
  readonly passed: boolean;
};

const SPECIFICATION = 'docs/specification.md';
const EVIDENCE_PAGE = 'docs/security-evidence.md';
const reference = /`([^`]+\.(?:test|spec)\.tsx?)`: `([^`]+)`/g;

type Statement = {
  /** The place of the statement, such as `docs/specification.md:12`. */
  readonly place: string;
  readonly text: string;
  readonly tests: readonly { file: string; name: string }[];
};

/** Reads the rows of the tables whose last column is "Shown by". */
function readStatements(document: string): Statement[] {
  const statements: Statement[] = [];
  let isTable = false;
  for (const [index, line] of document.split('\n').entries()) {
    if (!line.startsWith('|')) isTable = false;
    else if (/\|\s*Shown by\s*\|\s*$/.test(line)) isTable = true;
    else if (isTable && !/^\|[\s:|-]+\|\s*$/.test(line)) {
      const text = line.split('|')[1]?.trim() ?? '';
      const tests = [...line.matchAll(reference)].map(([, file = '', name = '']) => ({ file, name }));
      statements.push({ place: `${SPECIFICATION}:${index + 1}`, text, tests });
    }
  }
  return statements;
}

/** Compares statements with test runs. @returns a line for each problem */
function findProblems(statements: readonly Statement[], runs: readonly TestRun[]): string[] {
  return statements.flatMap(({ place, text, tests }) => {
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

type Reports = { readonly vitest: string; readonly playwright: string };
type Outcome = { readonly shown: number; readonly problems: string[] };

/** Compares statements with the JSON reports of a complete run. */
async function compare(statements: readonly Statement[], reports: Reports): Promise<Outcome> {
  const vitest = await readReport<VitestReport>(reports.vitest);
  const playwright = await readReport<PlaywrightReport>(reports.playwright);
  const runs = [...(vitest ? runsOfVitest(vitest) : []), ...(playwright ? runsOfPlaywright(playwright) : [])];
  const problems = [
    ...(vitest && playwright ? [] : ['the reports of the test runs are missing']),
    ...findProblems(statements, runs),
  ];
  return { shown: statements.length, problems };
}

async function checkSpecification(reports: Reports): Promise<Outcome> {
  const statements = readStatements(await readFile(join(ROOT, SPECIFICATION), 'utf8'));
  const { shown, problems } = await compare(statements, reports);
  return {
    shown,
    problems: [...(shown === 0 ? [`${SPECIFICATION}: there is no table of statements`] : []), ...problems],
  };
}

/** Checks the tests in docs/security-evidence.md. A test in tests/structure checks that it lists all of them. */
async function checkEvidence(reports: Reports): Promise<Outcome> {
  const { tests } = await describeEvidence();
  const statements = tests.map(({ file, title }) => ({
    place: EVIDENCE_PAGE,
    text: title,
    tests: [{ file, name: title }],
  }));
  return compare(statements, reports);
}

/** The pages whose statements name tests, each with its check against the JSON reports of a complete run. */
export const documents = { [SPECIFICATION]: checkSpecification, [EVIDENCE_PAGE]: checkEvidence } as const;
export type Document = keyof typeof documents;
