import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { chromiumLaunchOptions, findShell } from './tests/support/chromium.ts';
import { findZonedTests } from './tests/support/zoned-tests.ts';

// West of UTC, where a day read from the device's clock by mistake is the day before.
const homeZone = 'America/Los_Angeles';
// The calendar cases must hold wherever the owner lives: also east of UTC, at offsets of half and quarter hours, and at the date line.
const otherZones = ['UTC', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Asia/Kathmandu'];

// Real servers, hashes and browsers run on small shared machines, so these limits are generous: only a hang fails.
const patient = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };

/** Files that use nothing of each other's. A worker keeps the modules that it has loaded for the next file. */
const together = { environment: 'node' as const, isolate: false };
/** A file that replaces a module, which no other file may see. So it is a project of its own. */
const replacesModule = 'tests/attack/sessions.test.ts';
/** Starts a PostgreSQL that all tests of a run share. */
const withPostgres = { ...together, globalSetup: ['tests/support/run-postgres.ts'], ...patient };

/** Begins with tests that mostly wait for processes of their own, so that those of components use the processor meanwhile. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ project }: TestSpecification) => Number(!['lifecycle', 'machines'].includes(project.name));
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    // One more than the cores of a small machine: the servers under test are separate processes, for which their tests wait.
    maxWorkers: 3,
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        test: {
          name: 'domain',
          include: ['domain/**/*.test.ts', 'mail/**/*.test.ts'],
          ...together,
          env: { TZ: homeZone },
          ...patient,
        },
      },
      ...otherZones.map((timeZone) => ({
        test: {
          name: `domain-${timeZone}`,
          include: findZonedTests(),
          ...together,
          env: { TZ: timeZone },
          ...patient,
        },
      })),
      {
        plugins: [react(), tailwindcss()],
        publicDir: 'client/public',
        // Pre-bundles all of them: one that Vite finds later reloads the page under a running test.
        optimizeDeps: {
          include: [
            'client-zip',
            'jsqr',
            'mediabunny',
            'react',
            'react-dom',
            'react-dom/client',
            'react-dom/server',
            'react/jsx-dev-runtime',
            'vitest-browser-react',
            'uqr',
            'wouter',
            'wouter/use-browser-location',
            '@tanstack/react-query',
            '@supabase/postgrest-js',
            '@supabase/supabase-js',
          ],
        },
        test: {
          name: 'client',
          include: ['client/**/*.test.{ts,tsx}'],
          setupFiles: ['client/testing/setup.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // Without motion a press waits for no dialog that is on its way. A test of what moves asks for motion.
            provider: playwright({
              launchOptions: chromiumLaunchOptions(findShell()),
              contextOptions: { reducedMotion: 'reduce' },
              actionTimeout: 30_000,
            }),
            instances: [{ browser: 'chromium' as const }],
          },
          ...patient,
          // With a clock that a test holds, `expect.element` waits until the test's own time is over: a broken page must not take the hours
          // of a run.
          testTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'server',
          include: [
            'embedded-supabase/**/*.test.ts',
            'server/**/*.test.ts',
            'addresses/**/*.test.ts',
            'functions/**/*.test.ts',
          ],
          ...withPostgres,
        },
      },
      {
        test: { name: 'contract', include: ['tests/contract/**/*.test.ts'], ...withPostgres },
      },
      {
        test: {
          name: 'attack',
          include: ['tests/attack/**/*.test.ts'],
          exclude: [replacesModule],
          ...withPostgres,
        },
      },
      { test: { name: 'attack-sessions', include: [replacesModule], ...withPostgres } },
      {
        test: {
          name: 'machines',
          include: ['tests/machines/**/*.test.ts'],
          environment: 'node' as const,
          ...patient,
        },
      },
      // Part of `npm run test:conformance`, which installs Deno.
      ...(process.env.WAGDAY_DENO
        ? [{ test: { name: 'deno', include: ['tests/deno/**/*.test.ts'], environment: 'node' as const, ...patient } }]
        : []),
      { test: { name: 'simulation', include: ['tests/simulation/**/*.test.ts'], ...together, ...patient } },
      { test: { name: 'structure', include: ['tests/structure/**/*.test.ts'], ...together, ...patient } },
      { test: { name: 'budgets', include: ['tests/budgets/**/*.test.ts'], environment: 'node' as const, ...patient } },
      {
        test: {
          name: 'lifecycle',
          include: ['tests/lifecycle/**/*.test.ts'],
          ...withPostgres,
        },
      },
    ],
  },
});
