import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const contrast = ['color-contrast', 'color-contrast-enhanced'];

/** What axe finds on the page as it stands, with what to do about each; of the colours alone where the rest is known. */
export async function findViolations(page: Page, { coloursAlone = false } = {}) {
  // Colours are judged where they come to rest.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  );
  const { violations } = await new AxeBuilder({ page })
    .options(
      coloursAlone
        ? { runOnly: { type: 'rule', values: contrast } }
        : {
            runOnly: { type: 'tag', values: levels },
            // Of AAA: contrast of 7:1 for text.
            rules: { 'color-contrast-enhanced': { enabled: true } },
          },
    )
    .analyze();
  return violations.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ target, failureSummary }) => [target.join(' '), failureSummary]),
  }));
}

export async function expectNoViolations(page: Page) {
  expect(await findViolations(page)).toEqual([]);
}
