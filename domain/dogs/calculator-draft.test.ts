import { expect, test } from 'vitest';
import { date } from '../testing/dates.ts';
import { checkCalculatorDraft } from './calculator-draft.ts';

const today = date('2026-06-15');

test('a calculator draft needs a name and a birthday', () => {
  expect(checkCalculatorDraft({ name: '  ', birthDate: '', size: 'medium' }, today)).toEqual({
    ok: false,
    problems: { name: 'missing', birthDate: 'missing' },
  });
  expect(checkCalculatorDraft({ name: ' Rex ', birthDate: '2020-02-29', size: 'large' }, today)).toEqual({
    ok: true,
    value: { name: 'Rex', birthDate: '2020-02-29', size: 'large' },
  });
});

test('a guess stays a guess', () => {
  const draft = { name: 'Rex', birthDate: '2023-06-15', size: 'large', birthPrecision: 'guess' } as const;
  expect(checkCalculatorDraft(draft, today)).toEqual({ ok: true, value: draft });
});
