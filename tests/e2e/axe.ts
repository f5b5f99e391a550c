import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const { resolve } = createRequire(import.meta.url);
const source = await readFile(resolve('axe-core/axe.min.js'), 'utf8');

/** Of AAA: contrast of 7:1 for text. What passes it passes `color-contrast` of AA as well, which takes as long again. */
const contrast = 'color-contrast-enhanced';

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Returns what axe finds on the page as it is, with what to do about each finding. With `coloursAlone` it checks only colours, where the
 * rest is known; with `isMoving` it does not wait for what moves.
 */
export async function findViolations(page: Page, { coloursAlone = false, isMoving = false } = {}) {
  // Colours are judged once they have come to rest. A flame never rests, and what is not rendered never moves.
  const rest = () =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .filter(({ effect }) => {
          const { target } = effect as KeyframeEffect;
          return target?.checkVisibility({ contentVisibilityAuto: true }) ?? false;
        })
        .map((animation) => animation.finished.catch(() => {})),
    );
  if (!isMoving) await page.evaluate(rest);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(coloursAlone
      ? { runOnly: { type: 'rule', values: [contrast] } }
      : {
          runOnly: { type: 'tag', values: levels },
          rules: { [contrast]: { enabled: true }, 'color-contrast': { enabled: false } },
        }),
  };
  const { violations } = await page.evaluate(
    (chosen) => (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(chosen),
    options,
  );
  return violations.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ target, failureSummary }) => [target.join(' '), failureSummary]),
  }));
}

/** By day and by night. */
export async function expectNoViolations(page: Page) {
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await findViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findViolations(page, { coloursAlone: true })).toEqual([]);
}
