import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions, findShell } from './tests/support/chromium.ts';

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 900 } };

// Journeys run on a phone. Those of these files run on a desktop instead, and those tagged `@both` run on both, because they show the
// layout. `@desktop` marks a single journey for the desktop. Pictures are taken on both, but those tagged `@phone`, which look the same.
const onDesktop = ['account', 'keyboard', 'links', 'session', 'specification'].map((name) => `/${name}.spec.ts`);

export default defineConfig({
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  // A test that needed a second try has failed.
  retries: 0,
  // One more than the cores of a small machine, which would idle while two journeys wait for their pages.
  workers: 3,
  // Generous, so that only a hang is a failure on a small shared machine.
  timeout: 300_000,
  expect: { timeout: 60_000, toHaveScreenshot: { animations: 'disabled', caret: 'hide', maxDiffPixels: 60 } },
  use: {
    ...(process.env.WAGDAY_TEST_URL ? { baseURL: process.env.WAGDAY_TEST_URL } : {}),
    browserName: 'chromium',
    launchOptions: chromiumLaunchOptions(findShell()),
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // A trace slows down every journey; a screenshot slows down only one that failed.
    screenshot: 'only-on-failure',
    trace: process.env.WAGDAY_TRACE ? 'retain-on-failure' : 'off',
    // The journeys without network allow it again. In all others the worker would hide requests.
    serviceWorkers: 'block',
  },
  // The reference screenshots are the gallery of the docs. `npm run gallery` first takes them into another folder.
  snapshotPathTemplate: `${process.env.WAGDAY_GALLERY ?? 'docs/gallery'}/{arg}{ext}`,
  // Few, because each starts its own browsers.
  projects: [
    {
      name: 'phone',
      testDir: 'tests',
      testIgnore: onDesktop.map((name) => `**${name}`),
      grepInvert: /@desktop/,
      use: phone,
    },
    {
      name: 'desktop',
      testDir: 'tests',
      grep: new RegExp(['@both', '@desktop', '/screens/(?!.*@phone)', ...onDesktop].join('|')),
      use: desktop,
    },
  ],
});
