/**
 * Takes the reference pictures of every screen again, and writes the page that shows them. An unchanged picture keeps its file, so that
 * the history only grows by changes. A picture that no test uses any more is removed. When a test fails, old pictures stay where no new
 * one was taken.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describeGallery, GALLERY, GALLERY_PAGE, picturesIn } from './gallery-page.ts';
import { run } from './run-checks.ts';

/** The most that all pictures may weigh together, in bytes. */
const allowance = 4_000_000;

const pixelsOf = (picture: Buffer) => sharp(picture).raw().toBuffer();

/** Keeps a picture in 256 colours: with a photo it weighs a third, and differs by less than the comparison notices. */
async function keep(taken: string, kept: string): Promise<void> {
  const picture = await sharp(taken).png({ palette: true, compressionLevel: 9 }).toBuffer();
  const old = await readFile(kept).catch(() => null);
  if (!old || !(await pixelsOf(old)).equals(await pixelsOf(picture))) await writeFile(kept, picture);
}

const folder = await mkdtemp(join(tmpdir(), 'wagday-gallery-'));
try {
  const env = { ...process.env, WAGDAY_GALLERY: folder };
  const isFine = await run('playwright', ['test', 'tests/screens', '--update-snapshots=all', '--reporter=line'], {
    env,
  });
  const taken = await picturesIn(folder);
  await Promise.all(taken.map((name) => keep(join(folder, name), join(GALLERY, name))));
  const unwanted = (await picturesIn(GALLERY)).filter((name) => !taken.includes(name));
  if (isFine) await Promise.all(unwanted.map((name) => rm(join(GALLERY, name))));
  else
    console.error('Not every picture was taken: see above. The old ones stay in the places of those that are missing.');
  await writeFile(GALLERY_PAGE, await describeGallery());
  const kept = await Promise.all((await picturesIn(GALLERY)).map((name) => readFile(join(GALLERY, name))));
  const weight = kept.reduce((total, { length }) => total + length, 0);
  console.log(`${kept.length} pictures, ${(weight / 1_000_000).toFixed(1)} MB of at most ${allowance / 1_000_000}.`);
  process.exitCode = isFine && weight <= allowance ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
