// Draws the icons of the installed app out of the favicon: run by hand when the favicon changes, the results are kept.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const folder = join(import.meta.dirname, '..', 'client', 'public');

const favicon = await readFile(join(folder, 'favicon.svg'), 'utf8');
const [tile, ...paw] = favicon.match(/<path [^>]*\/>/g) ?? [];
const colour = tile?.match(/fill="([^"]+)"/)?.[1];
if (!tile || !colour || paw.length === 0) throw new Error('The favicon is no longer a tile with a paw on it.');

function svg(content: string): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${content}</svg>`);
}

/** The tile up to the edges, for systems that cut the shape themselves; `scale` keeps the paw within what they leave. */
function fullBleed(scale: number): Buffer {
  // The paw's own middle is a little lower than the tile's.
  const place = `translate(32 32) scale(${scale}) translate(-32 -31.5)`;
  return svg(`<rect width="64" height="64" fill="${colour}"/><g transform="${place}">${paw.join('')}</g>`);
}

const icons = [
  { name: 'icons/icon-192.png', size: 192, drawing: svg(tile + paw.join('')) },
  { name: 'icons/icon-512.png', size: 512, drawing: svg(tile + paw.join('')) },
  // Only a circle of 80 % is always visible.
  { name: 'icons/maskable-192.png', size: 192, drawing: fullBleed(0.8) },
  { name: 'icons/maskable-512.png', size: 512, drawing: fullBleed(0.8) },
  { name: 'apple-touch-icon.png', size: 180, drawing: fullBleed(0.9) },
];

await mkdir(join(folder, 'icons'), { recursive: true });
for (const { name, size, drawing } of icons) {
  // Drawn at its size at once: enlarged pixels would show.
  const picture = sharp(drawing, { density: (72 * size) / 64 }).resize(size, size);
  await picture.png({ compressionLevel: 9, palette: true }).toFile(join(folder, name));
  console.log(`${name}, ${size} × ${size}`);
}
