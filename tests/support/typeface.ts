import type { Page } from 'playwright';

/**
 * Resolves once the headings have their typeface. It arrives after the first paint and changes the height of the landing page. The
 * substitute face is loaded at once.
 */
export async function untilTypefaceLaidOut(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.fonts].some(
      ({ family, status }) => family.replaceAll('"', '') === 'Grandstander' && status === 'loaded',
    ),
  );
  await page.evaluate(() => new Promise((laidOut) => requestAnimationFrame(() => requestAnimationFrame(laidOut))));
}
