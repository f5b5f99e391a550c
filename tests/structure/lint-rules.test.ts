/** Shows each lint rule of the project's own by what it refuses and what it accepts. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the lines of a component that a rule refuses. */
function refusedLines(rule: string, children: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'wagday-lint-'));
  const source = ['export const Example = ({ is, age }: { is: boolean; age: string }) => (', ...children, ');', ''];
  writeFileSync(join(folder, 'example.tsx'), source.join('\n'));
  copyFileSync(join(root, 'tests/structure/lint', rule), join(folder, rule));
  const settings = { plugins: [`./${rule}`], linter: { rules: { preset: 'none' } } };
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(settings));
  const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/biome'), ['lint', 'example.tsx', '--colors=off'], {
    cwd: folder,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  const output = `${stdout}${stderr}`;
  expect(output).toContain('Checked 1 file');
  return [...output.matchAll(/^example\.tsx:(\d+):\d+ plugin/gm)].map(([, line]) => `${source[Number(line) - 1]}`);
}

const texts = 'texts-of-their-own.grit';

test('a text that comes, goes or changes beside other children is refused', () => {
  const wrong = [
    "<>{is && 'almost '}<b>53</b></>",
    '<p>{is && `almost `} years</p>',
    "<p><b>53</b>{is ? ' years' : null}</p>",
    "<p>{is ? 'Send' : age} <i /></p>",
    "<p>More about {age || 'your dog'}</p>",
    "<p>More about {age ?? 'your dog'}</p>",
  ];
  expect(refusedLines(texts, ['<div>', ...wrong, '</div>'])).toEqual(wrong);
});

test('a text in an element of its own, and one that is always there, is accepted', () => {
  const right = [
    '<p>{is && <span>almost </span>}<b>53</b></p>',
    "<p>{is && 'almost'}</p>",
    '<p>',
    "{is ? 'years' : 'months'}",
    '</p>',
    "<p><span>{is ? 'Send' : 'Share'}</span> <i /></p>",
    "<p>{'More about ' + (age || 'your dog')}</p>",
    "<p title={is ? 'almost' : age}>{age} years</p>",
  ];
  expect(refusedLines(texts, ['<div>', ...right, '</div>'])).toEqual([]);
});
