import type { Locator } from '@playwright/test';
import { phonePhoto } from '../support/pictures.ts';
import { expect, newEmail, password, signUp, test } from './fixtures.ts';

test('nine presses lead from the calculator to an invitation in WhatsApp, with the dog and its photo, and nothing is typed twice @2.48', async ({
  page,
  context,
}) => {
  await context.route('https://wa.me/**', (route) => route.fulfill({ contentType: 'text/html', body: 'WhatsApp' }));
  // The longest journey there is.
  test.slow();
  const names: string[] = [];
  // What is typed and the way down the page are not presses.
  const press = async (name: string, control: Locator) => {
    await control.tap();
    names.push(name);
  };
  await page.goto('/');
  await page.getByLabel("Dog's Name").fill('Biscuit');
  await page.getByRole('textbox', { name: 'Birthday' }).fill('2019-06-14');
  await press('Calculate Birthday!', page.getByRole('button', { name: 'Calculate Birthday!' }));
  await press('Photo', page.getByRole('button', { name: 'Photo', exact: true }));
  const card = page.getByRole('dialog', { name: 'A Birthday Card for Biscuit' });
  const chooser = page.waitForEvent('filechooser');
  await press('Choose a Photo', card.getByText('Choose a Photo'));
  await (await chooser).setFiles(await phonePhoto(800, 600));
  await expect(card.getByRole('button', { name: 'Adjust Photo' })).toBeVisible();
  await press('Close', card.getByRole('button', { name: 'Close' }));
  await press('Plan Party', page.getByRole('link', { name: 'Plan Party' }));
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password').fill(password);
  await press('Create Account', page.getByRole('button', { name: 'Create Account' }));

  const offer = page.getByRole('region', { name: "Ready to plan Biscuit's party?" });
  const photo = offer.locator('img');
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600);
  await press('Plan Party', offer.getByRole('button', { name: 'Plan Party' }));
  const form = page.getByRole('dialog', { name: 'Plan Birthday Celebration' });
  await expect(form.getByLabel('Title')).toHaveValue("Biscuit's 50th Human-Year Birthday");
  await press('Plan Celebration', form.getByRole('button', { name: 'Plan Celebration' }));
  const whatsApp = page.getByRole('link', { name: /^WhatsApp/ });
  await expect(whatsApp).toBeVisible();
  const opened = context.waitForEvent('page');
  await press('WhatsApp', whatsApp);
  const tab = await opened;
  await tab.waitForURL(/^https:\/\/wa\.me\/\?text=.*%2Fi%2F[\w-]{43}/);
  expect(names).toEqual([
    'Calculate Birthday!',
    'Photo',
    'Choose a Photo',
    'Close',
    'Plan Party',
    'Create Account',
    'Plan Party',
    'Plan Celebration',
    'WhatsApp',
  ]);

  await page.goto('/');
  const saved = page.getByRole('article', { name: 'Biscuit' }).getByRole('img', { name: 'Biscuit' });
  await expect(saved).toHaveAttribute('src', /\/dog-photos\/.*\.webp$/);
  await expect(offer).toHaveCount(0);
});

test('a dog in a link waits in the calculator, and in the form of who is signed in, and nothing of it is sent unasked @10.340 @10.342', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    sent.push(`${pathname}${search} ${request.postData() ?? ''}`);
  });
  const link = '/#dog?born=2019-06-14&size=small&name=Biscuit&breed=Beagle+mix&gotcha=2019-08-20';
  await page.goto('/#dog?size=giant&name=Moose');
  await expect(page.getByLabel("Dog's Name")).toHaveValue('Moose');
  // In the open page.
  await page.goto(link);
  await expect(page.getByLabel("Dog's Name")).toHaveValue('Biscuit');
  await expect(page.getByRole('textbox', { name: 'Birthday' })).toHaveValue('2019-06-14');
  await expect(page).toHaveURL('/');
  const calculate = page.getByRole('button', { name: 'Calculate Birthday!' });
  await expect(calculate).toBeInViewport();
  await calculate.tap();
  await expect(page.getByRole('region', { name: "Biscuit's Birthday Report" })).toBeVisible();

  await signUp(page);
  const form = page.getByRole('dialog', { name: 'Add New Dog' });
  // In the open page.
  await page.goto('/#dog?born=9999-12-31&name=Moose');
  await expect(form.getByLabel('Name')).toHaveValue('Moose');
  await expect(form.getByLabel('Birthday')).toHaveValue('');
  await expect(page).toHaveURL('/');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();

  await page.goto('about:blank');
  await page.goto(link);
  await expect(form.getByLabel('Breed')).toHaveValue('Beagle mix');
  await expect(form.getByLabel('Gotcha day')).toHaveValue('2019-08-20');
  await expect(page).toHaveURL('/');
  expect(sent.filter((request) => /Biscuit|Moose|2019-06-14|dog\?/.test(request))).toEqual([]);
  await form.getByRole('button', { name: 'Add Dog' }).click();
  await expect(page.getByRole('article', { name: 'Biscuit' })).toBeVisible();
});
