/// <reference lib="dom" />
/**
 * Measures what a press costs in a small and in a large pack: 3, 25 and 300 dogs with a party each, in a real browser that is slowed
 * down four times. A time runs from the press to the frame that shows its result. Medians over the rounds, the first of which only warms
 * up. The ratio is that of the largest pack to the smallest that has the press. The second ratio compares the thread time, which
 * other programs on the machine do not change.
 */
import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import { addDays, calendarDateOf } from '../domain/dates/calendar-date.ts';
import { chromiumLaunchOptions } from '../tests/support/chromium.ts';
import { type SeedDog, seedPack } from '../tests/support/seed-pack.ts';
import { startServer } from '../tests/support/start-server.ts';
import { printTarget, times } from './report.ts';
import { median } from './rounds.ts';

const rounds = Number(process.env.ROUNDS ?? 7);
const width = Number(process.env.WIDTH ?? 390);
const packs = (process.env.DOGS ?? '3,25,300').split(',').map(Number);
const slowdown = Number(process.env.SLOWDOWN ?? 4);
const mostRatio = 1.5;
const sizes = ['small', 'medium', 'large', 'giant'] as const;

/** `target` is pressed, unless `act` does something else in it. The press shows `shown`, which may be given with its text, or takes `gone` away. */
type Press = {
  name: string;
  target: string;
  act?: (page: Page) => Promise<void>;
  shown?: string;
  gone?: string;
  /** For packs that are searched. */
  isForMany?: boolean;
};

const key = (name: string) => (page: Page) => page.keyboard.press(name);
const tab = (label: string) => `nav[aria-label="Places"] a:has-text("${label}")`;
const firstCard = 'main ul article';
const pack = 'main h1 says Your Pack';
const search = 'input[type="search"]';

/** In their order each begins where the one before has ended. The first dog is Dog 1. */
const presses: readonly Press[] = [
  { name: 'Edit a dog', target: '[aria-label="Edit Dog 1"]', shown: 'dialog[open] form' },
  { name: 'Type into its form', target: 'dialog textarea', act: key('x'), shown: 'dialog textarea' },
  { name: 'Cancel', target: 'dialog button:text-is("Cancel")', gone: 'dialog' },
  { name: 'Add New Dog', target: 'button:has-text("Add New Dog")', shown: 'dialog[open] form' },
  { name: 'Escape', target: 'dialog input', act: key('Escape'), gone: 'dialog' },
  { name: 'Plan Party', target: `${firstCard} button:has-text("Plan Party")`, shown: 'dialog[open] form' },
  { name: 'Not Now', target: 'dialog button:text-is("Not Now")', gone: 'dialog' },
  { name: 'Search', target: search, act: key('3'), shown: `${firstCard}[aria-label="Dog 3"]`, isForMany: true },
  { name: 'End the search', target: search, act: key('Backspace'), shown: '[aria-label="Dog 2"]', isForMany: true },
  { name: 'Open a dog', target: `${firstCard} h2 a`, shown: 'main a[href^="#card="]' },
  { name: 'Open its card', target: 'main a[href^="#card="]', shown: '.card-stage canvas[aria-busy="false"]' },
  { name: 'Type a wish', target: 'main input[maxlength="60"]', act: key('y'), shown: 'canvas[aria-busy="true"]' },
  { name: 'Back to the dog', target: 'button[aria-label="Back"]', shown: 'main a[href^="#card="]' },
  { name: 'Back to the pack', target: 'button[aria-label="Back"]', shown: pack },
  { name: 'Parties', target: tab('Parties'), shown: 'main h1 says Parties' },
  { name: 'Plan a Party', target: 'button:has-text("Plan a Party")', shown: 'dialog[open] li' },
  { name: 'Close', target: 'dialog [aria-label="Close"]', gone: 'dialog' },
  { name: 'You', target: tab('You'), shown: 'main h1 says You' },
  { name: 'Pack from You', target: tab('Pack'), shown: pack },
  { name: 'Delete', target: '[aria-label="Delete Dog 2"]', gone: '[aria-label="Delete Dog 2"]' },
  { name: 'Undo', target: '.toasts button:has-text("Undo")', shown: '[aria-label="Delete Dog 2"]' },
];

type Cost = { elapsed: number; thread: number };

/** Waits until requests are answered and the page has nothing to do, so that no press pays for the one before. */
async function rest(page: Page) {
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      // On a busy machine a page may never be idle.
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
    }
  });
}

