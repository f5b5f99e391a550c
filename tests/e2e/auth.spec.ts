import { answered, expect, newEmail, password, signOut, signUp, test } from './fixtures.ts';

test('the two modes of the auth screen are switched by a link, what was typed stays, and a busy button says so @2.3 @2.50 @2.51 @2.52 @2.53 @4.10 @5.9 @5.10', {
  tag: '@others',
}, async ({ page }) => {
  await page.goto('/auth');
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
  const submit = page.getByRole('button', { name: 'Sign In' });
  await expect(submit).toBeDisabled();
  const email = newEmail();
  await page.getByLabel('Email').fill(email);
  await expect(submit).toBeDisabled();
  await page.getByLabel('Password').fill(password);
  await expect(submit).toBeEnabled();
  await page.getByRole('button', { name: 'Join the pack' }).click();
  await expect(page.getByRole('heading', { name: 'Join the Pack!' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeEnabled();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Password')).toHaveValue(password);

  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/auth/v1/signup**', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('button', { name: 'Please wait...' })).toBeDisabled();
  release();
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
});

test('a wrong password and an unknown address get the same answer, and a known one is told so to who joins @8.2 @8.4 @8.32', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(answered(400, '/auth/v1/token?grant_type=password'));
  expectConsoleError(answered(422, '/auth/v1/signup'));
  const email = await signUp(page);
  await signOut(page);
  for (const address of [email, newEmail()]) {
    await page.goto('/auth');
    await page.getByLabel('Email').fill(address);
    await page.getByLabel('Password').fill('not-the-password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Invalid credentials')).toBeVisible();
    await expect(page.getByText('Please check your email and password.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(address);
  }
  await page.getByRole('button', { name: 'Join the pack' }).click();
  await page.getByLabel('Email').fill(email.toUpperCase());
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Account exists')).toBeVisible();
  await expect(page.getByText('This email is already registered. Try signing in instead.')).toBeVisible();
});

test('a session that the server ended is signed out politely @8.31 @8.35', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/^The session could not be checked/);
  for (const status of [400, 401, 403]) expectConsoleError(answered(status, '/auth/v1/'));
  // The first tab learns of the old session too, and finds it ended.
  expectConsoleError(answered(401, '/rest/v1/'));
  const email = await signUp(page);
  await expect(page.getByText('No dogs yet!')).toBeVisible();
  const key = 'wagday-session';
  const stored = await page.evaluate((name) => localStorage.getItem(name), key);
  const ended = page.waitForResponse('**/auth/v1/logout**');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await ended;
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  expect(email).toContain('@');
  // An old copy of the session comes back, as from a restored tab, with an expired access token.
  const expired = JSON.stringify({ ...JSON.parse(stored ?? '{}'), expires_at: 1 });
  await page.evaluate(([name, value]) => localStorage.setItem(name!, value!), [key, expired]);
  const restored = await context.newPage();
  await restored.goto('/');
  await expect(restored.getByRole('heading', { name: 'Every Dog Deserves Multiple Birthdays!' })).toBeVisible();
});
