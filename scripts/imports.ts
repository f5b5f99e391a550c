import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ROOT } from './run-checks.ts';

/** Returns every TypeScript file that Git tracks or could add, with the files that it imports by a relative path. */
export function readImports(): ReadonlyMap<string, readonly string[]> {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '*.ts', '*.tsx'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  const files = listed.split('\n').filter((file) => file !== '' && existsSync(join(ROOT, file)));
  return new Map(files.map((file) => [file, importsOf(file)]));
}

/** Returns the files that a file imports by a relative path, also as types, by `import()`, or as the program of a process. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8').replace(/^\s*(\/\*[\s\S]*?\*\/|\/\/.*)/gm, '');
  const patterns = [
    /\b(?:import|export)\b[^'";()]*?\bfrom\s*'(\.[^']+)'/g,
    /\bimport\s*\(?\s*'(\.[^']+)'/g,
    /\bnew URL\(\s*'(\.[^']+\.tsx?)'/g,
  ];
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([, path = '']) => normalize(join(dirname(file), path.replace(/\?.*$/, ''))))
    .filter((path) => /\.tsx?$/.test(path));
}
