/** What an owner's pack may weigh, in a real browser on the built pages. */
import { chromium, type Request } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { chromiumLaunchOptions } from '../support/chromium.ts';
import { seedPack } from '../support/seed-pack.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

/** All scripts of the pack before each dog got a page and the birthday its candles: measured by this test at commit be928b7. */
const before = 184_312;

/**
 * What all of that, live answers, the rules of the queue, guarded canvases, zones of devices, the way past the header and a form that offers what was typed before may add to a pack of which nothing has been opened, in bytes. The rest loads
 * when it is wanted.
 */
const growth = 32.5 * 1024;

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ script: 'scripts/start.ts' });
});
afterAll(() => server.stop());

test('the pack of an owner brings its own code, and loads what it can open later @10.9', async () => {
  const session = await seedPack(server.url, {
    email: 'weight@example.com',
    password: 'wag-wag-wag',
    dogs: [
      { name: 'Biscuit', birth_date: '2019-06-14', size: 'small', photo: 'portrait' },
      { name: 'Moose', birth_date: '2020-02-29', size: 'giant' },
    ],
  });
  const browser = await chromium.launch(chromiumLaunchOptions());
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const scripts = new Map<string, Request>();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('requestfinished', (request) => {
    const { pathname: path } = new URL(request.url());
    // A script that is asked for again comes out of the cache.
    if (request.resourceType() === 'script' && !scripts.has(path)) scripts.set(path, request);
  });
  await page.addInitScript((text) => {
    localStorage.setItem('wagday-session', text);
    // On some days of the year the pack asks for a photo.
    localStorage.setItem('wagday-no-portrait-until', '9999-12-31');
  }, JSON.stringify(session));
  await page.goto(server.url);
  await page.getByRole('article').nth(1).waitFor();
  // The lists are read once, and asked for with the scripts, few and before any of them has run.
  const first = asked.slice(0, 1 + asked.findIndex((path) => path.includes('/pack-')));
  expect(first).toEqual(expect.arrayContaining(['/rest/v1/dogs', '/rest/v1/birthday_celebrations']));
  expect(first.length, first.join('\n')).toBeLessThanOrEqual(16);
  expect(asked.filter((path) => /dogs$|birthday_celebrations$/.test(path))).toHaveLength(2);
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(
    [...scripts].map(async ([path, request]) => ({ bytes: (await request.sizes()).responseBodySize, path })),
  );
  const sum = sizes.reduce((total, { bytes }) => total + bytes, 0);
  const list = sizes.toSorted((one, other) => other.bytes - one.bytes).map(({ path, bytes }) => `${bytes} ${path}`);
  expect(sum).toBeGreaterThan(before / 2);
  expect(sum, list.join('\n')).toBeLessThanOrEqual(before + growth);
});
