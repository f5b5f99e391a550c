// Writes the display face into client/fonts. Run by hand when the typeface or the alphabet changes; the result is committed.
// Three files, one weight: the characters of English, the letters of western European names, and the rest of Latin Extended-A.
// Browsers load the second and third only when a name such as Zoë or Łatka appears (unicode-range in client/styles/fonts.css, which
// must match).
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';

const WEIGHT = 700;
const BUDGET_BYTES = 14 * 1024;

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');

const FILES = [
  {
    source: 'latin',
    target: `grandstander-${WEIGHT}.woff2`,
    // Leaves out code characters ([ \\ ] ^ _ ` { | } ~ < = > @): no heading has them, and accented names are worth more.
    letters: `${range(0x20, 0x3b)}?${range(0x41, 0x5a)}${range(0x61, 0x7a)}½·–—‘’“”…`,
  },
  {
    source: 'latin',
    target: `grandstander-${WEIGHT}-west.woff2`,
    letters: `${range(0xc0, 0xf6)}${range(0xf8, 0xff)}¡¿`,
  },
  {
    source: 'latin-ext',
    target: `grandstander-${WEIGHT}-ext.woff2`,
    letters: `${range(0x100, 0x17f)}ȘșȚțẞ`,
  },
];

const packageFolder = dirname(createRequire(import.meta.url).resolve('@fontsource/grandstander/package.json'));
const outputFolder = join(import.meta.dirname, '..', 'client', 'fonts');

await mkdir(outputFolder, { recursive: true });

for (const { source, target, letters } of FILES) {
  const original = await readFile(join(packageFolder, 'files', `grandstander-${source}-${WEIGHT}-normal.woff2`));
  const subset = await subsetFont(original, letters, {
    targetFormat: 'woff2',
    // Only kerning: the face's stylistic alternates would cost more than the accents do.
    keepFeatures: ['kern'],
    noHinting: true,
  });
  if (subset.length > BUDGET_BYTES) {
    throw new Error(`${target} is ${subset.length} bytes, over the budget of ${BUDGET_BYTES}.`);
  }
  await writeFile(join(outputFolder, target), subset);
  console.log(`${target}: ${subset.length} bytes`);
}

await copyFile(join(packageFolder, 'LICENSE'), join(outputFolder, 'grandstander-OFL.txt'));
