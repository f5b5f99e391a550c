import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startMailServer } from '../support/mail-server.ts';
import { addDog, newOwner } from '../support/owners.ts';
import { layDatabase } from '../support/prepared-database.ts';
import { runCommand, runScript } from '../support/run-script.ts';
import { startForFile } from '../support/shared-backend.ts';
import { makeDataDir } from '../support/start-server.ts';

// Each backup starts a database of its own, on a small machine that does other things too.
vi.setConfig({ testTimeout: 400_000 });

let place: string;
let folder: string;
const server = await startForFile({ embedsDatabase: true });
await addDog(await newOwner(server));
beforeEach(async () => {
  place = await makeDataDir();
  folder = join(place, 'nights');
});
afterEach(() => rm(place, { recursive: true, force: true }));

const nightly = (words: readonly string[] = [], env: Record<string, string> = {}, run = runCommand) =>
  run('backup', ['--nightly', folder, ...words], { WAGDAY_DATA: server.dataDir, ...env });

test('a nightly backup is restored on trial before older ones go, and the file then restores elsewhere', async () => {
  await mkdir(folder);
  const others = ['notes.txt', 'wagday-before-the-move.tar'];
  const nights = ['wagday-2020-01-01T030000Z.tar', 'wagday-2020-01-02T030000Z.tar'];
  const left = ['wagday-2020-01-03T030000Z.tar.unproven', 'wagday-2020-01-03T030000Z.tar.0b1c.partial'];
  for (const name of [...others, ...nights, ...left]) await writeFile(join(folder, name), '');
  await mkdir(join(folder, '.trial-abc123', 'database'), { recursive: true });

  const { code, output } = await nightly(['--keep', '2'], {}, runScript);
  expect([code, output]).toEqual([0, expect.stringContaining('Backed up 1 owner, 1 dog, 0 parties, and 0 photos.')]);
  expect(output).toContain(`Restored on trial. ${folder} has 2 such backups.\n`);
  const names = (await readdir(folder)).toSorted();
  const added = names.find((name) => name.startsWith('wagday-') && ![...others, ...nights].includes(name)) ?? '';
  expect(names).toEqual(['notes.txt', 'wagday-2020-01-02T030000Z.tar', added, 'wagday-before-the-move.tar']);

  const newData = join(place, 'new');
  await mkdir(newData, { mode: 0o711 });
  await layDatabase(newData);
  const restored = await runCommand('restore', [join(folder, added)], { WAGDAY_DATA: newData });
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored 1 owner, 1 dog') });
});

test('a backup that cannot be restored fails, is mailed to the administrator, and pushes no older one out', async () => {
  await mkdir(folder);
  const before = 'wagday-2020-01-01T030000Z.tar';
  await writeFile(join(folder, before), '');
  // Breaks a rule of the schema, as a row may after somebody has changed the schema by hand.
  await server.sql.unsafe(`alter table public.dogs disable trigger user; alter table public.dogs drop constraint dogs_name_check;
    update public.dogs set name = ''`);
  const mail = await startMailServer();

  const { code, output } = await nightly(['--keep', '1'], { ...mail.env, ADMIN_EMAIL: 'ada@wagday.example' });
  expect([code, output]).toEqual([1, expect.stringMatching(/could not be restored on trial: .* is damaged/)]);
  expect(mail.received).toHaveLength(1);
  expect(mail.received[0]).toMatch(/^for ada@wagday\.example$/m);
  expect(mail.received[0]).toMatch(/^Subject: The nightly backup of https:\/\/wagday\.example failed$/m);
  const names = (await readdir(folder)).toSorted();
  expect(names).toEqual([before, expect.stringMatching(/^wagday-20\d\d-.*\.tar\.unproven$/)]);
  expect(await readFile(join(folder, before), 'utf8')).toBe('');
});

test('an alarm that cannot be mailed is said, and where no data is nothing is made', async () => {
  const nowhere = join(place, 'nowhere');
  const env = {
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'https://wagday.example',
    ADMIN_EMAIL: 'ada@wagday.example',
  };
  const { code, output } = await nightly([], { ...env, WAGDAY_DATA: nowhere });
  expect(code).toBe(1);
  expect(output).toMatch(/^The alarm was not mailed \(\w+\)\.$/m);
  expect(output).toContain(`There is no data of Wagday in ${nowhere}`);
  expect(await readdir(place)).toEqual([]);
});

test.each([[['--keep', '0']], [['--keep', 'all']], [['another']]])('%j is answered with the usage', async (words) => {
  const { code, output } = await nightly(words);
  expect([code, output]).toEqual([1, expect.stringMatching(/^Usage: npm run backup -- .*--nightly <folder>/)]);
});
