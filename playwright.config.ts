import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './tests/support/chromium.ts';

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 900 } };

export default defineConfig({
  outputDir: 'test-results/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  // A test that passes only at the second try is counted, and named at the end of the run: a shared machine can stall.
  retries: 1,
  workers: 2,
  // Generous, so that only a hang is a failure on a small shared machine.
  timeout: 120_000,
  expect: { timeout: 30_000, toHaveScreenshot: { animations: 'disabled', caret: 'hide', maxDiffPixelRatio: 0.001 } },
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
    { name: 'phone', testDir: 'tests/e2e', use: phone },
    { name: 'desktop', testDir: 'tests/e2e', use: desktop },
    { name: 'pictures-phone', testDir: 'tests/screens', use: phone },
    { name: 'pictures-desktop', testDir: 'tests/screens', use: desktop },
  ],
});
