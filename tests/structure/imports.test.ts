/** Holds the directions of docs/architecture.md: who may import whom, types included, and that no circle exists. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The server's rooms from the ground up: each imports the layers below its own. A star stands for one folder. */
const serverLayers = [
  ['server/files.ts', 'server/log.ts', 'server/start-up-error.ts'],
  ['server/http'],
  ['server/config.ts'],
  ['server/database'],
  ['server/keys'],
  ['server/services/jobs'],
  ['server/services/*'],
  ['server/routes/*'],
  ['server/backup'],
  ['server/composition'],
  ['server/main.ts'],
];

/** Every room, and the rooms that it may import besides itself. The longest name that fits a file is its room. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  addresses: [],
  domain: [],
  'client/ui': ['domain'],
  'client/copy': ['domain'],
  'client/backend': ['addresses', 'domain', 'client/backend/records', 'client/backend/sync'],
  // A row is what it is, with or without network.
  'client/backend/records': [
    'domain',
    'client/backend/client.ts',
    'client/backend/errors.ts',
    'client/backend/photo-address.ts',
  ],
  'client/backend/sync': [
    'addresses',
    'domain',
    'client/backend/records',
    ...['client', 'errors', 'network', 'photos', 'session-store', 'store', 'token-refresh', 'web-storage'].map(
      (name) => `client/backend/${name}.ts`,
    ),
  ],
  'client/parts': ['addresses', 'domain', 'client/ui', 'client/copy'],
  'client/features/*': ['addresses', 'domain', 'client/backend', 'client/ui', 'client/copy', 'client/parts'],
  'client/pages': [
    'addresses',
    'domain',
    'client/backend',
    'client/ui',
    'client/copy',
    'client/parts',
    'client/features/*',
  ],
  'client/app': ['addresses', 'domain', 'client/backend', 'client/ui', 'client/copy', 'client/pages'],
  'client/service-worker': ['addresses'],
  ...Object.fromEntries(
    serverLayers.flatMap((layer, height) =>
      layer.map((room) => [room, ['addresses', 'domain', ...serverLayers.slice(0, height).flat()]]),
    ),
  ),
  'server/routes/functions': ['addresses', 'domain', 'functions', ...serverLayers.slice(0, 7).flat()],
  functions: ['domain'],
  'supabase/functions': ['functions'],
  'bench/supabase-lite': ['server/database', 'tests/support'],
  bench: ['domain', 'addresses', 'functions', 'server/**', 'tests/**', 'scripts/run-checks.ts'],
  scripts: [
    'addresses',
    'client/backend/stored-session.ts',
    'client/backend/typed-calculation.ts',
    'server/**',
    'bench/**',
    'tests/**',
    'vite.config.ts',
  ],
  tests: ['**'],
  'client/testing': ['domain', 'client/**'],
};

const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const imports = new Map(sources.map((file) => [file, importsOf(file)]));

/** The files that a file imports by a relative path: also types, later by `import()`, and as the program of a process. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').replace(/^\s*(\/\*[\s\S]*?\*\/|\/\/.*)/gm, '');
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

function fits(pattern: string, file: string): boolean {
  if (pattern === '**') return true;
  const folder = pattern.replace(/\/\*\*$/, '').replace('*', '[^/]+');
  return new RegExp(`^${folder}(/|$)`).test(file);
}

function roomOf(file: string): string | undefined {
  return Object.keys(rooms)
    .filter((room) => fits(room, file))
    .sort((a, b) => b.length - a.length)[0];
}

/** Two folders that one star stands for, such as two features, are two rooms. */
function folderOf(room: string, file: string): string {
  return file.split('/').slice(0, room.split('/').length).join('/');
}

test('every import leads where docs/architecture.md lets it lead', () => {
  const wrong = [...imports]
    .filter(([file]) => !isTest(file))
    .flatMap(([file, targets]) => {
      const room = roomOf(file);
      if (room === undefined) return [];
      return targets
        .filter((target) => folderOf(room, target) !== folderOf(room, file))
        .filter((target) => !rooms[room]?.some((other) => fits(other, target)))
        .map((target) => `${file} -> ${target}`);
    });
  expect(wrong).toEqual([]);
});

test('every file stands in a room', () => {
  const settings = /^[^/]+\.config\.ts$|\.d\.ts$/;
  expect(sources.filter((file) => !settings.test(file) && !isTest(file) && roomOf(file) === undefined)).toEqual([]);
});

test('no files import each other in a circle', () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (done.has(file) || path.includes(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of sources) visit(file, []);
  expect(circles).toEqual([]);
});
