import { expectNoViolations } from './axe.ts';
import { find, watchCalls } from './calls.ts';
import { addDog, answered, expect, shows, signUp, test } from './fixtures.ts';

test('the dashboard has title, welcome and a way out, and dogs are listed, added, changed and deleted by the calls of the specification @2.55 @2.76 @3.1 @5.4 @6.4 @6.5 @7.1 @7.9 @7.10 @7.11 @7.12 @9.17', async ({
  page,
}) => {
  const calls = watchCalls(page);
  const email = await signUp(page);
  const header = page.getByRole('banner');
  await expect(header).toContainText('Wagday');
  await expect(header).toContainText(`Welcome, ${email}!`);
  await expect(header.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  // The session is kept in local storage.
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('wagday-session') ?? 'null'));
  expect(stored).toMatchObject({
    token_type: 'bearer',
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    user: { email },
  });
  await addDog(page, { name: 'Biscuit', birthDate: '2019-06-14', size: 'small' });
  await page.getByRole('button', { name: 'Edit Biscuit' }).click();
  await expect(page.getByLabel('Notes')).toHaveAttribute('rows', '3');
  await page.getByLabel('Notes').fill('Good.');
  await shows(page, ['Profile updated!'], () => page.getByRole('button', { name: 'Save Changes' }).click());
  await page.getByRole('button', { name: 'Delete Biscuit' }).click();
  await expect(page.getByText('Dog removed')).toBeVisible();
  await expect.poll(() => calls.some((call) => call.method() === 'DELETE')).toBe(true);

  const userId = stored.user.id;
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

test('the pack is at / and /auth, and any other address has the same 404 page with and without a session, which is logged, leads home and has a way to sign out @2.2 @2.4 @2.5 @2.6 @2.9 @2.16 @2.32 @6.2', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(answered(404, '/no/such/page'));
  expectConsoleError(/^404: no page at \/no\/such\/page/);
  const open = async () => {
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('404: no page at'));
    const response = await page.goto('/no/such/page');
    expect(response?.status()).toBe(404);
    await logged;
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
    await expect(page.getByText('Oops! Page not found')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    return page.getByRole('main').innerText();
  };
  const signedOut = await open();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page.getByRole('heading', { name: 'Every Dog Deserves Multiple Birthdays!' })).toBeVisible();
  // The sign-up banner is only for visitors.
  const banner = page.getByRole('link', { name: "Get Started - It's Free!" });
  await expect(banner).toBeVisible();

  await signUp(page);
  await expect(page).toHaveURL('/');
  await expect(banner).toHaveCount(0);
  // The dashboard has both addresses.
  await page.goto('/auth');
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
  expect(await open()).toBe(signedOut);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
});
