import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { answered, closeToasts, openYou, restPointer, unreachable } from '../e2e/fixtures.ts';
import { recoveryLinkFor } from '../support/mail-files.ts';
import { seedPack } from '../support/seed-pack.ts';
import { calculate, loadDetails } from './calculating.ts';
import { invite } from './invited.ts';
import { biscuit, cakeDay, latka, longest, many, moose, ox, zoe } from './packs.ts';
import { test as base, expect } from './screen-fixtures.ts';
import { untilSettled } from './still.ts';

/** Holds the requests that match until the test is over: what is waited for stays waited for. */
async function hold(page: Page, address: string | RegExp, method?: string) {
  await page.route(address, async (route) => {
    if (method && route.request().method() !== method) await route.fallback();
  });
}

async function editNotes(page: Page, name: string, notes: string) {
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await page.getByLabel('Notes').fill(notes);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Changes a dog past the page, as another device does. */
async function changeElsewhere(page: Page, name: string, values: object) {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('wagday-session') ?? '{}').access_token);
  const { origin } = new URL(page.url());
  const answer = await fetch(`${origin}/rest/v1/dogs?name=eq.${encodeURIComponent(name)}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${token}`, apikey: 'wagday', 'Content-Type': 'application/json' },
    body: JSON.stringify(values),
  });
  expect(answer.ok).toBe(true);
}

/** Opens a pack of two, takes the network away and gives Moose other notes. */
const test = base.extend<{ openPackOffline: (notes: string) => Promise<void> }>({
  openPackOffline: async ({ page, context, openPack, expectConsoleError }, use) => {
    await use(async (notes) => {
      expectConsoleError(unreachable('/'));
      await openPack({ dogs: [latka, moose] });
      await expect(page.getByRole('article')).toHaveCount(2);
      await untilSettled(page);
      await context.setOffline(true);
      await editNotes(page, 'Moose', notes);
      await expect(page.getByText('Kept for later!')).toBeVisible();
      await closeToasts(page);
    });
  },
});

test('landing page @10.7', async ({ page, compare, isMobile }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await compare('landing', 'page');
  if (!isMobile) return;
  await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
  await expect(page.getByText('Woof! Missing info')).toBeVisible();
  await compare('calculator-missing-info');
  await closeToasts(page);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await compare('sign-up-disabled');
});

