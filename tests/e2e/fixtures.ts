import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { addToFields, translate } from '../../client/testing/pretend-programs.ts';
import { type SeedOwner, seedPack } from '../support/seed-pack.ts';

/** The current day in all journeys. Their ages and celebrations depend on it. */
export const today = '2026-06-15';

const programs = { translator: translate, 'password manager': addToFields };

/** Names of the programs that change the pages of a test meanwhile. */
function namesOfPrograms(tags: readonly string[]): string {
  return tags.includes('@among-others') ? Object.keys(programs).join() : (process.env.WAGDAY_OTHER_PROGRAMS ?? '');
}

type Journey = {
  /** Whether the pack asks for the photo of a day. Off, so that other journeys see the pack as on most days. */
  asksForPortraits: boolean;
  /** What is undone after the test, such as a server of its own, once all its pages are closed: they would ask a stopped server in vain. */
  cleanups: AsyncDisposableStack;
  /** Allows console errors that match; any other error fails the test. For a request, ` at ` and its path are appended to the text. */
  expectConsoleError: (pattern: RegExp) => void;
};

/** Errors that no test causes. A pattern that matches one of them is too wide and is refused. */
const strangeErrors = [
  'Failed to load resource: the server responded with a status of 500 (Internal Server Error) at /strange',
  'Failed to load resource: the server responded with a status of 404 (Not Found) at /strange',
  'Failed to load resource: net::ERR_STRANGE at /rest/v1/strange',
  'TypeError: undefined is not a function',
];

/** The console error for a response with an error status. */
export function answered(status: number, path: string): RegExp {
  return new RegExp(`^Failed to load resource: the server responded with a status of ${status} .* at ${literal(path)}`);
}

