import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { untilTypefaceLaidOut } from '../support/typeface.ts';
import { askForReport, expect, restPointer, signIn, signUp, test, unreachable } from './fixtures.ts';

/** Returns every box of the page, including those before and after an element, with a digest of all its computed styles. */
async function looks(page: Page): Promise<string[]> {
  await restPointer(page);
  await page.evaluate(() => document.fonts.ready);
  // Pictures and styles that are still on their way would change the boxes.
  await page.waitForFunction(() => {
    const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    return styles.every(({ sheet }) => sheet) && pictures.every(({ complete }) => complete);
  });
  // As after the first key press: browsers choose when to lay out what is far below the window.
  await page.evaluate(() => {
    document.documentElement.dataset.drawn = '';
  });
  const computedStyles = await page.evaluate(() =>
    Array.from(getComputedStyle(document.documentElement)).filter((name) => !name.startsWith('--')),
  );
  const browser = await page.context().newCDPSession(page);
  const snapshot = await browser.send('DOMSnapshot.captureSnapshot', { computedStyles });
  await browser.detach();
  const [shown] = snapshot.documents;
  if (!shown) throw new Error('The browser took no snapshot of the page');
  const { nodes, layout } = shown;
  const text = (index = -1) => snapshot.strings[index] ?? '';
  const attribute = (node: number, name: string) => {
    const words = (nodes.attributes?.[node] ?? []).map((index) => text(index));
    const at = words.findIndex((word, index) => index % 2 === 0 && word === name);
    return at < 0 ? null : words[at + 1];
  };
  const isOfPage = (node: number): boolean =>
    node >= 0 && (attribute(node, 'id') === 'root' || isOfPage(nodes.parentIndex?.[node] ?? -1));
  return layout.nodeIndex.flatMap((node, box) => {
    const name = text(nodes.nodeName?.[node]);
    if (!['HTML', 'BODY'].includes(name) && !isOfPage(node)) return [];
    const styles = (layout.styles[box] ?? []).map((index) => text(index)).join();
    const digest = createHash('sha256').update(styles).digest('base64url').slice(0, 12);
    return [`${name} ${attribute(node, 'class')} ${digest}`];
  });
}

/** Lets requests for such files wait until the returned function is called. */
async function hold(page: Page, files: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

for (const tag of ['@unchanged', '@among-others']) {
  test(`what is typed, chosen and clicked before the page can react is kept and done, or told what it lacks, and the focus and the caret stay ${tag} @10.5 @10.6 @10.324`, async ({
    page,
  }) => {
    const name = page.getByLabel("Dog's Name");
    const calculate = page.getByRole('button', { name: 'Calculate Birthday!' });
    const report = page.getByRole('region', { name: "Biscuit's Birthday Report" });
    /** Opens the page as a new visitor, and does something there before it comes to life. */
    const before = async (act: () => Promise<unknown>) => {
      await page.unroute('**/assets/*.js');
      const release = await hold(page, '**/assets/*.js');
      await page.goto('/');
      await expect(page.getByText('Loading...')).toBeHidden();
      await act();
      release();
    };
    await page.addInitScript(() => sessionStorage.clear());
    await before(async () => {
      await askForReport(page);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
    });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Got it' }).click();
    await expect(report.getByRole('definition').filter({ hasText: 'Mature Adult' })).toBeVisible();
    await expect(name).toHaveValue('Biscuit');

    // A dog that is tapped sets the size.
    await before(async () => {
      await name.fill('Biscuit');
      await page.getByRole('textbox', { name: 'Birthday' }).fill('2019-06-14');
      // The last one counts.
      for (const size of [/^Small/, /^Giant/, /^Small/]) await page.getByRole('radio', { name: size }).click();
      await calculate.click();
    });
    await expect(report).toContainText('44');
    await expect(page.getByRole('radio', { name: /^Small/ })).toBeChecked();

    // A press that lacks something is told what.
    await before(() => calculate.click());
    await expect(page.getByText('Woof! Missing info')).toBeVisible();
    await expect(name).toBeFocused();

    await before(async () => {
      await name.fill('Buscuit');
      await name.evaluate((field: HTMLInputElement) => field.setSelectionRange(1, 2));
    });
    await page.locator('[data-island="calculator"][data-alive]').waitFor({ state: 'attached' });
    await page.keyboard.type('i');
    await expect(name).toHaveValue('Biscuit');

    const opener = page.getByRole('button', { name: 'Create Account' });
    await before(() => opener.focus());
    await page.locator('[data-island="account"][data-alive]').waitFor({ state: 'attached' });
    await expect(opener).toBeFocused();

    await before(async () => {
      await name.fill('Biscuit');
      await page.getByRole('button', { name: 'Not sure? Pick an age instead' }).click();
    });
    await expect(page.getByRole('spinbutton', { name: 'Age' })).toHaveValue('about 3 years');
    await calculate.click();
    await expect(report.getByText('about 3.0', { exact: true })).toBeVisible();
  });
}

const landing = 'Every Dog Deserves Multiple Birthdays!';

test('a script that does not arrive, or takes ten seconds, is told on each page until it is there, and Load Again loads it without what the browser keeps @2.8', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(unreachable('/assets/'));
  const note = page.getByRole('alert');
  const expectArrival = async (heading: string) => {
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(note).toHaveCount(0);
    await page.unroute('**/assets/*.js');
  };
  const expectLost = async (address: string, heading: string) => {
    let isAway = true;
    await page.route('**/assets/*.js', (route) => (isAway ? route.abort() : route.continue()));
    await page.goto(address);
    // From the next document on: the pointer on its way to the button already asks for the scripts of the landing page again.
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isAway = false;
    });
    await expect(note).toHaveText(/^Part of Wagday hasn't arrived\. Please check your network\./);
    await page.evaluate(async () => {
      for (const name of ['wagday-shell-broken', 'of another kind']) await caches.open(name);
    });
    await note.getByRole('button', { name: 'Load Again' }).click();
    await expectArrival(heading);
    expect(await page.evaluate(() => caches.has('wagday-shell-broken'))).toBe(false);
    expect(await page.evaluate(() => caches.has('of another kind'))).toBe(true);
  };
  const expectLate = async (address: string, heading: string) => {
    await page.clock.install();
    const release = await hold(page, '**/assets/*.js');
    const asked = page.waitForRequest('**/assets/*.js');
    await page.goto(address, { waitUntil: 'commit' });
    await asked;
    await page.locator('#late').waitFor({ state: 'attached' });
    await page.clock.fastForward(11_000);
    await expect(note).toHaveText(/^Part of Wagday hasn't arrived/);
    release();
    await expectArrival(heading);
  };
  await expectLost('/', landing);
  await expectLost('/auth', 'Welcome Back');
  await signUp(page);
  await expectLost('/', 'Your Pack');
  await expectLate('/', 'Your Pack');
  await page.evaluate(() => localStorage.clear());
  await expectLate('/', landing);
  await expectLate('/auth', 'Welcome Back');
});

