import type { Page } from '@playwright/test';
import { answered, askForReport, closeToasts, expect, sidewaysOverflow, signIn, signUp, test } from './fixtures.ts';
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

/** Returns the texts that are cut off above or below, and those on a rosette that leave its ring. */
async function cutByLines(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cutter = (element: Element | null): Element | null =>
      !element || /hidden|clip/.test(getComputedStyle(element).overflowY) ? element : cutter(element.parentElement);
    const words = 'h1, h2, h3, p, a, button, label, dt, dd, th, td, li, legend, summary, strong, span';
    return [...document.querySelectorAll<HTMLElement>(words)]
      .filter(
        (element) =>
          element.checkVisibility() && !element.closest('.sr-only, [aria-hidden="true"], dialog:not(:modal)'),
      )
      .flatMap((element) => {
        const edge = cutter(element);
        // Shown only to screen readers.
        if (edge && getComputedStyle(edge).clipPath !== 'none') return [];
        const ring = element.closest(':has(> svg[viewBox="0 0 200 224"])')?.getBoundingClientRect();
        return [...element.childNodes].flatMap((node) => {
          const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').trim() : '';
          if (text === '') return [];
          const range = document.createRange();
          range.selectNodeContents(node);
          const around = edge?.getBoundingClientRect();
          // The glyphs are a little less high than their lines.
          const isCut = [...range.getClientRects()].some(
            (line) => around && around.height > 1 && (line.top < around.top - 6 || line.bottom > around.bottom + 6),
          );
          // The inner ring of client/art/rosette.tsx, in parts of the whole.
          const [x, y, radius] = ring
            ? [ring.x + ring.width / 2, ring.y + ring.height * 0.45, ring.width * 0.365]
            : [0, 0, Number.POSITIVE_INFINITY];
          const isBeyond = [...range.getClientRects()].some(({ left, right, top, bottom }) =>
            [top + (bottom - top) / 4, bottom - (bottom - top) / 4].some((height) =>
              [left, right].some((side) => Math.hypot(side - x, height - y) > radius),
            ),
          );
          return isCut || isBeyond ? [`${element.tagName}: ${text.slice(0, 40)}`] : [];
        });
      });
  });
}

/** What readers do to text who need it, past the page. The queries of the styles still see the usual size. */
const readers = {
  large: 'html { font-size: 200% }',
  spaced:
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
};

test.beforeEach(async ({ page }) => {
  await page.addInitScript((large) => {
    const sheet = Object.assign(window, { reader: new CSSStyleSheet() }).reader;
    sheet.replaceSync(large);
    document.adoptedStyleSheets.push(sheet);
  }, readers.large);
});

async function readAs(page: Page, reader: keyof typeof readers) {
  await page.evaluate(
    (styles) => (window as unknown as { reader: CSSStyleSheet }).reader.replaceSync(styles),
    readers[reader],
  );
}

/** Expects that all of the screen is seen with large text, without scrolling sideways, on phones, a tablet and a desktop. */
async function expectFits(page: Page, screen: string) {
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const faults = async () => [await sidewaysOverflow(page), ...(await cutOff(page)), ...(await squeezed(page))];
    await expect.soft.poll(faults, { message: `${screen} at ${width}` }).toEqual([0]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
}

/** Expects that with text spaced out nothing is cut off, such as the words on a rosette and the names at the table. */
async function expectWhole(page: Page, screen: string) {
  await readAs(page, 'spaced');
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const faults = async () => [await sidewaysOverflow(page), ...(await squeezed(page)), ...(await cutByLines(page))];
    await expect.soft.poll(faults, { message: `${screen} spaced out at ${width}` }).toEqual([0]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await readAs(page, 'large');
}

async function expectBoth(page: Page, screen: string) {
  await expectFits(page, screen);
  await expectWhole(page, screen);
}

test.describe('with large text nothing is cut off, squeezed or beside the window, nor with text spaced out', () => {
  test('of what a visitor sees @10.398', async ({ page, expectConsoleError }) => {
    await page.goto('/');
    // From the first key on all of the page is laid out.
    await page.keyboard.press('Shift');
    await expect(page.locator('html[data-drawn]')).toBeAttached();
    await expectBoth(page, 'the landing page');
    await askForReport(page, { name: longName, birthday: '2013-01-09' });
    await page.getByRole('button', { name: 'See the Report' }).click();
    await expectBoth(page, 'the report');
    await page.getByRole('button', { name: 'Photo' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectFits(page, 'the card of the report');
    await page.goto('/auth');
    await expectBoth(page, 'signing in');
    await page.getByRole('button', { name: 'Join the pack' }).click();
    await expectFits(page, 'signing up');
    expectConsoleError(answered(404, '/no/such/page'));
    expectConsoleError(/^404: no page at \/no\/such\/page/);
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
    await expectFits(page, 'an address without a page');
  });

  test('of what an owner sees @10.398', async ({ page }) => {
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
    await expectBoth(page, 'the page of a dog');
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
    await page.getByRole('heading', { name: 'Reminders', exact: true }).click();
    await expectWhole(page, 'You');

    const dogs = ['Biscuit', 'Moose'].map((name) => ({ ...dog, name, breed: 'Great Dane' }));
    const party = { dog: 'Biscuit', title: 'Cake Day', celebration_date: '2026-07-14', location: 'The old oak' };
    await signUp(page, { name: 'Maria', dogs, parties: [party] });
    await expectWhole(page, 'the pack');
    await openParties(page);
    await expectWhole(page, 'the parties');
  });

  test('of what a guest and their host see @10.398', async ({ page, baseURL }) => {
    const { address, email } = await inviteTo(baseURL, {}, { bring_list: ['Lemonade', 'Balls'] });
    await page.goto(address);
    await expectBoth(page, 'an invitation');
    await page.getByRole('radio', { name: 'Going' }).check();
    await page.getByLabel("Your dog's name").fill('Barnaby');
    await expectBoth(page, 'the form of an answer');
    await answerYes(page, 'Annabel');
    await expect(page.getByRole('region', { name: /^You're in/ })).toBeVisible();
    await expectBoth(page, 'an answer');
    await page.evaluate(() => localStorage.clear());
    await signIn(page, email);
    await openParty(page, invitedTo);
    await expect(page.getByText('Annabel')).toBeVisible();
    await expectBoth(page, "the host's list of guests");
  });
});
