/// <reference lib="dom" />
import type { Page } from 'playwright';

/** Notes in each document of the page, as `firstCard`, when the frame that shows its first card was drawn: milliseconds since it began. */
export async function noteFirstCard(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main article')) return;
      observer.disconnect();
      // Runs after the frame that shows the cards.
      requestAnimationFrame(() => setTimeout(() => Object.assign(window, { firstCard: performance.now() })));
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Waits for the first card, and returns its time. */
export async function firstCardOf(page: Page): Promise<number> {
  const found = await page.waitForFunction(() => (window as unknown as { firstCard?: number }).firstCard);
  return (await found.jsonValue()) ?? Number.NaN;
}