test('a visitor reads the landing page without any script, and Create Account works once its script is there @2.8', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(unreachable('/assets/'));
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { name: landing })).toBeVisible();
  await expect(page.getByText('Loading...')).toBeHidden();
  // In the product's colours too.
  for (const [colorScheme, color] of [
    ['light', 'rgb(255, 246, 229)'],
    ['dark', 'rgb(30, 18, 21)'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('body')).toHaveCSS('background-color', color);
  }
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a date that is half typed when the page comes to life goes on where it was, also in place of one from before a reload @10.6', async ({
  page,
}) => {
  const date = page.getByRole('textbox', { name: 'Birthday' });
  const digits = '06142019';
  const typedBefore = JSON.stringify({ name: 'Biscuit', birthDate: '2024-02-02', size: 'small' });
  const wrong: string[] = [];
  await page.goto('/');
  // In no part of the date, in one of them and between two.
  for (const kept of ['null', typedBefore])
    for (const before of [0, 1, 2, 6, 8]) {
      await page.evaluate((text) => sessionStorage.setItem('wagday-typed', text), kept);
      const release = await hold(page, '**/assets/*.js');
      await page.goto('/');
      await date.focus();
      await page.keyboard.type(digits.slice(0, before));
      release();
      await page.locator('[data-island=calculator][data-alive]').waitFor({ state: 'attached' });
      // The day is known one frame later.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      await page.keyboard.type(digits.slice(before));
      const typed = await date.inputValue();
      await date.blur();
      await expect(date).toHaveAttribute('max');
      const now = await page.evaluate(() => sessionStorage.getItem('wagday-typed'));
      if (typed !== '2019-06-14' || !now?.includes(typed)) wrong.push(`${before} after ${kept}: ${typed}, ${now}`);
      await page.unrouteAll();
    }
  expect(wrong).toEqual([]);
});

test('what is typed after a reload and before the page can react is not replaced by what was typed before it @10.6', async ({
  page,
}) => {
  await page.goto('/');
  await askForReport(page);
  await expect(page.getByRole('region', { name: "Biscuit's Birthday Report" })).toBeVisible();
  const release = await hold(page, '**/assets/*.js');
  await page.reload();
  await page.getByLabel("Dog's Name").pressSequentially('Mo');
  await page.getByRole('radio', { name: /^Giant/ }).check();
  release();
  await page.locator('[data-island=calculator][data-alive]').waitFor({ state: 'attached' });
  await expect(page.getByLabel('Birthday', { exact: true })).toHaveValue('2019-06-14');
  await expect(page.getByLabel("Dog's Name")).toHaveValue('Mo');
  await expect(page.getByRole('radio', { name: /^Giant/ })).toBeChecked();
});

