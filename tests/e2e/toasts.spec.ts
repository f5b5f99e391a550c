import type { Locator, Page } from '@playwright/test';
import { addDog, answered, closeToasts, expect, signUp, test } from './fixtures.ts';

/** Returns the visible texts of the titles, fields and buttons within `form` that toasts cover. */
async function coveredIn(form: Locator): Promise<string[]> {
  return form.evaluate((root) => {
    const toasts = [...document.querySelectorAll('[data-toast]')].map((toast) => toast.getBoundingClientRect());
    const content = root.querySelector('[data-dialog-content]')?.getBoundingClientRect();
    const foot = root.querySelector('.form-actions');
    /** Below this line the part is not seen: fields scroll beneath the buttons at the foot of a form. */
    const endOf = (part: Element) =>
      Math.min(
        content?.bottom ?? Number.POSITIVE_INFINITY,
        foot && !foot.contains(part) ? foot.getBoundingClientRect().top : window.innerHeight,
      );
    const parts = [...root.querySelectorAll('h1, h2, h3, label, input, select, textarea, button, a')];
    return parts
      .filter((part) => !part.closest('[data-toaster]'))
      .filter((part) => {
        const at = part.getBoundingClientRect();
        return toasts.some(
          (toast) =>
            at.width > 0 &&
            at.left < toast.right &&
            at.right > toast.left &&
            at.top < toast.bottom &&
            Math.min(at.bottom, endOf(part)) > toast.top,
        );
      })
      .map((part) => part.textContent || part.tagName);
  });
}

/** Expects the toast to be visible, within the window. */
async function expectInWindow(page: Page, toast: Locator) {
  await expect(toast).toBeVisible();
  const height = page.viewportSize()?.height ?? 0;
  await expect
    .poll(async () => {
      const box = await toast.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= height + 1;
    })
    .toBe(true);
}

test('what went wrong with a dog or a party covers nothing of its form, nor does a toast the parts of the page @10.120 @10.123', {
  tag: '@both',
}, async ({ page, expectConsoleError }) => {
  for (const table of ['dogs', 'birthday_celebrations']) expectConsoleError(answered(400, `/rest/v1/${table}`));
  await signUp(page, { dogs: [{ name: 'Rex', birth_date: '2020-05-05', size: 'large' }] });
  const refused = /\/rest\/v1\/(dogs|birthday_celebrations)/;
  await page.route(refused, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 400, json: { message: 'no' } }) : route.fallback(),
  );
  await page.getByRole('button', { name: 'Add New Dog' }).click();
  const dog = page.getByRole('dialog', { name: 'Add New Dog' });
  await dog.getByLabel('Name').fill('Moose');
  await dog.getByLabel('Birthday').fill('2020-05-05');
  await dog.getByRole('button', { name: 'Add Dog' }).click();
  await expectInWindow(page, dog.getByRole('listitem').filter({ hasText: 'Could not save profile' }));
  expect(await coveredIn(dog)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dog).toBeHidden();
  await closeToasts(page);

  await page.getByRole('button', { name: 'Plan Party for Rex' }).first().click();
  const party = page.getByRole('dialog', { name: 'Plan Birthday Celebration' });
  await party.getByLabel('Title').fill('Cake Day');
  await party.getByLabel('Celebration Date').fill('2026-09-14');
  await party.locator('button[type=submit]').click();
  await expectInWindow(page, party.getByRole('listitem').filter({ hasText: 'Could not create celebration' }));
  expect(await coveredIn(party)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(party).toBeHidden();
  await closeToasts(page);

  await page.unroute(refused);
  await page.getByRole('button', { name: 'Delete Rex' }).click();
  await expectInWindow(page, page.getByRole('listitem').filter({ hasText: 'Dog removed' }));
  for (const part of ['banner', 'main', 'navigation'] as const)
    await expect.poll(() => coveredIn(page.getByRole(part).first())).toEqual([]);
});

