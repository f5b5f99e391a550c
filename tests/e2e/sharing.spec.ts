import type { Page } from '@playwright/test';
import { closeToasts, expect, signUp, test, unreachable } from './fixtures.ts';
import { openParty } from './invite-to.ts';

async function calculate(page: Page) {
  await page.goto('/');
  await page.getByLabel("Dog's Name").fill('Biscuit');
  await page.getByRole('textbox', { name: 'Birthday' }).fill('2019-06-14');
  await page.getByRole('radio', { name: /^Small/ }).check();
  await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
}

async function openCakeDay(page: Page) {
  await signUp(page, {
    dogs: [{ name: 'Biscuit', birth_date: '2019-06-14', size: 'small' }],
    parties: [{ dog: 'Biscuit', title: 'Cake Day', celebration_date: '2026-09-14' }],
  });
  await openParty(page, 'Cake Day');
  return page.getByRole('main');
}

const invitation = "Biscuit turns 45 (in human years) and you're invited! Mon, Sep 14. Are you in? Dogs count, too:";

/** Removes the share sheet, whatever browser runs the test. */
async function withoutShareSheet(page: Page) {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'share', { value: undefined, configurable: true });
  });
}

/** Adds a share sheet that records what it is given. */
async function withShareSheet(page: Page) {
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    Object.defineProperties(Navigator.prototype, {
      canShare: { value: () => true, configurable: true },
      share: {
        configurable: true,
        value: async ({ files = [], ...rest }: ShareData) => {
          shared.push({ ...rest, files: files.map(({ name, type }) => `${name} ${type}`) });
        },
      },
    });
  });
}

function sharedOn(page: Page) {
  return page.evaluate(() => (window as unknown as { shared: unknown[] }).shared);
}

