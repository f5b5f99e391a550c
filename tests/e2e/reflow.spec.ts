import type { Page } from '@playwright/test';
import {
  answered,
  closeToasts,
  expect,
  openYou,
  restPointer,
  sidewaysOverflow,
  signIn,
  signUp,
  test,
} from './fixtures.ts';
import { answerYes, invitedTo, inviteTo, openParties, openParty } from './invite-to.ts';

const longName = 'Sir Barksalot of Upper Biscuitshire the III';

/** Returns what overflows the window on the right, by tag and text. The list should be empty. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scope = document.querySelector('dialog:modal') ?? document.body;
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    return [...scope.querySelectorAll('h1, h2, h3, p, a, button, input, select, textarea, td, th, dd, label')]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only, .visually-hidden'))
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 1 && box.right > document.documentElement.clientWidth + 1 && !scrolls(element.parentElement);
      })
      .map((element) => `${element.tagName}: ${element.textContent?.slice(0, 40)}`);
  });
}

async function expectNothingSideways(page: Page) {
  expect(await sidewaysOverflow(page)).toBe(0);
  expect(await cutOff(page)).toEqual([]);
}

// 320 CSS pixels are a small phone, and a window of 1280 at 400 % zoom, where a height of 900 becomes 225.
for (const { tag, ...viewport } of [
  { width: 320, height: 640, tag: [] },
  { width: 320, height: 225, tag: ['@desktop'] },
]) {
  test.describe(`at ${viewport.width} × ${viewport.height}`, { tag }, () => {
    test.use({ viewport });

    test('the landing page, signing up, the pack and its dialogs fit without scrolling sideways', async ({ page }) => {
      await page.goto('/');
      await expectNothingSideways(page);
      await page.getByLabel("Dog's Name").fill(longName);
      await page.getByRole('textbox', { name: 'Birthday' }).fill('2013-01-09');
      await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
      await restPointer(page);
      await expect(page.getByRole('region', { name: /Birthday Report/ })).toBeVisible();
      // The end of the reveal, which moves what is below it.
      await expect(page.getByRole('button', { name: 'See the Report' })).toBeVisible();
      await expectNothingSideways(page);
      await page.getByRole('button', { name: 'Photo' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNothingSideways(page);

      await page.goto('/auth');
      await expectNothingSideways(page);
      await page.getByRole('button', { name: 'Join the pack' }).click();
      await page.getByLabel('Email').fill('rex');
      await page.getByLabel('Password').fill('rex');
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectNothingSideways(page);

      await signUp(page);
      await expectNothingSideways(page);
      const breed = 'Nova Scotia Duck Tolling Retriever';
      await signUp(page, { dogs: [{ name: longName, birth_date: '2013-01-09', breed }] });
      await expectNothingSideways(page);
      await page.getByRole('button', { name: 'Plan Party' }).click();
      await expectNothingSideways(page);
      await page.getByRole('button', { name: 'Plan Celebration' }).click();
      await expect(page.getByRole('button', { name: 'Send Invite' })).toBeVisible();
      await expectNothingSideways(page);
      await page.getByRole('button', { name: 'Back' }).click();
      await openParties(page);
      await expectNothingSideways(page);
      await page.goBack();
      await closeToasts(page);
      await openYou(page, 'Name');
      await expectNothingSideways(page);
    });
  });
}

/** Returns the texts that leave the box of their element, are cut off by one around it, or have too little room for a word. */
async function squeezed(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scope = document.querySelector('dialog:modal') ?? document.body;
    const cutter = (element: Element | null): Element | null =>
      !element || /hidden|clip/.test(getComputedStyle(element).overflowX) ? element : cutter(element.parentElement);
    const isBeside = (line: DOMRect, box: DOMRect) => line.left < box.left - 2 || line.right > box.right + 2;
    const wide = [...document.querySelectorAll('[data-dialog-content]')].filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    );
    const words = 'h1, h2, h3, p, a, button, label, dt, dd, th, td, li, legend, summary, strong, span';
    const texts = [...scope.querySelectorAll<HTMLElement>(words)]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only, [aria-hidden="true"]'))
      .flatMap((element) => {
        const box = element.getBoundingClientRect();
        const edge = cutter(element);
        const around = edge?.getBoundingClientRect() ?? box;
        // Shown only to screen readers or with the focus, or a name that ends in three dots.
        const isHidden = Math.min(box.width, around.width) <= 1 || getComputedStyle(element).clipPath !== 'none';
        if (isHidden || (edge && getComputedStyle(edge).textOverflow === 'ellipsis')) return [];
        return [...element.childNodes].flatMap((node) => {
          const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').trim() : '';
          if (text === '') return [];
          const range = document.createRange();
          range.selectNodeContents(node);
          const lines = [...range.getClientRects()];
          const isLadder = text.length > 3 && lines.length * 2 > text.length;
          const isOut = lines.some(
            (line) => isBeside(line, around) || (element.localName !== 'span' && isBeside(line, box)),
          );
          return isOut || isLadder ? [`${element.tagName}: ${text.slice(0, 40)}`] : [];
        });
      });
    return [...wide.map(() => 'a dialog wider than the window'), ...texts];
  });
}

