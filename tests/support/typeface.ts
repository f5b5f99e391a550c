import type { Page } from 'playwright';

/**
 * Resolves once the headings stand in their typeface, which arrives after the first paint and changes how high the landing page is.
 * The face that stands in until then is loaded at once.
 */
export async function untilTypefaceLaidOut(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.fonts].some(
      ({ family, status }) => family.replaceAll('"', '') === 'Grandstander' && status === 'loaded',
    ),
  );
  await page.evaluate(() => new Promise((laidOut) => requestAnimationFrame(() => requestAnimationFrame(laidOut))));
}
