import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const { resolve } = createRequire(import.meta.url);
const source = await readFile(resolve('axe-core/axe.min.js'), 'utf8');

/** Of AAA: contrast of 7:1 for text. It leaves what fails `color-contrast` of AA to that, which takes as long again, if it has a threshold. */
const contrast = 'color-contrast-enhanced';

const withoutThreshold = { contrastRatio: { normal: { minThreshold: null }, large: { minThreshold: null } } };

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
  const options: RunOptions & { checks: object } = {
    resultTypes: ['violations'],
    checks: { [contrast]: { options: withoutThreshold } },
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

/** By day and by night. No control is too small to be hit by a thumb. */
export async function expectNoViolations(page: Page) {
  expect(await smallTargets(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await findViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findViolations(page, { coloursAlone: true })).toEqual([]);
}

/** Returns controls outside running text that are smaller than 44 × 44 pixels, with their size. */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scope = document.querySelector('dialog:modal') ?? document.body;
    // What only a keyboard reaches, such as the way past the header, is no target until it has the focus. A box to tick has its label,
    // a number its buttons, and problems are words of a sentence.
    const controls =
      'button:not(.not-focus\\:sr-only, [role=alert] button), a[href], input:not(.sr-only, [type=checkbox], [type=number]), select, textarea, summary, label:has(input.sr-only):not([class*="within:sr-only"] label)';
    /** Measures the layout, so a dialog that is still growing counts at its full size, with what enlarges a word to press. */
    const sizeOf = (control: HTMLElement) => {
      const after = getComputedStyle(control, '::after');
      const isEnlarged = after.content !== 'none' && after.position === 'absolute';
      const enlarged = isEnlarged ? [after.width, after.height].map(Number.parseFloat) : [];
      return [control.offsetWidth, control.offsetHeight].map((side, at) => Math.max(side, enlarged[at] ?? 0));
    };
    return [...scope.querySelectorAll<HTMLElement>(controls)]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => getComputedStyle(control).display !== 'inline')
      .filter((control) => Math.min(...sizeOf(control)) < 44)
      .map((control) => {
        const name = control.getAttribute('aria-label') ?? control.textContent ?? '';
        return `${control.tagName} ${name.slice(0, 30)}: ${sizeOf(control).join(' × ')}`;
      });
  });
}
