import type { APIRequestContext, Page } from '@playwright/test';
import { startHostedSite, stubHostedSupabase } from '../support/hosted-site.ts';
import { recoveryLinkFor } from '../support/mail-files.ts';
import { answered, expect, newEmail, password, shows, signUp, test } from './fixtures.ts';

const sessionKey = 'wagday-session';
const landing = 'Every Dog Deserves Multiple Birthdays!';
const { WAGDAY_TEST_URL: embeddedUrl = '', WAGDAY_TEST_DATA: dataDir = '' } = process.env;

type Session = { access_token: string; refresh_token: string; user: { id: string } };

/** Creates another owner's account. */
async function newStranger(request: APIRequestContext) {
  const email = newEmail();
  const answer = await request.post(`${embeddedUrl}/auth/v1/signup`, { data: { email, password } });
  return { email, session: (await answer.json()) as Session };
}

function sessionAddress({ access_token, refresh_token }: Session, type: string): string {
  const expires_at = String(Math.floor(Date.now() / 1000) + 3600);
  const parts = { access_token, refresh_token, expires_at, expires_in: '3600', token_type: 'bearer', type };
  return `#${new URLSearchParams(parts)}`;
}

/** Opens an address as a link does: from another page, so that the app starts anew. */
async function follow(page: Page, address: string) {
  await page.goto('about:blank');
  await page.goto(address);
}

async function storedOwner(page: Page): Promise<string | null> {
  const stored = await page.evaluate((key) => localStorage.getItem(key), sessionKey);
  // A sign-out that was cut off leaves `null`, until the next page removes it.
  return (JSON.parse(stored ?? 'null') as Session | null)?.user.id ?? null;
}

async function expectPackOf(page: Page, email: string, id: string | null) {
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
  await expect(page.getByText(`Welcome, ${email}!`)).toBeVisible();
  expect(await storedOwner(page)).toBe(id);
}

/** Follows links that would sign somebody else in. */
async function expectToStaySignedIn(page: Page, session: Session) {
  const email = await signUp(page);
  const id = await storedOwner(page);
  for (const [path, type] of [
    ['/', 'signup'],
    ['/auth', 'recovery'],
  ] as const) {
    await follow(page, path + sessionAddress(session, type));
    await expect(page.getByText('A link like this signs nobody in here. Nothing has changed.')).toBeVisible();
    expect(page.url()).not.toContain('access_token');
    expect(await storedOwner(page)).toBe(id);
  }
  await follow(page, '/');
  await expectPackOf(page, email, id);
  // Added to the open page, and then loaded with it.
  await page.evaluate((hash) => window.location.assign(hash), sessionAddress(session, 'signup'));
  await page.reload();
  await expectPackOf(page, email, id);

  await follow(page, '/auth?code=made-up');
  await expect(page.getByText('Link left alone', { exact: true })).toBeVisible();
  await follow(page, '/');
  await expectPackOf(page, email, id);
}

test('neither a session nor a made-up code in a link signs a visitor in or changes who is signed in, and its words are never shown @9.23', async ({
  page,
  request,
}) => {
  const { session } = await newStranger(request);
  for (const path of ['/', '/auth']) {
    await follow(page, path + sessionAddress(session, 'signup'));
    await expect(page.getByText('A link like this signs nobody in here. Nothing has changed.')).toBeVisible();
    await expect(page.getByRole('heading', { name: path === '/' ? landing : 'Welcome Back!' })).toBeVisible();
    await expect(page).toHaveURL(path);
    expect(await storedOwner(page)).toBeNull();
  }
  await page.reload();
  expect(await storedOwner(page)).toBeNull();

  await page.goto('/?code=made-up');
  await expect(page.getByText('A link like this signs nobody in')).toBeVisible();
  await expect(page.getByRole('heading', { name: landing })).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await storedOwner(page)).toBeNull();

  const words = 'Your+account+is+locked.+Call+555-0100';
  for (const [mark, code, shown] of [
    ['#', 'otp_expired', 'This link is too old or was used already. Please ask for a new one.'],
    ['?', 'bad_code_verifier', 'This link works only in the browser where you asked for it.'],
    ['#', 'over_request_rate_limit', 'Please wait a few minutes, then open the link again.'],
    ['?', 'constructor', 'This link did not work. Please ask for a new one.'],
  ] as const) {
    await follow(page, `/${mark}error=${words}&error_code=${code}&error_description=${words}`);
    await expect(page.getByText(shown)).toBeVisible();
    await expect(page.getByText('555-0100')).toHaveCount(0);
    await expect(page).toHaveURL('/');
  }
  await follow(page, `/auth#error_description=${words}`);
  await expect(page.getByText('This link did not work. Please ask for a new one.')).toBeVisible();
  await expect(page.getByText('555-0100')).toHaveCount(0);

  await expectToStaySignedIn(page, session);
});

