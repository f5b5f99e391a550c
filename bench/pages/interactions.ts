import { type Browser, chromium } from 'playwright';
import { chromiumLaunchOptions } from '../../tests/support/chromium.ts';

/** The longest time, by kind of event, that its listeners and what they render at once kept the page busy, in milliseconds. */
type Handlers = Record<string, number>;

type TraceEvent = { name: string; dur?: number; tdur?: number; args?: { data?: { type?: string } } };

/** How many times slower the simulated phone is than this machine. */
const slowdown = 4;

/**
 * Computes the times from the browser's trace, as multiplied thread time, which excludes the time that other programs take. The
 * browser's throttling would include it, because it runs by the clock.
 */
function handlersIn(trace: Buffer): Handlers {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const handlers: Handlers = {};
  for (const { name, dur = 0, tdur = dur, args } of traceEvents) {
    const type = args?.data?.type;
    if (name === 'EventDispatch' && type) handlers[type] = Math.max(handlers[type] ?? 0, (tdur / 1000) * slowdown);
  }
  return handlers;
}

async function visit(browser: Browser, url: string): Promise<Handlers> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await page.goto(url, { waitUntil: 'networkidle' });
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await page.getByRole('button', { name: 'Start Celebrating!' }).tap();
  await page.locator('[data-island="calculator"][data-alive]').waitFor();
  await page.getByLabel("Dog's Name").pressSequentially('Biscuit');
  await page.getByRole('textbox', { name: 'Birthday' }).fill('2019-06-14');
  await page.getByRole('radio', { name: /^Small/ }).tap();
  await page.getByRole('button', { name: 'Calculate Birthday!' }).tap();
  await page.getByRole('region', { name: "Biscuit's Birthday Report" }).waitFor();
  const trace = await browser.stopTracing();
  await page.close();
  return handlersIn(trace);
}

export async function measureHandlers(url: string, rounds: number): Promise<Handlers[]> {
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const results: Handlers[] = [];
    for (let round = 0; round < rounds; round += 1) results.push(await visit(browser, url));
    return results;
  } finally {
    await browser.close();
  }
}
