import type { Page, Request } from '@playwright/test';
import { addDog, answered, expect, password, signIn, signUp, signUpThroughPage, test } from './fixtures.ts';

/** Records the page's requests to the backend. */
function watchCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (/\/(auth|rest|storage)\/v1\//.test(request.url())) calls.push(request);
  });
  return calls;
}

function find(calls: Request[], method: string, path: RegExp): Request {
  const call = calls.find((request) => request.method() === method && path.test(request.url()));
  if (!call) throw new Error(`no ${method} ${path} among ${calls.map((request) => request.url())}`);
  return call;
}

test('sign-up and sign-in send e-mail and password, and the site root to come back to', async ({ page, baseURL }) => {
  const calls = watchCalls(page);
  const email = await signUpThroughPage(page);
  const signup = find(calls, 'POST', /\/auth\/v1\/signup/);
  expect(signup.postDataJSON()).toMatchObject({ email, password });
  expect(new URL(signup.url()).searchParams.get('redirect_to')).toBe(`${baseURL}/`);

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  expect(new URL(find(calls, 'POST', /\/auth\/v1\/logout/).url()).searchParams.get('scope')).toBe('local');
  await signIn(page, email);
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
  const token = find(calls, 'POST', /\/auth\/v1\/token/);
  expect(new URL(token.url()).searchParams.get('grant_type')).toBe('password');
  expect(token.postDataJSON()).toMatchObject({ email, password });
});

test('the session is kept in local storage', async ({ page }) => {
  const email = await signUp(page);
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('wagday-session') ?? 'null'));
  expect(stored).toMatchObject({
    token_type: 'bearer',
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    user: { email },
  });
});

test('dogs are listed, added, changed and deleted by the calls of the specification', async ({ page }) => {
  const calls = watchCalls(page);
  await signUp(page);
  await addDog(page, { name: 'Biscuit', birthDate: '2019-06-14', size: 'small' });
  await page.getByRole('button', { name: 'Edit Biscuit' }).click();
  await page.getByLabel('Notes').fill('Good.');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated!')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Biscuit' }).click();
  await expect(page.getByText('Dog removed')).toBeVisible();
  await expect.poll(() => calls.some((call) => call.method() === 'DELETE')).toBe(true);

  const userId = await page.evaluate(() => JSON.parse(localStorage.getItem('wagday-session') ?? '{}').user.id);
  const list = new URL(find(calls, 'GET', /\/rest\/v1\/dogs/).url()).searchParams;
  expect(Object.fromEntries(list)).toMatchObject({ select: '*', user_id: `eq.${userId}`, order: 'created_at.desc' });

  const dog = {
    user_id: userId,
    name: 'Biscuit',
    size: 'small',
    birth_date: '2019-06-14',
    photo_url: null,
    breed: null,
    notes: null,
    // Beyond the specification: other fields that an owner may fill in.
    birth_precision: 'day',
    gotcha_date: null,
    died_on: null,
    photo_x: null,
    photo_y: null,
  };
  // The browser creates the id, so a dog whose answer was lost is not added twice.
  expect(find(calls, 'POST', /\/rest\/v1\/dogs/).postDataJSON()).toEqual({ ...dog, id: expect.any(String) });
  const update = find(calls, 'PATCH', /\/rest\/v1\/dogs/);
  expect(update.postDataJSON()).toEqual({ ...dog, notes: 'Good.' });
  const id = new URL(update.url()).searchParams.get('id');
  expect(id).toMatch(/^eq\.[0-9a-f-]{36}$/);
  expect(new URL(find(calls, 'DELETE', /\/rest\/v1\/dogs/).url()).searchParams.get('id')).toBe(id);
});

test('a calculation asks no server and saves no result', async ({ page }) => {
  const calls = watchCalls(page);
  await page.goto('/');
  await page.getByLabel("Dog's Name").fill('Biscuit');
  await page.getByRole('textbox', { name: 'Birthday' }).fill('2019-06-14');
  await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
  await expect(page.getByText('Birthday calculated!')).toBeVisible();
  expect(calls).toEqual([]);
  // The typed text is kept on this device for a sign-up, and in this tab for a way back; the result is kept nowhere.
  const kept = await page.evaluate(() => ({ ...localStorage, ...sessionStorage }));
  expect(Object.keys(kept).sort()).toEqual(['wagday-calculated-dog', 'wagday-typed']);
  const dog = { name: 'Biscuit', birthDate: '2019-06-14', size: 'medium' };
  expect(JSON.parse(kept['wagday-calculated-dog']).dog).toEqual(dog);
  expect(JSON.parse(kept['wagday-typed'])).toEqual({ ...dog, reported: dog });
});

test('the notes box of the dog form is three rows high', async ({ page }) => {
  await signUp(page);
  await page.getByRole('button', { name: 'Add New Dog' }).click();
  await expect(page.getByRole('dialog', { name: 'Add New Dog' }).getByLabel('Notes')).toHaveAttribute('rows', '3');
});

test('the sign-up banner is only for visitors', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: "Get Started - It's Free!" })).toBeVisible();
  await signUp(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
  await expect(page.getByRole('link', { name: "Get Started - It's Free!" })).toHaveCount(0);
});

test('a user without a session meets the same 404 page as one with', async ({ page, expectConsoleError }) => {
  expectConsoleError(answered(404, '/nowhere'));
  expectConsoleError(/^404: no page at \/nowhere/);
  const texts: string[] = [];
  for (const isSignedIn of [false, true]) {
    if (isSignedIn) await signUp(page);
    await page.goto('/nowhere');
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    texts.push(await page.getByRole('main').innerText());
  }
  expect(texts[0]).toBe(texts[1]);
});

test('the dashboard has the product title, a welcome and a way out', async ({ page }) => {
  const email = await signUp(page);
  const header = page.getByRole('banner');
  await expect(header).toContainText('Wagday');
  await expect(header).toContainText(`Welcome, ${email}!`);
  await expect(header.getByRole('button', { name: 'Sign Out' })).toBeVisible();
});

test('planning a party uploads no picture', async ({ page }) => {
  const calls = watchCalls(page);
  await signUp(page, { dogs: [{ name: 'Biscuit', birth_date: '2019-06-14' }] });
  await page.getByRole('button', { name: 'Plan Party for Biscuit' }).click();
  const form = page.getByRole('dialog', { name: 'Plan Birthday Celebration' });
  await expect(form.getByRole('img')).toBeVisible();
  await form.getByRole('button', { name: 'Plan Celebration' }).click();
  await expect(page.getByText('Celebration planned!')).toBeVisible();
  const { dog_id, invitation_image_url } = find(calls, 'POST', /birthday_celebrations/).postDataJSON();
  expect(invitation_image_url).toContain(dog_id);
  expect(calls.filter((call) => /\/storage\/v1\/object\/dog-photos\//.test(call.url()))).toEqual([]);
});