/** The console error for a request without a response. */
export function unreachable(path: string): RegExp {
  return new RegExp(
    `^Failed to load resource: net::ERR_(FAILED|INTERNET_DISCONNECTED|CONNECTION_(REFUSED|RESET|CLOSED)|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE) at ${literal(path)}`,
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

/** Records the requests that are under way while an owner signs out. The backend refuses them, because the session has ended. */
function noteRefusable(context: BrowserContext): ReadonlySet<string> {
  const isLogout = (url: string) => new URL(url).pathname === '/auth/v1/logout';
  const underWay = new Set<string>();
  const refusable = new Set<string>();
  context.on('request', (request) => {
    underWay.add(request.url());
    if ([...underWay].some(isLogout)) for (const url of underWay) refusable.add(url);
  });
  context.on('requestfinished', (request) => underWay.delete(request.url()));
  context.on('requestfailed', (request) => underWay.delete(request.url()));
  return refusable;
}

/** As if the owner had said on this day not to be asked for a photo of it. */
function declinePortraits(day: string) {
  // The page of a sandbox has no storage. What a visitor's and a guest's page keep is left alone, because tests compare it.
  if (window.origin === 'null' || location.pathname.startsWith('/i/')) return;
  if (location.pathname === '/' && localStorage.getItem('wagday-session') === null) return;
  localStorage.setItem('wagday-no-portrait-until', day);
}

export const test = base.extend<Journey>({
  // Without motion a journey waits for no transition. One tagged `@motion` shows what moves, or what happens meanwhile.
  contextOptions: async ({ contextOptions }, use, { tags }) => {
    await use({ ...contextOptions, reducedMotion: tags.includes('@motion') ? 'no-preference' : 'reduce' });
  },
  asksForPortraits: [false, { option: true }],
  page: async ({ page, asksForPortraits }, use, { tags }) => {
    if (!asksForPortraits) await page.context().addInitScript(declinePortraits, today);
    for (const [name, start] of Object.entries(programs)) {
      if (namesOfPrograms(tags).includes(name)) await page.context().addInitScript(start);
    }
    await page.clock.setFixedTime(new Date(`${today}T12:00:00`));
    await use(page);
    // Requests that a page makes after its test has ended are no failure.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  },
  // Needs the page, so that it ends before the page and what listens to it.
  cleanups: async ({ page: _page, browser }, use) => {
    await using cleanups = new AsyncDisposableStack();
    await use(cleanups);
    await Promise.all(browser.contexts().flatMap((context) => context.pages().map((open) => open.close())));
  },
  expectConsoleError: [
    async ({ page }, use, { tags }) => {
      // A page may be left between storing the picture for chats and recording its name. The next visit then finds it stored.
      const expected = [answered(409, '/storage/v1/object/invitation-previews/')];
      // React draws anew what was changed before it came.
      if (namesOfPrograms(tags)) expected.push(/Minified React error #418;/);
      const unexpected: string[] = [];
      const refusable = noteRefusable(page.context());
      page.on('console', (message) => {
        // Playwright logs this where playwright.config.ts blocks the service worker.
        if (message.text() === 'Service Worker registration blocked by Playwright') return;
        if (/status of 40[13] /.test(message.text()) && refusable.has(message.location().url)) return;
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

/** Returns an email address that no other test uses. */
export function newEmail(): string {
  owners += 1;
  return `owner-${process.pid}-${Date.now()}-${owners}@example.com`;
}

export const password = 'wag-wag-wag';

type Pack = Pick<SeedOwner, 'name' | 'dogs' | 'parties' | 'portraits'>;

/**
 * Seeds the pack of an owner in the backend at `url` and opens the page `at` that address, or another, with that owner signed in. A second
 * call resets the pack.
 */
export async function openPack(
  page: Page,
  owner: Pack & { email: string },
  url = serverUrl(),
  at = url,
): Promise<void> {
  const session = JSON.stringify(await seedPack(url, { password, ...owner }));
  // Stores the session from an empty page of the site, so that the app does not run meanwhile. That page requests no icon.
  const empty = `${at}/empty-page-of-the-tests`;
  await page.route(empty, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><link rel="icon" href="data:,"><title>Empty</title>',
    }),
  );
  await page.goto(empty);
  await page.evaluate((text) => localStorage.setItem('wagday-session', text), session);
  await page.unroute(empty);
  await page.goto(`${at}/`);
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
}

/** Opens the seeded pack of a new owner; the first dog is the newest. Returns the e-mail address. */
export async function signUp(
  page: Page,
  {
    email = newEmail(),
    url = serverUrl(),
    at = url,
    ...pack
  }: Pack & { email?: string; url?: string; at?: string } = {},
): Promise<string> {
  await openPack(page, { email, ...pack }, url, at);
  if (pack.dogs) await expect(page.getByRole('article')).toHaveCount(pack.dogs.length);
  return email;
}

/** Signs a new owner up through the form. Returns the e-mail address. */
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

/** Signs out, and waits for it: the page first looks for unsent changes, and would stay signed in if it were left before. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
}

export type Visitor = { name?: string; birthday?: string; size?: string };

/** Fills the calculator of the open page in and presses its button. */
export async function askForReport(
  page: Page,
  { name = 'Biscuit', birthday = '2019-06-14', size = 'small' }: Visitor = {},
): Promise<void> {
  await page.getByLabel("Dog's Name").fill(name);
  await page.getByRole('textbox', { name: 'Birthday' }).fill(birthday);
  await page.locator(`[name=size][value=${size}]`).check();
  await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
}

type NewDog = { name: string; birthDate: string; size?: string; breed?: string; notes?: string };

/** Adds a dog, and waits until the page has said so: a toast that comes later slides under the mouse of the next press. */
export async function addDog(page: Page, dog: NewDog): Promise<void> {
  await closeToasts(page);
  await page.getByRole('button', { name: 'Add New Dog' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Dog' });
  await form.getByLabel('Name').fill(dog.name);
  await form.getByLabel('Birthday').fill(dog.birthDate);
  if (dog.size) await form.locator(`[name=size][value=${dog.size}]`).check();
  if (dog.breed) await form.getByLabel('Breed').fill(dog.breed);
  if (dog.notes) await form.getByLabel('Notes').fill(dog.notes);
  const told = page.waitForFunction(() => document.querySelector('[data-toast]'));
  await form.getByRole('button', { name: 'Add Dog' }).click();
  await told;
  await expect(form).toBeHidden();
  await expect(page.getByRole('article', { name: dog.name })).toBeVisible();
  await restPointer(page);
}

/** Waits until a dog is in the list that the device keeps for offline use. */
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

/** Waits until all changes have been sent, and the line above the page that said so has gone: what is below it moves up then. */
export async function untilAllIsSent(page: Page): Promise<void> {
  await expect(
    page.getByText(/^(Waiting to be sent|Sending\b|Offline: |We can't reach Wagday|\d+ changes? wait)/),
  ).toHaveCount(0);
}

/** Reloads the page once it has left the history entries of closed dialogs. Chromium cancels a reload if the page goes back during it. */
export async function reload(page: Page): Promise<void> {
  await page.waitForFunction(
    () => (history.state?.wagdayDialogs ?? 0) <= document.querySelectorAll('dialog[open]').length,
  );
  await page.reload();
}

/** Moves the pointer into the corner. A toast that appears under the pointer stays until it leaves. */
export async function restPointer(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
}

/**
 * Does something, and waits until the page has shown the texts. It looks from within, so that it misses no toast on a busy machine. A toast
 * has then come to rest: one that slides under the mouse stays for as long as that is there.
 */
export async function shows(page: Page, texts: readonly string[], act: () => Promise<unknown>): Promise<void> {
  const shown = page.waitForFunction((asked) => {
    const moves = [...document.querySelectorAll('[data-toast]')].flatMap((toast) => toast.getAnimations());
    return asked.every((text) => document.body?.innerText.includes(text)) && moves.length === 0;
  }, texts);
  await act();
  await shown;
}

/** Closes all toasts that can be closed, because they cover parts of the page. That of a form stays until its next attempt. */
export async function closeToasts(page: Page) {
  const close = page.locator('[data-toast]').getByRole('button', { name: 'Close message' });
  await expect
    .poll(async () => {
      // Pressed in the page, because a toast may go by itself while a pointer is on its way.
      await close.evaluateAll((buttons) => {
        for (const button of buttons) (button as HTMLElement).click();
      });
      return close.count();
    })
    .toBe(0);
  await page.mouse.move(0, 0);
}

/** Returns by how many pixels the page is wider than the window. */
export async function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Opens "You", at one of its parts if that is named. */
export async function openYou(page: Page, part?: string): Promise<Locator> {
  await page.getByRole('link', { name: 'You', exact: true }).click();
  const you = page.getByRole('main').filter({ has: page.getByRole('heading', { name: 'You', level: 1, exact: true }) });
  if (part) await you.getByRole('heading', { name: part, exact: true }).click();
  return you;
}

/** The page of a dog. */
export function dogPage(page: Page, name: string): Locator {
  return page.getByRole('main').filter({ has: page.getByRole('heading', { name, level: 1, exact: true }) });
}

/** Makes the access token look expired, as after a night asleep. */
export async function age(page: Page): Promise<void> {
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('wagday-session') ?? '{}');
    localStorage.setItem('wagday-session', JSON.stringify({ ...session, expires_at: 1 }));
  });
}
