/**
 * Checks that what the project states twice has one value: its version, its widths and its Node. Checks which folders `npm run dev`
 * watches, which rules are tested in every time zone, what tests are called, and how long functions and subjects of commits are.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { listFiles, readImports } from '../../scripts/imports.ts';
import { findZonedTests } from '../support/zoned-tests.ts';

const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');

test('the newest version of the changelog is that of the packages', async () => {
  const { version } = JSON.parse(await read('package.json'));
  const lock = JSON.parse(await read('package-lock.json'));
  expect(/^## (\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2}$/m.exec(await read('CHANGELOG.md'))?.[1]).toBe(version);
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
});

test('packages that both need have one version', async () => {
  const [wagday, supabase] = await Promise.all(
    ['package.json', 'embedded-supabase/package.json'].map(async (file) => JSON.parse(await read(file))),
  );
  expect({ ...supabase.dependencies, ...wagday.devDependencies, ...wagday.dependencies }).toMatchObject(
    supabase.dependencies,
  );
});

test('editors and the formatter use the same indents and widths', async () => {
  const { formatter } = JSON.parse(await read('biome.json'));
  const general = /^\[\*\]\n((?:\w+ = .*\n)*)/m.exec(await read('.editorconfig'))?.[1] ?? '';
  const settings = Object.fromEntries(
    general
      .trim()
      .split('\n')
      .map((line) => line.split(' = ')),
  );
  expect(settings).toMatchObject({
    indent_style: formatter.indentStyle,
    indent_size: String(formatter.indentWidth),
    max_line_length: String(formatter.lineWidth),
  });
});

test('the workflow runs all checks with the oldest Node that installs Wagday and the one that runs it', async () => {
  const { engines, dependencies } = JSON.parse(await read('package.json'));
  const workflow = await read('.github/workflows/ci.yml');
  const [oldest] = /\d+/.exec(engines.node) ?? [];
  expect(workflow).toContain(`node: [${oldest}, ${dependencies.node.split('.')[0]}]`);
  expect(workflow).toContain('- run: .ci/run\n');
});

test('npm run dev starts the backend again after a change in each folder that the backend runs', async () => {
  const imports = readImports();
  const run = new Set(['server/main.ts']);
  for (const file of run) for (const target of imports.get(file) ?? []) run.add(target);
  const folders = [...new Set([...run].map((file) => file.split('/')[0]))];
  expect(folders).toEqual(expect.arrayContaining(['server', 'functions', 'domain']));
  const watched = await read('scripts/dev.ts');
  expect(folders.filter((folder) => !watched.includes(`'${folder}'`))).toEqual([]);
});

test('rules of the domain that read a clock have their tests beside them, which run in every zone', () => {
  const zoned = findZonedTests();
  expect(zoned).toContain('domain/dates/calendar-date.test.ts');
  expect(zoned.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url)))).toEqual([]);
});

/** Tests of what several files do together. */
const tests = ['client/data/offline/new-table', 'client/data/offline/offline', 'client/styles/night'];
/** Folders in which a test may have a name of its own. */
const exempt = ['client/features/', 'client/pages/', 'client/cards/', 'client/entries/'];

test('a test beside code has the name of the file that it tests', async () => {
  const files = listFiles('*.ts', '*.tsx');
  const without = files.filter((file) => {
    const name = file.replace(/\.test\.tsx?$/, '');
    const isBesideCode = name !== file && !/^(tests|scripts|bench)\//.test(file);
    if (!isBesideCode || exempt.some((folder) => file.startsWith(folder)) || tests.includes(name)) return false;
    return !files.includes(`${name}.ts`) && !files.includes(`${name}.tsx`);
  });
  expect(without).toEqual([]);
});

/** Returns the names of functions with more than 90 lines. An arrow function has the name of what it is put into. */
function findLong(text: string, node: unknown, name = ''): string[] {
  if (!(node instanceof Object)) return [];
  const { type = '', id, start, end } = node as { type?: string; id?: { name: string }; start: number; end: number };
  const named = id?.name ?? name;
  const isLong = /^(Arrow)?Function/.test(type) && text.slice(start, end).split('\n').length > 90;
  return [...(isLong ? [named] : []), ...Object.values(node).flatMap((child) => findLong(text, child, named))];
}

test('a function has at most 90 lines', async () => {
  const found: string[] = [];
  for (const file of listFiles('*.ts', '*.tsx')) {
    if (/^tests\/|\/testing\/|\.test\.tsx?$|\.d\.ts$/.test(file)) continue;
    const text = await read(file);
    if (text.split('\n').length <= 90) continue;
    found.push(...findLong(text, parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' })));
  }
  expect(found).toEqual([]);
});

test('subjects of commits have at most 72 characters', () => {
  // Earlier ones are longer. Forges name the merges that they test themselves.
  const log = ['log', '--no-merges', '--since=2026-11-28T17:15:00Z', '--format=%s'];
  const subjects = execFileSync('git', log, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
  });
  expect(subjects.split('\n').filter((subject) => subject.length > 72)).toEqual([]);
});