test('birthday report, what is folded in it, and its card', async ({ page, compare, isMobile }) => {
  await page.addInitScript(() => {
    Object.assign(navigator, { share: undefined, canShare: undefined });
    Clipboard.prototype.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  const center = (part: Locator) => part.evaluate((it) => it.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await calculate(page);
  await loadDetails(page);
  await compare('report', page.locator('.report'));
  if (!isMobile) return;
  await page.getByText('Why this number?').click();
  await expect(page.getByText('What others say')).toBeVisible();
  await compare('report-why', page.getByRole('group').filter({ hasText: /^Why this number\?/ }));
  await page.getByText('Year by year', { exact: true }).click();
  await expect(page.getByRole('table').first()).toBeVisible();
  await compare('report-table', page.getByRole('group').filter({ hasText: /^Year by year/ }));
  await page.getByText('In numbers').click();
  await page.getByRole('button', { name: 'Celebrate' }).click();
  await expect(page.locator('[data-confetti]')).toHaveCount(0);
  await center(page.getByRole('link', { name: 'Plan Party' }));
  await compare('report-celebrate');
  await page.getByText('Add to Calendar').click();
  const offer = page.getByRole('button', { name: /^Apple or Other: Next celebration/ });
  await expect(offer).toBeVisible();
  await center(offer);
  await compare('report-calendar');
  await page.getByRole('button', { name: 'Photo' }).click();
  await expect(page.getByRole('button', { name: 'Save Picture', disabled: false })).toBeVisible();
  await compare('birthday-card', 'dialog');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const text = page.getByLabel(/already selected/);
  // The address of the test's server is another one each time.
  await text.evaluate((box: HTMLTextAreaElement) => {
    box.value = box.value.replace(location.origin, 'https://wagday.example');
    box.select();
  });
  await center(text);
  await compare('copy-by-hand');
});

test('birthday report on the day itself, and of the longest name', { tag: '@phone' }, async ({ page, compare }) => {
  await calculate(page, { name: 'Zoë', birthday: '2025-06-15', size: 'medium' });
  await loadDetails(page);
  await compare('report-today', page.locator('.report'));
  // Otherwise the page puts Zoë into its fields again while they are filled in.
  await page.evaluate(() => window.sessionStorage.clear());
  await calculate(page, { name: longest.name, birthday: longest.birth_date, size: 'giant' });
  await loadDetails(page);
  await compare('report-long-name', page.locator('.report'));
});

test('sign in, and what keeps somebody from it @2.54', { tag: '@phone' }, async ({
  page,
  context,
  compare,
  expectConsoleError,
}) => {
  expectConsoleError(answered(400, '/auth/v1/token?grant_type=password'));
  await page.goto('/auth');
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
  await compare('sign-in');
  // What is still on its way would fail.
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await expect(page.getByText("You're offline.")).toBeVisible();
  await compare('sign-in-offline', 'page');
  await context.setOffline(false);
  await expect(page.getByText("You're offline.")).toBeHidden();
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password').fill('not-the-word');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Invalid credentials')).toBeVisible();
  await compare('invalid-credentials');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('button', { name: 'Send the Link' })).toBeVisible();
  await compare('forgot-password');

  await page.route('**/auth/v1/signup**', (route) =>
    route.fulfill({ json: { id: crypto.randomUUID(), email: 'robin@example.com', identities: [{}] } }),
  );
  await page.goto('/auth?join');
  await page.getByLabel('Email').fill('rex');
  await page.getByLabel('Password').fill('rex');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await compare('sign-up-problems', 'page');
  await page.getByLabel('Email').fill('robin@example.com');
  await page.getByLabel('Password').fill('wag-wag-wag');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await compare('confirm-address', 'page');
});

