/** Checks the index of decisions against its pages, and their length. */
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const folder = new URL('../../docs/decisions/', import.meta.url);
const read = (file: string) => readFile(new URL(file, folder), 'utf8');

const files = (await readdir(folder)).filter((file) => file !== 'README.md').sort();
const pages = await Promise.all(files.map(async (file) => ({ file, text: await read(file) })));

test('every decision begins with its title and the date of its file, or of a later change', () => {
  const dateOf = (text: string) => /^# .+\n\n(\d{4}-\d\d-\d\d)\./.exec(text)?.[1] ?? '';
  expect(pages.filter(({ file, text }) => dateOf(text) < file.slice(0, 10)).map(({ file }) => file)).toEqual([]);
});

test('the index lists every decision once, with its title', async () => {
  const rows = (await read('README.md')).match(/\[.+\]\(\d{4}-.+?\.md\)/g) ?? [];
  const expected = pages.map(({ file, text }) => `[${/^# (.+)/.exec(text)?.[1]}](${file})`);
  expect(rows.sort()).toEqual(expected.sort());
});

test('a decision has at most 400 words', () => {
  expect(pages.filter(({ text }) => text.split(/\s+/).length > 400).map(({ file }) => file)).toEqual([]);
});
