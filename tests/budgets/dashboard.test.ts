/** What an owner's pack may weigh, in a real browser on the built pages. */
import { brotliCompressSync } from 'node:zlib';
import { chromium } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumLaunchOptions } from '../support/chromium.ts';
import { seedPack } from '../support/seed-pack.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

/** All scripts of the pack before each dog got a page and the birthday its candles: measured by this test at commit be928b7. */
const before = 184_312;

/** What all of that may add to a pack of which nothing has been opened, in bytes. The rest loads when it is wanted. */
const growth = 25 * 1024;

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ script: 'scripts/start.ts' });
});
afterAll(() => server.stop());

test('the pack of an owner brings its own code, and loads what it can open later', async () => {
  const session = await seedPack(server.url, {
    email: 'weight@example.com',
    password: 'wag-wag-wag',
    dogs: [
      { name: 'Biscuit', birth_date: '2019-06-14', size: 'small', photo: 'portrait' },
      { name: 'Moose', birth_date: '2020-02-29', size: 'giant' },
    ],
  });
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const page = await browser.newPage();
    const scripts = new Map<string, Promise<string>>();
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      const body = response.text();
      // One that arrives as the page is closed is not read any more.
      body.catch(() => undefined);
      scripts.set(response.url(), body);
    });
    await page.addInitScript((text) => localStorage.setItem('wagday-session', text), JSON.stringify(session));
    await page.goto(server.url);
    await page.getByRole('article').nth(1).waitFor();
    await page.waitForLoadState('networkidle');
    const sizes = await Promise.all(
      [...scripts].map(async ([url, body]) => ({
        bytes: brotliCompressSync(await body).length,
        path: new URL(url).pathname,
      })),
    );
    const sum = sizes.reduce((total, { bytes }) => total + bytes, 0);
    const list = sizes.toSorted((one, other) => other.bytes - one.bytes).map(({ path, bytes }) => `${bytes} ${path}`);
    expect(sum).toBeGreaterThan(before / 2);
    expect(sum, list.join('\n')).toBeLessThanOrEqual(before + growth);
  } finally {
    await browser.close();
  }
});
