import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';
import { type SeedOwner, seedPack } from '../support/seed-pack.ts';

/** The day on which the journeys take place: every age and celebration in them is counted from here. */
export const today = '2026-06-15';

type Journey = {
  /** Allows console errors that match; any other fails the test. Of a request, ` at ` and its path follow the browser's words. */
  expectConsoleError: (pattern: RegExp) => void;
};

/** Errors that no test brings about: a pattern that matches one of them would let others pass as well. */
const strangeErrors = [
  'Failed to load resource: the server responded with a status of 500 (Internal Server Error) at /strange',
  'Failed to load resource: the server responded with a status of 404 (Not Found) at /strange',
  'Failed to load resource: net::ERR_STRANGE at /rest/v1/strange',
  'TypeError: undefined is not a function',
];

/** What the console says of an answer that is no success. */
export function answered(status: number, path: string): RegExp {
  return new RegExp(`^Failed to load resource: the server responded with a status of ${status} .* at ${literal(path)}`);
}

/** What the console says of a request that got no answer. */
export function unreachable(path: string): RegExp {
  return new RegExp(
    `^Failed to load resource: net::ERR_(FAILED|INTERNET_DISCONNECTED|CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE) at ${literal(path)}`,
  );
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function describe(message: ConsoleMessage): string {
  const { url } = message.location();
  if (!message.text().startsWith('Failed to load resource') || !URL.canParse(url)) return message.text();
  const { pathname, search } = new URL(url);
  return `${message.text()} at ${pathname}${search}`;
}

export const test = base.extend<Journey>({
  page: async ({ page }, use) => {
    await page.clock.setFixedTime(new Date(`${today}T12:00:00`));
    await use(page);
  },
  expectConsoleError: [
    async ({ page }, use) => {
      const expected: RegExp[] = [];
      const unexpected: string[] = [];
      page.on('console', (message) => {
        // Its own words, where playwright.config.ts keeps the service worker out.
        if (message.text() === 'Service Worker registration blocked by Playwright') return;
        if (message.type() === 'error' || message.type() === 'warning') unexpected.push(describe(message));
      });
      page.on('pageerror', (error) => unexpected.push(String(error)));
      await use((pattern) => {
        expect(strangeErrors.filter((text) => pattern.test(text))).toEqual([]);
        expected.push(pattern);
      });
      expect(unexpected.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

let owners = 0;

/** An e-mail address that no other test uses. */
export function newEmail(): string {
  owners += 1;
  return `owner-${process.pid}-${Date.now()}-${owners}@example.com`;
}

export const password = 'wag-wag-wag';

type Pack = Pick<SeedOwner, 'name' | 'dogs' | 'parties'>;

/** Opens the page where an owner is signed in, with the pack they have. Doing it again brings the pack back to this. */
export async function openPack(page: Page, owner: Pack & { email: string }, url = serverUrl()): Promise<void> {
  const session = JSON.stringify(await seedPack(url, { password, ...owner }));
  // An empty page of the site: nothing of the app runs while the session is put down, and no icon is asked for.
  const empty = `${url}/empty-page-of-the-tests`;
  await page.route(empty, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><link rel="icon" href="data:,"><title>Empty</title>',
    }),
  );
  await page.goto(empty);
  await page.evaluate((text) => localStorage.setItem('wagday-session', text), session);
  await page.unroute(empty);
  await page.goto(`${url}/`);
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
}

/** Opens the pack of a new owner as on their next visit, the first dog the newest. Answers with the e-mail address. */
export async function signUp(
  page: Page,
  { email = newEmail(), url = serverUrl(), ...pack }: Pack & { email?: string; url?: string } = {},
): Promise<string> {
  await openPack(page, { email, ...pack }, url);
  if (pack.dogs) await expect(page.getByRole('article')).toHaveCount(pack.dogs.length);
  return email;
}

/** Signs a new owner up as owners do. Answers with the e-mail address. */
export async function signUpThroughPage(page: Page, email = newEmail()): Promise<string> {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Join the pack' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
  await restPointer(page);
  return email;
}

function serverUrl(): string {
  const { WAGDAY_TEST_URL: url } = process.env;
  if (!url) throw new Error('there is no server to sign up at');
  return url;
}

export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
  await restPointer(page);
}

type NewDog = { name: string; birthDate: string; size?: string; breed?: string; notes?: string };

export async function addDog(page: Page, dog: NewDog): Promise<void> {
  await page.getByRole('button', { name: 'Add New Dog' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Dog' });
  await form.getByLabel('Name').fill(dog.name);
  await form.getByLabel('Birthday').fill(dog.birthDate);
  if (dog.size) await form.getByLabel('Size Category').selectOption(dog.size);
  if (dog.breed) await form.getByLabel('Breed').fill(dog.breed);
  if (dog.notes) await form.getByLabel('Notes').fill(dog.notes);
  await form.getByRole('button', { name: 'Add Dog' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('article', { name: dog.name })).toBeVisible();
  await restPointer(page);
}

/** Waits until a dog is in the list that this device shows while the server is out of reach. */
export async function untilSeenOnDevice(page: Page, name: string): Promise<void> {
  const seen = () =>
    page.evaluate(async () => {
      const answerOf = <Answer>(request: IDBRequest<Answer>) =>
        new Promise<Answer>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await answerOf(indexedDB.open('wagday'));
      const lists = await answerOf(database.transaction('seen').objectStore('seen').getAll());
      database.close();
      return JSON.stringify(lists);
    });
  await expect.poll(seen).toContain(name);
}

/** Waits until nothing waits to be sent any more, and nothing is on its way. */
export async function untilAllIsSent(page: Page): Promise<void> {
  await expect(page.getByText(/^(Waiting to be sent|Sending)$/)).toHaveCount(0);
}

/** Takes the pointer off what it pressed last: a toast that appears under it would wait there for as long as it stays. */
export async function restPointer(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
}

/** Closes the messages that are shown, each of which covers something. */
export async function closeToasts(page: Page) {
  const toasts = page.locator('[data-sonner-toast]');
  while ((await toasts.count()) > 0) {
    const count = await toasts.count();
    await toasts.first().getByRole('button', { name: 'Close message' }).click();
    await expect.poll(() => toasts.count()).toBeLessThan(count);
  }
  // Away from what lay beneath the last one.
  await page.mouse.move(0, 0);
}

/** Sizes of things that would make the page scroll sideways. */
export async function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