test.describe('with the clipboard allowed', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('without a share sheet the report is copied, and an invitation goes to WhatsApp, X and Facebook in new tabs and to Instagram by the clipboard @2.46 @2.78 @2.79 @2.80 @8.29', async ({
    page,
    context,
  }) => {
    await withoutShareSheet(page);
    await calculate(page);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.getByText('Copied to clipboard!')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^Biscuit is 44 in human years!\nNext celebration: .*September 14, 2026\. 91 days to go!\nHow old is yours\?\nhttp/,
    );

    const dialog = await openCakeDay(page);
    await page.evaluate(() => navigator.clipboard.writeText(''));
    const opened: string[] = [];
    await context.route(/wa\.me|twitter\.com|facebook\.com/, (route) => {
      opened.push(route.request().url());
      return route.fulfill({ body: 'elsewhere' });
    });
    for (const [link, hint] of [[/^WhatsApp/], [/^X/], [/^Facebook/, 'Facebook often leaves the text out']] as const) {
      const tab = context.waitForEvent('page');
      await dialog.getByRole('link', { name: link }).click();
      if (hint) await expect(page.getByText(hint)).toBeVisible();
      const other = await tab;
      await other.waitForLoadState();
      expect(await other.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
      await other.close();
    }
    await closeToasts(page);
    await dialog.getByRole('button', { name: 'Send Invite' }).click();
    await expect(page.getByText('Copied to clipboard!')).toBeVisible();
    const words = await page.evaluate(() => navigator.clipboard.readText());
    const link = words.replace(`${invitation} `, '');
    expect(link).toMatch(/^http\S+\/i\/[\w-]{43}$/);
    const [whatsApp, x, facebook] = opened.map((address) => new URL(address));
    expect(whatsApp!.searchParams.get('text')).toBe(words);
    expect(x!.pathname).toBe('/intent/tweet');
    expect(x!.searchParams.get('text')).toBe(invitation);
    expect(x!.searchParams.get('url')).toBe(link);
    expect(facebook!.searchParams.get('quote')).toBe(words);
    expect(facebook!.searchParams.get('u')).toBe(link);

    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Instagram' }).click();
    expect((await saved).suggestedFilename()).toBe('biscuit-invitation.png');
    await expect(page.getByText('Paste the text into your Instagram post.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(words);
  });
});

test('a closed clipboard shows the text selected for copying by hand', async ({ page }) => {
  await withoutShareSheet(page);
  await page.addInitScript(() => {
    Clipboard.prototype.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await calculate(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const text = page.getByLabel(/already selected/);
  await expect(text).toBeFocused();
  expect(await page.evaluate(() => String(window.getSelection()))).toContain('Biscuit is 44 in human years!');

  const dialog = await openCakeDay(page);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByLabel(/already selected/)).toHaveValue(/^Biscuit turns 45 [\s\S]*\/i\/[\w-]{43}$/);
});

test('a device with a share sheet shares the Number card by the second press, the report, the card and the invitation @2.45 @10.10', async ({
  page,
}) => {
  await withShareSheet(page);
  await calculate(page);
  const send = page.getByRole('button', { name: 'Send This' });
  await send.hover();
  await expect(
    page.getByRole('img', { name: /^Birthday card with a picture of Biscuit: 44 in human years/ }),
  ).toBeVisible();
  await send.click();
  await expect
    .poll(() => sharedOn(page))
    .toMatchObject([{ title: "Biscuit's birthday card", files: ['birthday-card.png image/png'] }]);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect
    .poll(async () => (await sharedOn(page)).slice(1))
    .toMatchObject([{ title: "Biscuit's Birthday Report" }]);
  await page.getByRole('button', { name: 'Photo', exact: true }).click();
  const card = page.getByRole('dialog', { name: 'A Birthday Card for Biscuit' });
  await expect(card.getByRole('button', { name: 'Save Picture' })).toBeEnabled();
  await card.getByRole('button', { name: 'Share', exact: true }).click();
  await expect
    .poll(async () => (await sharedOn(page))[2])
    .toMatchObject({ title: "Biscuit's birthday card", files: ['biscuit-birthday-card.png image/png'] });

  const dialog = await openCakeDay(page);
  await dialog.getByRole('button', { name: 'More for Cake Day' }).click();
  await expect(page.getByRole('button', { name: 'Save Picture' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('link', { name: /^WhatsApp/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Send Invite' }).click();
  await expect
    .poll(() => sharedOn(page))
    .toEqual([
      {
        title: 'Cake Day',
        text: expect.stringMatching(/^Biscuit turns 45 .* Dogs count, too: \S+\/i\/[\w-]{43}$/),
        files: [],
      },
    ]);
});

test('a card is made with the keyboard, takes a picture of the device, sends it nowhere, works offline and is saved @2.47 @10.113', async ({
  page,
  context,
  expectConsoleError,
}) => {
  // The page loads this a few seconds after the first press, which may be just when there is no network.
  expectConsoleError(unreachable('/assets/worker-registration-'));
  await calculate(page);
  const photo = page.getByRole('button', { name: 'Photo', exact: true });
  await expect(photo).toBeVisible();
  await photo.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'A Birthday Card for Biscuit' });
  await dialog.getByRole('radio', { name: 'Table' }).press('ArrowLeft');
  await expect(dialog.getByRole('radio', { name: 'Number' })).toBeChecked();
  await dialog.getByLabel('Your wish').fill('Sticks for ever!');
  await dialog.getByLabel('Choose a Photo').setInputFiles('client/public/apple-touch-icon.png');
  await dialog.getByRole('button', { name: 'Adjust Photo', exact: true }).press('Enter');
  await dialog.getByRole('application', { name: 'The photo of Biscuit in its frame' }).press('+');
  await expect(dialog.getByLabel('Zoom')).toHaveValue('115');
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Save Picture' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(dialog).toBeHidden();

  await photo.click();
  const card = dialog.getByRole('img', { name: /^Birthday card with a picture of Biscuit/ });
  await expect(card).toBeVisible();
  const save = dialog.getByRole('button', { name: 'Save Picture' });
  /** Returns what the card looks like, as soon as its file is made. */
  const seen = async () => {
    await expect(card).toHaveAttribute('aria-busy', 'false');
    return card.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  };
  const drawn = await seen();

  await context.setOffline(true);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url())) requests.push(request.url());
  });
  await dialog.getByRole('button', { name: 'Adjust Photo', exact: true }).click();
  // The photo that was chosen before is still there.
  await dialog.getByLabel('Choose Another').setInputFiles('client/public/mail-dogs.png');
  await expect.poll(seen).not.toBe(drawn);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByText('Story', { exact: true }).click();
  await expect
    .poll(() => card.evaluate(({ width, height }: HTMLCanvasElement) => [width, height]))
    .toEqual([1080, 1920]);
  const download = page.waitForEvent('download');
  await save.click();
  expect((await download).suggestedFilename()).toBe('biscuit-birthday-card.png');
  expect(requests).toEqual([]);
});
