import type { Page } from '@playwright/test';
import { expect, test } from './pictures.ts';

const biscuit = {
  name: 'Biscuit',
  birth_date: '2019-06-14',
  size: 'small',
  breed: 'Norwich Terrier',
  notes: 'Will sing for cheese.',
  photo: { coat: '#d9a05b', ground: '#bfe2ee' },
} as const;
const zoe = { name: 'Zoë', birth_date: '2025-06-15', size: 'medium', breed: 'Cocker Spaniel' } as const;
const latka = {
  name: 'Łatka',
  birth_date: '2021-03-03',
  size: 'large',
  breed: 'German Shepherd',
  photo: { coat: '#8a5a3a', ground: '#cfe6b8' },
} as const;
const moose = { name: 'Moose', birth_date: '2024-02-29', size: 'giant', notes: 'Thinks he is a lap dog.' } as const;
const ox = { name: 'Ox', birth_date: '2026-05-20', size: 'large' } as const;
const longest = {
  name: 'Sir Barksalot of Upper Biscuitshire the III',
  birth_date: '2013-01-09',
  size: 'small',
  breed: 'Nova Scotia Duck Tolling Retriever',
  notes: 'Afraid of balloons, thunder and the neighbour’s cat, in that order. Knows the word “walk” in four languages.',
} as const;
const cakeDay = {
  dog: 'Biscuit',
  title: 'Cake Day',
  celebration_date: '2026-09-14',
  location: 'The kitchen table',
  description: 'Bring a ball. There will be cake for everybody, and a nap afterwards.',
};

async function calculate(page: Page, { name = 'Biscuit', birthday = '2019-06-14', size = 'small' } = {}) {
  await page.goto('/');
  await page.getByLabel("Dog's Name").fill(name);
  await page.getByRole('textbox', { name: 'Birthday' }).fill(birthday);
  await page.getByLabel('Size Category').selectOption(size);
  await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
  await expect(page.getByRole('region', { name: `${name}'s birthday report` })).toBeVisible();
  await expect(page.locator('[data-confetti]')).toHaveCount(0);
}

async function closeToasts(page: Page) {
  const toasts = page.locator('[data-sonner-toast]');
  while ((await toasts.count()) > 0) {
    const count = await toasts.count();
    await toasts.first().getByRole('button', { name: 'Close message' }).click();
    await expect.poll(() => toasts.count()).toBeLessThan(count);
  }
}

test('landing page', async ({ page, compare }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await compare('landing', 'page');
});

test('what is missing for a calculation', async ({ page, compare }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
  await expect(page.getByText('Woof! Missing info')).toBeVisible();
  await compare('calculator-missing-info');
});

test('birthday report', async ({ page, compare }) => {
  await calculate(page);
  await closeToasts(page);
  await compare('report', page.getByRole('region', { name: "Biscuit's birthday report" }));
});

test('birthday report on the day itself', async ({ page, compare }) => {
  await calculate(page, { name: 'Zoë', birthday: '2025-06-15', size: 'medium' });
  await closeToasts(page);
  await compare('report-today', page.getByRole('region', { name: "Zoë's birthday report" }));
});

test('birthday card', async ({ page, compare }) => {
  await calculate(page);
  await closeToasts(page);
  await page.getByRole('button', { name: 'Photo' }).click();
  await expect(page.getByRole('dialog').getByRole('img').first()).toBeVisible();
  await compare('birthday-card');
});

test('sign-up disabled', async ({ page, compare }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await compare('sign-up-disabled');
});

test('sign in', async ({ page, compare }) => {
  await page.goto('/auth');
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
  await compare('sign-in');
});

test('sign up, with problems', async ({ page, compare }) => {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Join the pack' }).click();
  await page.getByLabel('Email').fill('rex');
  await page.getByLabel('Password').fill('rex');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await compare('sign-up-problems', 'page');
});

test('forgotten password', async ({ page, compare }) => {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('button', { name: 'Send the Link' })).toBeVisible();
  await compare('forgot-password');
});

test('invalid credentials', async ({ page, compare, expectConsoleError }) => {
  expectConsoleError(/400/);
  await page.goto('/auth');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password').fill('not-the-word');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Invalid credentials')).toBeVisible();
  await compare('invalid-credentials');
});

test('recovery link', async ({ page, compare }) => {
  await page.goto('/auth?token_hash=0123456789abcdef&type=recovery');
  await expect(page.getByRole('button', { name: 'Go On' })).toBeVisible();
  await compare('recovery-link');
});

test('unknown address', async ({ page, compare, expectConsoleError }) => {
  expectConsoleError(/404/);
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  await compare('not-found');
});

test('empty pack', async ({ page, openPack, compare }) => {
  await openPack();
  await expect(page.getByRole('heading', { name: 'No dogs yet!' })).toBeVisible();
  await compare('pack-empty', 'page');
});

test('pack', async ({ page, openPack, compare }) => {
  await openPack({ dogs: [biscuit, zoe, latka, moose, ox, longest], parties: [cakeDay] });
  await expect(page.getByRole('article')).toHaveCount(6);
  await expect(page.getByText('Cake Day').first()).toBeVisible();
  await compare('pack', 'page');
});

test('pack that could not be loaded', async ({ page, openPack, compare, expectConsoleError }) => {
  expectConsoleError(/500|Failed to load/);
  await page.route('**/rest/v1/dogs*', (route) => route.fulfill({ status: 500, json: { message: 'gone' } }));
  await openPack();
  await expect(page.getByRole('button', { name: 'Try Again', exact: true })).toBeVisible();
  await compare('pack-not-loaded');
});

test('dog removed, with undo', async ({ page, openPack, compare }) => {
  await openPack({ dogs: [zoe, moose] });
  await page.getByRole('button', { name: 'Delete Moose' }).click();
  await expect(page.getByText('Dog removed')).toBeVisible();
  await compare('dog-removed');
});

test('new dog', async ({ page, openPack, compare }) => {
  await openPack();
  await page.getByRole('button', { name: 'Add New Dog' }).click();
  await expect(page.getByRole('dialog', { name: 'Add New Dog' })).toBeVisible();
  await compare('dog-form-new');
});

test('a dog to edit', async ({ page, openPack, compare }) => {
  await openPack({ dogs: [biscuit] });
  await page.getByRole('button', { name: 'Edit Biscuit' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await compare('dog-form-edit');
});

test('a dog with a problem', async ({ page, openPack, compare }) => {
  await openPack({ dogs: [biscuit] });
  await page.getByRole('button', { name: 'Edit Biscuit' }).click();
  await page.getByLabel('Birthday').fill('2027-01-01');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText(/has not come yet/).first()).toBeVisible();
  await compare('dog-form-problem');
});

test('a party to plan', async ({ page, openPack, compare }) => {
  await openPack({ dogs: [biscuit] });
  await page.getByRole('button', { name: 'Plan Party' }).click();
  await expect(page.getByRole('dialog', { name: 'Plan Birthday Celebration' })).toBeVisible();
  await compare('party-form');
});

test('an invitation to share', async ({ page, openPack, compare }) => {
  await openPack({ dogs: [biscuit], parties: [cakeDay] });
  await page
    .getByRole('button', { name: /Share .*Cake Day|Share the invitation/i })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('img').first()).toBeVisible();
  await compare('invitation');
});

test('account', async ({ page, openPack, compare }) => {
  await openPack({ dogs: [biscuit] });
  await page.getByRole('button', { name: 'Your account' }).click();
  await expect(page.getByRole('dialog', { name: 'Your account' })).toBeVisible();
  await compare('account');
});
