import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Chromium without the parts that draw its own window: half the work for the same pages, though not pixel by pixel. */
const systemShells = ['/usr/bin/chromium-headless-shell'];

function firstOf(paths: readonly string[]): string | null {
  return paths.find((path) => path !== '' && existsSync(path)) ?? null;
}

/** The browser of the tests: Playwright's own where it was downloaded, otherwise one of the system; null when there is none. */
export function findChromium(): string | null {
  return firstOf([chromium.executablePath(), ...systemBrowsers]);
}

/** The light browser of the journeys, which compare no pictures; the other one where there is no light one. */
export function findShell(): string | null {
  return firstOf(systemShells) ?? findChromium();
}

/** How every test starts the browser. The flags keep it from reaching for services outside this machine. */
export function chromiumLaunchOptions(executablePath = findChromium()): {
  executablePath?: string;
  args: string[];
  chromiumSandbox: boolean;
} {
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
