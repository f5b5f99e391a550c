import { expect, test } from 'vitest';
import { date } from '../../../domain/testing/dates.ts';
import { revealAt, walkLength } from './reveal-at.ts';

const luna = { name: 'Luna', size: 'large', birthDate: date('2019-06-15') } as const;
const today = date('2026-06-15');

test('The walk begins at birth and ends today. @10.10', () => {
  expect(revealAt(0, luna, today)).toMatchObject({ years: 0, humanYears: 0, lifeStage: 'Newborn Puppy', height: 0.4 });
  const end = { years: 7, humanYears: 54, lifeStage: 'Senior Dog', height: 1, hop: 0, lean: 0 };
  expect(revealAt(walkLength, luna, today)).toEqual(end);
  expect(revealAt(walkLength + 600, luna, today)).toEqual(end);
});

test('On the way the dog grows and its years climb, and it never goes back. @10.10', () => {
  const moments = Array.from({ length: 100 }, (_, index) => revealAt((index * walkLength) / 99, luna, today));
  for (const [index, moment] of moments.entries()) {
    const before = moments[index - 1];
    if (!before) continue;
    expect(moment.years).toBeGreaterThan(before.years);
    expect(moment.humanYears).toBeGreaterThanOrEqual(before.humanYears);
    expect(moment.height).toBeGreaterThanOrEqual(before.height);
  }
  expect(new Set(moments.map(({ lifeStage }) => lifeStage))).toEqual(
    new Set(['Newborn Puppy', 'Growing Puppy', 'Adolescent Dog', 'Adult Dog', 'Senior Dog']),
  );
});

test('A dog that is born today has nowhere to go, and grows all the same.', () => {
  const newborn = { ...luna, birthDate: today };
  expect(revealAt(walkLength / 2, newborn, today)).toMatchObject({ years: 0, humanYears: 0 });
  expect(revealAt(walkLength, newborn, today).height).toBe(1);
});
