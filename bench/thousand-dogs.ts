/// <reference lib="dom" />
/**
 * Compares a pack of a thousand dogs with one of twenty, in a real browser, one after the other in one run: how soon the first cards
 * appear, whether scrolling stays smooth, and how many requests the list takes. Medians of five rounds. Fails when a list takes more
 * than one request.
 */
import { createClient } from '@supabase/supabase-js';
import { type Browser, chromium, type Page } from 'playwright';
import { chromiumLaunchOptions } from '../tests/support/chromium.ts';
import { startServer } from '../tests/support/start-server.ts';
import { firstCardOf, noteFirstCard } from './pages/first-card.ts';
import { median } from './rounds.ts';

const rounds = Number(process.env.ROUNDS ?? 5);
const packs = [20, 1000] as const;
const password = 'wag-wag-wag';
const sizes = ['small', 'medium', 'large', 'giant'] as const;

/** Creates an owner with so many dogs. Returns the e-mail to sign in with. */
async function seedOwner(url: string, count: number): Promise<string> {
  const email = `owner-of-${count}@example.com`;
  const client = createClient(url, 'wagday', { auth: { persistSession: false } });
  const { data, error } = await client.auth.signUp({ email, password });
  if (error || !data.user) throw error ?? new Error('The owner could not be created.');
  const ownerId = data.user.id;
  const dogs = Array.from({ length: count }, (_, index) => ({
    user_id: ownerId,
    name: `Dog ${index + 1}`,
    size: sizes[index % sizes.length],
    birth_date: `20${String(12 + (index % 13)).padStart(2, '0')}-0${1 + (index % 9)}-1${index % 9}`,
    breed: index % 3 === 0 ? 'Cocker Spaniel' : null,
    notes: index % 4 === 0 ? 'Loves cake. Hates the vacuum cleaner.' : null,
    photo_url: null,
  }));
  for (let start = 0; start < count; start += 100) {
    const { error: problem } = await client.from('dogs').insert(dogs.slice(start, start + 100));
    if (problem) throw problem;
  }
  return email;
}

type Opening = { firstCards: number; listRequests: number };

/** Opens the pack in a new navigation and measures until cards are in the window. */
async function open(page: Page): Promise<Opening> {
  let listRequests = 0;
  const count = (request: { url(): string; method(): string }) => {
    if (request.method() === 'GET' && request.url().includes('/rest/v1/dogs')) listRequests += 1;
  };
  page.on('request', count);
  await page.reload();
  const firstCards = await firstCardOf(page);
  await page.waitForTimeout(300);
  page.off('request', count);
  return { firstCards, listRequests };
}

type Scrolling = { frames: number; late: number; longest: number };

/** Scrolls by a window's height and more each tenth of a second, like an eager thumb, and measures the frames. */
async function scroll(page: Page): Promise<Scrolling> {
  return page.evaluate(
    () =>
      new Promise<Scrolling>((resolve) => {
        const gaps: number[] = [];
        const end = performance.now() + 4_000;
        let last = performance.now();
        const step = (now: number) => {
          gaps.push(now - last);
          last = now;
          window.scrollBy({ top: 160, behavior: 'instant' });
          if (now < end) requestAnimationFrame(step);
          else {
            const late = gaps.filter((gap) => gap > 50).length;
            resolve({ frames: gaps.length, late, longest: Math.max(...gaps) });
          }
        };
        requestAnimationFrame(step);
      }),
  );
}

async function signIn(browser: Browser, url: string, email: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await noteFirstCard(page);
  await page.goto(`${url}/auth`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('article').first().waitFor();
  return page;
}

const server = await startServer({ script: 'scripts/start.ts' });
const browser = await chromium.launch(chromiumLaunchOptions());
try {
  const pages = new Map<number, Page>();
  for (const count of packs) pages.set(count, await signIn(browser, server.url, await seedOwner(server.url, count)));
  const openings = new Map<number, Opening[]>(packs.map((count) => [count, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [count, page] of pages) openings.get(count)?.push(await open(page));
  }
  const first = (count: number) => median(openings.get(count)?.map(({ firstCards }) => firstCards) ?? []);
  for (const [count, page] of pages) {
    const lists = Math.max(...(openings.get(count)?.map(({ listRequests }) => listRequests) ?? []));
    if (lists > 1) process.exitCode = 1;
    const { frames, late, longest } = await scroll(page);
    console.log(
      `${String(count).padStart(5)} dogs: first cards after ${first(count).toFixed(0)} ms, ${(first(count) / first(20)).toFixed(2)} × 20 dogs; ` +
        `at most ${lists} list requests; scrolling: ${late} of ${frames} frames later than 50 ms, the longest ${longest.toFixed(0)} ms`,
    );
  }
} finally {
  await browser.close();
  await server.stop();
}
