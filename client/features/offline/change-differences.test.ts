import { expect, test } from 'vitest';
import { changeOf } from '../../data/offline/changes.ts';
import { dogs } from '../../data/records/dogs.ts';
import { contentOf } from '../../data/records/record.ts';
import { rex } from '../../testing/sample-dogs.ts';
import { differencesIn } from './change-dialog.tsx';

test('A conflict about the days of a life is shown in the words of the form. @10.148', () => {
  const mine = { ...rex, birthPrecision: 'month', gotchaDate: '2020-09-01', diedOn: null } as const;
  const theirs = contentOf(dogs, { ...rex, birthPrecision: 'guess', gotchaDate: '2020-09-02', diedOn: '2026-06-02' });
  const change = { ...changeOf(dogs, rex, mine), base: contentOf(dogs, { ...rex, diedOn: '2026-06-01' }) };
  expect(differencesIn({ ...change, problem: { kind: 'conflict', theirs, version: 2 } })).toEqual([
    { label: 'How sure the birthday is', mine: 'Only the month is sure', theirs: 'It is a guess' },
    { label: 'Gotcha day', mine: 'September 1, 2020', theirs: 'September 2, 2020' },
    { label: 'In memory since', mine: 'Nothing', theirs: 'June 2, 2026' },
  ]);
});

test('A field without words of its own is shown by its name, and a number as it is.', () => {
  const change = { ...changeOf(dogs, rex, rex), table: 'toys', base: { playTime: 30 }, mine: { playTime: 0 } };
  const differences = differencesIn({ ...change, problem: { kind: 'conflict', theirs: { playTime: 45 }, version: 2 } });
  expect(differences).toEqual([{ label: 'Play time', mine: '0', theirs: '45' }]);
});
