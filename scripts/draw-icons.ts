// Draws the app's icons from the favicon, and the dogs in mails from the cast. Run by hand when these change; the results are committed.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { createServer } from 'vite';

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

/** Draws the four dogs side by side, in the colours of the day: mail programs show the same picture by day and by night. */
async function drawDogs(): Promise<Buffer> {
  const vite = await createServer({ server: { middlewareMode: true }, optimizeDeps: { noDiscovery: true } });
  const { cast } = await vite.ssrLoadModule(join(client, 'art', 'cast.tsx'));
  await vite.close();
  const tokens = await readFile(join(client, 'styles', 'tokens.css'), 'utf8');
  const colors = new Map<string | undefined, string | undefined>();
  for (const [, name, day] of tokens.matchAll(/(--(?:art|color)-[\w-]+): (?:light-dark\()?(#[0-9a-f]{6})/g))
    colors.set(name, day);
  // The sizes in proportion, as in `CastDog`.
  const dogs = Object.entries({ small: 0.8, medium: 0.87, large: 0.95, giant: 1 }).map(([size, scale], place) => {
    const figure = renderToStaticMarkup(createElement(cast[size]));
    const drawn = figure.replace(/var\((--[\w-]+)(?:,([\w-]+))?\)/g, (_, name, other) => colors.get(name) ?? other);
    const position = `translate(${place * 150} ${220 - 200 * scale}) scale(${scale})`;
    // A light rim, on which the ink of the lines stands out by night.
    const rim = `<g stroke="${colors.get('--color-paper')}" stroke-width="${18 / scale}">${drawn}</g>`;
    return `<g transform="${position}">${rim}<g stroke-width="${6 / scale}">${drawn}</g></g>`;
  });
  const pen = `stroke="${colors.get('--art-ink')}" stroke-linecap="round" stroke-linejoin="round"`;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 660 220" ${pen}>${dogs.join('')}</svg>`);
}

// Twice the size that mails show, for high-resolution screens.
const dogs = sharp(await drawDogs(), { density: 144 }).resize(600, 200);
await dogs.png({ compressionLevel: 9, palette: true }).toFile(join(folder, 'mail-dogs.png'));
