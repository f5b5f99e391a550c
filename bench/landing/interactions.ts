/// <reference lib="dom" />
import { type Browser, chromium } from 'playwright';
import { chromiumLaunchOptions } from '../../tests/support/chromium.ts';

/** The longest that an event of each kind kept the page busy, in milliseconds. */
export type Handlers = Record<string, number>;

async function visit(browser: Browser, url: string): Promise<Handlers> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await page.addInitScript(() => {
    Object.assign(window, { handlers: {} });
    new PerformanceObserver((list) => {
      const { handlers } = window as unknown as { handlers: Record<string, number> };
      for (const { name, processingStart, processingEnd } of list.getEntries() as PerformanceEventTiming[]) {
        handlers[name] = Math.max(handlers[name] ?? 0, processingEnd - processingStart);
      }
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Start Celebrating!' }).tap();
  await page.locator('[data-island="calculator"][data-alive]').waitFor();
  await page.getByLabel("Dog's Name").pressSequentially('Biscuit');
  await page.getByRole('textbox', { name: 'Birthday' }).fill('2019-06-14');
  await page.getByLabel('Size Category').selectOption('small');
  await page.getByRole('button', { name: 'Calculate Birthday!' }).tap();
  await page.getByRole('region', { name: "Biscuit's birthday report" }).waitFor();
  await page.waitForTimeout(500);
  const handlers = await page.evaluate(() => (window as unknown as { handlers: Handlers }).handlers);
  await page.close();
  return handlers;
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