/** Expects a toast with that text, and no toast over the primary button, also when the page is scrolled so that it would be below. */
async function expectPrimaryFree(page: Page, text: string) {
  const toast = page.locator('[data-toast]').filter({ hasText: text });
  await expectInWindow(page, toast);
  const primary = page.locator('.bg-raspberry').filter({ visible: true }).last();
  // Counted in frames, because the toast goes by itself after some seconds.
  const covered = await primary.evaluate(async (button) => {
    const toasts = () => [...document.querySelectorAll('[data-toast]')].map((toast) => toast.getBoundingClientRect());
    const isCovered = async (frames = 10): Promise<boolean> => {
      await new Promise(requestAnimationFrame);
      const at = button.getBoundingClientRect();
      const isOver = toasts().some(
        ({ left, right, top, bottom }) => at.left < right && at.right > left && at.top < bottom && at.bottom > top,
      );
      return isOver && frames > 0 ? isCovered(frames - 1) : isOver;
    };
    const atFirst = await isCovered();
    const [first] = toasts();
    window.scrollBy({ top: button.getBoundingClientRect().bottom - (first?.bottom ?? 0), behavior: 'instant' });
    return [atFirst, await isCovered()];
  });
  expect(covered).toEqual([false, false]);
}

test.describe('with the clipboard allowed', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('no toast lies over the button that one came for: after the reveal, a share, a new dog and a new party @10.121', {
    tag: '@both',
  }, async ({ page }) => {
    await page.goto('/');
    await page.getByLabel("Dog's Name").fill('Biscuit');
    await page.getByRole('textbox', { name: 'Birthday', exact: true }).fill('2019-06-14');
    await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
    await expectPrimaryFree(page, 'Birthday calculated!');
    const share = page.getByRole('button', { name: 'Share', exact: true });
    await page.getByRole('button', { name: 'See the Report' }).click();
    await share.click();
    await expectPrimaryFree(page, 'Copied to clipboard!');
    // Scrolled to the foot of the window, too.
    await share.evaluate((button) => button.scrollIntoView({ block: 'end', behavior: 'instant' }));
    await share.click();
    await expectPrimaryFree(page, 'Copied to clipboard!');

    await signUp(page, { name: 'Maria', dogs: [{ name: 'Rex', birth_date: '2020-05-05', size: 'large' }] });
    await addDog(page, { name: 'Moose', birthDate: '2020-05-05' });
    await expectPrimaryFree(page, 'Profile created!');
    await closeToasts(page);
    await page.getByRole('button', { name: 'Plan Party for Rex' }).first().click();
    await page.getByRole('button', { name: 'Plan Celebration' }).click();
    // Under the pointer it stays, however long the page of the party takes.
    await page.locator('[data-toast]').filter({ hasText: 'Celebration planned!' }).hover();
    await expect(page.getByRole('button', { name: 'Send Invite' })).toBeVisible();
    await expectPrimaryFree(page, 'Celebration planned!');
  });
});

test('what is missing for a calculation, and a refused sign-in, cover nothing of their forms @10.120 @10.122', {
  tag: '@both',
}, async ({ page, expectConsoleError }) => {
  expectConsoleError(answered(400, '/auth/v1/token'));
  await page.goto('/');
  await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
  const calculator = page.locator('section', { has: page.getByRole('button', { name: 'Calculate Birthday!' }) });
  await expectInWindow(page, page.getByRole('listitem').filter({ hasText: 'Woof! Missing info' }));
  expect(await coveredIn(calculator)).toEqual([]);

  await page.goto('/auth');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password').fill('not-the-word');
  await page.getByRole('button', { name: 'Sign In' }).click();
  const form = page.getByRole('main');
  await expectInWindow(page, form.getByRole('listitem').filter({ hasText: 'Invalid credentials' }));
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  expect(await coveredIn(form)).toEqual([]);
});

test('the offer of a new build covers nothing of the page @10.124', { tag: '@both' }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator.serviceWorker, 'controller', { get: () => ({}) });
    navigator.serviceWorker.register = async () =>
      Object.assign(new EventTarget(), { waiting: {} }) as unknown as ServiceWorkerRegistration;
  });
  await page.goto('/');
  await page.keyboard.press('Shift');
  await page.locator('[data-island="start"][data-alive]').waitFor();
  await page.keyboard.press('Shift');
  const offer = page.getByRole('region', { name: 'Update' });
  await expect(offer).toBeVisible();
  const bottom = async () => {
    const box = await offer.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  expect((await page.getByRole('banner').boundingBox())?.y).toBeGreaterThanOrEqual((await bottom()) - 1);
  await page.getByRole('button', { name: 'Start Celebrating!' }).scrollIntoViewIfNeeded();
  const button = await page.getByRole('button', { name: 'Start Celebrating!' }).boundingBox();
  expect(button?.y).toBeGreaterThanOrEqual(await bottom());
  await offer.getByRole('button', { name: 'Later' }).click();
  await expect(offer).toHaveCount(0);
});
