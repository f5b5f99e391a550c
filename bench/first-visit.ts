/// <reference lib="dom" />
/**
 * Measures what a first visit costs with 500 kbit/s, a latency of 400 ms and a processor that is four times slower: the landing page
 * beside a blank one, and the pack of an owner whose session is in storage. Each visit has an empty cache. Medians of nine rounds, in
 * turns.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright';
import { chromiumLaunchOptions } from '../tests/support/chromium.ts';
import { seedPack } from '../tests/support/seed-pack.ts';
import { startServer } from '../tests/support/start-server.ts';
import { settle, tell } from './pages/compare.ts';
import { firstCardOf, noteFirstCard } from './pages/first-card.ts';
import { median } from './rounds.ts';

const rounds = Number(process.env.ROUNDS ?? 9);
const line = { offline: false, latency: 400, downloadThroughput: 500_000 / 8, uploadThroughput: 500_000 / 8 };
/** Milliseconds without a request after which a page has all that it asks for. */
const quiet = 2_000;

type Asked = { count: number; bytes: number };

async function openPhone(browser: Browser): Promise<{ context: BrowserContext; page: Page; network: CDPSession }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  return { context, page, network: await context.newCDPSession(page) };
}

/** Slows the page's line and processor down from here on. Returns what it has asked for so far, which keeps growing. */
async function slowDown(network: CDPSession): Promise<Asked & { last: number }> {
  const asked = { count: 0, bytes: 0, last: Date.now() };
  network.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('http')) return;
    asked.count += 1;
    asked.last = Date.now();
  });
  network.on('Network.dataReceived', ({ encodedDataLength }) => {
    asked.bytes += encodedDataLength;
    asked.last = Date.now();
  });
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', line);
  await network.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return asked;
}

type Paints = { fcp: number; lcp: number };

async function visit(browser: Browser, url: string): Promise<Paints> {
  const { context, page, network } = await openPhone(browser);
  await page.addInitScript(() => {
    const paints = { fcp: 0, lcp: 0 };
    Object.assign(window, { paints });
    new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries())
        if (name === 'first-contentful-paint') paints.fcp = startTime;
    }).observe({ type: 'paint', buffered: true });
    new PerformanceObserver((list) => {
      paints.lcp = list.getEntries().at(-1)?.startTime ?? 0;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await slowDown(network);
  await page.goto(url, { waitUntil: 'networkidle' });
  const paints = await page.evaluate(() => (window as unknown as { paints: Paints }).paints);
  await context.close();
  return paints;
}

/** Times in milliseconds from the start of the navigation. */
type Opening = { firstCard: number; last: number; before: Asked; inAll: Asked };

/** Opens the pack with a session in storage and nothing else. */
async function openPack(browser: Browser, url: string, session: string): Promise<Opening> {
  const { context, page, network } = await openPhone(browser);
  await page.addInitScript((text) => localStorage.setItem('wagday-session', text), session);
  await noteFirstCard(page);
  const asked = await slowDown(network);
  await page.goto(url, { waitUntil: 'commit' });
  const firstCard = await firstCardOf(page);
  const before = { count: asked.count, bytes: asked.bytes };
  while (Date.now() - asked.last < quiet) await page.waitForTimeout(quiet / 10);
  const last = asked.last - (await page.evaluate(() => performance.timeOrigin));
  await context.close();
  return { firstCard, last, before, inAll: { count: asked.count, bytes: asked.bytes } };
}

/** Serves a page with one word, uncompressed, from the root of a server of its own. */
async function serveBlankPage(): Promise<{ url: string; stop: () => void }> {
  const body =
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Blank</title><p>Blank';
  const blank = createServer((_, response) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(body));
  await new Promise<void>((resolve) => blank.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${(blank.address() as AddressInfo).port}`, stop: () => blank.close() };
}

const server = await startServer({ script: 'scripts/start.ts' });
const blank = await serveBlankPage();
const browser = await chromium.launch(chromiumLaunchOptions());
try {
  const dogs = [
    { name: 'Biscuit', birth_date: '2019-06-14', size: 'small' as const, photo: 'portrait' as const },
    { name: 'Mochi', birth_date: '2021-03-02', size: 'large' as const },
  ];
  const session = JSON.stringify(
    await seedPack(server.url, { email: 'owner@example.com', password: 'wag-wag-wag', dogs }),
  );
  const landing: Paints[] = [];
  const empty: Paints[] = [];
  const packs: Opening[] = [];
  for (let round = 0; round < rounds; round += 1) {
    empty.push(await visit(browser, blank.url));
    landing.push(await visit(browser, server.url));
    packs.push(await openPack(browser, server.url, session));
  }
  const of = <Result>(results: readonly Result[], read: (result: Result) => number) => median(results.map(read));
  console.log(`\nThe landing page beside a blank one, median of ${rounds}`);
  for (const [key, mostRatio] of [
    ['fcp', 1.2],
    ['lcp', 1.35],
  ] as const) {
    const [ours, theirs] = [of(landing, (paints) => paints[key]), of(empty, (paints) => paints[key])];
    tell(
      `${key.toUpperCase()} ${Math.round(ours)} ms, blank ${Math.round(theirs)} ms: ratio`,
      ours / theirs,
      mostRatio,
    );
  }
  console.log(`\nAn owner's first visit, median of ${rounds}`);
  tell(
    'First card',
    of(packs, ({ firstCard }) => firstCard / 1000),
    4,
    ' s',
  );
  tell(
    'Before it',
    of(packs, ({ before }) => before.bytes / 1024),
    150,
    ' KB',
  );
  tell(
    'Requests before it',
    of(packs, ({ before }) => before.count),
    10,
  );
  tell(
    'After it, until all has come',
    of(packs, ({ firstCard, last }) => Math.max(0, last - firstCard) / 1000),
    3,
    ' s',
  );
  tell(
    'After it',
    of(packs, ({ before, inAll }) => (inAll.bytes - before.bytes) / 1024),
    110,
    ' KB',
  );
} finally {
  await browser.close();
  blank.stop();
  await server.stop();
}
settle();
