/** Checks what `npm test -- --changed` runs: it must not silently leave out anything that a change can break. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testsForChanges } from '../../scripts/changed-tests.ts';
import { readImports } from '../../scripts/imports.ts';
import { ROOT } from '../../scripts/run-checks.ts';

const imports = readImports();
const testsOf = (...files: string[]) => testsForChanges(files, imports);

test('a change of a rule runs its tests, those of what imports it, and all that open pages or start servers', () => {
  const tests = testsOf('domain/dogs/age.ts');
  expect(tests).toEqual(
    expect.arrayContaining([
      ...['domain/dogs/age.test.ts', 'domain/celebrations/birthday-report.test.ts', 'tests/structure', 'tests/e2e'],
      ...['client/features/calculator/calculator.test.tsx', 'tests/contract', 'tests/lifecycle', 'tests/screens'],
    ]),
  );
  expect(tests).not.toContain('client');
  expect((tests as string[]).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('a change of what only pages are made of leaves out the tests of the server', () => {
  const tests = testsOf('client/features/landing/landing-sections.tsx');
  expect(tests).toEqual(
    expect.arrayContaining(['client/features/landing/header.test.tsx', 'tests/e2e', 'tests/screens']),
  );
  expect(tests).not.toContain('tests/contract');
  expect(testsOf('client/styles/base.css')).toEqual(expect.arrayContaining(['client', 'tests/e2e', 'tests/screens']));
});

test('a change of a test runs that test, and one of what tests share runs those that import it or are started by it', () => {
  expect(testsOf('tests/e2e/pack.spec.ts')).toEqual(['tests/e2e/pack.spec.ts', 'tests/structure']);
  expect(testsOf('tests/e2e/axe.ts')).toEqual(expect.arrayContaining(['tests/e2e/guests.spec.ts']));
  for (const shared of ['playwright.config.ts', 'tests/support/start-server.ts']) {
    expect(testsOf(shared)).toEqual(expect.arrayContaining(['tests/e2e/auth.spec.ts', 'tests/screens/cards.spec.ts']));
  }
  expect(testsOf('vitest.config.ts')).toEqual(expect.arrayContaining(['domain/dogs/age.test.ts']));
});

test('a change that no import leads to runs everything, unless it is one of texts or of measurements', () => {
  for (const file of ['supabase/migrations/1.sql', 'package.json', 'server/gone.ts', 'tests/support/new.json']) {
    expect([file, testsOf('docs/scale.md', file)]).toEqual([file, 'all']);
  }
  expect(testsOf('docs/scale.md', 'README.md', 'bench/landing.ts')).toEqual(['tests/structure']);
  expect(testsOf('supabase/schemas/02-dogs.sql')).toEqual(['tests/structure']);
  expect(testsOf('docs/gallery/landing-phone-light.png')).toEqual(['tests/screens', 'tests/structure']);
});
