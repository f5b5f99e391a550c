/** Counts the lines of what git holds by room, and the words of the docs, as in `npx node scripts/weigh.ts v0.2.0`. */
import { execFileSync } from 'node:child_process';
import { ROOT } from './run-checks.ts';

const commit = process.argv[2] ?? 'HEAD';
const isTest = /\.(test|spec)\.tsx?$|(^|\/)testing\/|^tests\//;

/** Returns the matches of a pattern in each file, by name; a match of '' is a line. */
function countIn(pattern: string, paths: readonly string[]): [string, number][] {
  const words = ['grep', '-c', '-I', pattern, commit, '--', ...paths];
  const output = execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return output
    .trim()
    .split('\n')
    .map((line) => /^[^:]*:(.*):(\d+)$/.exec(line))
    .map((found) => [found?.[1] ?? '', Number(found?.[2])]);
}

const code = countIn('', ['*.ts', '*.tsx', '*.css', '*.mjs']);
const sql = countIn('', ['*.sql']);
const sum = (files: readonly [string, number][], isMeant: (file: string) => boolean) =>
  files.reduce((total, [file, count]) => total + (isMeant(file) ? count : 0), 0);
const isIn = (folders: RegExp) => (file: string) => folders.test(file) && !isTest.test(file);
const docs = execFileSync('git', ['grep', '-ohI', '[^[:space:]]\\+', commit, '--', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
});

console.table({
  'product, lines': sum(code, isIn(/^(addresses|client|domain|embedded-supabase|functions|mail|server|supabase)\//)),
  'schema, lines': sum(sql, (file) => /schemas?\//.test(file)),
  'migrations and baselines, lines': sum(sql, (file) => !/schemas?\//.test(file)),
  'tests, lines': sum(code, (file) => isTest.test(file)),
  'scripts and benches, lines': sum(code, isIn(/^(scripts|bench)\//)),
  'docs, words': docs.trim().split('\n').length,
});
