import type { Page } from '@playwright/test';
import {
  age,
  answered,
  closeToasts,
  expect,
  password,
  reload,
  signIn,
  signUp,
  test,
  untilSeenOnDevice,
} from './fixtures.ts';

const key = 'wagday-session';
test('a session whose server cannot answer shows the pack as it was last seen, and goes on by itself @4.9 @8.30', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(answered(503, '/auth/v1/token'));
  await signUp(page, { dogs: [{ name: 'Rex', birth_date: '2020-06-20' }] });
  await untilSeenOnDevice(page, 'Rex');
  const sentAsNobody: string[] = [];
  page.on('request', (request) => {
    if (request.headers().authorization === 'Bearer wagday') sentAsNobody.push(request.url());
  });
  await page.route('**/auth/v1/token*', (route) => route.fulfill({ status: 503, body: 'Unavailable' }));
  await age(page);
  await page.reload();
  await expect(page.getByRole('article', { name: 'Rex' })).toBeVisible();
  await expect(page.getByText('showing what we last saw')).toBeVisible();

  await page.unroute('**/auth/v1/token*');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText('showing what we last saw')).toBeHidden();
  await expect(page.getByRole('article', { name: 'Rex' })).toBeVisible();
  expect(sentAsNobody).toEqual([]);
});

/** Talks to the backend as another device of the owner would. */
async function callAs(page: Page, token: string | null, method: string, path: string, data: object = {}) {
  const headers = { apikey: 'wagday', ...(token && { Authorization: `Bearer ${token}` }) };
  const response = await page.request.fetch(path, { method, headers, data });
  expect(response.ok()).toBe(true);
  return response;
}

async function signInElsewhere(page: Page, email: string): Promise<string> {
  const response = await callAs(page, null, 'POST', '/auth/v1/token?grant_type=password', { email, password });
  return (await response.json()).access_token;
}

test('a session that ended elsewhere signs out politely at the next request or refresh, where the half-filled form waits, and at a deletion of the account @8.31', async ({
  page,
  expectConsoleError,
}) => {
  for (const status of [400, 401, 403]) expectConsoleError(answered(status, '/auth/v1/'));
  for (const table of ['dogs', 'birthday_celebrations']) expectConsoleError(answered(401, `/rest/v1/${table}`));
  expectConsoleError(/^The session could not be checked/);
  const email = await signUp(page, { dogs: [{ name: 'Rex', birth_date: '2020-06-20' }] });
  const form = page.getByRole('dialog', { name: 'Add New Dog' });
  const signOutEverywhere = (token: string) => callAs(page, token, 'POST', '/auth/v1/logout?scope=global');
  const names: RegExp[] = [/Rex/];
  for (const { name, end } of [
    { name: 'Biscuit', end: signOutEverywhere },
    {
      name: 'Moose',
      // After a night asleep it is the refresh that learns of it.
      end: async (token: string) => {
        await signOutEverywhere(token);
        await age(page);
      },
    },
  ]) {
    await page.getByRole('button', { name: 'Add New Dog' }).click();
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Birthday').fill('2019-06-14');
    await form.getByLabel('Notes').fill('Half a sent');
    await end(await signInElsewhere(page, email));
    await form.getByRole('button', { name: 'Add Dog' }).click();

    await expect(page.getByText('Please sign in again.')).toBeVisible();
    await expect(page.getByText('What you typed is kept in this tab.')).toBeVisible();
    await expect(page.getByRole('article', { name: 'Rex' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await expect(page.getByText('Could not save profile')).toHaveCount(0);
    // On a phone the message covers the button.
    await page.getByLabel('Password').press('Enter');
    await expect(form.getByLabel('Name')).toHaveValue(name);
    await expect(form.getByLabel('Notes')).toHaveValue('Half a sent');
    await form.getByRole('button', { name: 'Add Dog' }).click();
    names.unshift(new RegExp(name));
    await expect(page.getByRole('article')).toHaveText(names);
    await closeToasts(page);
  }
  await reload(page);
  await expect(page.getByRole('article')).toHaveText(names);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await callAs(page, await signInElsewhere(page, email), 'POST', '/rest/v1/rpc/delete_own_account');
  await page.reload();
  await expect(page.getByText('Please sign in again.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Every Dog Deserves Multiple Birthdays!' })).toBeVisible();
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBeNull();
});

test('what a tab says of a session that ended goes once the owner has signed in in another tab', async ({
  page,
  expectConsoleError,
}) => {
  for (const status of [400, 401, 403]) expectConsoleError(answered(status, '/auth/v1/'));
  for (const table of ['dogs', 'birthday_celebrations']) expectConsoleError(answered(401, `/rest/v1/${table}`));
  expectConsoleError(/^The session could not be checked/);
  const email = await signUp(page, { dogs: [{ name: 'Rex', birth_date: '2020-06-20' }] });
  await callAs(page, await signInElsewhere(page, email), 'POST', '/auth/v1/logout?scope=global');
  await page.reload();
  await expect(page.getByText('Please sign in again.')).toBeVisible();
  const other = await page.context().newPage();
  await signIn(other, email);
  await expect(page.getByRole('article', { name: 'Rex' })).toBeVisible();
  // Not awaited: it would go by itself.
  expect(await page.getByText('Please sign in again.').count()).toBe(0);
});
