import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { StartUpError } from '../errors.ts';
import { openDataDirectory } from './data-directory.ts';

test('the data directory is made together with those above it, and opened again', async () => {
  const place = await mkdtemp(join(tmpdir(), 'embedded-place-'));
  onTestFinished(() => rm(place, { recursive: true }));
  const path = join(place, 'deep', 'down');
  for (const _time of ['made', 'found']) expect(await openDataDirectory(path)).toMatch(/deep.down$/);
  expect((await stat(path)).mode & 0o777).toBe(0o711);
});

test('a place where no directory can be made is refused in one sentence, and at once', async () => {
  const place = await mkdtemp(join(tmpdir(), 'embedded-place-'));
  onTestFinished(() => rm(place, { recursive: true }));
  await writeFile(join(place, 'file'), '');
  const paths = [
    join(place, 'file'),
    join(place, 'file', 'data'),
    ...(process.platform === 'linux' ? ['/proc/club/data'] : []),
  ];
  for (const path of paths) {
    const opened = openDataDirectory(path);
    await expect(opened).rejects.toThrow(StartUpError);
    await expect(opened).rejects.toThrow(/^The data directory \S+ cannot be written \([a-z ]+\)\.$/);
  }
});
