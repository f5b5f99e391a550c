/** Refuses habits that make English hard to read, in comments, titles of tests, pages and SQL. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '../../scripts/imports.ts';
import { ROOT } from '../../scripts/run-checks.ts';

/** Each habit, what to write in its place, and phrases in which the word is good English. */
const habits: readonly { words: RegExp; instead: string; allowed?: RegExp }[] = [
  { words: /\bwhoever\b/i, instead: 'anyone who' },
  { words: /\bnobody but\b/i, instead: 'only' },
  {
    words: /\balone\b/i,
    instead: 'only',
    allowed: /\b(left|leaves?|comes|p99|list) ([\w ]+ )?alone\b/i,
  },
  {
    words: /\bstands?\b/,
    instead: 'is',
    allowed:
      /\bstands? (for|in for|out|up|down|by itself|on the (lower edge|curve)|to the left of its point|above the curve)\b|\bstand-in\b|\b(its|the) stand\b/,
  },
  // Mails wait, so screens say what their rows say.
  {
    words: /\bwe (e-?mailed|mailed|sent)\b/i,
    instead: 'what client/copy/mail-words.ts says',
    allowed: /\bwe emailed it to\b/i,
  },
  { words: /\bin (nobody|anybody|somebody)['’]s way\b/i, instead: 'what it does not block' },
];

/** Files that are not read: migrations are never edited, and the rest is generated or quotes the specification. */
const exempt =
  /^((supabase|server\/database)\/migrations|docs\/(specification|asvs|gallery)|tests\/structure\/english)\b/;

const files = listFiles().filter((file) => /\.(tsx?|mjs|css|sql|md)$/.test(file) && !exempt.test(file));

test.each(habits)('$words is written as "$instead"', ({ words, allowed }) => {
  const found = files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const rest = allowed ? line.replaceAll(new RegExp(allowed, 'gi'), '') : line;
        return words.test(rest) ? [`${file}:${index + 1}: ${line.trim()}`] : [];
      }),
  );
  expect(found).toEqual([]);
});
