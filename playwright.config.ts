import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './tests/support/chromium.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  // A test that passes only at the second try is counted, and named at the end of the run: a shared machine can stall.
  retries: 1,
  workers: 2,
  // Generous, so that only a hang is a failure on a small shared machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    ...(process.env.WAGDAY_TEST_URL ? { baseURL: process.env.WAGDAY_TEST_URL } : {}),
    browserName: 'chromium',
    launchOptions: chromiumLaunchOptions(),
    locale: 'en-US',
    timezoneId: 'America/New_York',
    trace: 'retain-on-failure',
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } },
    { name: 'desktop', use: { viewport: { width: 1280, height: 900 } } },
  ],
});
