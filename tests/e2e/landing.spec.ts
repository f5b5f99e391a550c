import type { Route } from '@playwright/test';
import { untilTypefaceLaidOut } from '../support/typeface.ts';
import { expectNoViolations } from './axe.ts';
import { answered, askForReport, expect, shows, sidewaysOverflow, test, unreachable } from './fixtures.ts';

test('the landing page is heard as landmarks, headings and named controls, and its first screen holds headline, button and calculator @2.1 @2.10 @2.11 @2.19 @2.20 @2.21 @2.23 @2.24 @2.33 @6.1 @10.1', {
  tag: '@both',
}, async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/Wagday/);
  await expect(page.getByRole('banner')).toContainText("Calculate your dog's birthday and celebrate all year long");
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
    - contentinfo:
      - paragraph: Wagday
  `);
  expect((await page.getByRole('img', { name: /kitchen table/ }).boundingBox())?.height).toBeLessThanOrEqual(400);
  expect(await sidewaysOverflow(page)).toBe(0);
  // Under reduced motion.
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');

  await untilTypefaceLaidOut(page);
  const bottomOf = async (role: 'heading' | 'button', of: string) => {
    const box = await page.getByRole(role, { name: of }).boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN);
  };
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  // A phone with and without the bars of its browser, or the window of a desktop.
  for (const height of isPhone ? [844, 660] : [800]) {
    await page.setViewportSize({ width: isPhone ? 390 : 1280, height });
    expect(await bottomOf('heading', 'Every Dog Deserves Multiple Birthdays!')).toBeLessThan(height);
    expect(await bottomOf('button', 'Start Celebrating!')).toBeLessThan(height);
  }
  await page.setViewportSize(isPhone ? { width: 390, height: 844 } : { width: 1280, height: 900 });
  await expect(page.getByLabel("Dog's Name")).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Calculate Birthday!' })).toBeInViewport({ ratio: 1 });

  for (const width of [320, 360, 480, 640, 768, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await sidewaysOverflow(page)]).toEqual([width, 0]);
  }
  await page.setViewportSize({ width: isPhone ? 390 : 1280, height: 844 });

  // Chromium may drop the scroll of a key while its window changes size. A scroll that it makes must lead to the end.
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return page.evaluate(
        () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(() => shown(window.scrollY)))),
      );
    })
    .toBeGreaterThan(0);
  await expect(page.getByRole('contentinfo')).toBeInViewport({ ratio: 0.99 });
});

test('a part of the page that breaks says so and does not vanish', async ({ page, expectConsoleError }) => {
  expectConsoleError(/cannot open/);
  await page.addInitScript(() => {
    HTMLDialogElement.prototype.showModal = () => {
      throw new Error('cannot open');
    };
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'This part of the page has lost its way' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load Again' })).toBeVisible();
  // Everything around it goes on.
  await expect(page.getByRole('button', { name: 'Start Celebrating!' })).toBeVisible();
});

const calculatorCode = /\/assets\/calculator-[^/]*\.js$/;

test('a calculator that cannot be loaded says so, and goes on where the visitor was when it can; one that a new build has replaced offers a reload, and what was typed stays', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(unreachable('/'));
  expectConsoleError(answered(404, '/assets/calculator-'));
  // Neither the code nor the server can be reached.
  let reach: 'away' | 'slow' | 'there' = 'away';
  const slow: Route[] = [];
  await page.route(calculatorCode, async (route) => {
    if (reach === 'slow') slow.push(route);
    else await (reach === 'away' ? route.abort() : route.continue());
  });
  await page.route('/', (route) => (route.request().method() === 'HEAD' ? route.abort() : route.continue()));
  await page.goto('/');
  await askForReport(page);
  await expect(page.getByRole('alert')).toContainText('We cannot reach Wagday just now.');
  // A sign of use makes the page load the code again, and the button is pressed before that attempt fails too.
  reach = 'slow';
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift');
      return slow.length;
    })
    .toBe(1);
  reach = 'there';
  // Without a pointer, whose touch would already make the page load the code again.
  await page.getByRole('button', { name: 'Try Again' }).dispatchEvent('click');
  await slow[0]?.abort();
  await expect(page.getByRole('region', { name: "Biscuit's Birthday Report" })).toContainText('44');
  await expect(page.getByRole('alert')).toHaveCount(0);

  await page.unroute('/');
  await page.unroute(calculatorCode);
  // Nothing is restored into a field while the test fills it in.
  await page.evaluate(() => sessionStorage.clear());
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  // The previous page asks for a file that the server no longer has.
  await page.route(calculatorCode, (route) =>
    documents > 1 ? route.continue() : route.fulfill({ status: 404, body: 'Not found' }),
  );
  await page.goto('/');
  await askForReport(page);
  await expect(page.getByRole('alert')).toContainText('A new Wagday is ready.');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.locator('[data-island="calculator"][data-alive]')).toBeAttached();
  await expect(page.getByLabel("Dog's Name")).toHaveValue('Biscuit');
  await expect(page.getByRole('radio', { name: /^Small/ })).toBeChecked();
  await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
  await expect(page.getByRole('region', { name: "Biscuit's Birthday Report" })).toContainText('44');
});

test.describe('where it is still the day before that of UTC', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  test('a calculation is on the calendar of its visitor, asks no server, saves no result, and is there after the way back @2.35 @2.39 @2.49 @3.10', async ({
    page,
  }) => {
    await page.clock.setFixedTime(new Date('2026-06-16T06:30:00Z'));
    const calls: string[] = [];
    page.on('request', (request) => {
      if (/\/(auth|rest|storage)\/v1\//.test(request.url())) calls.push(request.url());
    });
    await page.goto('/');
    await shows(page, ['Birthday calculated!'], () => askForReport(page, { birthday: '2025-06-15' }));
    expect(calls).toEqual([]);
    // The typed text is kept on this device for a sign-up, and in this tab for a way back; the result is kept nowhere.
    const kept = await page.evaluate(() => ({ ...localStorage, ...sessionStorage }));
    expect(Object.keys(kept).sort()).toEqual(['wagday-calculated-dog', 'wagday-typed']);
    const dog = { name: 'Biscuit', birthDate: '2025-06-15', size: 'small' };
    expect(JSON.parse(kept['wagday-calculated-dog']).dog).toEqual(dog);
    expect(JSON.parse(kept['wagday-typed'])).toEqual({ ...dog, reported: dog });

    const report = page.getByRole('region', { name: "Biscuit's Birthday Report" });
    await expect(report.getByText('June 15, 2026', { exact: true })).toBeVisible();
    await expect(report).toContainText("It's today!");
    // Other text is typed and not calculated: both come back.
    await page.getByLabel("Dog's Name").fill('Moose');
    await page.getByRole('link', { name: 'Sign In' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
    await page.goBack();
    await expect(report).toContainText("It's today!");
    await expect(page.getByLabel("Dog's Name")).toHaveValue('Moose');
    await expect(page.getByRole('radio', { name: /^Small/ })).toBeChecked();
    await expect(page.locator('[data-confetti]')).toHaveCount(0);
  });
});

test('the offer of a new build covers nothing of the page @10.124', async ({ page }) => {
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
  await expectNoViolations(page);
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
