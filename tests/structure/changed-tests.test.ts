/** Checks what `npm test -- --changed` runs: few tests where some are near, and no fewer than all where none are. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testsForChanges } from '../../scripts/changed-tests.ts';
import { readImports } from '../../scripts/imports.ts';
import { ROOT } from '../../scripts/run-checks.ts';

const imports = readImports();
const testsOf = (...files: string[]) => testsForChanges(files, imports);

/** What a new field of a dog changes, as docs/architecture.md says. */
const field = [
  ...[
    'supabase/schemas/02-dogs.sql',
    'supabase/migrations/1.sql',
    'domain/dogs/dog-draft.ts',
    'client/data/records/dogs.ts',
  ],
  ...[
    'client/features/pack/dog-form.tsx',
    'client/features/pack/more-about-fields.tsx',
    'client/features/pack/dog-card.tsx',
  ],
  ...['client/features/offline/change-dialog.tsx', 'client/features/dog-page/dog-page-body.tsx'],
];

test('a new field runs the tests that list every field and those near its files, and not all', () => {
  const tests = testsOf(...field);
  expect(tests).toEqual(
    expect.arrayContaining([
      ...['domain/dogs/dog-draft.test.ts', 'client/features/pack/dog-form.test.tsx', 'tests/contract/product'],
      ...['tests/e2e/specification.spec.ts', 'tests/lifecycle/every-column.test.ts', 'tests/structure'],
    ]),
  );
  for (const folder of ['tests/e2e', 'tests/contract', 'tests/lifecycle', 'tests/screens'])
    expect(tests).not.toContain(folder);
  expect(tests.length).toBeLessThan(60);
  expect((tests as string[]).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('a change that runs in a server runs all tests that start one, and a file that no test is near to all that open pages', () => {
  expect(testsOf('functions/serve-calendar.ts')).toEqual(
    expect.arrayContaining(['functions/serve-calendar.test.ts', 'tests/contract', 'tests/lifecycle', 'tests/e2e']),
  );
  expect(testsOf('domain/dogs/age.ts')).not.toContain('tests/contract');
  expect(testsOf('client/styles/base.css')).toEqual(expect.arrayContaining(['client', 'tests/e2e', 'tests/screens']));
  expect(testsOf('client/styles/base.css')).not.toContain('tests/contract');
});

test('a change of a test runs that test, and one of what tests share runs those that import it or are started by it', () => {
  expect(testsOf('tests/e2e/pack.spec.ts')).toEqual(['tests/e2e/pack.spec.ts', 'tests/structure']);
  expect(testsOf('tests/e2e/axe.ts')).toEqual(expect.arrayContaining(['tests/e2e/keyboard.spec.ts']));
  for (const shared of ['playwright.config.ts', 'tests/support/start-server.ts']) {
    expect(testsOf(shared)).toEqual(expect.arrayContaining(['tests/e2e/pack.spec.ts', 'tests/screens/cards.spec.ts']));
  }
  expect(testsOf('vitest.config.ts')).toEqual(expect.arrayContaining(['domain/dogs/age.test.ts']));
});

test('a change that no import leads to runs everything, unless it is one of texts or of measurements', () => {
  for (const file of ['supabase/config.toml', 'package.json', 'server/gone.ts', 'tests/support/new.json']) {
    expect([file, testsOf('docs/scale.md', file)]).toEqual([file, 'all']);
  }
  expect(testsOf('docs/scale.md', 'README.md', 'bench/landing.ts')).toEqual(['tests/structure']);
  expect(testsOf('supabase/schemas/02-dogs.sql')).toEqual(['tests/structure']);
  expect(testsOf('docs/gallery/landing-phone-light.png')).toEqual(['tests/screens', 'tests/structure']);
});