test('a recovery link of another account asks the owner who is signed in, signs them out only then, and leads to a new password by a form that covers everything', async ({
  page,
  request,
  expectConsoleError,
}) => {
  expectConsoleError(answered(403, '/auth/v1/verify'));
  const stranger = await newStranger(request);
  await request.post(`${embeddedUrl}/auth/v1/recover`, { data: { email: stranger.email } });
  const { search, hash } = new URL(await recoveryLinkFor(dataDir, stranger.email));
  // The token is in the fragment, which no server and no log sees.
  expect(search).toBe('');
  const email = await signUp(page);
  const id = await storedOwner(page);
  const token = await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '').access_token, sessionKey);

  // In the open page.
  await page.goto('/auth');
  await expectPackOf(page, email, id);
  await page.evaluate((fragment) => window.location.assign(fragment), hash);
  await expect(page.getByRole('main')).toContainText(`You are signed in as ${email}`);
  await page.getByRole('link', { name: 'Stay Signed In' }).click();
  await expectPackOf(page, email, id);
  await expect(page).toHaveURL('/');

  // As an older version mailed it, with its token in the query.
  await follow(page, `/auth?${hash.slice(1)}`);
  await page.getByRole('button', { name: 'Choose Password' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a New Password' })).toBeVisible();
  await expect(page.getByText(stranger.email)).toBeVisible();
  expect(page.url()).not.toContain('token_hash');
  expect(await storedOwner(page)).toBe(stranger.session.user.id);
  const headers = { Authorization: `Bearer ${token}` };
  await expect.poll(async () => (await request.get(`${embeddedUrl}/auth/v1/user`, { headers })).status()).toBe(403);
  // Under every address and after a reload.
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await page.getByLabel('New password').fill('wag-wag-anew');
  await shows(page, ['Password changed!'], () => page.getByRole('button', { name: 'Save Password' }).click());
  await expectPackOf(page, stranger.email, stranger.session.user.id);
});

test('in a build for hosted Supabase the link of a confirmation mail opens the pack only where it was asked for, once, and replaces nobody', async ({
  page,
  context,
  browser,
  request,
  cleanups,
}) => {
  const { url, stop } = await startHostedSite();
  cleanups.defer(stop);
  const supabase = await stubHostedSupabase(context, embeddedUrl);
  const askForConfirmation = async () => {
    const email = `confirm-${newEmail()}`;
    await page.goto(`${url}/auth?join`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
    return { email, link: `${url}/?code=${supabase.codeFor(email)}` };
  };
  const { email, link } = await askForConfirmation();
  const elsewhere = await (await browser.newContext()).newPage();
  await stubHostedSupabase(elsewhere.context(), embeddedUrl);
  await elsewhere.goto(link);
  await expect(elsewhere.getByText('Wrong browser')).toBeVisible();
  expect(await storedOwner(elsewhere)).toBeNull();
  await elsewhere.context().close();

  await follow(page, link);
  await expect(page.getByText(`Welcome, ${email}!`)).toBeVisible();
  await expect(page).toHaveURL(`${url}/`);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { name: landing })).toBeVisible();
  await follow(page, link);
  await expect(page.getByText('Wrong browser')).toBeVisible();
  expect(await storedOwner(page)).toBeNull();

  const confirmed = await askForConfirmation();
  const other = await signUp(page, { at: url });
  const id = await storedOwner(page);
  await follow(page, confirmed.link);
  await expect(page.getByText('You are signed in already')).toBeVisible();
  await expectPackOf(page, other, id);
  // Supabase of its own accord would take this session.
  await follow(page, `${url}/${sessionAddress((await newStranger(request)).session, 'signup')}`);
  await expect(page.getByText('A link like this signs nobody in here. Nothing has changed.')).toBeVisible();
  expect(await storedOwner(page)).toBe(id);
});
