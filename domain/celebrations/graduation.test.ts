import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../dates/calendar-date.ts';
import { ageOn } from '../dogs/age.ts';
import { anyDate } from '../testing/dates.ts';
import { comingGraduation } from './celebrations.ts';

test('a puppy graduates on the first day on which it is half a year old', () => {
  fc.assert(
    fc.property(anyDate, (birthDate) => {
      const graduation = comingGraduation(birthDate, birthDate);
      if (!graduation) throw new Error('A newborn has its graduation ahead.');
      expect(ageOn(birthDate, graduation).years).toBeGreaterThanOrEqual(0.5);
      expect(ageOn(birthDate, addDays(graduation, -1)).years).toBeLessThan(0.5);
      expect(comingGraduation(birthDate, graduation)).toBe(graduation);
      expect(comingGraduation(birthDate, addDays(graduation, 1))).toBeNull();
    }),
  );
});
