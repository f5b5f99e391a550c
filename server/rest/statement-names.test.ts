import { expect, test } from 'vitest';
import { createStatementNames } from './statement-names.ts';

function nameAfter(times: number, names = createStatementNames(), text = 'select 1', role = 'authenticated') {
  let name: string | null = null;
  for (let time = 0; time < times; time += 1) name = names.nameOf(role, text, 10);
  return name;
}

test('a statement gets its name once it has come often, and keeps it', () => {
  const names = createStatementNames();
  expect(nameAfter(4, names)).toBeNull();
  const name = nameAfter(1, names);
  expect(name).toMatch(/^wagday_[0-9a-f]{32}$/);
  expect(nameAfter(1, names)).toBe(name);
});

test('a name stands for one text and one role', () => {
  const names = createStatementNames();
  const given = [
    nameAfter(5, names, 'select 1', 'authenticated'),
    nameAfter(5, names, 'select 1', 'anon'),
    nameAfter(5, names, 'select 2', 'anon'),
  ];
  expect(new Set(given).size).toBe(3);
});

test('however many statements callers think of, only so many get names', () => {
  const names = createStatementNames();
  const given = new Set<string | null>();
  for (let number = 0; number < 2000; number += 1) given.add(nameAfter(5, names, `select ${number}`));
  given.delete(null);
  expect(given.size).toBe(60);
});

test('neither a very long statement nor one with very long values gets a name', () => {
  expect(nameAfter(10, createStatementNames(), `select ${'1 + '.repeat(2000)} 1`)).toBeNull();
  const names = createStatementNames();
  for (let time = 0; time < 10; time += 1) expect(names.nameOf('anon', 'select 1', 20_000)).toBeNull();
});
