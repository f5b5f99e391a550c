import type { Page, Route } from '@playwright/test';
import { seedPack } from '../support/seed-pack.ts';
import {
  addDog,
  answered,
  closeToasts,
  expect,
  newEmail,
  password,
  reload,
  signIn,
  signOut,
  signUp,
  test,
  today,
  unreachable,
  untilSeenOnDevice,
} from './fixtures.ts';

const key = 'wagday-session';
const now = new Date(`${today}T12:00:00`);
const seconds = Math.floor(now.getTime() / 1000);

type StoredSession = { access_token: string; refresh_token: string };

/** Signs a new owner up, without a browser. */
function newSession(baseURL = ''): Promise<StoredSession> {
  return seedPack(baseURL, { email: newEmail(), password });
}

/** Waits until the page has sent the requests that it has begun. */
async function settle(page: Page) {
  for (let round = 0; round < 3; round += 1)
    await page.evaluate(() => fetch('/favicon.svg').then((icon) => icon.text()));
}

test('the session is looked at every 30 seconds and refreshed when 90 seconds remain @4.5 @7.2 @7.6 @9.20 @9.21', async ({
  browser,
  baseURL,
}) => {
  const session = await newSession(baseURL);
  // A browser whose clock is fixed from the start.
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const elsewhere = await context.newPage();
  await elsewhere.clock.install({ time: now });
  await elsewhere.clock.pauseAt(new Date(now.getTime() + 1000));
  await elsewhere.addInitScript(
    ([name, value]) => {
      if (!localStorage.getItem(name!)) localStorage.setItem(name!, value!);
      const { setInterval } = window;
      window.setInterval = ((handler: () => void, pause: number) => {
        if (pause === 30_000) Object.assign(window, { looksFrom: Date.now() });
        return setInterval(handler, pause);
      }) as typeof window.setInterval;
    },
    [key, JSON.stringify(session)],
  );
  let refreshes = 0;
  elsewhere.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) refreshes += 1;
  });
  await elsewhere.goto('/');
  await expect(async () => {
    await elsewhere.clock.runFor(100);
    await expect(elsewhere.getByRole('heading', { name: 'Your Pack' })).toBeVisible({ timeout: 200 });
  }).toPass({ intervals: [20] });

  // The session's end is moved to 90 seconds after the next look but one.
  const untilLook = await elsewhere.evaluate((name) => {
    const { looksFrom } = window as unknown as { looksFrom: number };
    const untilNext = 30_000 - ((Date.now() - looksFrom) % 30_000);
    const stored = JSON.parse(localStorage.getItem(name) ?? '{}');
    const expires_at = (Date.now() + untilNext + 30_000 + 90_000) / 1000;
    localStorage.setItem(name, JSON.stringify({ ...stored, expires_at }));
    return untilNext;
  }, key);

  // After the next look, when 120 seconds remain, and just before the one that follows.
  for (const step of [untilLook + 1_000, 28_500]) {
    await elsewhere.clock.runFor(step);
    await settle(elsewhere);
    expect(refreshes).toBe(0);
  }
  await elsewhere.clock.runFor(1_000);
  await expect.poll(() => refreshes).toBe(1);
  await expect
    .poll(() => elsewhere.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '{}').refresh_token, key))
    .not.toBe(session.refresh_token);
  await context.close();
});

test('a session in the address that is 121 seconds old raises a warning, and one of 100 seconds none @9.23', async ({
  page,
  baseURL,
  expectConsoleError,
}) => {
  expectConsoleError(/over 120 s old/);
  const session = await newSession(baseURL);
  const stale: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning' && message.text().includes('over 120 s old')) stale.push(message.text());
  });
  for (const [age, warnings] of [
    [100, 0],
    [121, 1],
  ] as const) {
    const address = new URLSearchParams({
      access_token: session.access_token,
      refresh_token: session.refresh_token,
      token_type: 'bearer',
      expires_in: '3600',
      expires_at: String(seconds + 3600 - age),
    });
    await page.goto('about:blank');
    await page.goto(`/#${address}`);
    await expect(page.getByText('Link left alone')).toBeVisible();
    expect(stale).toHaveLength(warnings);
  }
});

