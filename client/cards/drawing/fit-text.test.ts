import { expect, test } from 'vitest';
import { fitText } from './fit-text.ts';

/** Every letter as wide as half its height. */
const measure = (line: string) => [...line].length / 2;
const room = { width: 1000, largest: [100, 80, 60], smallest: 40 };

test('A short text takes one line, at the largest size.', () => {
  expect(fitText('Biscuit', room, measure)).toEqual({ lines: ['Biscuit'], fontSize: 100 });
});

test('A longer text first shrinks.', () => {
  expect(fitText('Sir Biscuit of Barkville', room, measure)).toEqual({
    lines: ['Sir Biscuit of Barkville'],
    fontSize: 82,
  });
});

test('Then it takes more lines, about as long as each other.', () => {
  const { lines, fontSize } = fitText("Wilhelmina's Forty-Fifth Human-Year Birthday", room, measure);
  expect(lines).toEqual(["Wilhelmina's Forty-Fifth", 'Human-Year Birthday']);
  expect(fontSize).toBe(80);
});

test('A word that no size fits is broken between letters.', () => {
  const { lines, fontSize } = fitText('W'.repeat(60), room, measure);
  expect(lines.join('')).toBe('W'.repeat(60));
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(measure(line) * fontSize).toBeLessThanOrEqual(room.width);
});

test('Only what is still too long ends in an ellipsis.', () => {
  const { lines, fontSize } = fitText('woof '.repeat(100).trim(), room, measure);
  expect(fontSize).toBe(40);
  expect(lines).toHaveLength(3);
  expect(lines[2]).toMatch(/…$/);
  for (const line of lines) expect(measure(line) * fontSize).toBeLessThanOrEqual(room.width);
});

test('An emoji of several parts is never cut.', () => {
  const family = '👩‍👩‍👧';
  const { lines } = fitText(family.repeat(60), room, measure);
  for (const line of lines) expect(line.replaceAll(family, '').replace('…', '')).toBe('');
});
