import type { CDPSession, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { phonePhoto } from '../support/pictures.ts';
import { expectNoViolations, smallTargets } from './axe.ts';
import { answered, askForReport, closeToasts, dogPage, expect, newEmail, password, signUp, test } from './fixtures.ts';
import { answerYes, inviteTo, openParties } from './invite-to.ts';

/** Presses Tab until the element has the focus, as people without a mouse do. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Sixty times Tab did not lead to ${target}`);
}

async function press(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target);
  await page.keyboard.press(key);
  await expectFocus(page);
}

/** Expects that something has the focus, whatever the press has removed or disabled. */
async function expectFocus(page: Page) {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.localName ?? 'body'), 'what has the focus')
    .not.toBe('body');
}

async function typeDate(page: Page, field: Locator, monthDayYear: string) {
  await tabTo(page, field);
  await page.keyboard.type(monthDayYear);
}

async function signUpByKeyboard(page: Page) {
  await page.goto('/auth');
  await press(page, page.getByRole('button', { name: 'Join the pack' }));
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(newEmail());
  await tabTo(page, page.getByLabel('Password'));
  await page.keyboard.type(password);
  expect(await smallTargets(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
}

async function addDogByKeyboard(page: Page, name: string) {
  await press(page, page.getByRole('button', { name: 'Add New Dog' }));
  const form = page.getByRole('dialog', { name: 'Add New Dog' });
  await tabTo(page, form.getByLabel('Name'));
  await page.keyboard.type(name);
  await typeDate(page, form.getByLabel('Birthday'), '06142019');
  expect(await smallTargets(page)).toEqual([]);
  await press(page, form.getByRole('button', { name: 'Add Dog' }));
  await expect(form).toBeHidden();
  await expect(page.getByRole('article', { name })).toBeVisible();
}

test('the first stop of a public page leads past its header, and the last link of every page is Help, which can be read without a script @10.396', async ({
  page,
  baseURL,
  browser,
  expectConsoleError,
}) => {
  expectConsoleError(answered(404, '/no/such/page'));
  expectConsoleError(/^404: no page at \/no\/such\/page/);
  const help = page.getByRole('link').filter({ visible: true }).last();
  const expectHelpLast = async (path: string) => {
    await page.goto(path);
    await expect(help, path).toHaveText('Help');
  };
  for (const [path, next] of [
    ['/', page.getByRole('button', { name: 'Start Celebrating!' })],
    ['/no/such/page', page.getByRole('link', { name: 'Return to Home' })],
  ] as const) {
    await expectHelpLast(path);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to Content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#main$/);
    await page.keyboard.press('Tab');
    await expect(next).toBeFocused();
  }
  const { address } = await inviteTo(baseURL);
  for (const path of ['/auth', address]) await expectHelpLast(path);
  await signUp(page, { dogs: [{ name: 'Biscuit', birth_date: '2019-06-14' }] });
  for (const hash of ['#parties', '#you', '']) await expectHelpLast(`/${hash}`);
  await page.getByRole('article', { name: 'Biscuit' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Biscuit', level: 1 })).toBeVisible();
  await help.press('Enter');
  await expect(page.getByRole('heading', { name: 'Help', level: 1 })).toBeFocused();
  for (const name of ['Short Answers', 'Keys', 'Words', 'Open to Everyone'])
    await expect(page.getByRole('heading', { name })).toBeVisible();
  expect(await faultsOfWalk(page)).toEqual([]);
  await expectNoViolations(page);
  const withoutScript = await browser.newPage({ javaScriptEnabled: false });
  await withoutScript.goto(page.url());
  await expect(withoutScript).toHaveTitle('Help on Wagday');
  await expect(withoutScript.getByText('I forgot my password.')).toBeVisible();
  await withoutScript.close();
});

test('an owner signs up, adds, edits and removes a dog, undoes that and plans a party without a mouse @10.397', async ({
  page,
}) => {
  await signUpByKeyboard(page);
  await addDogByKeyboard(page, 'Biscuit');
  const card = page.getByRole('article', { name: 'Biscuit' });
  await expect(card).toBeFocused();

  const edit = page.getByRole('button', { name: 'Edit Biscuit' });
  await press(page, edit);
  const form = page.getByRole('dialog');
  expect(await smallTargets(page)).toEqual([]);
  await tabTo(page, form.getByLabel('Notes'));
  await page.keyboard.type('Sings for cheese.');
  await press(page, form.getByRole('button', { name: 'Save Changes' }));
  await expect(form).toBeHidden();
  await expect(page.getByText('Sings for cheese.')).toBeVisible();
  await expect(edit).toBeFocused();

  await press(page, page.getByRole('button', { name: 'Delete Biscuit' }));
  await expect(card).toHaveCount(0);
  await press(page, page.getByRole('button', { name: 'Undo' }));
  await expect(card).toBeFocused();

  await press(page, page.getByRole('button', { name: 'Plan Party' }));
  const party = page.getByRole('dialog', { name: 'Plan Birthday Celebration' });
  await press(page, party.getByRole('button', { name: 'Plan Celebration' }));
  await expect(page.getByRole('heading', { level: 1, name: /Biscuit/ })).toBeFocused();
  expect(await smallTargets(page)).toEqual([]);
  await press(page, page.getByRole('button', { name: 'Back' }));
  // The line of the new party leads to the page that was left.
  await expect(page.getByRole('link', { name: /^Next party/ })).toBeFocused();
  expect(await smallTargets(page)).toEqual([]);
});

/** `--color-focus` by day. */
const focusColor = [0x1d, 0x5a, 0x73];

type Box = Record<'x' | 'y' | 'width' | 'height', number>;

/** Returns whether a piece of the page has a line of the colour of the focus. Asks the browser itself, which takes a fifth of the time. */
async function showsFocus(devTools: CDPSession, clip: Box): Promise<boolean> {
  const picture = await devTools.send('Page.captureScreenshot', {
    clip: { ...clip, scale: 1 },
    optimizeForSpeed: true,
  });
  const { data, info } = await sharp(Buffer.from(picture.data, 'base64')).raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels)
    if (focusColor.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) < 12)) count += 1;
  return count >= 20;
}

/** Presses Tab. Returns the stop: what can be seen of it, and what of 25 points is covered; null after the last. */
async function nextStop(page: Page, isFirst: boolean) {
  await page.keyboard.press('Tab');
  return page.evaluate(async (begins) => {
    const state = window as unknown as { stops: WeakSet<Element>; last: Element };
    if (begins) state.stops = new WeakSet();
    const { activeElement: element } = document;
    // A date is several stops.
    if (!element || element === document.body || (element !== state.last && state.stops.has(element))) return null;
    state.stops.add(element);
    state.last = element;
    // Of a control that is not seen, its label is.
    const seen = element.closest('label') ?? element;
    // The eye of a password is in its field.
    const isBesideIn = (hit: Element) =>
      hit.closest('button, input')?.parentElement?.matches(':has(> input):has(> button)');
    // While code arrives, the page may scroll to it some frames later.
    const isOut = ({ top, bottom } = seen.getBoundingClientRect()) => bottom <= 0 || top >= window.innerHeight;
    for (let frame = 0; frame < 60 && isOut(); frame += 1) await new Promise(requestAnimationFrame);
    const box = seen.getBoundingClientRect();
    const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
    const at = parts
      .flatMap((down) => parts.map((right) => [box.x + box.width * right, box.y + box.height * down] as const))
      .filter(([x, y]) => x >= 0 && y >= 0 && x < window.innerWidth && y < window.innerHeight)
      .map(([x, y]) => document.elementFromPoint(x, y));
    const isOwn = (hit: Element | null) =>
      hit && (seen.contains(hit) || hit.contains(seen) || hit.closest('label')?.contains(seen) || isBesideIn(hit));
    const [left, top] = [Math.max(0, box.x - 8), Math.max(0, box.y - 8)];
    return {
      name: `${element.localName} ${element.getAttribute('aria-label') ?? element.textContent ?? ''}`.slice(0, 50),
      points: at.length,
      covered: at.filter((hit) => !isOwn(hit)).map((hit) => hit?.outerHTML.slice(0, 90)),
      around: {
        x: left + window.scrollX,
        y: top + window.scrollY,
        width: Math.min(window.innerWidth, box.right + 8) - left,
        height: Math.min(window.innerHeight, box.bottom + 8) - top,
      },
    };
  }, isFirst);
}

/** Goes through the page by Tab. Returns the stops that are out of the window or covered, and those without a line around them. */
async function faultsOfWalk(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const devTools = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, 0);
  });
  for (let presses = 0; presses < 150; presses += 1) {
    const stop = await nextStop(page, presses === 0);
    if (!stop) return faults;
    if (stop.points === 0) faults.push(`${stop.name}: out of the window`);
    else if (stop.covered.length > 0)
      faults.push(`${stop.name}: ${stop.covered.length} points under ${stop.covered[0]}`);
    else if (!(await showsFocus(devTools, stop.around))) faults.push(`${stop.name}: no line around it`);
  }
  return [...faults, 'no end'];
}

