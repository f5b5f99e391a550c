/// <reference lib="dom" />
// Draws the app's icons from the favicon, the dogs in mails from the cast, and the pictures of a card: the one on the landing page and that
// of a link to the site. Run by hand when these change; the results are committed.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { createServer } from 'vite';
import { openCardStudio } from '../tests/support/card-studio.ts';
import type { CardRequest } from '../tests/support/card-studio-page.ts';
import { chromiumLaunchOptions } from '../tests/support/chromium.ts';

const client = join(import.meta.dirname, '..', 'client');
const folder = join(client, 'public');

const favicon = await readFile(join(folder, 'favicon.svg'), 'utf8');
const [tile, ...paw] = favicon.match(/<path [^>]*\/>/g) ?? [];
const colour = tile?.match(/fill="([^"]+)"/)?.[1];
if (!tile || !colour || paw.length === 0) throw new Error('The favicon is no longer a tile with a paw on it.');

function svg(content: string): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${content}</svg>`);
}

/** Draws the tile up to the edges, for systems that crop icons themselves. `scale` keeps the paw inside the part that they leave. */
function fullBleed(scale: number): Buffer {
  // The middle of the paw is slightly lower than that of the tile.
  const place = `translate(32 32) scale(${scale}) translate(-32 -31.5)`;
  return svg(`<rect width="64" height="64" fill="${colour}"/><g transform="${place}">${paw.join('')}</g>`);
}

const icons = [
  { name: 'icons/icon-192.png', size: 192, drawing: svg(tile + paw.join('')) },
  { name: 'icons/icon-512.png', size: 512, drawing: svg(tile + paw.join('')) },
  // Only a circle of 80 % of the width is always visible.
  { name: 'icons/maskable-192.png', size: 192, drawing: fullBleed(0.8) },
  { name: 'icons/maskable-512.png', size: 512, drawing: fullBleed(0.8) },
  { name: 'apple-touch-icon.png', size: 180, drawing: fullBleed(0.9) },
];

await mkdir(join(folder, 'icons'), { recursive: true });
for (const { name, size, drawing } of icons) {
  // Drawn at its final size, because enlarged pixels would show.
  const picture = sharp(drawing, { density: (72 * size) / 64 }).resize(size, size);
  await picture.png({ compressionLevel: 9, palette: true }).toFile(join(folder, name));
  console.log(`${name}, ${size} × ${size}`);
}

/** The colors of the day, by their names in the styles: mail programs and chats show the same picture by day and by night. */
const tokens = await readFile(join(client, 'styles', 'tokens.css'), 'utf8');
const colors = new Map<string | undefined, string | undefined>();
for (const [, name, day] of tokens.matchAll(/(--(?:art|color)-[\w-]+): (?:light-dark\()?(#[0-9a-f]{6})/g))
  colors.set(name, day);

/** Draws the four dogs side by side, each `scale × step` wide. */
async function drawDogs(scales: Record<string, number>, height: number, stepOf: (scale: number) => number) {
  const vite = await createServer({ server: { middlewareMode: true }, optimizeDeps: { noDiscovery: true } });
  const { cast } = await vite.ssrLoadModule(join(client, 'art', 'cast.tsx'));
  await vite.close();
  let x = 0;
  const dogs = Object.entries(scales).map(([size, scale]) => {
    const figure = renderToStaticMarkup(createElement(cast[size]));
    const drawn = figure.replace(/var\((--[\w-]+)(?:,([\w-]+))?\)/g, (_, name, other) => colors.get(name) ?? other);
    const position = `translate(${x} ${height - 200 * scale}) scale(${scale})`;
    x += stepOf(scale);
    // A light rim, on which the ink of the lines stands out by night.
    const rim = `<g stroke="${colors.get('--color-paper')}" stroke-width="${18 / scale}">${drawn}</g>`;
    return `<g transform="${position}">${rim}<g stroke-width="${6 / scale}">${drawn}</g></g>`;
  });
  const pen = `stroke="${colors.get('--art-ink')}" stroke-linecap="round" stroke-linejoin="round"`;
  const size = `width="660" height="${height}" viewBox="0 0 660 ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${pen}>${dogs.join('')}</svg>`;
}

// Twice the size that mails show, for high-resolution screens. The sizes are in proportion, as in `CastDog`.
const inMails = await drawDogs({ small: 0.8, medium: 0.87, large: 0.95, giant: 1 }, 220, () => 150);
const dogs = sharp(Buffer.from(inMails), { density: 144 }).resize(600, 200);
await dogs.png({ compressionLevel: 9, palette: true }).toFile(join(folder, 'mail-dogs.png'));

/** Draws the Number card, which shows on the landing page what comes out, and the picture of a link to the site. */
async function drawCards() {
  const browser = await chromium.launch(chromiumLaunchOptions());
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await openCardStudio(page);
  const content = {
    ...{ kicker: 'Happy birthday,', headline: 'Biscuit', lines: ['Sunday, June 14, 2026'] },
    ...{
      wish: 'May every day have cake in it.',
      seal: { figure: '44', bottom: 'human years' },
      size: 'small' as const,
    },
  };
  const request: CardRequest = { content, style: 'number', format: 'post', photo: 'portrait' };
  await page.evaluate((card) => window.studio.paint(card), request);
  const card = await page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const pixels = Buffer.from(card.slice(card.indexOf(',') + 1), 'base64');
  // Without its small print, which nobody could read there.
  const middle = sharp(pixels).extract({ left: 128, top: 112, width: 824, height: 1030 });
  await middle.resize(380, 475).webp({ quality: 75 }).toFile(join(folder, 'number-card.webp'));

  const cast = await drawDogs({ small: 0.5, medium: 0.68, large: 0.86, giant: 1.05 }, 225, (scale) => 200 * scale);
  const [ink, paper] = ['--color-ink', '--color-paper'].map((name) => colors.get(name));
  await page.evaluate(
    (html) => document.body.replaceChildren(document.createRange().createContextualFragment(html)),
    `
    <main style="position:fixed;inset:0;overflow:hidden;background:${paper};color:${ink};font:700 88px/1 Grandstander">
      <div style="position:absolute;inset:0 640px 0 0;overflow:hidden;border-right:8px solid ${ink}">
        <img src="${card}" style="position:absolute;width:820px;left:-134px;top:-240px">
      </div>
      <div style="position:absolute;left:600px;top:36px;font-size:40px">Wagday</div>
      <div style="position:absolute;left:600px;top:104px">How old is<br>your dog,<br>really?</div>
      <div style="position:absolute;left:570px;bottom:0;height:225px">${cast}</div>
    </main>`,
  );
  await page.locator('img').evaluate((image: HTMLImageElement) => image.decode());
  const picture = await page.screenshot();
  await sharp(picture).png({ compressionLevel: 9, palette: true }).toFile(join(folder, 'share.png'));
  await browser.close();
}

await drawCards();