test('what waits for the first paint comes with the first sign of somebody where a browser does not tell of it', async ({
  page,
}) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => undefined;
  });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-unseen');
  await page.mouse.move(100, 100);
  await expect(page.getByLabel("Dog's Name")).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-unseen');
});

test('the styles that come later move and resize nothing of the landing page', { tag: ['@both', '@motion'] }, async ({
  page,
}) => {
  const parts = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('header, main > *, main section li, footer, form, label, h1, h2, h3')].map(
        (part) => {
          const { top, left, width, height } = part.getBoundingClientRect();
          return [
            part.tagName,
            part.textContent?.slice(0, 20),
            ...[top + scrollY, left, width, height].map(Math.round),
          ];
        },
      ),
    );
  // So low that the calculator is out of sight, because it comes to life where it is seen.
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 1280, height: 500 });
  await page.goto('/');
  await untilTypefaceLaidOut(page);
  expect(await page.locator('link[rel=stylesheet]').count()).toBe(0);
  // As after the first key press: the whole page is laid out.
  await page.evaluate(() => {
    document.documentElement.dataset.drawn = '';
  });
  const before = await parts();
  await page.keyboard.press('Shift');
  await page.locator('[data-island="start"][data-alive]').waitFor();
  await page.keyboard.press('Shift');
  await page.locator('[data-island="calculator"][data-alive]').waitFor();
  await page.evaluate(() => document.fonts.ready);
  expect(await parts()).toEqual(before);
});

test('the pack and the landing page after it, whose heading has the focus, look the same at / as through /auth', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const dog = (name: string) => ({ name, birth_date: '2019-06-14', size: 'small', notes: 'Sings.' }) as const;
  const email = await signUp(page, {
    dogs: ['Ada', 'Biscuit', 'Clover', 'Dot'].map(dog),
    parties: [{ dog: 'Ada', title: 'Cake Day', celebration_date: '2026-09-14' }],
  });
  const packAt = async (address: string) => {
    await page.goto(address);
    await expect(page.getByRole('article')).toHaveCount(4);
    await expect(page.getByText('Cake Day').filter({ visible: true }).first()).toBeVisible();
    return looks(page);
  };
  const landingAfterSignOut = async () => {
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByRole('heading', { name: 'Every Dog Deserves Multiple Birthdays!' })).toBeFocused();
    return looks(page);
  };
  const packThroughAuth = await packAt('/auth');
  expect(await packAt('/')).toEqual(packThroughAuth);
  const landing = await landingAfterSignOut();
  await signIn(page, email);
  expect(landing).toEqual(await landingAfterSignOut());
});

test('a returning owner sees Loading... at once, never the landing page, and the pack with its styles, or without any if none come @2.7 @4.1 @4.2', async ({
  page,
  expectConsoleError,
}) => {
  await signUp(page);
  const loading = page.getByText('Loading...').first();
  const pack = page.getByRole('heading', { name: 'Your Pack' });

  const releaseScripts = await hold(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(loading).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Every Dog Deserves Multiple Birthdays!' })).toBeHidden();
  releaseScripts();
  await expect(pack).toBeVisible();
  await expect(loading).toBeHidden();
  await page.unroute('**/assets/*.js');

  const releaseStyles = await hold(page, '**/assets/*.css');
  const app = page.waitForResponse(/\/assets\/app-.*\.js$/);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(loading).toBeVisible();
  // Its code has run, and has had two frames to show something.
  await page.evaluate(async (address) => {
    await import(address);
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  }, (await app).url());
  await expect(page.locator('#root')).toBeHidden();
  releaseStyles();
  await expect(pack).toBeVisible();
  await expect(pack).toHaveCSS('font-family', /Grandstander/);
  await page.unroute('**/assets/*.css');

  // So it is while the session is checked: the files named by the page itself start the app, and everything else, including the
  // Supabase client, has to wait.
  const further = Promise.withResolvers<void>();
  const firstPaint = await (await page.request.get('/')).text();
  await page.route('**/assets/*.js', async (route) => {
    if (!firstPaint.includes(new URL(route.request().url()).pathname)) await further.promise;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Every Dog Deserves Multiple Birthdays!' })).toHaveCount(0);
  further.resolve();
  await expect(pack).toBeVisible();
  await page.unroute('**/assets/*.js');

  expectConsoleError(unreachable('/assets/'));
  await page.route('**/assets/*.css', (route) => route.abort());
  await page.goto('/');
  await expect(pack).toBeVisible();
});
