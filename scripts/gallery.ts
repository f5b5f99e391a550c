/**
 * Takes the pictures of every screen anew, which the tests compare with, and writes the page that shows them. A picture that is
 * as it was keeps its file: the history grows by what has changed alone.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describeGallery, GALLERY, GALLERY_PAGE } from './gallery-page.ts';
import { run } from './run-checks.ts';

async function readPictures(): Promise<Map<string, Buffer>> {
  const names = (await readdir(GALLERY)).filter((name) => name.endsWith('.png'));
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(`${GALLERY}${name}`)] as const)));
}

const pixelsOf = (picture: Buffer) => sharp(picture).raw().toBuffer();

const before = await readPictures();
await rm(GALLERY, { recursive: true, force: true });
const projects = ['pictures-phone', 'pictures-desktop'].flatMap((name) => ['--project', name]);
const isFine = await run('playwright', ['test', ...projects, '--update-snapshots', '--reporter=line']);
for (const [name, taken] of await readPictures()) {
  const old = before.get(name);
  const isAsBefore = old && (await pixelsOf(old)).equals(await pixelsOf(taken));
  await writeFile(`${GALLERY}${name}`, isAsBefore ? old : await sharp(taken).png({ compressionLevel: 9 }).toBuffer());
}
await writeFile(GALLERY_PAGE, await describeGallery());
process.exitCode = isFine ? 0 : 1;
