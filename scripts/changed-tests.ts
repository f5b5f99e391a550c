import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readImports } from './imports.ts';
import { ROOT } from './run-checks.ts';

const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);
const isIn = (folders: readonly string[], file: string) => folders.some((folder) => file.startsWith(`${folder}/`));

/** The sources of the built pages, and the tests that open them. */
const pages = ['addresses', 'client', 'domain'];
const testsOfPages = [
  ...['tests/e2e', 'tests/screens', 'tests/budgets'],
  ...['tests/lifecycle', 'tests/contract/embedded/read-only.test.ts'],
];

/** The sources of a server's processes, and the tests that start one. */
const servers = ['addresses', 'domain', 'embedded-supabase', 'functions', 'mail', 'scripts', 'server'];
const testsOfServers = [
  ...['tests/e2e', 'tests/screens', 'tests/budgets'],
  ...['tests/contract', 'tests/attack', 'tests/lifecycle', 'tests/machines'],
];

/** What a column of a table can break. The journey goes through every field of every form. */
const testsOfMigrations = [
  ...['tests/contract/product', 'tests/attack/strangers.test.ts'],
  ...['tests/lifecycle/every-column.test.ts', 'tests/lifecycle/earlier-data.test.ts'],
];
const journeyOfFields = 'tests/e2e/specification.spec.ts';

/** Returns what a runner reads before a test, so that it counts as imported by each of its tests. */
function readBefore(test: string): string[] {
  if (test.endsWith('.spec.ts')) return ['playwright.config.ts', 'tests/e2e/global-setup.ts'];
  return ['vitest.config.ts', ...(test.startsWith('client/') ? ['client/testing/setup.ts'] : [])];
}

/** Returns, for each file, the tests that import it directly or indirectly. */
function testsByImport(imports: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const test of [...imports.keys()].filter(isTest)) {
    const open = [test, ...readBefore(test)];
    const seen = new Set(open);
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      found.set(file, (found.get(file) ?? new Set()).add(test));
      for (const target of imports.get(file) ?? []) {
        if (!seen.has(target)) open.push(target);
        seen.add(target);
      }
    }
  }
  return found;
}

/** Returns the tests that import a file, directly or by one other file. */
function testsNear(imports: ReadonlyMap<string, readonly string[]>, file: string): string[] {
  const importersOf = (files: readonly string[]) =>
    [...imports]
      .filter(([, targets]) => targets.some((target) => files.includes(target)))
      .map(([importer]) => importer);
  const direct = importersOf([file]);
  return [...direct, ...importersOf(direct)].filter(isTest);
}

/**
 * Returns the tests, or folders of tests, to run after changes in these files: of a file that pages are made of, the tests near it; of any
 * other, and where no test is near, all that import it, open pages or start servers made from it. Returns 'all' where it cannot tell,
 * such as for a setting.
 */
export function testsForChanges(changed: readonly string[], imports = readImports()): readonly string[] | 'all' {
  const byImport = testsByImport(imports);
  const chosen = new Set<string>(['tests/structure']);
  for (const file of changed) {
    if (isTest(file)) {
      if (imports.has(file)) chosen.add(file);
      continue;
    }
    if (file.startsWith('docs/gallery/')) chosen.add('tests/screens');
    if (file.startsWith('supabase/migrations/')) for (const test of testsOfMigrations) chosen.add(test);
    // Databases are made from the migrations. Only tests/structure compares the schemas with them.
    if (/\.md$|^docs\/|^supabase\/(schemas|migrations)\//.test(file)) continue;
    const near = isIn(['client', 'domain'], file) ? testsNear(imports, file) : [];
    for (const test of near) chosen.add(test);
    if (near.length > 0) chosen.add(journeyOfFields);
    if (near.length > 0) continue;
    const importers = byImport.get(file);
    // No test runs these, which are run only on request.
    if (!importers && isIn(['bench', 'tests/mutation'], file)) continue;
    if (!importers && !file.startsWith('client/')) return 'all';
    for (const test of importers ?? ['client']) chosen.add(test);
    if (isIn(pages, file)) for (const folder of testsOfPages) chosen.add(folder);
    if (isIn(servers, file)) for (const folder of testsOfServers) chosen.add(folder);
  }
  return [...chosen].filter((test) => ![...chosen].some((other) => test.startsWith(`${other}/`))).sort();
}

function git(...words: string[]): string[] {
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter((line) => line !== '');
}

/** Finds the commit where the branch left `main`; null without a `main`, as in a shallow clone. */
function findBase(): string | null {
  for (const main of ['main', 'origin/main']) {
    try {
      return git('merge-base', 'HEAD', main)[0] ?? null;
    } catch {}
  }
  return null;
}

/** Returns the files that the branch and the working tree changed, added or removed; null where that is unknown. */
export function changedFiles(): string[] | null {
  const base = findBase();
  if (base === null) return null;
  return [
    ...git('diff', '--name-only', '--no-renames', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ].filter((file) => existsSync(join(ROOT, file)) || !isTest(file));
}
