import type { BirthPrecision } from '../../domain/dogs/life.ts';

export const precisionTexts: Readonly<Record<BirthPrecision, string>> = {
  day: 'We know the exact day',
  month: 'Only the month is sure',
  year: 'Only the year is sure',
  guess: 'It is a guess',
};
