import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on the page as it stands, with what to do about each. */
export async function findViolations(page: Page) {
  // Colours are judged where they come to rest.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  );
  const { violations } = await new AxeBuilder({ page })
    .options({
      runOnly: { type: 'tag', values: levels },
      // Of AAA: contrast of 7:1 for text.
      rules: { 'color-contrast-enhanced': { enabled: true } },
    })
    .analyze();
  return violations.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ target, failureSummary }) => [target.join(' '), failureSummary]),
  }));
}

export async function expectNoViolations(page: Page) {
  expect(await findViolations(page)).toEqual([]);
}
