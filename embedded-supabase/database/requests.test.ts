import { expect, test } from 'vitest';
import { createStatementNames } from './requests.ts';

function succeed(names: ReturnType<typeof createStatementNames>, text: string, times: number): void {
  for (let time = 0; time < times; time += 1) names.succeeded(text);
}

test('a statement gets its name once it has succeeded often, and keeps it', () => {
  const names = createStatementNames('embedded');
  succeed(names, 'select 1', 4);
  expect(names.nameOf('select 1', 10)).toBeNull();
  succeed(names, 'select 1', 1);
  const name = names.nameOf('select 1', 10);
  expect(name).toMatch(/^embedded_[0-9a-f]{32}$/);
  succeed(names, 'select 1', 20);
  expect(names.nameOf('select 1', 10)).toBe(name);
});

test('a statement that only comes, and never succeeds, gets none', () => {
  const names = createStatementNames('embedded');
  for (let time = 0; time < 10; time += 1) expect(names.nameOf('select 1', 10)).toBeNull();
});

test('a name stands for one text', () => {
  const names = createStatementNames('embedded');
  for (const text of ['select 1', 'select 2']) succeed(names, text, 5);
  expect(names.nameOf('select 1', 10)).not.toBe(names.nameOf('select 2', 10));
});

test('the statement that was used least recently makes room for a new one', () => {
  const names = createStatementNames('embedded');
  succeed(names, 'the list of notes', 5);
  for (let number = 0; number < 59; number += 1) succeed(names, `select ${number}`, 5);
  expect(names.nameOf('the list of notes', 10)).not.toBeNull();

  succeed(names, 'select 59', 5);
  expect(names.nameOf('select 0', 10)).toBeNull();
  expect(names.nameOf('the list of notes', 10)).not.toBeNull();
  expect(names.nameOf('select 59', 10)).not.toBeNull();
});

test('however many statements callers think of, only so many have names', () => {
  const names = createStatementNames('embedded');
  const texts = Array.from({ length: 2000 }, (_, number) => `select ${number}`);
  for (const text of texts) succeed(names, text, 5);
  expect(texts.filter((text) => names.nameOf(text, 10) !== null)).toHaveLength(60);
});

test('statements that come once do not keep others from being counted', () => {
  const names = createStatementNames('embedded');
  for (let round = 0; round < 5; round += 1) {
    succeed(names, 'the list of notes', 1);
    for (let number = 0; number < 400; number += 1) succeed(names, `select ${round}, ${number}`, 1);
  }
  expect(names.nameOf('the list of notes', 10)).not.toBeNull();
});

test('neither a very long statement nor one with very long values is run by a name', () => {
  const names = createStatementNames('embedded');
  const long = `select ${'1 + '.repeat(2000)} 1`;
  succeed(names, long, 10);
  expect(names.nameOf(long, 10)).toBeNull();
  succeed(names, 'select 1', 10);
  expect(names.nameOf('select 1', 20_000)).toBeNull();
  expect(names.nameOf('select 1', 10)).not.toBeNull();
});
