/** Enforces the import directions of docs/architecture.md, including types, and that there are no cycles. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, readImports } from '../../scripts/imports.ts';
import { ROOT } from '../../scripts/run-checks.ts';

/**
 * The embedded Supabase from the bottom up: each room imports the layers below it and nothing of Wagday's. A star stands for one folder.
 */
const supabaseLayers = [
  ['embedded-supabase/errors.ts', 'embedded-supabase/put-last.ts'],
  ['embedded-supabase/files.ts', 'embedded-supabase/log.ts'],
  ['embedded-supabase/http'],
  ['embedded-supabase/database'],
  ['embedded-supabase/keys'],
  ['embedded-supabase/jobs'],
  ['embedded-supabase/access', 'embedded-supabase/limits', 'embedded-supabase/mail', 'embedded-supabase/photos'],
  ['embedded-supabase/auth', 'embedded-supabase/rest', 'embedded-supabase/storage'],
  ['embedded-supabase/embedded-supabase.ts'],
  ['embedded-supabase/index.ts'],
];

/** Wagday's own part of the server, from the bottom up. */
const serverLayers = [
  ['server/product.ts'],
  ['server/config.ts'],
  ['server/functions', 'server/web'],
  ['server/backup'],
  ['server/admin'],
  ['server/composition'],
  ['server/main.ts'],
];

function layered(layers: readonly (readonly string[])[], others: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(
    layers.flatMap((layer, height) => layer.map((room) => [room, [...others, ...layers.slice(0, height).flat()]])),
  );
}

const looks = ['client/ui', 'client/copy', 'client/art', 'client/charts', 'client/cards'];

/** Every room, and the rooms that it may import besides itself. A file belongs to the room with the longest matching name. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  addresses: [],
  domain: [],
  mail: ['addresses', 'domain'],
  'client/ui': [],
  'client/copy': ['domain'],
  'client/art': ['domain', 'client/ui'],
  'client/charts': ['domain', 'client/ui', 'client/art'],
  'client/shared/share': ['addresses', 'domain', 'client/ui', 'client/copy', 'client/art'],
  'client/cards': ['domain', 'client/ui', 'client/copy', 'client/art', 'client/shared/share'],
  'client/shared': ['addresses', 'domain', ...looks],
  'client/shared/photos': ['client/data', ...looks],
  'client/shared/sign-out.tsx': ['client/data', ...looks],
  'client/data': ['addresses', 'domain'],
  // Records are described the same with or without network, so they do not import the queue.
  'client/data/records': [
    'domain',
    'client/data/client.ts',
    'client/data/backend-error.ts',
    'client/data/photos/photo-address.ts',
  ],
  'client/features/*': ['addresses', 'domain', 'client/data', 'client/shared', ...looks],
  'client/pages': ['addresses', 'domain', 'client/data', 'client/shared', 'client/features/*', ...looks],
  'client/entries': ['addresses', 'domain', 'client/data', 'client/shared', 'client/pages', ...looks],
  'client/service-worker': ['addresses'],
  ...layered(supabaseLayers, []),
  ...layered(serverLayers, ['addresses', 'domain', 'mail', 'functions', 'embedded-supabase/index.ts']),
  functions: ['addresses', 'domain', 'mail'],
  'supabase/functions': ['functions'],
  'bench/supabase-lite': ['embedded-supabase/database', 'tests/support'],
  bench: [
    'domain',
    'mail',
    'addresses',
    'functions',
    'embedded-supabase/**',
    'server/**',
    'tests/**',
    'scripts/run-checks.ts',
  ],
  scripts: [
    'addresses',
    'domain',
    'client/data/session/stored-session.ts',
    'client/data/drafts/typed-calculation.ts',
    'embedded-supabase/**',
    'server/**',
    'bench/**',
    'tests/**',
    'vite.config.ts',
  ],
  tests: ['**'],
  'client/testing': ['domain', 'client/**'],
};

const imports = readImports();
const sources = [...imports.keys()];
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

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

test('only the report reads what others say of ages and lives; no card, mail or push does @10.331', () => {
  const readers = sources.filter((file) => imports.get(file)?.includes('domain/dogs/human-years-models.ts'));
  const report = ['client/charts/human-years-chart.tsx', 'client/shared/report/report-details.tsx'];
  expect(readers.filter((file) => !isTest(file)).sort()).toEqual(report);
});

test('every file is in a room', () => {
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

test('the embedded Supabase knows nothing of the product: no word, table or function, in code, SQL or texts', () => {
  const folder = join(ROOT, 'supabase/schemas');
  const schema = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const made = schema.flatMap((text) => [
    ...text.matchAll(/^create (?:table|view|function) (?:public|private)\.(\w+)/gm),
  ]);
  const words =
    'wagday|dogs?|pupp(y|ies)|packs?|part(y|ies)|guests?|invitations?|reminders?|birthdays?|celebrat\\w*|calendars?';
  const known = new RegExp(
    `\\b(${[words, ...made.map(([, name]) => name)].join('|')})\\b|wagday|dog-|\\bprivate\\.`,
    'i',
  );
  const found = listFiles('embedded-supabase')
    .filter((file) => /\.(ts|sql|json|md)$/.test(file))
    .flatMap((file) => {
      const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
      return lines.flatMap((line, index) => (known.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []));
    });
  expect(made.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

test('the embedded Supabase declares the packages that it imports, and no others', () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'embedded-supabase/package.json'), 'utf8'));
  const used = sources
    .filter((file) => file.startsWith('embedded-supabase/') && !isTest(file))
    .flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\bfrom '(?!node:)((?:@[\w-]+\/)?[\w-]+)/g)])
    .map(([, name]) => name);
  expect([...new Set(used)].sort()).toEqual(Object.keys(dependencies).sort());
});
