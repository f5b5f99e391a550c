/** Takes the pictures of README from the product itself: a landing page and a pack, by day and by night. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright';
import { makeStill, untilSettled } from '../tests/screens/still.ts';
import { chromiumLaunchOptions } from '../tests/support/chromium.ts';
import { startServer } from '../tests/support/start-server.ts';

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));
const today = '2026-06-15';

const pack = [
  { name: 'Biscuit', birthDate: '2019-06-14', size: 'small', breed: 'Norwich Terrier', notes: 'Will sing for cheese.' },
  { name: 'Zoë', birthDate: '2025-06-15', size: 'medium', breed: 'Cocker Spaniel', notes: '' },
  { name: 'Łatka', birthDate: '2021-03-03', size: 'large', breed: 'German Shepherd', notes: '' },
  { name: 'Moose', birthDate: '2024-02-29', size: 'giant', breed: 'Great Dane', notes: 'Thinks he is a lap dog.' },
];

async function openPage(browser: Browser, colorScheme: 'light' | 'dark'): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 960 }, colorScheme });
  await makeStill(page, today);
  return page;
}

async function signUpWithPack(page: Page, url: string) {
  await page.goto(`${url}/auth`);
  await page.getByRole('button', { name: 'Join the pack' }).click();
  await page.getByLabel('Email').fill('owner@example.com');
  await page.getByLabel('Password').fill('wag-wag-wag');
  await page.getByRole('button', { name: 'Create Account' }).click();
  for (const dog of pack) {
    await page.getByRole('button', { name: 'Add New Dog' }).click();
    await page.getByLabel('Name').fill(dog.name);
    await page.getByLabel('Birthday').fill(dog.birthDate);
    await page.getByLabel('Size Category').selectOption(dog.size);
    await page.getByLabel('Breed').fill(dog.breed);
    await page.getByLabel('Notes').fill(dog.notes);
    await page.getByRole('button', { name: 'Add Dog' }).click();
    await page.getByRole('article', { name: dog.name }).waitFor();
  }
}

async function takePictures(url: string) {
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openPage(browser, colorScheme);
      await page.goto(url, { waitUntil: 'networkidle' });
      await untilSettled(page);
      await page.screenshot({ path: `${folder}landing-${colorScheme}.png` });
      await page.close();
    }
    const page = await openPage(browser, 'light');
    await signUpWithPack(page, url);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // A fresh page has no toasts left over and is not half-way between day and night.
      await page.reload();
      await page.getByRole('article', { name: 'Moose' }).waitFor();
      await untilSettled(page);
      await page.screenshot({ path: `${folder}pack-${colorScheme}.png` });
    }
  } finally {
    await browser.close();
  }
}

await mkdir(folder, { recursive: true });
const server = await startServer({ script: 'scripts/start.ts' });
await takePictures(server.url).finally(() => server.stop());
