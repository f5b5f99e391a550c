/** Checks that the files and headings that pages in Markdown name or link to exist. */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '../../scripts/imports.ts';
import { ROOT } from '../../scripts/run-checks.ts';

const files = listFiles();
const pages = files.filter((file) => file.endsWith('.md'));
const textOf = (page: string) => readFileSync(join(ROOT, page), 'utf8').replace(/^```[\s\S]*?^```/gm, '');

/** The anchors of the headings of a page, as forges make them. */
function anchorsOf(page: string): string[] {
  return [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every link of a page leads to a file or a folder, and to a heading that is there', () => {
  const broken = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
      .filter(([, path = '', anchor]) => {
        const target = path === '' ? page : normalize(join(dirname(page), path)).replace(/\/$/, '');
        if (!files.some((file) => file === target || file.startsWith(`${target}/`))) return true;
        return anchor !== undefined && !anchorsOf(target).includes(anchor);
      })
      .map(([link]) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('every file that a page names by its path, and every test by its name, is there', () => {
  const missing = pages.flatMap((page) =>
    [
      ...textOf(page).matchAll(
        /`([\w./-]+\/[\w.-]+\.(?:tsx?|mjs|sql|css|html|json|md|ya?ml)|[\w-]+\.(?:test|spec)\.tsx?)`/g,
      ),
    ]
      .map(([, path = '']) => path)
      // The build creates it.
      .filter((path) => !path.startsWith('dist/'))
      .filter((path) => !files.some((file) => file === path || file.endsWith(`/${path}`)))
      .map((path) => `${page}: ${path}`),
  );
  expect(missing).toEqual([]);
});
