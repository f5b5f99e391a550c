import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { recoveryLinkFor } from '../support/mail-files.ts';
import { plainPicture } from '../support/pictures.ts';
import { readZip } from '../support/zip.ts';
import { expectNoViolations } from './axe.ts';
import {
  addDog,
  answered,
  expect,
  newEmail,
  password,
  reload,
  sidewaysOverflow,
  signIn,
  signOut,
  signUp,
  test,
  unreachable,
} from './fixtures.ts';

async function openAccount(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Your Account' }).click();
  return page.getByRole('dialog', { name: 'Your Account' });
}

/** Opens one part of the account. */
async function openPart(dialog: Locator, title: string) {
  await dialog.getByRole('heading', { name: title }).click();
}

async function addDogWithPhoto(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Add New Dog' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Dog' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Birthday').fill('2020-05-05');
  await form.getByLabel('Choose a Photo').setInputFiles(await plainPicture('#a00e42'));
  await expect(form.getByText('Photo uploaded!')).toBeVisible();
  await form.getByRole('button', { name: 'Add Dog' }).click();
  const photo = page.getByRole('article', { name }).getByRole('img', { name });
  await expect(photo).toBeVisible();
  return (await photo.getAttribute('src')) ?? '';
}

test('a name is welcomed at once and stays, and can be taken away again', async ({ page }) => {
  const email = await signUp(page);
  let dialog = await openAccount(page);
  await expect(dialog.getByText(email)).toBeVisible();
  await dialog.getByLabel('Your name').fill('  Ola   Nowak ');
  await dialog.getByRole('button', { name: 'Save Name' }).click();
  await expect(dialog.getByText('Name saved!')).toBeVisible();
  await expect(page.getByText('Welcome, Ola Nowak!')).toBeAttached();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await reload(page);
  await expect(page.getByText('Welcome, Ola Nowak!')).toBeVisible();

  dialog = await openAccount(page);
  await expect(dialog.getByLabel('Your name')).toHaveValue('Ola Nowak');
  await dialog.getByLabel('Your name').fill('W'.repeat(61));
  await dialog.getByRole('button', { name: 'Save Name' }).click();
  await expect(dialog.getByLabel('Your name')).toHaveAccessibleDescription(/at most 60 characters/);
  await dialog.getByLabel('Your name').fill('');
  await dialog.getByRole('button', { name: 'Save Name' }).click();
  await expect(page.getByText(`Welcome, ${email}!`)).toBeAttached();
});

