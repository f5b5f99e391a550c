import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions, findShell } from './tests/support/chromium.ts';

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 900 } };

// Journeys in which the layout plays no part run on one of the two.
const onPhoneAlone = ['crash', 'offline', 'photos', 'sharing'].map((name) => `${name}.spec.ts`);
const onDesktopAlone = ['account', 'failures', 'links', 'recovery', 'session', 'specification'].map(
  (name) => `${name}.spec.ts`,
);

const journey = { launchOptions: chromiumLaunchOptions(findShell()) };

export default defineConfig({
  outputDir: 'test-results/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  // A test that needed a second try has failed.
  retries: 0,
  workers: 2,
  // Generous, so that only a hang is a failure on a small shared machine.
  timeout: 120_000,
  expect: { timeout: 30_000, toHaveScreenshot: { animations: 'disabled', caret: 'hide', maxDiffPixels: 60 } },
  use: {
    ...(process.env.WAGDAY_TEST_URL ? { baseURL: process.env.WAGDAY_TEST_URL } : {}),
    browserName: 'chromium',
    launchOptions: chromiumLaunchOptions(),
    locale: 'en-US',
    timezoneId: 'America/New_York',
    trace: 'retain-on-failure',
    // The journeys without network bring it back; in all others each request is to be seen.
    serviceWorkers: 'block',
  },
  // The kept pictures are the gallery of the docs.
  snapshotPathTemplate: 'docs/gallery/{arg}{ext}',
  projects: [
    { name: 'phone', testDir: 'tests/e2e', testIgnore: onDesktopAlone, use: { ...phone, ...journey } },
    { name: 'desktop', testDir: 'tests/e2e', testIgnore: onPhoneAlone, use: { ...desktop, ...journey } },
    { name: 'pictures-phone', testDir: 'tests/screens', use: phone },
    { name: 'pictures-desktop', testDir: 'tests/screens', use: desktop },
  ],
});
