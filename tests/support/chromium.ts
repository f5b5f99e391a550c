import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Chromium without a window of its own, which takes less time. */
const systemShells = ['/usr/bin/chromium-headless-shell'];

function firstOf(paths: readonly string[]): string | null {
  return paths.find((path) => path !== '' && existsSync(path)) ?? null;
}

/** The browser of the tests: Playwright's own if it is downloaded, otherwise the system's; null if there is none. */
export function findChromium(): string | null {
  return firstOf([chromium.executablePath(), ...systemBrowsers]);
}

/** The headless shell if it is installed, otherwise the whole browser. Push messages and measurements need the whole one. */
export function findShell(): string | null {
  return firstOf(systemShells) ?? findChromium();
}

/** Launch options for every test. The flags keep the browser from contacting services outside this machine. */
export function chromiumLaunchOptions(executablePath = findChromium()): {
  executablePath?: string;
  args: string[];
  chromiumSandbox: boolean;
} {
  return {
    ...(executablePath ? { executablePath } : {}),
    // Chromium's sandbox does not run as root or in most containers. The tests open only our own pages.
    chromiumSandbox: false,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A test hears a sound whether or not another has pressed something on its page before.
      '--autoplay-policy=no-user-gesture-required',
      // As the whole browser hints fonts, so that the headless shell draws the same pixels.
      '--font-render-hinting=slight',
    ],
  };
}
