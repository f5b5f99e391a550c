import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ROOT } from './run-checks.ts';

/** Returns the files of such names that Git tracks or could add, and that are there. */
export function listFiles(...names: string[]): string[] {
  const words = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', ...names];
  const listed = execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' });
  return listed.split('\n').filter((file) => file !== '' && existsSync(join(ROOT, file)));
}

/** Returns every TypeScript file, with the files of the project that it imports. */
export function readImports(): ReadonlyMap<string, readonly string[]> {
  return new Map(listFiles('*.ts', '*.tsx').map((file) => [file, importsOf(file)]));
}

/** Returns the files that a file imports, also as types, by `import()`, by the package's name, or as the program of a process. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8').replace(/^\s*(\/\*[\s\S]*?\*\/|\/\/.*)/gm, '');
  const patterns = [
    /\b(?:import|export)\b[^'";()]*?\bfrom\s*'(\.[^']+)'/g,
    /\bimport\s*\(?\s*'(\.[^']+)'/g,
    /\bnew URL\(\s*'(\.[^']+\.tsx?)'/g,
  ];
  const index = /\bfrom\s*'embedded-supabase'/.test(text) ? ['embedded-supabase/index.ts'] : [];
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([, path = '']) => normalize(join(dirname(file), path.replace(/\?.*$/, ''))))
    .filter((path) => /\.tsx?$/.test(path))
    .concat(index);
}
