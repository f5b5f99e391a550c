import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findProblems, numbersIn, readSpecification, readVerification } from '../../scripts/check-specification.ts';
import { listFiles } from '../../scripts/imports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}docs/specification.md`, 'utf8');

test('titles of tests name statements that are in docs/specification.md, and each of these is named', () => {
  const numbers = [...page.matchAll(/^- \*\*([\d.]+)\*\*/gm)].map(([, number = '']) => number);
  const named = listFiles('*.test.ts', '*.test.tsx', '*.spec.ts')
    .filter((file) => file !== 'tests/structure/statements.test.ts')
    .flatMap((file) => numbersIn(readFileSync(`${root}${file}`, 'utf8')));
  expect(new Set(named)).toEqual(new Set(numbers));
  expect(new Set(numbers).size, 'a number is used once').toBe(numbers.length);
});

test('a statement without a test, and one whose test failed, are told', () => {
  const claims = readSpecification('- **2.1** The title\n- **2.10** The tagline\n- **2.11** The button\n');
  const runs = [
    { file: 'a.spec.ts', name: 'the header has its title @2.1', passed: true },
    { file: 'a.spec.ts', name: 'on a phone the button is there @2.11', passed: true },
    { file: 'a.spec.ts', name: 'on a desktop the button is there @2.11', passed: false },
  ];
  expect(findProblems('page.md', claims, runs)).toEqual([
    'page.md: no test ran that shows 2.10 "The tagline"',
    'page.md: 2.11 "The button" is not shown, because "on a desktop the button is there @2.11" did not pass',
  ]);
});

test('a requirement is shown by the files that its row names, by the words in parentheses, or by review', () => {
  const claims = readVerification(
    '| ASVS | What is met | Where | Shown by |\n|---|---|---|---|\n| 1.1 | Output | `mail/` | `a.test.ts` (markup; quotes), `b.test.ts` |\n| 1.2 | Input | here | review |\n| 1.3 | Keys | here | |\n',
  );
  const runs = [
    { file: 'a.test.ts', name: 'Markup is text', passed: true },
    { file: 'a.test.ts', name: 'something else', passed: false },
    { file: 'b.test.ts', name: 'everything', passed: true },
  ];
  expect(findProblems('page.md', claims, runs)).toEqual([
    'page.md: no test ran that shows 1.1 "quotes" in a.test.ts',
    'page.md: no test ran that shows 1.3',
  ]);
});
