import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { recoveryLinkFor } from '../support/mail-files.ts';
import { readZip } from '../support/zip.ts';
import {
  addDog,
  age,
  answered,
  expect,
  newEmail,
  openYou,
  password,
  reload,
  signIn,
  signOut,
  signUp,
  test,
} from './fixtures.ts';

const biscuit = { name: 'Biscuit', birth_date: '2020-05-05', photo: 'tiny' } as const;

async function photoOf(page: Page): Promise<string> {
  return String(await page.getByRole('img', { name: 'Biscuit' }).getAttribute('src'));
}

test('a name is welcomed at once and stays, and can be taken away again @2.56 @4.6', { tag: '@among-others' }, async ({
  page,
}) => {
  const email = await signUp(page);
  let you = await openYou(page, 'Name');
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await you.getByLabel('What should we call you?').fill('  Ola   Nowak ');
  await you.getByRole('button', { name: 'Save Name' }).click();
  await expect(page.getByText('Name saved!')).toBeVisible();
  await expect(page.getByText('Welcome, Ola Nowak!')).toBeAttached();
  await reload(page);
  await expect(page.getByText('Welcome, Ola Nowak!')).toBeVisible();

  you = await openYou(page, 'Name');
  await expect(you.getByLabel('What should we call you?')).toHaveValue('Ola Nowak');
  await you.getByLabel('What should we call you?').fill('W'.repeat(61));
  await you.getByRole('button', { name: 'Save Name' }).click();
  await expect(you.getByLabel('What should we call you?')).toHaveAccessibleDescription(/at most 60 characters/);
  await you.getByLabel('What should we call you?').fill('');
  await you.getByRole('button', { name: 'Save Name' }).click();
  await expect(page.getByText(`Welcome, ${email}!`)).toBeAttached();
});

test('the account moves to a new address by the link that is mailed there, and the owner stays signed in', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/40[03]/);
  const email = await signUp(page);
  const address = newEmail();
  const you = await openYou(page, 'Email');
  await you.getByLabel('New email').fill(address);
  await you.getByLabel('Your password').fill('not-the-password');
  await you.getByRole('button', { name: 'Send the Link' }).click();
  await expect(you.getByLabel('Your password')).toHaveAccessibleDescription('This is not your current password.');
  await you.getByLabel('Your password').fill(password);
  await you.getByRole('button', { name: 'Send the Link' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
  await expect(page.getByText(`Waiting for ${address}`)).toBeVisible();

  const link = new URL(await recoveryLinkFor(process.env.WAGDAY_TEST_DATA ?? '', address));
  expect([link.pathname, link.search]).toEqual(['/auth', '']);
  await page.goto(link.pathname + link.hash);
  await page.getByRole('button', { name: 'Use This Email' }).click();
  await expect(page.getByRole('heading', { name: 'All set!' })).toBeVisible();
  await page.getByRole('button', { name: 'Go to Wagday' }).click();
  await expect(page.getByText(`Welcome, ${address}!`)).toBeVisible();
  expect(page.url()).not.toContain('token_hash');

  await signOut(page);
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

test('the export holds the owner, the dogs, their parties and their photos, also after a night asleep', async ({
  page,
}) => {
  const email = await signUp(page, { dogs: [biscuit] });
  const photo = await photoOf(page);
  // The session has expired meanwhile, and comes back by itself.
  await age(page);
  await addDog(page, { name: 'Moose', birthDate: '2024-02-29', size: 'giant', notes: 'A lap dog.' });
  const you = await openYou(page, 'Export');
  const downloaded = page.waitForEvent('download');
  await you.getByRole('button', { name: 'Export Everything' }).click();
  const download = await downloaded;
  await expect(page.getByText('Export ready!')).toBeVisible();
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
});

test('deleting the account takes the owner, the dogs and the photos, and says farewell', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(answered(400, '/auth/v1/token?grant_type=password'));
  const email = await signUp(page, { dogs: [biscuit] });
  const photo = await photoOf(page);
  const you = await openYou(page, 'Delete Your Account');
  const remove = you.getByRole('button', { name: 'Delete Forever' });
  await you.getByLabel('Your password').fill('not-the-password');
  await you.getByLabel(/to confirm/).fill('yes');
  await expect(remove).toBeDisabled();
  await you.getByLabel(/to confirm/).fill(email.toUpperCase());
  await remove.click();
  await expect(you.getByLabel('Your password')).toHaveAccessibleDescription('This is not your current password.');
  expect((await page.request.get(`${photo}?${Date.now()}`)).status()).toBe(200);
  await you.getByLabel('Your password').fill(password);
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

test('the draft of one owner is not for another, nor are the dogs @6.4', async ({ page }) => {
  await signUp(page, { dogs: [{ name: 'Rex', birth_date: '2020-01-01' }] });
  await page.getByRole('button', { name: 'Add New Dog' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Secret');
  await page.evaluate(() => localStorage.clear());
  const other = await signUp(page);
  await expect(page.getByText(`Welcome, ${other}!`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No dogs yet!' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await signOut(page);
  await signIn(page, other);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
