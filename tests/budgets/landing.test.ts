/**
 * What a visitor's first page may weigh, in a real browser on the built pages: bytes as they travel, which do not depend on how
 * busy this machine is. How long it takes is measured by `npm run bench:landing`.
 */
import { brotliCompressSync, constants } from 'node:zlib';
import { type Browser, chromium, type Page, type Request } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumLaunchOptions } from '../support/chromium.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { untilTypefaceLaidOut } from '../support/typeface.ts';

const KB = 1024;

/** `bytes` are those of the body, `headers` those before it. */
type Fetched = { path: string; type: string; bytes: number; headers: number; startTime: number; body: string };

let server: TestServer;
let browser: Browser;
let html: string;
let idle: ReturnType<typeof visit> | undefined;
/** A visitor who does nothing, for all tests. */
const visitIdly = () => {
  idle ??= visit();
  return idle;
};

beforeAll(async () => {
  server = await startServer({ script: 'scripts/start.ts' });
  browser = await chromium.launch(chromiumLaunchOptions());
  html = await (await fetch(server.url)).text();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

function brotliSize(text: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  return brotliCompressSync(text, { params }).length;
}

/** A phone that has never been here, and all it fetches. */
async function visit(): Promise<{ page: Page; fetched: Fetched[] }> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const fetched: Fetched[] = [];
  const weigh = async (request: Request) => {
    const response = await request.response();
    const { responseBodySize: bytes, responseHeadersSize: headers } = await request.sizes();
    const type = request.resourceType();
    const body = type === 'font' || type === 'image' ? '' : ((await response?.text()) ?? '');
    const { pathname: path } = new URL(request.url());
    fetched.push({ path, type, bytes, headers, startTime: request.timing().startTime, body });
  };
  page.on('requestfinished', (request) => {
    // What arrives as the page is closed is not weighed any more.
    void weigh(request).catch((error) => expect(page.isClosed(), String(error)).toBe(true));
  });
  await page.goto(server.url);
  // After the first paint the page asks for its typeface and for the code that it is going to need.
  await page.locator('link[rel="modulepreload"]').first().waitFor({ state: 'attached' });
  const asked = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map(
      ({ href }) => new URL(href).pathname,
    ),
  );
  // A browser that offers to install the page asks for this as well, and Lighthouse counts it.
  const manifest = '/manifest.webmanifest';
  await page.evaluate((path) => fetch(path).then((answer) => answer.text()), manifest);
  asked.push(manifest);
  const isHere = (path: string) => fetched.some((file) => file.path === path);
  await expect.poll(() => asked.every(isHere) && fetched.some(({ type }) => type === 'font')).toBe(true);
  return { page, fetched };
}

/** What is too heavy, with the files that make it up, the heaviest first; empty when all is well. */
function excess(what: string, files: readonly Fetched[], limit: number): string {
  const sum = files.reduce((total, { bytes }) => total + bytes, 0);
  if (sum <= limit) return '';
  const list = files.toSorted((one, other) => other.bytes - one.bytes).map(({ path, bytes }) => `\n  ${bytes} ${path}`);
  return `${what}: ${sum} bytes, ${sum - limit} more than ${limit}${list.join('')}`;
}

test('a visitor is sent no more than the budget, and no code of the pages behind @10.8', async () => {
  const { fetched } = await visitIdly();
  const ofType = (type: string) => fetched.filter((file) => file.type === type);
  expect(ofType('document')).toHaveLength(1);
  expect(ofType('script').length).toBeGreaterThan(0);
  expect(ofType('font')).toHaveLength(1);
  expect(excess('HTML with its styles', ofType('document'), 12 * KB)).toBe('');
  expect(excess('JavaScript', ofType('script'), 70 * KB)).toBe('');
  expect(excess('Typefaces', ofType('font'), 14 * KB)).toBe('');
  const whole = fetched.map((file) => ({ ...file, bytes: file.bytes + file.headers }));
  expect(excess('Everything, with its headers', whole, 90 * KB)).toBe('');
  const scripts = ofType('script').map(({ body }) => body);
  for (const foreign of ['GoTrueClient', 'QueryClient', 'Close message', 'Plan Birthday Celebration']) {
    expect(scripts.filter((script) => script.includes(foreign))).toEqual([]);
  }
});