test('the password changes for who knows the current one', async ({ page, expectConsoleError }) => {
  expectConsoleError(answered(400, '/auth/v1/'));
  expectConsoleError(answered(422, '/auth/v1/user'));
  const email = await signUp(page);
  const dialog = await openAccount(page);
  await openPart(dialog, 'Password');
  const change = dialog.getByRole('button', { name: 'Change Password' });
  await expect(change).toBeDisabled();
  await dialog.getByLabel('Current password').fill('not-the-password');
  await dialog.getByLabel('New password').fill('12345');
  await change.click();
  await expect(dialog.getByLabel('New password')).toHaveAccessibleDescription(/at least 6 characters/);
  await dialog.getByLabel('New password').fill('wag-wag-anew');
  await change.click();
  await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription('This is not your current password.');
  await expect(dialog.getByLabel('New password')).toHaveValue('wag-wag-anew');
  await expectNoViolations(page);
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByLabel('New password').fill(password);
  await change.click();
  await expect(dialog.getByLabel('New password')).toHaveAccessibleDescription(/your password already/);
  await dialog.getByLabel('New password').fill('wag-wag-anew');
  await change.click();
  await expect(dialog.getByText('Password changed!')).toBeVisible();
  await expect(dialog.getByLabel('Current password')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('wag-wag-anew');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
});

test('the account moves to a new address by the link that is mailed there, and the owner stays signed in', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/40[03]/);
  const email = await signUp(page);
  const address = newEmail();
  const dialog = await openAccount(page);
  await openPart(dialog, 'E-mail');
  await dialog.getByLabel('New e-mail').fill(address);
  await dialog.getByLabel('Your password').fill('not-the-password');
  await dialog.getByRole('button', { name: 'Send the Link' }).click();
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription('This is not your current password.');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Send the Link' }).click();
  await expect(dialog.getByText('Check your mail')).toBeVisible();
  await expect(dialog.getByText(`Waiting for ${address}`)).toBeVisible();

  const link = new URL(await recoveryLinkFor(process.env.WAGDAY_TEST_DATA ?? '', address));
  expect([link.pathname, link.search]).toEqual(['/auth', '']);
  await page.goto(link.pathname + link.hash);
  await page.getByRole('button', { name: 'Use This Address' }).click();
  await expect(page.getByRole('heading', { name: 'All set!' })).toBeVisible();
  await page.getByRole('button', { name: 'Go to Wagday' }).click();
  await expect(page.getByText(`Welcome, ${address}!`)).toBeVisible();
  expect(page.url()).not.toContain('token_hash');

  // A second use has no effect.
  await page.goto(link.pathname + link.hash);
  await page.getByRole('button', { name: 'Use This Address' }).click();
  await expect(page.getByRole('heading', { name: 'This link has ended' })).toBeVisible();
  await page.getByRole('button', { name: 'Go to Wagday' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Invalid credentials')).toBeVisible();
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
  await expect(page.getByText('Invalid credentials')).toHaveCount(0);
});

test('an owner sees the own devices and signs one of them out', async ({ page, browser, expectConsoleError }) => {
  expectConsoleError(/40[013]/);
  const email = await signUp(page);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signIn(other, email);
  const dialog = await openAccount(page);
  await openPart(dialog, 'Your Devices');
  const devices = dialog.getByRole('region', { name: 'Your Devices' }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText('This device');
  await expectNoViolations(page);
  expect(await sidewaysOverflow(page)).toBe(0);
  await dialog.getByRole('button', { name: /^Sign Out this device/ }).click();
  await expect(dialog.getByText('Signed out!')).toBeVisible();
  await expect(devices).toHaveCount(1);
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Every Dog Deserves Multiple Birthdays!' })).toBeVisible();
  await elsewhere.close();
});

test('the export holds the owner, the dogs, their parties and their photos', async ({ page }) => {
  const email = await signUp(page);
  const photo = await addDogWithPhoto(page, 'Biscuit');
  await addDog(page, { name: 'Moose', birthDate: '2024-02-29', size: 'giant', notes: 'A lap dog.' });
  const dialog = await openAccount(page);
  await openPart(dialog, 'Export');
  const downloaded = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export Everything' }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe('wagday-2026-06-15.zip');
  const files = readZip(await readFile(await download.path()));
  const content = JSON.parse(String(files.get('wagday.json')));
  expect(content).toMatchObject({
    exportedOn: '2026-06-15',
    owner: { email },
    dogs: [{ name: 'Biscuit' }, { name: 'Moose', birth_date: '2024-02-29', size: 'giant', notes: 'A lap dog.' }],
    celebrations: [],
    calendars: [],
    photos: [{ address: photo }],
  });
  const original = await (await page.request.get(photo)).body();
  expect(files.get(content.photos[0].file)).toEqual(original);
  expect(files.size).toBe(2);
  await expect(dialog.getByText('Export ready!')).toBeVisible();
});

test('deleting the account takes the owner, the dogs and the photos, and says farewell', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(answered(400, '/auth/v1/token?grant_type=password'));
  const email = await signUp(page);
  const photo = await addDogWithPhoto(page, 'Biscuit');
  const dialog = await openAccount(page);
  await openPart(dialog, 'Delete Your Account');
  const remove = dialog.getByRole('button', { name: 'Delete Forever' });
  await dialog.getByLabel('Your password').fill('not-the-password');
  await dialog.getByLabel(/to confirm/).fill('yes');
  await expect(remove).toBeDisabled();
  await dialog.getByLabel(/to confirm/).fill(email.toUpperCase());
  await remove.click();
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription('This is not your current password.');
  expect((await page.request.get(`${photo}?${Date.now()}`)).status()).toBe(200);
  await dialog.getByLabel('Your password').fill(password);
  await remove.click();
  await expect(page.getByText('Farewell!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Every Dog Deserves Multiple Birthdays!' })).toBeVisible();
  await expect(page.getByText('Please sign in again.')).toHaveCount(0);
  expect((await page.request.get(`${photo}?${Date.now()}`)).status()).not.toBe(200);

  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Invalid credentials')).toBeVisible();
});