/** Makes the access token look expired, as after a night asleep. */
async function age(page: Page) {
  await page.evaluate((name) => {
    const session = JSON.parse(localStorage.getItem(name) ?? '{}');
    localStorage.setItem(name, JSON.stringify({ ...session, expires_at: 1 }));
  }, key);
}

const landing = 'Every Dog Deserves Multiple Birthdays!';

test('a stored session that cannot be read, and a session check that fails, are logged, and the user is signed out @4.9 @8.30', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/^The session could not be checked/);
  expectConsoleError(answered(400, '/auth/v1/token'));
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('session could not be checked')) logged.push(`${message.type()}: ${message.text()}`);
  });
  const expectSignedOut = async (reason: string) => {
    await page.reload();
    await expect(page.getByRole('heading', { name: landing })).toBeVisible();
    await expect(page.getByText('Please sign in again.')).toBeVisible();
    expect(logged.splice(0)).toEqual([`error: The session could not be checked: ${reason}`]);
    expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBeNull();
  };
  await signUp(page);
  await page.evaluate((name) => localStorage.setItem(name, '{"access_token": "half a tok'), key);
  await expectSignedOut('what is stored in its place cannot be read.');

  await signUp(page);
  // Runs only when the page loads again, because the open page would notice it too.
  await page.addInitScript((name) => {
    const session = JSON.parse(localStorage.getItem(name) ?? 'null');
    if (session) localStorage.setItem(name, JSON.stringify({ ...session, expires_at: 1 }));
  }, key);
  const json = { code: 400, error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' };
  await page.route('**/auth/v1/token*', (route) => route.fulfill({ status: 400, json }));
  await expectSignedOut('the server refused to go on with it (400 refresh_token_not_found).');
});

test('a session whose server answers 500 or 503, cannot be reached or gives no answer shows the pack as it was last seen, and goes on by itself @4.9 @8.30', async ({
  page,
  expectConsoleError,
}) => {
  for (const status of [500, 503]) expectConsoleError(answered(status, '/auth/v1/token'));
  expectConsoleError(unreachable('/auth/v1/token'));
  await signUp(page, { dogs: [{ name: 'Rex', birth_date: '2020-06-20' }] });
  await untilSeenOnDevice(page, 'Rex');
  const sentAsNobody: string[] = [];
  page.on('request', (request) => {
    if (request.headers().authorization === 'Bearer wagday') sentAsNobody.push(request.url());
  });
  for (const answer of [
    (route: Route) => route.fulfill({ status: 500, json: { msg: 'boom' } }),
    (route: Route) => route.fulfill({ status: 503, body: 'Unavailable' }),
    (route: Route) => route.abort('connectionrefused'),
    () => undefined,
  ]) {
    await page.route('**/auth/v1/token*', answer);
    await age(page);
    await page.reload();
    await expect(page.getByRole('article', { name: 'Rex' })).toBeVisible();
    await expect(page.getByText('showing what we last saw')).toBeVisible();

    await page.unroute('**/auth/v1/token*');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(page.getByText('showing what we last saw')).toBeHidden();
    await expect(page.getByRole('article', { name: 'Rex' })).toBeVisible();
    expect(sentAsNobody).toEqual([]);
  }
});

test('on a device whose clock is two hours fast a token lasts as long as on any other', async ({ page }) => {
  const refreshes: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) refreshes.push(request.url());
  });
  const email = await signUp(page);
  await signOut(page);
  await expect(page.getByRole('heading', { name: landing })).toBeVisible();
  await page.clock.setFixedTime(Date.now() + 2 * 3_600_000);
  await signIn(page, email);
  await addDog(page, { name: 'Rex', birthDate: '2020-06-20' });
  await reload(page);
  await expect(page.getByRole('article', { name: 'Rex' })).toBeVisible();
  expect(refreshes).toEqual([]);
});

