import { readFile } from 'node:fs/promises';
import { recoveryLinkFor } from '../support/mail-files.ts';
import { smallTargets } from './axe.ts';
import {
  age,
  answered,
  expect,
  newEmail,
  openYou,
  password,
  reload,
  shows,
  signOut,
  signUp,
  test,
} from './fixtures.ts';

const biscuit = { name: 'Biscuit', birth_date: '2020-05-05', photo: 'tiny' } as const;

test('a name is welcomed at once and stays, and the account moves to a new address by the link that is mailed there @2.56 @4.6', {
  tag: '@among-others',
}, async ({ page, expectConsoleError }) => {
  expectConsoleError(/40[03]/);
  const email = await signUp(page);
  let you = await openYou(page, 'Name');
  await you.getByLabel('What should we call you?').fill('Ola Nowak');
  await you.getByRole('button', { name: 'Save Name' }).click();
  await expect(page.getByText('Welcome, Ola Nowak!')).toBeAttached();
  await reload(page);
  await expect(page.getByText('Welcome, Ola Nowak!')).toBeVisible();
  you = await openYou(page, 'Name');
  await you.getByLabel('What should we call you?').fill('');
  await you.getByRole('button', { name: 'Save Name' }).click();
  await expect(page.getByText(`Welcome, ${email}!`)).toBeAttached();

  await you.getByRole('heading', { name: 'Email', exact: true }).click();
  const address = newEmail();
  await you.getByLabel('New email').fill(address);
  await you.getByLabel('Your password').fill(password);
  expect(await smallTargets(page)).toEqual([]);
  await you.getByRole('button', { name: 'Send the Link' }).click();
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

test('an export after a night asleep holds the dogs and their photos, and deleting the account takes the owner, the dogs and the photos, and says farewell', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(answered(400, '/auth/v1/token?grant_type=password'));
  const email = await signUp(page, { dogs: [biscuit] });
  const photo = String(await page.getByRole('img', { name: 'Biscuit' }).getAttribute('src'));
  // The session has expired meanwhile, and comes back by itself.
  await age(page);
  let you = await openYou(page, 'Export');
  const downloaded = page.waitForEvent('download');
  await shows(page, ['Export ready!'], () => you.getByRole('button', { name: 'Export Everything' }).click());
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe('wagday-2026-06-15.zip');
  // The archive is not compressed.
  const archive = await readFile(await download.path());
  expect(archive.includes('"name": "Biscuit"')).toBe(true);
  expect(archive.includes(await (await page.request.get(photo)).body())).toBe(true);

  you = await openYou(page, 'Delete Your Account');
  const remove = you.getByRole('button', { name: 'Delete Forever' });
  await you.getByLabel(/to confirm/).fill(email.toUpperCase());
  await you.getByLabel('Your password').fill(password);
  await shows(page, ['Farewell!'], () => remove.click());
  await expect(page.getByRole('heading', { name: 'Every Dog Deserves Multiple Birthdays!' })).toBeVisible();
  await expect(page.getByText('Please sign in again.')).toHaveCount(0);
  expect((await page.request.get(`${photo}?${Date.now()}`)).status()).not.toBe(200);

  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Invalid credentials')).toBeVisible();
});