test('each failure in the account is told, and nothing typed is lost', async ({ page, expectConsoleError }) => {
  for (const service of ['auth', 'rest', 'storage']) expectConsoleError(unreachable(`/${service}/v1/`));
  await signUp(page);
  const dialog = await openAccount(page);
  for (const service of ['auth', 'rest', 'storage']) await page.route(`**/${service}/v1/**`, (route) => route.abort());
  await dialog.getByLabel('Your name').fill('Ola');
  await dialog.getByRole('button', { name: 'Save Name' }).click();
  await expect(dialog.getByText('Could not save your name. Please try again.')).toBeVisible();
  await openPart(dialog, 'Password');
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByLabel('New password').fill('wag-wag-anew');
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await expect(dialog.getByText('Could not change your password. Please try again.')).toBeVisible();
  await openPart(dialog, 'Export');
  await dialog.getByRole('button', { name: 'Export Everything' }).click();
  await expect(dialog.getByText('Could not export your data. Please try again.')).toBeVisible();
  await openPart(dialog, 'Delete Your Account');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByLabel(/to confirm/).fill('DELETE');
  await dialog.getByRole('button', { name: 'Delete Forever' }).click();
  await expect(dialog.getByText('Could not delete your account. Please try again.')).toBeVisible();
  await expect(dialog.getByLabel('Your name')).toHaveValue('Ola');
  await expect(dialog.getByLabel('Current password')).toHaveValue(password);
  await expect(dialog.getByLabel('New password')).toHaveValue('wag-wag-anew');
  await expect(dialog.getByLabel(/to confirm/)).toHaveValue('DELETE');
});

/** Makes the access token look expired, as after a night asleep. */
async function age(page: Page) {
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('wagday-session') ?? '{}');
    localStorage.setItem('wagday-session', JSON.stringify({ ...session, expires_at: 1 }));
  });
}

test('a session that expired while the laptop slept comes back by itself', async ({ page }) => {
  await signUp(page);
  await age(page);
  await addDog(page, { name: 'Biscuit', birthDate: '2019-06-14' });
});

test('a session that cannot come back signs out politely, and the half-filled form waits', async ({
  page,
  expectConsoleError,
}) => {
  for (const status of [400, 401, 403]) expectConsoleError(answered(status, '/auth/v1/'));
  expectConsoleError(answered(401, '/rest/v1/dogs'));
  expectConsoleError(/^The session could not be checked/);
  const email = await signUp(page);
  await page.getByRole('button', { name: 'Add New Dog' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Dog' });
  await form.getByLabel('Name').fill('Biscuit');
  await form.getByLabel('Birthday').fill('2019-06-14');
  await form.getByLabel('Notes').fill('Half a sent');
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('wagday-session') ?? '{}').access_token);
  await page.request.post('/auth/v1/logout?scope=global', { headers: { Authorization: `Bearer ${token}` } });
  await age(page);
  await form.getByRole('button', { name: 'Add Dog' }).click();
  await expect(page.getByText('Please sign in again.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  // On a phone the message covers the button.
  await page.getByLabel('Password').press('Enter');

  await expect(form.getByLabel('Name')).toHaveValue('Biscuit');
  await expect(form.getByLabel('Notes')).toHaveValue('Half a sent');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await reload(page);
  await expect(page.getByRole('heading', { name: 'No dogs yet!' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the draft of one owner is not for another', async ({ page }) => {
  await signUp(page);
  await page.getByRole('button', { name: 'Add New Dog' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Secret');
  await page.evaluate(() => localStorage.clear());
  const other = await signUp(page);
  await expect(page.getByText(`Welcome, ${other}!`)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await signOut(page);
  await signIn(page, other);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
