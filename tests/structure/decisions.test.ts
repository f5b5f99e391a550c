/** Checks the index of decisions against its pages, and the pages against each other. */
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const folder = new URL('../../docs/decisions/', import.meta.url);
const read = (file: string) => readFile(new URL(file, folder), 'utf8');

const files = (await readdir(folder)).filter((file) => file !== 'README.md').sort();
const pages = await Promise.all(files.map(async (file) => pageOf(file, await read(file))));
const index = await read('README.md');

/** Begins with its title, and then a line such as `2026-11-22. In force. Amends [mail outbox](2026-11-21-mail-outbox.md).` */
function pageOf(file: string, text: string) {
  const [, title = '', date = '', status = '', more = ''] =
    /^# (.+)\n\n(\d{4}-\d\d-\d\d)\. (In force|Replaced by [^.]*\(\S+\.md\))\.(.*)\n\n/.exec(text) ?? [];
  const linked = (verb: string) =>
    linksIn(new RegExp(`\\b${verb} ((?:(?!\\. ).)*)`).exec(`${status}.${more}`)?.[1] ?? '');
  return {
    file,
    title,
    date,
    status: status.startsWith('Replaced') ? 'replaced' : status.toLowerCase(),
    amends: linked('Amends'),
    amendedBy: linked('Amended by'),
    replaces: linked('Replaces'),
    replacedBy: linked('Replaced by'),
  };
}

function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^)]+\.md)\)/g)].map(([, file = '']) => file);
}

test('every decision begins with its title, the date of its file and its status', () => {
  expect(pages.filter(({ title, status }) => title === '' || status === '').map(({ file }) => file)).toEqual([]);
  expect(pages.filter(({ file, date }) => !file.startsWith(`${date}-`)).map(({ file }) => file)).toEqual([]);
});

test('the index lists every decision once, with its title, date and status', () => {
  const rows = index.match(/^\| \[.*$/gm) ?? [];
  const expected = pages.map(({ file, title, date, status }) => `| [${title}](${file}) | ${date} | ${status} |`);
  expect(rows.sort()).toEqual(expected.sort());
});

test('a decision that another one amends or replaces says so, and the other way round', () => {
  const pairs = (from: 'amends' | 'amendedBy' | 'replaces' | 'replacedBy') =>
    pages.flatMap((page) => page[from].map((other) => [page.file, other]));
  const turned = (list: string[][]) => list.map(([a, b]) => [b, a]).sort();
  expect(pairs('amends').sort()).toEqual(turned(pairs('amendedBy')));
  expect(pairs('replaces').sort()).toEqual(turned(pairs('replacedBy')));
  expect(pairs('amends')).not.toEqual([]);
});
