import type { Page } from '@playwright/test';
import { addDog, askForReport, expect, openYou, restPointer, signUp, test } from './fixtures.ts';

async function calculate(page: Page) {
  await page.goto('/');
  await askForReport(page);
  await expect(page.getByRole('region', { name: "Biscuit's Birthday Report" })).toBeVisible();
  await restPointer(page);
}

test('the landing page is heard as landmarks, headings and named controls, and so are what a calculation lacks and its report', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - link "Wagday":
        - /url: /
      - navigation "Account":
        - link "Sign In"
        - button "Create Account"
    - main:
      - heading "Every Dog Deserves Multiple Birthdays!" [level=1]
      - img "Four dogs, from a small terrier to a giant Dane, round a kitchen table with a birthday cake"
      - button "Start Celebrating!"
      - region "How old is your dog, really?":
        - textbox "Dog's Name"
        - textbox "Birthday"
        - button "Not sure? Pick an age instead"
        - group "Size Category":
          - radio "Small (<20 lbs)"
          - radio "Medium (20-50 lbs)" [checked]
          - radio "Large (50-100 lbs)"
          - radio "Giant (100+ lbs)"
        - button "Calculate Birthday!"
      - list:
        - listitem:
          - heading "Size-Specific Aging" [level=2]
        - listitem:
          - heading "More Celebrations" [level=2]
        - listitem:
          - heading "Shareable Moments" [level=2]
      - region "Why Every Dog Birthday Matters":
        - table "Milestones Worth a Cake":
          - rowgroup:
            - row:
              - columnheader "Dog's age"
              - columnheader "Human years"
              - columnheader "Milestone"
      - heading "Ready for More Paw-ty Planning?" [level=2]
      - link "Get Started - It's Free!"
    - contentinfo
  `);

  await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
  const troubles = page.getByRole('region', { name: /^Notifications of this form/ });
  await expect(troubles).toHaveAttribute('aria-live', 'polite');
  await expect(troubles).toContainText('Woof! Missing info');
  const news = page.getByRole('region', { name: /^Notifications alt/ });
  await expect(news).toHaveAttribute('aria-live', 'polite');
  const name = page.getByLabel("Dog's Name");
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription('Please tell us the name.');

  await calculate(page);
  await expect(news).toContainText('Biscuit is 44');
  await page.getByText('In numbers').click();
  await page.getByText('Year by year', { exact: true }).click();
  await expect(page.getByRole('region', { name: "Biscuit's Birthday Report" })).toMatchAriaSnapshot(`
    - region "Biscuit's Birthday Report":
      - term: human years
      - definition: "44"
      - heading "Biscuit's Birthday Report" [level=3]
      - term: Life stage
      - definition: Mature Adult
      - term: dog years (actual age)
      - definition: "7.0"
      - term: Next birthday
      - definition: September 14, 2026
      - term: Countdown
      - definition: 91 days to go!
      - button "Share"
      - button "Photo"
      - button "Celebrate"
      - group:
        - figure:
          - img /The human years of small dogs.* Biscuit is at 44\\./
          - list "Biscuit's next 12 months":
            - listitem: "September 14, 2026: 45th human-year birthday"
            - listitem
            - listitem
            - listitem: "June 14, 2027: 8th birthday"
        - group:
          - table "Human years of small dogs":
            - rowgroup:
              - row "Age Human years Life stage"
            - rowgroup:
              - row "6 months 7.5 Growing Puppy":
                - rowheader "6 months"
  `);
});

/** Returns controls outside running text that are smaller than 44 × 44 pixels, with their size. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scope = document.querySelector('dialog:modal') ?? document.body;
    // What only a keyboard reaches, such as the way past the header, is no target until it has the focus.
    const controls =
      'button:not(.not-focus\\:sr-only), a[href], input:not(.sr-only), select, textarea, summary, label:has(input.sr-only)';
    return (
      [...scope.querySelectorAll<HTMLElement>(controls)]
        .filter((control) => control.checkVisibility({ visibilityProperty: true }))
        .filter((control) => getComputedStyle(control).display !== 'inline')
        // Measures the layout, so a dialog that is still growing counts at its full size.
        .filter(({ offsetWidth, offsetHeight }) => offsetWidth < 44 || offsetHeight < 44)
        .map((control) => {
          const name = control.getAttribute('aria-label') ?? control.textContent ?? '';
          return `${control.tagName} ${name.slice(0, 30)}: ${control.offsetWidth} × ${control.offsetHeight}`;
        })
    );
  });
}

async function expectSizes(page: Page) {
  expect(await smallTargets(page)).toEqual([]);
}

test('no control outside a text is smaller than 44 pixels', {
  tag: '@both',
}, async ({ page }) => {
  await calculate(page);
  await page.getByText('In numbers').click();
  await page.getByText('Why this number?').click();
  await expect(page.getByText('What others say')).toBeVisible();
  await expectSizes(page);
  await page.getByRole('button', { name: 'Photo' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectSizes(page);
  await page.goto('/auth');
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
  await expectSizes(page);
  await signUp(page);
  await expectSizes(page);
  await addDog(page, { name: 'Ox', birthDate: '2026-06-15' });
  await page.getByRole('button', { name: 'Plan Party' }).click();
  await page.getByRole('dialog').waitFor();
  await expectSizes(page);
  await page.getByRole('button', { name: 'Plan Celebration' }).click();
  await expect(page.getByRole('button', { name: 'Send Invite' })).toBeVisible();
  await expectSizes(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await restPointer(page);
  await expectSizes(page);
  await page.getByRole('button', { name: 'Edit Ox', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await expectSizes(page);
  await page.keyboard.press('Escape');
  await openYou(page, 'Name');
  await expectSizes(page);
});

test('under forced colours buttons and dialogs keep an edge and the focus is seen, and without motion confetti lies still', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  for (const name of ['Start Celebrating!', 'Create Account', 'Calculate Birthday!']) {
    await expect(page.getByRole('button', { name })).toHaveCSS('border-top-width', '2px');
  }
  await page.getByRole('button', { name: 'Create Account' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toHaveCSS('border-top-width', '2px');
  await expect(page.getByRole('button', { name: 'Got it' })).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Escape');

  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: null });
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
  await askForReport(page);
  await expect(page.locator('.confetti-piece').first()).toHaveCSS('animation-name', 'none');
});
