/** Checks what the drawing of every screen keeps to: six sizes of type, and raspberry for the one button. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;

/** Returns each match in the files of a pattern, behind its file. */
function findAll(files: string, pattern: RegExp): string[] {
  return globSync(files, { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => (readFileSync(root + file, 'utf8').match(pattern) ?? []).map((found) => `${file}: ${found}`))
    .sort();
}

test('texts have one of the six sizes', () => {
  // Paper scales all sizes at once. In large text a size is bounded by the width of the window or its part.
  const isAllowed = (found: string) =>
    /(print|invitation)\.css: font-size: \d+%|: font-size: min\((1em|var\(--text-[a-z]+\)), [\d.]+vw[,)]/.test(found);
  expect(findAll('client/**/*.tsx', /\btext-(?:xs|lg|\d?xl|[[(][\w.:-]*\d[\w.]*[\])])(?![\w-])/g)).toEqual([]);
  expect(findAll('client/**/*.css', /font-size: (?!var\(--text-)[^;]*/g).filter((found) => !isAllowed(found))).toEqual(
    [],
  );
});

test('raspberry is the colour of the one button, and of what is drawn', () => {
  expect(findAll('client/**/*.{ts,tsx}', /\b(?:text|bg|border|accent)-raspberry\b(?!-(?:deep|lip))/g)).toEqual([
    'client/ui/button.tsx: bg-raspberry',
    'client/ui/confetti.tsx: bg-raspberry',
  ]);
});
