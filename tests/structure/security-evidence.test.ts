import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { describeEvidence, EVIDENCE, titlesIn } from '../../scripts/security-evidence.ts';

test('docs/security-evidence.md lists the tests that docs/asvs.md names, as they are called now', async () => {
  const { page, problems } = await describeEvidence();
  expect(problems).toEqual([]);
  expect(await readFile(EVIDENCE, 'utf8'), 'run `npm run evidence`').toBe(page);
});

test('titles are read with their groups, and … stands for what varies', () => {
  const source = `
    describe('strangers', () => {
      test.each(['a)', "b'("])('%s of $owner.name is refused', () => {});
      for (const row of rows) test(\`\${row} is not there\`, async () => expect(test.length).toBe(1));
    });
    test.describe('on a phone', () => void test.skipIf(isRoot)('it fits', { tag: '@phone' }, () => {}));
    test.beforeEach('not this one', () => {});
    test.skip(isRoot, 'nor this');
  `;
  expect(titlesIn(source)).toEqual(['strangers … of … is refused', 'strangers … is not there', 'on a phone it fits']);
});