test('a new password', { tag: '@phone' }, async ({ page, baseURL, compare }) => {
  const email = 'robin.a-new-password@pictures-phone.example.com';
  await seedPack(baseURL!, { email, password: 'wag-wag-wag' });
  await page.request.post('/auth/v1/recover', { data: { email } });
  const { pathname, hash } = new URL(await recoveryLinkFor(process.env.WAGDAY_TEST_DATA ?? '', email));
  await page.goto(pathname + hash);
  await expect(page.getByRole('button', { name: 'Choose Password' })).toBeVisible();
  await compare('recovery-link');
  await page.getByRole('button', { name: 'Choose Password' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a New Password' })).toBeVisible();
  await compare('new-password');
});

test('empty pack, and the form of its first dog', { tag: '@phone' }, async ({
  page,
  openPack,
  compare,
  expectConsoleError,
}) => {
  expectConsoleError(answered(400, '/rest/v1/dogs'));
  await openPack();
  await expect(page.getByRole('heading', { name: 'No dogs yet!' })).toBeVisible();
  await compare('pack-empty', 'page');
  await page.getByRole('button', { name: 'Add New Dog' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Dog' });
  await expect(form).toBeVisible();
  await compare('dog-form-new', 'dialog');
  await form.getByLabel('Breed').fill('Great Dane');
  await expect(form.getByText(/Usually giant/)).toBeVisible();
  await form.getByRole('radio', { name: /^Small/ }).check();
  await expect(form.getByRole('button', { name: 'Set the size to Giant' })).toBeVisible();
  await compare('dog-form-breed', 'dialog');
  await form.getByLabel('Name').fill('Biscuit');
  await form.getByLabel('Birthday').fill('2019-06-14');
  await page.route('**/rest/v1/dogs*', (route) => route.fulfill({ status: 400, json: { message: 'gone' } }));
  await form.getByRole('button', { name: 'Add Dog' }).click();
  await expect(form.getByText('Could not save profile. Please try again.')).toBeVisible();
  await form.getByRole('group', { name: 'Photo (optional)' }).scrollIntoViewIfNeeded();
  await compare('dog-form-not-saved');
});

test('pack, and the invitation to its party', async ({ page, openPack, compare }) => {
  await openPack({ dogs: [biscuit, zoe, latka, moose, ox, longest], parties: [cakeDay] });
  await expect(page.getByRole('article')).toHaveCount(6);
  await expect(page.getByText('Cake Day').first()).toBeVisible();
  await compare('pack', 'page');
  await page.getByRole('link', { name: /^Next party/ }).click();
  // Once the settings and the proof of the address have been asked for.
  await expect(page.getByRole('link', { name: /^WhatsApp/ })).toBeVisible();
  await expect(page.getByText(/^Confirm your email, so/)).toBeVisible();
  await compare('invitation', 'page');
});

test('a pack of many, and looking for a dog in it', async ({ page, openPack, compare }) => {
  await openPack({ dogs: many });
  await expect(page.getByRole('article')).toHaveCount(14);
  await page.getByLabel('Find a dog').fill('terrier');
  await expect(page.getByRole('article')).toHaveCount(1);
  await compare('pack-search', 'page');
  await page.getByLabel('Find a dog').fill('Rumpelstiltskin');
  await expect(page.getByText('Nobody in your pack answers to that.')).toBeVisible();
  await compare('pack-nobody-found', 'page');
  await page.getByLabel('Find a dog').fill('');
  await expect(page.getByRole('article')).toHaveCount(14);
  await page.getByLabel('Sort by').selectOption('birthday');
  await compare('pack-many');
});

test('parties, those of the past too', async ({ page, openPack, compare }) => {
  const party = (title: string, celebration_date: string) => ({ dog: 'Biscuit', title, celebration_date });
  const id = randomUUID();
  await invite(page, id);
  await openPack({
    dogs: [biscuit],
    parties: [
      cakeDay,
      party('Sausage Sunday', '2026-06-21'),
      { ...party('Today Is the Day', '2026-06-15'), id },
      party('A Garden Party for All the Good Dogs of the Street', '2026-07-30'),
      party('Snow Day', '2026-12-24'),
      { ...party('First Swim', '2026-05-02'), photo: 'landscape' },
      party('Puppy Graduation', '2019-12-14'),
    ],
  });
  await page.evaluate(() => window.location.assign('#parties'));
  await expect(page.getByRole('region', { name: 'Memories' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Today Is the Day.*6 people and 2 dogs coming/ })).toBeVisible();
  await compare('pack-parties', 'page');
});

test('how a pack is waited for, what it offers, and what it says of a removed dog', { tag: '@phone' }, async ({
  page,
  openPack,
  compare,
  expectConsoleError,
}) => {
  expectConsoleError(answered(400, '/rest/v1/dogs'));
  await hold(page, '**/rest/v1/dogs*');
  await openPack({ dogs: [zoe, moose] });
  await expect(page.getByText('Loading your pack...')).toBeVisible();
  await compare('pack-loading');
  await page.route('**/rest/v1/dogs*', (route) => route.fulfill({ status: 400, json: { message: 'gone' } }));
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Try Again', exact: true })).toBeVisible();
  await compare('pack-not-loaded');
  // While the page finds out who is there.
  await hold(page, '**/assets/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByText('Loading...').first()).toBeVisible();
  await compare('loading');

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('/');
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })));
  await expect(page.getByRole('button', { name: 'Install Wagday' })).toBeVisible();
  await compare('install-offer', 'page');
  await page.getByRole('button', { name: 'Delete Moose' }).click();
  await expect(page.getByText('Dog removed')).toBeVisible();
  await compare('dog-removed');

  await page.evaluate(() => localStorage.clear());
  await calculate(page);
  await openPack({ dogs: [zoe] });
  await expect(page.getByRole('region', { name: 'Add Biscuit to your pack?' })).toBeVisible();
  await compare('calculated-dog');
});

test('a pack without network, with words that wait, go and are refused', { tag: '@phone' }, async ({
  page,
  context,
  openPackOffline,
  compare,
  expectConsoleError,
}) => {
  expectConsoleError(answered(400, '/rest/v1/dogs'));
  await openPackOffline('Waits for a network.');
  await expect(page.getByText('Waiting to be sent')).toBeVisible();
  await compare('pack-offline', 'page');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await compare('sign-out-unsent');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await restPointer(page);
  let refuse = () => {};
  const held = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route('**/rest/v1/dogs*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    await held;
    return route.fulfill({ status: 400, json: { code: '23514', message: 'refused' } });
  });
  await context.setOffline(false);
  await expect(page.getByText('Sending', { exact: true })).toBeVisible();
  await expect(page.getByText(/showing what we last saw/)).toBeHidden();
  await compare('pack-sending', 'page');
  refuse();
  await expect(page.getByText("Changes weren't saved", { exact: true })).toBeVisible();
  await expect(page.getByText('A word from you, please')).toBeVisible();
  await closeToasts(page);
  await compare('pack-refused', 'page');
});

