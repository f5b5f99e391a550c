/**
 * Writes docs/security-evidence.md: the title of every test that docs/asvs.md names as evidence. A row there names test files and, where
 * a file is mostly about something else, words of the titles that count: `tests/e2e/pack.spec.ts` (way to sign out).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import { ROOT } from './run-checks.ts';

const REQUIREMENTS = `${ROOT}docs/asvs.md`;
export const EVIDENCE = `${ROOT}docs/security-evidence.md`;

const introduction = `# Evidence for security

\`npm run evidence\` writes this page from the tests that [asvs.md](asvs.md) names: each by its title, under its file and the
requirements that the file shows. In a title … stands for what varies between its cases. \`npm test\` checks that the page is
current, and that each of these tests ran and passed.
`;

type Row = {
  /** The numbers of the requirements, such as `8.2.2, 8.4.1`. */
  readonly numbers: string;
  readonly statement: string;
  readonly isReviewed: boolean;
  readonly tests: readonly { file: string; words: readonly string[] }[];
};

/** Reads the rows of the tables whose last column is "Shown by". */
function readRequirements(page: string): Row[] {
  const rows: Row[] = [];
  let isTable = false;
  for (const line of page.split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    const last = cells.at(-2) ?? '';
    if (!line.startsWith('|')) isTable = false;
    else if (last === 'Shown by') isTable = true;
    else if (isTable && !/^[\s:|-]+$/.test(line)) {
      const tests = [...last.matchAll(/`([^`]+)`(?: \(([^)]*)\))?/g)].map(([, file = '', words = '']) => ({
        file,
        words: words === '' ? [] : words.split('; '),
      }));
      rows.push({ numbers: cells[1] ?? '', statement: cells[2] ?? '', isReviewed: last === 'review', tests });
    }
  }
  return rows;
}

type Node = { readonly type: string; readonly [key: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Returns the word that a call starts with, such as `test` in `test.each(cases)`, when all steps after it still make a test or group. */
function runnerOf(callee: unknown): 'test' | 'describe' | null {
  if (!isNode(callee)) return null;
  if (callee.type === 'Identifier') {
    if (callee.name === 'test' || callee.name === 'it') return 'test';
    return callee.name === 'describe' ? 'describe' : null;
  }
  if (callee.type === 'CallExpression') return runnerOf(callee.callee);
  if (callee.type !== 'MemberExpression' || !isNode(callee.property)) return null;
  const step = String(callee.property.name);
  if (step === 'describe') return runnerOf(callee.object) === 'test' ? 'describe' : null;
  return ['each', 'for', 'skipIf', 'runIf', 'concurrent', 'sequential', 'serial'].includes(step)
    ? runnerOf(callee.object)
    : null;
}

/** Returns a title as it is written, with … for inserted values; null for anything but a text. */
function titleOf(argument: unknown): string | null {
  if (!isNode(argument)) return null;
  if (argument.type === 'Literal' && typeof argument.value === 'string') {
    return argument.value.replace(/%[sdifjo#]|\$[\w.]+/g, '…');
  }
  if (argument.type !== 'TemplateLiteral') return null;
  const quasis = argument.quasis as { value: { cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join('…');
}

/** Returns the titles of all tests of a file in their order, each after those of the groups around it. */
export function titlesIn(source: string): string[] {
  const titles: string[] = [];
  const visit = (node: unknown, above: readonly string[]): void => {
    if (Array.isArray(node)) for (const part of node) visit(part, above);
    if (!isNode(node)) return;
    let groups = above;
    if (node.type === 'CallExpression') {
      const runner = runnerOf(node.callee);
      const title = titleOf((node.arguments as unknown[])[0]);
      if (runner === 'test' && title !== null) titles.push([...above, title].join(' '));
      if (runner === 'describe' && title !== null) groups = [...above, title];
    }
    for (const part of Object.values(node)) if (typeof part === 'object') visit(part, groups);
  };
  visit(parseAst(source, { lang: 'tsx' }).body, []);
  return [...new Set(titles)];
}

/** A test that is evidence, and the requirements that it covers. */
type Evidence = { readonly file: string; readonly title: string; readonly numbers: readonly string[] };

/** Gathers the evidence. @returns the tests that the rows name, by file, and a line for each name that leads nowhere */
async function gatherEvidence(rows: readonly Row[]): Promise<{ tests: Evidence[]; problems: string[] }> {
  const problems = rows
    .filter(({ isReviewed, tests }) => !isReviewed && tests.length === 0)
    .map(({ statement }) => `docs/asvs.md: "${statement}" names no test`);
  const tests: Evidence[] = [];
  for (const file of [...new Set(rows.flatMap((row) => row.tests.map((named) => named.file)))].sort()) {
    const source = await readFile(join(ROOT, file), 'utf8').catch(() => null);
    if (source === null) problems.push(`docs/asvs.md names ${file}, which is not there`);
    const found = new Map(titlesIn(source ?? '').map((title) => [title, new Set<string>()]));
    for (const { numbers, words } of rows.flatMap((row) =>
      row.tests.filter((named) => named.file === file).map(({ words }) => ({ numbers: row.numbers, words })),
    )) {
      for (const word of words.length > 0 ? words : ['']) {
        const matching = [...found].filter(([title]) => title.toLowerCase().includes(word.toLowerCase()));
        if (matching.length === 0) problems.push(`docs/asvs.md, ${numbers}: no title in ${file} has "${word}"`);
        for (const [, shown] of matching) for (const number of numbers.split(', ')) shown.add(number);
      }
    }
    for (const [title, numbers] of found) if (numbers.size > 0) tests.push({ file, title, numbers: [...numbers] });
  }
  return { tests, problems };
}

/** Returns the folders of a file that say which part of the project it tests. */
function roomOf(file: string): string {
  return file
    .split('/')
    .slice(0, 2)
    .join('/')
    .replace(/\/[^/]*\.\w+$/, '');
}

/** Returns the evidence, the page that lists it, and the problems with the names in docs/asvs.md. */
export async function describeEvidence() {
  const { tests, problems } = await gatherEvidence(readRequirements(await readFile(REQUIREMENTS, 'utf8')));
  const sections = [...Map.groupBy(tests, ({ file }) => roomOf(file))].map(([room, inRoom]) => {
    const parts = [...Map.groupBy(inRoom, ({ file }) => file)].map(([file, ofFile]) => {
      const shown = [...new Set(ofFile.flatMap(({ numbers }) => numbers))].sort((a, b) =>
        a.localeCompare(b, 'en', { numeric: true }),
      );
      return `### ${file}\n\nShows ${shown.join(', ')}.\n\n${ofFile.map(({ title }) => `- ${title}\n`).join('')}`;
    });
    return `## ${room}\n\n${parts.join('\n')}`;
  });
  return { tests, problems, page: [introduction, ...sections].join('\n') };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { tests, problems, page } = await describeEvidence();
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  await writeFile(EVIDENCE, page);
  console.log(`docs/security-evidence.md lists ${tests.length} tests`);
}