/** Expects that all of the screen is seen without scrolling sideways, on a small and a usual phone, a tablet and a desktop. */
async function expectFits(page: Page, screen: string) {
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const faults = async () => [await sidewaysOverflow(page), ...(await cutOff(page)), ...(await squeezed(page))];
    await expect.poll(faults, `${screen} at ${width}`).toEqual([0]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
}

test.describe('with text at 200 % nothing is cut off, squeezed or beside the window', () => {
  // As browsers enlarge text without the page. The queries of the styles still see the usual size.
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('html { font-size: 200% }');
      document.adoptedStyleSheets.push(sheet);
    });
  });

  test('of what a visitor sees', async ({ page, expectConsoleError }) => {
    await page.goto('/');
    // From the first key on all of the page is laid out.
    await page.keyboard.press('Shift');
    await expect(page.locator('html[data-drawn]')).toBeAttached();
    await expectFits(page, 'the landing page');
    await page.getByLabel("Dog's Name").fill(longName);
    await page.getByRole('textbox', { name: 'Birthday' }).fill('2013-01-09');
    await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
    await expect(page.getByRole('button', { name: 'See the Report' })).toBeVisible();
    await expectFits(page, 'the report');
    await page.getByRole('button', { name: 'Photo' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectFits(page, 'the card of the report');
    await page.goto('/auth');
    await expectFits(page, 'signing in');
    await page.getByRole('button', { name: 'Join the pack' }).click();
    await expectFits(page, 'signing up');
    expectConsoleError(answered(404, '/no/such/page'));
    expectConsoleError(/^404: no page at \/no\/such\/page/);
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
    await expectFits(page, 'an address without a page');
  });

  test('of what an owner sees', async ({ page }) => {
    const breed = 'Nova Scotia Duck Tolling Retriever';
    const dog = { name: longName, birth_date: '2013-01-09', breed, notes: 'Loves cake.' };
    await signUp(page, { name: 'Bartholomew', dogs: [dog] });
    await expectFits(page, 'a pack of one');
    await page.getByRole('button', { name: 'Add New Dog' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectFits(page, 'the form of a dog');
    await page.keyboard.press('Escape');
    const others = Array.from({ length: 7 }, (_, index) => ({ name: `Dog ${index}`, birth_date: '2019-06-20' }));
    const remembered = { name: 'Old Bess', birth_date: '2005-01-01', died_on: '2019-01-01' };
    await signUp(page, { name: 'Bartholomew', dogs: [dog, ...others, remembered] });
    await expectFits(page, 'a pack of many');
    await page.getByRole('article', { name: longName }).getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: longName, level: 1 })).toBeVisible();
    await expectFits(page, 'the page of a dog');
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: `Plan Party for ${longName}` }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectFits(page, 'the form of a party');
    await page.getByRole('button', { name: 'Plan Celebration' }).click();
    await expect(page.getByRole('button', { name: 'Send Invite' })).toBeVisible();
    await closeToasts(page);
    await expectFits(page, 'the page of a party');
    await openParties(page);
    await expectFits(page, 'the parties');
    await page.goto('/#you');
    for (const part of ['Reminders', 'Calendars', 'Your Devices']) {
      await page.getByRole('heading', { name: part, exact: true }).click();
      await expectFits(page, `You with ${part} open`);
    }
  });

  test('of what a guest and their host see', async ({ page, baseURL }) => {
    const { address, email } = await inviteTo(baseURL, {}, { bring_list: ['Lemonade', 'Balls'] });
    await page.goto(address);
    await expectFits(page, 'an invitation');
    await page.getByRole('radio', { name: 'Going' }).check();
    await expectFits(page, 'the form of an answer');
    await answerYes(page, 'Annabel');
    await expect(page.getByRole('region', { name: /^You're in/ })).toBeVisible();
    await expectFits(page, 'an answer');
    await page.evaluate(() => localStorage.clear());
    await signIn(page, email);
    await openParty(page, invitedTo);
    await expect(page.getByText('Annabel')).toBeVisible();
    await expectFits(page, "the host's list of guests");
  });
});