for (const viewport of [
  { width: 320, height: 256 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport });

    test('every stop of the Tab key is seen, uncovered and with a line around it @10.397', async ({
      page,
      baseURL,
    }) => {
      const expectWalk = async (screen: string) => expect.soft(await faultsOfWalk(page), screen).toEqual([]);
      await page.goto('/');
      await page.keyboard.press('Shift');
      await expect(page.locator('html[data-drawn]')).toBeAttached();
      await expectWalk('the landing page');
      await askForReport(page);
      await page.getByRole('button', { name: 'See the Report' }).press('Enter');
      await closeToasts(page);
      await expectWalk('the landing page with its report');
      await page.goto('/auth');
      await expect(page.getByLabel('Email')).toBeVisible();
      await expectWalk('signing in');

      const dog = { name: 'Biscuit', birth_date: '2019-06-14' };
      const party = { dog: 'Biscuit', title: 'Cake Day', celebration_date: '2026-07-14' };
      await signUp(page, { name: 'Maria', dogs: [dog, { ...dog, name: 'Moose' }], parties: [party] });
      await expectWalk('the pack');
      await page.getByRole('article', { name: 'Biscuit' }).getByRole('link').first().click();
      await expect(page.getByRole('button', { name: 'Plan Party' })).toBeVisible();
      await expectWalk('the page of a dog');
      await openParties(page);
      await expectWalk('the parties');
      await page.getByRole('main').getByRole('link', { name: 'Cake Day' }).click();
      await expect(page.getByRole('button', { name: 'Send Invite' })).toBeVisible();
      await expectWalk('the page of a party');
      await page.goto('/#you=reminders');
      await page.getByLabel('By email').check();
      await closeToasts(page);
      await expectWalk('You');

      const { address } = await inviteTo(baseURL);
      await page.goto(address);
      await expectWalk('an invitation');
      await page.getByRole('radio', { name: 'Going' }).check();
      await expectWalk('the form of an answer');
      await answerYes(page, 'Ada');
      await expect(page.getByRole('region', { name: /^You're in/ })).toBeVisible();
      await expectWalk('an answer');
    });
  });
}

test.describe('on the birthday of two dogs, by night', () => {
  test.use({ asksForPortraits: true, colorScheme: 'dark' });

  test('two presses lead from the question to the stamp without a mouse, and more to both its cards; of a dog in memory nothing is asked or told @10.326 @10.329 @10.360 @10.361 @10.362', async ({
    page,
  }) => {
    const photo = 'tiny';
    const born = { birth_date: '2020-06-15', size: 'medium', photo } as const;
    await signUp(page, {
      dogs: [
        { ...born, name: 'Zoë', birth_date: '2020-05-01' },
        { ...born, name: 'Moss', died_on: '2026-05-20' },
        { ...born, name: 'Luna' },
      ],
      portraits: ['Luna', 'Moss'].map((dog) => ({ dog, day: '2025-06-15', kind: 'birthday' as const, photo })),
    });
    const question = page.getByRole('complementary', { name: 'Stamp of the day' });
    await expect(question).toContainText("Today's the day. Keep one photo of Luna?");
    const chooser = page.waitForEvent('filechooser');
    await press(page, question.getByLabel('Add Photo'));
    // The second press is that of the device.
    await (await chooser).setFiles(await phonePhoto(800, 600));
    await expect(question).toContainText("Luna's birthday has its stamp.");
    const stamp = question.getByRole('link', { name: 'See the Stamp' });
    await expect(stamp).toBeFocused();
    await page.keyboard.press('Enter');

    const luna = dogPage(page, 'Luna');
    await expect(luna.getByRole('button', { name: 'Photo of June 15, 2026' })).toBeVisible();
    await expect(luna.getByRole('button', { name: "See Luna's Story" })).toBeVisible();
    const pair = luna.getByRole('button', { name: 'Then and Now' });
    await press(page, pair);
    const card = page.getByRole('dialog', { name: 'Luna, Then and Now' });
    await expect(card.getByRole('button', { name: 'Save Picture' })).toBeEnabled();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect(pair).toBeFocused();
    const poster = luna.getByRole('button', { name: 'Poster of the Year' });
    await press(page, poster);
    const year = page.getByRole('region', { name: 'The year of Luna' });
    for (const date of ['June 15, 2025', 'June 15, 2026'])
      await expect(year.getByRole('img', { name: `Luna on ${date}` })).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect(poster).toBeFocused();
    await press(page, luna.getByRole('button', { name: 'Back', exact: true }));

    const yearAgo = page.getByRole('complementary', { name: 'A year ago' });
    await expect(yearAgo).toContainText('Luna');
    await press(page, yearAgo.getByRole('button', { name: 'Put away' }));
    await expect(yearAgo).toHaveCount(0);
    await expect(page.getByRole('complementary').filter({ hasText: 'Moss' })).toHaveCount(0);
    await press(page, page.getByRole('article', { name: 'Moss' }).getByRole('link', { name: 'Moss', exact: true }));
    const moss = dogPage(page, 'Moss');
    await expect(moss.getByText('2020–2026')).toBeVisible();
    await expect(moss.getByRole('button', { name: /Story|Poster|Photo/ })).toHaveCount(0);
    await expect(page.getByRole('complementary')).toHaveCount(0);
  });
});