async function threadTime(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

/** Resolves after the frame in which the page shows what the next press is to show, with the milliseconds since the press. */
async function watch(page: Page, { shown, gone }: Press) {
  const [css = '', text] = (shown ?? gone ?? '').split(' says ');
  return page.evaluateHandle(
    ({ css, text, isGone }) => {
      const isOver = () => {
        const found = [...document.querySelectorAll(css)].some(
          (element) => (!text || element.textContent === text) && element.checkVisibility(),
        );
        return found !== isGone;
      };
      const { promise, resolve } = Promise.withResolvers<number>();
      const begin = ({ timeStamp }: Event) => {
        for (const kind of kinds) window.removeEventListener(kind, begin, { capture: true });
        const look = () => {
          if (isOver()) setTimeout(() => resolve(performance.now() - timeStamp));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      };
      const kinds = ['pointerdown', 'keydown'];
      for (const kind of kinds) window.addEventListener(kind, begin, { capture: true });
      return { promise };
    },
    { css, text, isGone: gone !== undefined },
  );
}

async function measure(page: Page, devtools: CDPSession, press: Press): Promise<Cost> {
  const pressed = page.locator(press.target).first();
  if (press.act) await pressed.focus();
  else await pressed.hover();
  const box = await pressed.boundingBox();
  if (!box) throw new Error(`${press.target} is not shown`);
  await rest(page);
  const watching = await watch(page, press);
  const before = await threadTime(devtools);
  if (press.act) await press.act(page);
  else await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const elapsed = await watching.evaluate(({ promise }) => promise);
  return { elapsed, thread: (await threadTime(devtools)) - before };
}

async function openPack(browser: Browser, url: string, count: number): Promise<{ page: Page; devtools: CDPSession }> {
  const now = new Date();
  const today = calendarDateOf(now.getFullYear(), now.getMonth() + 1, now.getDate());
  const dogs = Array.from(
    { length: count },
    (_, index): SeedDog => ({
      name: `Dog ${index + 1}`,
      size: sizes[index % sizes.length] ?? 'medium',
      // On no day of which the dog would celebrate today.
      birth_date: addDays(today, -(index % 2 === 0 ? 200 : 400) - (index % 140)),
      ...(index % 3 === 0 && { breed: 'Cocker Spaniel' }),
      ...(index % 4 === 0 && { notes: 'Loves cake. Hates the vacuum cleaner.' }),
      ...(index % 10 === 9 && { died_on: addDays(today, -20) }),
    }),
  );
  const parties = dogs.map(({ name }, index) => ({
    dog: name,
    title: `The party of ${name}`,
    celebration_date: addDays(today, index % 3 === 0 ? -10 - index : 10 + index),
  }));
  const session = await seedPack(url, {
    email: `presses-${count}@example.com`,
    password: 'wag-wag-wag',
    dogs,
    parties,
  });
  const page = await browser.newPage({ viewport: { width, height: width < 640 ? 844 : 900 }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(180_000);
  await page.addInitScript((text) => localStorage.setItem('wagday-session', text), JSON.stringify(session));
  await page.goto(url);
  await page.getByRole('article').nth(2).waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, devtools };
}

function print(name: string, costs: readonly (Cost | undefined)[]) {
  const known = costs.filter((cost) => cost !== undefined);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return;
  const columns = costs.map((cost) => (cost ? `${cost.elapsed.toFixed(0)}` : '–').padStart(5));
  const ratio = last.elapsed / first.elapsed;
  const value = `${columns.join(' ')} ms, ${times(ratio)}, ${times(last.thread / first.thread)} in thread time`;
  printTarget(name.padEnd(20), ratio <= mostRatio, value);
}

const server = await startServer({ script: 'scripts/start.ts' });
const browser = await chromium.launch(chromiumLaunchOptions());
try {
  console.log(`${packs.join(', ')} dogs at ${slowdown} × CPU slowdown, ${width} px wide, medians of ${rounds} rounds`);
  const pages = [];
  for (const count of packs)
    pages.push({ count, ...(await openPack(browser, server.url, count)), costs: new Map<string, Cost[]>() });
  for (let round = -1; round < rounds; round += 1) {
    for (const { count, page, devtools, costs } of pages) {
      for (const press of presses) {
        if (press.isForMany && count < 8) continue;
        const cost = await measure(page, devtools, press);
        if (round >= 0) costs.set(press.name, [...(costs.get(press.name) ?? []), cost]);
      }
    }
  }
  for (const { name } of presses) {
    const medians = pages.map(({ costs }) => {
      const all = costs.get(name);
      return (
        all && { elapsed: median(all.map(({ elapsed }) => elapsed)), thread: median(all.map(({ thread }) => thread)) }
      );
    });
    print(name, medians);
  }
  for (const { count, page } of pages) {
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);
    console.log(`  ${count} dogs: ${elements} elements on the pack`);
  }
} finally {
  await browser.close();
  await server.stop();
}
