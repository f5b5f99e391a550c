import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser of the tests: Playwright's own where it was downloaded, otherwise one of the system; null when there is none. */
export function findChromium(): string | null {
  const candidates = [chromium.executablePath(), ...systemBrowsers];
  return candidates.find((path) => path !== '' && existsSync(path)) ?? null;
}

/** How every test starts the browser. The flags keep it from reaching for services outside this machine. */
export function chromiumLaunchOptions(): { executablePath?: string; args: string[]; chromiumSandbox: boolean } {
  const executablePath = findChromium();
  return {
    ...(executablePath ? { executablePath } : {}),
    // Chromium's sandbox refuses to run as root and in most containers; the tests open only our own pages.
    chromiumSandbox: false,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}