test('up to the report a visitor is sent no more than 130 KB, and no Supabase code, which a pointer on Sign In brings @10.8 @10.151', async () => {
  const { page, fetched } = await visit();
  // Without the reveal: a while after the report its chart is sent, too.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByLabel("Dog's Name").fill('Biscuit');
  await page.getByRole('textbox', { name: 'Birthday' }).fill('2019-06-14');
  await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
  await page.getByRole('region', { name: "Biscuit's Birthday Report" }).waitFor();
  // Not the toast itself, which may be gone before a busy machine looks.
  await expect.poll(() => fetched.some(({ path }) => path.includes('/toast-list-'))).toBe(true);
  await page.waitForLoadState('networkidle');
  const whole = fetched.map((file) => ({ ...file, bytes: file.bytes + file.headers }));
  expect(excess('Everything up to the report', whole, 130 * KB)).toBe('');
  const hasSupabase = () => fetched.some(({ body }) => body.includes('GoTrueClient'));
  expect(hasSupabase()).toBe(false);
  await page.getByRole('link', { name: 'Sign In' }).hover();
  await expect.poll(hasSupabase).toBe(true);
  await page.close();
});

test('the first paint waits only for the document, and for at most 1 KB of script in it', async () => {
  const { page } = await visitIdly();
  const early = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    if (!paint) return ['nothing was painted'];
    return resources.filter(({ startTime }) => startTime < paint.startTime).map(({ name }) => name);
  });
  // The icon of the tab is the browser's own wish.
  expect(early.filter((name) => !name.endsWith('/favicon.svg'))).toEqual([]);
  const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  // The second does nothing: that a module is waited for lets browsers draw the page first.
  expect(scripts.slice(1)).toEqual(['0']);
  expect(scripts.map(brotliSize).reduce((total, size) => total + size, 0)).toBeLessThanOrEqual(KB);
});

test('code runs at the first sign of somebody, and is there by then', async () => {
  const { page, fetched } = await visit();
  const scripts = () => fetched.filter(({ type }) => type === 'script').map(({ path }) => path);
  const before = scripts();
  expect(before.some((path) => path.includes('/react-'))).toBe(true);
  expect(await page.locator('[data-alive]').count()).toBe(0);
  await page.mouse.move(100, 100);
  await page.locator('[data-island="start"][data-alive]').waitFor();
  expect(scripts().filter((path) => path.includes('/react-'))).toHaveLength(1);
  await page.close();
});

test('the drawings of the landing page are in its HTML, and weigh at most 5 KB', async () => {
  const { fetched } = await visitIdly();
  const drawings = brotliSize(html) - brotliSize(html.replace(/(<svg[^>]*>)[\s\S]*?(<\/svg>)/g, '$1$2'));
  expect(drawings).toBeGreaterThan(KB);
  expect(drawings).toBeLessThanOrEqual(5 * KB);
  expect(fetched.filter(({ type, path }) => type === 'image' && path !== '/favicon.svg')).toEqual([]);
});

test('on a desktop the picture of a card comes after the first paint, and is no larger than 24 KB', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(server.url);
  const card = page.getByRole('img', { name: /^Birthday card/ });
  await expect.poll(() => card.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(380);
  const [asked, painted, bytes] = await page.evaluate(() => {
    const [file] = performance.getEntriesByName(`${location.origin}/number-card.webp`) as PerformanceResourceTiming[];
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return [file?.startTime, paint?.startTime, file?.encodedBodySize];
  });
  expect(asked).toBeGreaterThanOrEqual(painted ?? Number.POSITIVE_INFINITY);
  expect(bytes).toBeLessThanOrEqual(24 * KB);
  await page.close();
});

test('nothing in the landing page is against its own policy', () => {
  expect(html).toContain('Every Dog Deserves Multiple Birthdays!');
  expect(html.match(/<[^>]+ (style|on[a-z]+)=/g)).toBeNull();
});

test.for([360, 390, 412, 1280])(
  'nothing on the landing page moves while it loads in a window %i wide',
  async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 844 } });
    await page.addInitScript(() => {
      const counted = Object.assign(window, { isDrawn: false, shift: 0 });
      const observer = new PerformanceObserver((list) => {
        for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) counted.shift += value;
      });
      // A busy browser may draw the page before it has read all of it.
      document.addEventListener('DOMContentLoaded', () => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            observer.observe({ type: 'layout-shift' });
            counted.isDrawn = true;
          }),
        );
      });
    });
    await page.route('**/*.woff2', async (route) => {
      await page.waitForFunction(() => 'isDrawn' in window && window.isDrawn);
      await route.continue();
    });
    await page.goto(server.url);
    await page.mouse.move(100, 100);
    await page.locator('[data-island="start"][data-alive]').waitFor();
    await page.mouse.move(120, 100);
    await page.waitForSelector('[data-island="calculator"][data-alive]');
    await untilTypefaceLaidOut(page);
    expect(await page.evaluate(() => document.fonts.check('700 40px Grandstander'))).toBe(true);
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThanOrEqual(0.01);
    await page.close();
  },
);