test('a form that is sent with an expired token, refused once, is saved once', async ({ page, expectConsoleError }) => {
  expectConsoleError(answered(401, '/rest/v1/dogs'));
  await signUp(page);
  let refused = 0;
  // The clocks of the server and of this device differ.
  await page.route('**/rest/v1/dogs*', async (route) => {
    if (route.request().method() !== 'POST' || refused > 0) return route.fallback();
    refused += 1;
    return route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT expired' } });
  });
  await addDog(page, { name: 'Rex', birthDate: '2020-06-20' });
  expect(refused).toBe(1);
  await reload(page);
  await expect(page.getByRole('article')).toHaveText([/Rex/]);
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

const newPassword = 'another-wag-wag';

test('a session that ended elsewhere signs out politely at the next request or refresh, and the half-filled form waits', async ({
  page,
  expectConsoleError,
}) => {
  for (const status of [400, 401, 403]) expectConsoleError(answered(status, '/auth/v1/'));
  expectConsoleError(answered(401, '/rest/v1/dogs'));
  expectConsoleError(/^The session could not be checked/);
  const email = await signUp(page, { dogs: [{ name: 'Rex', birth_date: '2020-06-20' }] });
  const form = page.getByRole('dialog', { name: 'Add New Dog' });
  const signOutEverywhere = (token: string) => callAs(page, token, 'POST', '/auth/v1/logout?scope=global');
  const names: RegExp[] = [/Rex/];
  for (const { name, end, passwordAfterwards = password } of [
    { name: 'Biscuit', end: signOutEverywhere },
    {
      name: 'Moose',
      // After a night asleep it is the refresh that learns of it.
      end: async (token: string) => {
        await signOutEverywhere(token);
        await age(page);
      },
    },
    {
      name: 'Luna',
      end: (token: string) =>
        callAs(page, token, 'PUT', '/auth/v1/user', { password: newPassword, current_password: password }),
      passwordAfterwards: newPassword,
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
    await page.getByLabel('Password').fill(passwordAfterwards);
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
});

test('an account that was deleted elsewhere signs out politely when its page is opened again @8.31', async ({
  page,
  expectConsoleError,
}) => {
  for (const status of [400, 401, 403]) expectConsoleError(answered(status, '/auth/v1/'));
  for (const table of ['dogs', 'birthday_celebrations']) expectConsoleError(answered(401, `/rest/v1/${table}`));
  expectConsoleError(/^The session could not be checked/);
  const email = await signUp(page, { dogs: [{ name: 'Rex', birth_date: '2020-06-20' }] });
  const token = await signInElsewhere(page, email);
  await callAs(page, token, 'POST', '/rest/v1/rpc/delete_own_account');
  await page.reload();
  await expect(page.getByText('Please sign in again.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Every Dog Deserves Multiple Birthdays!' })).toBeVisible();
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBeNull();
});

test('neither a row rule nor a broken network signs anybody out', async ({ page, expectConsoleError }) => {
  expectConsoleError(answered(401, '/rest/v1/dogs'));
  expectConsoleError(answered(403, '/rest/v1/dogs'));
  expectConsoleError(unreachable('/auth/v1/token'));
  await signUp(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/')) asked.push(request.url());
  });
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Add New Dog' }).click();
    const form = page.getByRole('dialog', { name: 'Add New Dog' });
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Birthday').fill('2019-06-14');
    await form.getByRole('button', { name: 'Add Dog' }).click();
    await expect(form.getByText('Could not save profile. Please try again.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  };
  const refuse = { code: '42501', details: null, hint: null, message: 'new row violates row-level security policy' };
  await page.route('**/rest/v1/dogs*', async (route) => {
    if (route.request().method() === 'POST') await route.fulfill({ status: 403, json: refuse });
    else await route.continue();
  });
  await save('Rex');
  expect(asked).toEqual([]);

  // The answer says that the session has ended, and no request can confirm that.
  const end = { ...refuse, code: 'PGRST303', message: 'Session from session_id claim in JWT does not exist' };
  await page.unroute('**/rest/v1/dogs*');
  await page.route('**/rest/v1/dogs*', async (route) => {
    if (route.request().method() === 'POST') await route.fulfill({ status: 401, json: end });
    else await route.continue();
  });
  await page.route('**/auth/v1/token*', (route) => route.abort());
  await save('Luna');
  await expect.poll(() => asked.length).toBe(1);

  // This time the session turns out to be valid.
  await page.unroute('**/auth/v1/token*');
  await save('Moose');
  await expect.poll(() => asked.length).toBe(2);
  await settle(page);
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).not.toBeNull();
});
