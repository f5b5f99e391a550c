/** Takes the pictures of every screen anew, which the tests compare with, and writes the page that shows them. */
import { rm, writeFile } from 'node:fs/promises';
import { describeGallery, GALLERY, GALLERY_PAGE } from './gallery-page.ts';
import { run } from './run-checks.ts';

await rm(GALLERY, { recursive: true, force: true });
const projects = ['pictures-phone', 'pictures-desktop'].flatMap((name) => ['--project', name]);
const isFine = await run('playwright', ['test', ...projects, '--update-snapshots', '--reporter=line']);
await writeFile(GALLERY_PAGE, await describeGallery());
process.exitCode = isFine ? 0 : 1;
