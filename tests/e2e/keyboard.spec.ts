import type { Locator, Page } from '@playwright/test';
import { answered, expect, newEmail, password, test } from './fixtures.ts';

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
}

/** Expects the focused element to have an outline or a ring that it does not have without focus. */
async function expectVisibleFocus(page: Page) {
  const { focused, resting } = await page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const marks = () => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
      const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      return `${hasOutline ? `${outlineWidth} ${outlineColor}` : 'no outline'}, ${boxShadow}`;
    };
    // Transitions would show a half-drawn ring.
    element.style.transition = 'none';
    const withFocus = marks();
    element.blur();
    const without = marks();
    element.focus({ focusVisible: true } as FocusOptions);
    return { focused: withFocus, resting: without };
  });
  expect(focused).not.toBe(resting);
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
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
}

async function addDogByKeyboard(page: Page, name: string) {
  await press(page, page.getByRole('button', { name: 'Add New Dog' }));
  const form = page.getByRole('dialog', { name: 'Add New Dog' });
  await tabTo(page, form.getByLabel('Name'));
  await page.keyboard.type(name);
  await typeDate(page, form.getByLabel('Birthday'), '06142019');
  await press(page, form.getByRole('button', { name: 'Add Dog' }));
  await expect(form).toBeHidden();
  await expect(page.getByRole('article', { name })).toBeVisible();
}

test('a visitor calculates and shares without a mouse, every stop shows where it is, and a dialog keeps the focus until Escape', async ({
  page,
}) => {
  await page.goto('/');
  await tabTo(page, page.getByRole('button', { name: 'Start Celebrating!' }));
  await expectVisibleFocus(page);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel("Dog's Name")).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.type('Biscuit');
  await typeDate(page, page.getByRole('textbox', { name: 'Birthday' }), '06142019');
  await tabTo(page, page.getByRole('radio', { name: /^Medium/ }));
  await expectVisibleFocus(page);
  await press(page, page.getByRole('button', { name: 'Calculate Birthday!' }));
  const report = page.getByRole('region', { name: "Biscuit's Birthday Report" });
  await expect(report).toBeVisible();
  for (const name of ['Share', 'Photo', 'Celebrate']) {
    await tabTo(page, report.getByRole('button', { name, exact: true }));
    await expectVisibleFocus(page);
  }

  const opener = page.getByRole('button', { name: 'Create Account' });
  await press(page, opener);
  const dialog = page.getByRole('alertdialog', { name: 'Sign-up Disabled' });
  await expect(dialog).toBeVisible();
  for (let presses = 0; presses < 4; presses += 1) {
    await page.keyboard.press('Tab');
    const isOutside = await dialog.evaluate(
      (element) => document.activeElement !== document.body && !element.contains(document.activeElement),
    );
    expect(isOutside).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('the first stop of a public page leads past its header', async ({ page, expectConsoleError }) => {
  expectConsoleError(answered(404, '/no/such/page'));
  expectConsoleError(/^404: no page at \/no\/such\/page/);
  for (const [path, next] of [
    ['/', page.getByRole('button', { name: 'Start Celebrating!' })],
    ['/no/such/page', page.getByRole('link', { name: 'Return to Home' })],
  ] as const) {
    await page.goto(path);
    await expect(next).toBeVisible();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to Content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#main$/);
    await page.keyboard.press('Tab');
    await expect(next).toBeFocused();
  }
});

test('an owner signs up, adds, edits and removes a dog, undoes that and plans a party without a mouse', async ({
  page,
}) => {
  await signUpByKeyboard(page);
  await addDogByKeyboard(page, 'Biscuit');
  const card = page.getByRole('article', { name: 'Biscuit' });
  await expect(card).toBeFocused();

  const edit = page.getByRole('button', { name: 'Edit Biscuit' });
  await press(page, edit);
  const form = page.getByRole('dialog');
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
  await press(page, page.getByRole('button', { name: 'Back' }));
  // The line of the new party leads to the page that was left.
  await expect(page.getByRole('link', { name: /^Next party/ })).toBeFocused();
});