test('words from two sides', { tag: '@phone' }, async ({ page, context, openPackOffline, compare }) => {
  await openPackOffline('Sleeps on the sofa, but only when nobody looks.');
  await changeElsewhere(page, 'Moose', { notes: 'Sleeps in the bathtub.', breed: 'Great Dane' });
  await context.setOffline(false);
  await expect(page.getByText('A word from you, please')).toBeVisible();
  await closeToasts(page);
  await expect(page.getByText('Moose has two versions.')).toBeVisible();
  // What only the other side has changed is seen at once.
  await expect(page.getByText('Great Dane')).toBeVisible();
  await expect(page.getByText(/showing what we last saw/)).toBeHidden();
  await compare('pack-conflict', 'page');
  await page.getByRole('button', { name: 'Review Moose', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Two versions of Moose' })).toBeVisible();
  await compare('conflict');
});

test('the forms of a dog and of a party', async ({ page, openPack, compare, isMobile }) => {
  await openPack({ dogs: [biscuit] });
  await page.getByRole('button', { name: 'Plan Party' }).click();
  const form = page.getByRole('dialog', { name: 'Plan Birthday Celebration' });
  // Beside the fields is the invitation, once it is drawn.
  await expect(form.locator('img[src^="blob:"]')).toBeVisible();
  await compare('party-form', 'dialog');
  if (!isMobile) return;
  await form.getByRole('button', { name: 'Not Now' }).click();
  await page.getByRole('button', { name: 'Edit Biscuit' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await compare('dog-form-edit', 'dialog');
  await page.getByLabel('Birthday').fill('2027-01-01');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText(/still ahead/).first()).toBeVisible();
  await compare('dog-form-problem', 'dialog');
});

test('account', async ({ page, openPack, compare, isMobile }) => {
  // The headless shell blocks notifications, and the reminders say so.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'default' }));
  await openPack({ dogs: [zoe] });
  const you = await openYou(page);
  const open = async (part: string, label: string) => {
    const heading = you.getByRole('heading', { name: part, exact: true });
    await heading.click();
    await expect(you.getByLabel(label)).toBeVisible();
    // On a desktop it is beside its row, and nothing moves.
    await heading.evaluate((it) => innerWidth < 1024 && it.scrollIntoView({ behavior: 'instant' }));
  };
  // Each is asked for by a request of its own.
  for (const state of ['Off', 'None yet', 'Only this one']) {
    await expect(you.getByText(state, { exact: true })).toBeVisible();
  }
  await compare('you');
  if (!isMobile) return;
  await open('Reminders', 'By email');
  await compare('reminders');
  await open('Calendars', 'Name this calendar');
  await compare('calendars');
  await open('Delete Your Account', 'Your password');
  await page.getByLabel('Your password').fill('wag-wag-wag');
  await page.getByLabel('Type DELETE or your email to confirm').fill('DELETE');
  await expect(page.getByRole('button', { name: 'Delete Forever' })).toBeEnabled();
  await compare('you-delete');
});
