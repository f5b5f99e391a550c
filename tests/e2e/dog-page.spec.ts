import type { Page } from '@playwright/test';
import { dogPage, expect, password, restPointer, shows, signOut, signUp, test } from './fixtures.ts';

const biscuit = {
  name: 'Biscuit',
  birth_date: '2019-06-14',
  size: 'small',
  breed: 'Norwich Terrier',
  notes: 'Will sing for cheese.',
  photo: 'tiny',
} as const;

function linkTo(page: Page, name: string) {
  return page.getByRole('article', { name, exact: true }).getByRole('link', { name, exact: true });
}

async function openPage(page: Page, name = 'Biscuit') {
  await linkTo(page, name).click();
  await expect(more(page)).toBeVisible();
  return dogPage(page, name);
}

function more(page: Page) {
  return page.getByRole('button', { name: /^More for/ });
}

/** Resolves when the current history entry represents this many open dialogs above the page. */
async function expectEntries(page: Page, count: number) {
  await expect.poll(() => page.evaluate(() => window.history.state?.wagdayDialogs ?? 0)).toBe(count);
}

test('a copied address opens the page, also where its owner has to sign in first @10.32 @10.23', async ({ page }) => {
  const email = await signUp(page, { dogs: [biscuit] });
  await openPage(page);
  const address = page.url();
  await page.goBack();
  await signOut(page);
  await page.goto('/auth');
  await page.goto(address);
  await page.getByRole('link', { name: 'Sign In' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(dogPage(page, 'Biscuit')).toBeVisible();
  await page.goBack();
  await expect(dogPage(page, 'Biscuit')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
});

/** Resolves to what the next view transition moves, or to nothing if a dog's page opens without one. */
async function movedParts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document);
    const moved: string[] = [];
    Object.assign(window, { moved, over: Promise.resolve() });
    document.startViewTransition = (update) => {
      const transition = start(update);
      const note = () =>
        moved.push(...document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? ''));
      Object.assign(window, { over: transition.ready.then(note).then(() => transition.finished) });
      return transition;
    };
  });
  return () =>
    page.evaluate(async () => {
      const { moved, over } = window as unknown as { moved: string[]; over: Promise<void> };
      await over;
      return moved.splice(0);
    });
}

test('the photo of a card grows into that of the page, and the way back is where it was @10.30', {
  tag: '@motion',
}, async ({ page }) => {
  const dogs = ['Ada', 'Bo', 'Cleo', 'Dot', 'Echo'].map((name) => ({ ...biscuit, name }));
  await signUp(page, { dogs });
  const moved = await movedParts(page);
  const loading = Promise.withResolvers<void>();
  await page.route(/\/assets\/dog-page-body-.*\.js$/, async (route) => {
    await loading.promise;
    await route.continue();
  });
  // Nothing waits for code that is still on its way.
  await linkTo(page, 'Echo').click();
  await expect(dogPage(page, 'Echo')).toBeVisible();
  expect(await moved()).toEqual([]);
  loading.resolve();
  await expect(more(page)).toBeVisible();
  await page.goBack();

  await linkTo(page, 'Echo').hover();
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(0);
  const sheet = await openPage(page, 'Echo');
  expect(await moved()).toContain('::view-transition-new(dog-photo)');
  await expect(page.locator('[data-grows="now"]')).toHaveCount(0);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await sheet.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(linkTo(page, 'Echo')).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  expect(await moved()).toEqual([]);

  // What is pressed meanwhile is pressed on the new page.
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => {
        for (const animation of document.getAnimations()) animation.pause();
      });
      return transition;
    };
  });
  await linkTo(page, 'Echo').click();
  await expect(page.locator('[data-grows="now"]')).toHaveCount(1);
  await dogPage(page, 'Echo').getByRole('button', { name: 'Plan Party' }).click();
  await expect(page.getByRole('dialog', { name: 'Plan Birthday Celebration' })).toBeVisible();
  await page.evaluate(() => {
    // The paw that waits for the drawing wags without end.
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  });
  await moved();
  await page.goBack();
  await page.goBack();

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page, 'Echo');
  expect(await moved()).toEqual([]);
});

test('the way back closes what is open above the page first, an open form comes back above it, and what is edited is new on it @10.33', {
  tag: '@motion',
}, async ({ page }) => {
  await signUp(page, { dogs: [biscuit] });
  const sheet = await openPage(page);

  await more(page).click();
  await sheet.getByRole('button', { name: 'Edit Biscuit', exact: true }).click();
  const form = page.getByRole('dialog', { name: "Edit Biscuit's Profile" });
  await form.getByLabel('Notes').fill('Half a sent');
  await expectEntries(page, 1);
  await page.reload();
  await expect(form.getByLabel('Notes')).toHaveValue('Half a sent');
  await expectEntries(page, 1);
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(sheet).toBeVisible();
  await more(page).click();
  await sheet.getByRole('button', { name: 'Edit Biscuit', exact: true }).click();
  await form.getByLabel('Notes').fill('Half a sentence, and the other half.');
  await shows(page, ['Profile updated!'], () => form.getByRole('button', { name: 'Save Changes' }).click());
  await expect(form).toBeHidden();
  await expect(sheet.getByText('Half a sentence, and the other half.')).toBeVisible();
  await restPointer(page);
  await expectEntries(page, 0);
  await sheet.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
  await expectEntries(page, 0);
});

test('the page shows what arrives where its further parts do not, and loads them again, and the chart also without its styles @10.35', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/net::ERR_FAILED/);
  await signUp(page, { dogs: [biscuit] });
  await page.route(/\/assets\/(?!index).*\.css$/, (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.css'));
  await page.route(/\/assets\/dog-page-body-.*\.js$/, (route) => route.abort());
  await linkTo(page, 'Biscuit').click();
  const sheet = dogPage(page, 'Biscuit');
  await expect(sheet.getByRole('alert')).toContainText('This part did not arrive.');
  await expect(sheet.getByRole('img', { name: 'Biscuit', exact: true })).toBeVisible();
  await page.unroute(/\/assets\/dog-page-body-.*\.js$/);
  await page.route(/\/assets\/report-details-.*\.js$/, (route) => route.abort());
  await sheet.getByRole('button', { name: 'Try Again' }).click();
  await expect(sheet.getByText('Mature Adult', { exact: true }).first()).toBeVisible();
  await sheet.getByText('In numbers').click();
  await expect(sheet.getByRole('alert')).toContainText('This part did not arrive.');
  await page.unroute(/\/assets\/report-details-.*\.js$/);
  await sheet.getByRole('button', { name: 'Try Again' }).click();
  await lost;
  await expect(sheet.getByRole('list', { name: "Biscuit's next 12 months" })).toBeVisible();
});
