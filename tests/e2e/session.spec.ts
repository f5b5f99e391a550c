import type { Browser, Page } from '@playwright/test';
import { expect, signUp, test, today } from './fixtures.ts';

const key = 'wagday-session';
const now = new Date(`${today}T12:00:00`);
const seconds = Math.floor(now.getTime() / 1000);

type StoredSession = { access_token: string; refresh_token: string };

/** A new owner's session, and another browser without one. */
async function sessionFor(page: Page, browser: Browser) {
  await signUp(page);
  const stored = (await page.evaluate((name) => localStorage.getItem(name), key)) ?? '{}';
  const context = await browser.newContext();
  return { session: JSON.parse(stored) as StoredSession, context, elsewhere: await context.newPage() };
}

/** Lets what the page has begun come to its requests. */
async function settle(page: Page) {
  for (let round = 0; round < 3; round += 1)
    await page.evaluate(() => fetch('/favicon.svg').then((icon) => icon.text()));
}

test('the session is looked at every 30 seconds and refreshed when 90 seconds remain', async ({ page, browser }) => {
  const { session, context, elsewhere } = await sessionFor(page, browser);
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
    const expires_at = (Date.now() + untilNext + 30_000 + 90_400) / 1000;
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

for (const { age, warnings } of [
  { age: 121, warnings: 1 },
  { age: 100, warnings: 0 },
]) {
  test(`a session in the address that is ${age} seconds old raises ${warnings} warnings`, async ({ page, browser }) => {
    const { session, context, elsewhere } = await sessionFor(page, browser);
    await elsewhere.clock.setFixedTime(now);
    const stale: string[] = [];
    elsewhere.on('console', (message) => {
      if (message.type() === 'warning' && message.text().includes('issued over 120s ago')) stale.push(message.text());
    });
    const address = new URLSearchParams({
      access_token: session.access_token,
      refresh_token: session.refresh_token,
      token_type: 'bearer',
      expires_in: '3600',
      expires_at: String(seconds + 3600 - age),
    });
    await elsewhere.goto(`/#${address}`);
    await expect(elsewhere.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
    expect(stale).toHaveLength(warnings);
    await context.close();
  });
}

test('a session check that fails is logged, and the user is signed out', async ({ page, expectConsoleError }) => {
  expectConsoleError(/session could not be checked|Failed to load resource|AuthRetryableFetchError/);
  await signUp(page);
  let logged = '';
  page.on('console', (message) => {
    if (message.text().includes('session could not be checked')) logged = message.type();
  });
  // Past its time, and the server that could refresh it cannot be reached.
  await page.evaluate((name) => {
    const session = JSON.parse(localStorage.getItem(name) ?? '{}');
    localStorage.setItem(name, JSON.stringify({ ...session, expires_at: 1 }));
  }, key);
  await page.route('**/auth/v1/token*', (route) => route.abort());
  await page.reload();
  await expect(async () => {
    await page.clock.runFor(60_000);
    expect(logged).toBe('error');
  }).toPass();
  await expect(page.getByRole('heading', { name: 'Every Dog Deserves Multiple Birthdays!' })).toBeVisible();
});
