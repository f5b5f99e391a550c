import { type Browser, chromium } from 'playwright';
import { chromiumLaunchOptions } from '../../tests/support/chromium.ts';

/** How many times slower the simulated phone is than this machine. */
const slowdown = 4;

/** In milliseconds. A task up to this length lets the page respond in time; the rest of it counts as blocking, as in Lighthouse. */
const shortTask = 50;

/** Milliseconds for which a page is watched after it has loaded. */
const watch = 4_000;

type TraceEvent = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number };

/**
 * Computes the blocking time from the first paint to the end, from the browser's trace. It multiplies thread time at full speed,
 * because wall-clock time and the browser's throttling both include the time that other programs take: on a busy machine they cannot
 * tell a page that blocks from one that does not.
 */
function blockingIn(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const paint = traceEvents.find(({ name }) => name === 'firstContentfulPaint');
  if (!paint) throw new Error('The page painted nothing.');
  return traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === paint.pid && tid === paint.tid)
    .filter(({ ts, dur = 0 }) => ts + dur > paint.ts)
    .reduce((sum, { dur = 0, tdur = dur }) => sum + Math.max(0, (tdur / 1000) * slowdown - shortTask), 0);
}

async function visit(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(watch);
  const trace = await browser.stopTracing();
  await context.close();
  return blockingIn(trace);
}

/** Returns the blocking times of each page, in milliseconds of the slower phone, one for each visit. */
export async function measureBlocking(urls: readonly string[], rounds: number): Promise<number[][]> {
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const results: number[][] = urls.map(() => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, url] of urls.entries()) results[index]?.push(await visit(browser, url));
    }
    return results;
  } finally {
    await browser.close();
  }
}
