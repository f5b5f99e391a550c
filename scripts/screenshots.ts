/** Takes the README's pictures from the product itself: a landing page, a pack, a dog's page and a card, by day and by night. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Locator, type Page } from 'playwright';
import sharp from 'sharp';
import { calendarDateOf } from '../domain/dates/calendar-date.ts';
import { makeStill, untilSettled } from '../tests/screens/still.ts';
import { chromiumLaunchOptions } from '../tests/support/chromium.ts';
import { startServer } from '../tests/support/start-server.ts';
import { createDemoPack } from './demo-pack.ts';

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));
const today = '2026-06-15';

async function openPage(browser: Browser, colorScheme: 'light' | 'dark'): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 960 }, colorScheme });
  await makeStill(page, today);
  return page;
}

/** Opens the pack with its owner signed in. The session is stored from an empty page, so that the app does not run meanwhile. */
async function openPack(page: Page, url: string, session: string) {
  const empty = `${url}/empty-page-of-the-pictures`;
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Empty</title>' }));
  await page.goto(empty);
  await page.evaluate((text) => localStorage.setItem('wagday-session', text), session);
  await page.goto(url);
  await page.getByRole('article').first().waitFor();
}

async function keep(picture: Page | Locator, name: string) {
  const taken = await picture.screenshot();
  await sharp(taken).png({ palette: true, compressionLevel: 9 }).toFile(`${folder}${name}.png`);
}

async function takePictures(browser: Browser, url: string, colorScheme: 'light' | 'dark') {
  const page = await openPage(browser, colorScheme);
  await page.goto(url, { waitUntil: 'networkidle' });
  await untilSettled(page);
  await keep(page, `landing-${colorScheme}`);

  const email = `robin.${colorScheme}@example.com`;
  const { session } = await createDemoPack(url, calendarDateOf(2026, 6, 15), email, 'wag-wag-wag');
  await openPack(page, url, JSON.stringify(session));
  await untilSettled(page);
  await keep(page, `pack-${colorScheme}`);

  await page.getByRole('article', { name: 'Łatka' }).getByRole('link', { name: 'Łatka' }).click();
  const sheet = page.getByRole('article', { name: 'The page of Łatka' });
  await sheet.getByRole('button', { name: 'Plan Party' }).waitFor();
  await untilSettled(page);
  await keep(page, `dog-${colorScheme}`);

  await sheet.getByRole('link', { name: 'Card', exact: true }).click();
  await page.getByRole('button', { name: 'Save Picture', disabled: false }).waitFor();
  await untilSettled(page);
  await keep(page, `card-${colorScheme}`);
  await page.close();
}

await mkdir(folder, { recursive: true });
const server = await startServer({ script: 'scripts/start.ts' });
const browser = await chromium.launch(chromiumLaunchOptions());
try {
  for (const colorScheme of ['light', 'dark'] as const) await takePictures(browser, server.url, colorScheme);
} finally {
  await browser.close();
  await server.stop();
}
