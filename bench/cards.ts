/// <reference lib="dom" />
/**
 * Measures in a real browser how long a card takes to be drawn after a change: each style in each format, after a change of the
 * wish, of the crop and of the style. Prints median and longest over the rounds, and the first drawing, which makes all scenes.
 */
import { type Browser, chromium } from 'playwright';
import { openCardStudio } from '../tests/support/card-studio.ts';
import type { CardRequest } from '../tests/support/card-studio-page.ts';
import { chromiumLaunchOptions } from '../tests/support/chromium.ts';
import { median } from './rounds.ts';

const rounds = Number(process.env.ROUNDS ?? 7);
const target = 400;
const styles: readonly CardRequest['style'][] = ['cover', 'number', 'table', 'lamplight'];
const formats: readonly CardRequest['format'][] = ['post', 'story', 'wallpaper', 'preview'];

const content = {
  kicker: 'Happy birthday,',
  headline: 'Biscuit',
  lines: ['Monday, September 14, 2026', 'The old oak in the park'],
  wish: 'Every walk is better with you.',
  seal: { top: 'almost', figure: '44', bottom: 'human years' },
  size: 'small',
} as const;

function told(values: readonly number[]): string {
  return `${median(values).toFixed(0).padStart(4)} ms, longest ${Math.max(...values).toFixed(0)}`;
}

const requestFor = (style: CardRequest['style'], format: CardRequest['format']): CardRequest => ({
  content: { ...content, lines: [...content.lines] },
  style,
  format,
  photo: 'portrait',
});

async function measure(browser: Browser) {
  const page = await browser.newPage();
  await openCardStudio(page);
  const draw = (request: CardRequest) => page.evaluate((card) => window.studio.timeOf(card), request);
  // Loads the photo and decodes its pixels first, as in an open dialog.
  await draw({
    ...requestFor('cover', 'preview'),
    content: { ...requestFor('cover', 'preview').content, size: 'giant' },
  });
  const all: number[] = [];
  for (const format of formats) {
    for (const [index, style] of styles.entries()) {
      const card = requestFor(style, format);
      const other = requestFor(styles[(index + 1) % styles.length] ?? style, format);
      const first = await draw(card);
      await draw(other);
      const times: Record<'wish' | 'crop' | 'style', number[]> = { wish: [], crop: [], style: [] };
      for (let round = 0; round < rounds; round += 1) {
        await draw(other);
        times.style.push(await draw(card));
        times.wish.push(await draw({ ...card, content: { ...card.content, wish: `Wish number ${round}` } }));
        times.crop.push(await draw({ ...card, crop: { x: 0.5, y: 0.4 + round * 0.02, zoom: 1 + round * 0.1 } }));
      }
      const file = await page.evaluate(() => window.studio.timeOfFile());
      const after = Object.entries(times).map(([change, values]) => `${change} ${told(values)}`);
      console.log(
        `${style.padEnd(9)} ${format.padEnd(7)} first ${first.toFixed(0).padStart(4)} ms · ${after.join(' · ')} · file ${file.toFixed(0)} ms`,
      );
      all.push(...Object.values(times).flat());
    }
  }
  console.log(`All changes: median ${told(all)}; the target is ${target} ms.`);
  return Math.max(...all);
}

const browser = await chromium.launch(chromiumLaunchOptions());
try {
  if ((await measure(browser)) > target) process.exitCode = 1;
} finally {
  await browser.close();
}
