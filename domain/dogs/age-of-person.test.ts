import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, anniversaryOf, type CalendarDate, daysBetween } from '../dates/calendar-date.ts';
import { date } from '../testing/dates.ts';
import { ageOn, exactHumanYears } from './age.ts';
import { personAgeAt, personBirthProblem, sameAge, sameAgeDay } from './age-of-person.ts';
import { type DogSize, dogSizes } from './size.ts';

const today = date('2026-06-15');
const anyDog = fc.record({
  birthDate: fc.integer({ min: 0, max: 14_000 }).map((days) => addDays(date('1988-01-01'), days)),
  size: fc.constantFrom(...dogSizes),
});

/** Searches day by day, following the definition. */
function firstDayBySearch(dog: { birthDate: CalendarDate; size: DogSize }, person: CalendarDate): CalendarDate | null {
  const start = person > dog.birthDate ? person : dog.birthDate;
  const days = daysBetween(start, anniversaryOf(dog.birthDate, 40));
  for (let day = 0; day <= days; day += 1) {
    const candidate = addDays(start, day);
    const humanYears = exactHumanYears(ageOn(dog.birthDate, candidate).years, dog.size);
    if (humanYears > ageOn(person, candidate).years - 1e-6) return candidate;
  }
  return null;
}

test.each<[birth: string, size: DogSize, person: string, day: string | null]>([
  // 24 + 5 (p − 2) meets 32 + p at p = 4.5.
  ['2019-06-15', 'medium', '1987-06-15', '2023-12-15'],
  // A one-year-old puppy and its person are both 15.
  ['2025-06-15', 'small', '2011-06-15', '2026-06-15'],
  // Both are 24 on the second birthday.
  ['2024-06-15', 'giant', '2002-06-15', '2026-06-15'],
  // Born on the same day: the same age at once.
  ['2019-06-15', 'large', '2019-06-15', '2019-06-15'],
  // The person came later.
  ['2019-06-15', 'large', '2022-01-01', '2022-01-01'],
  // Too far ahead for the longest life: 24 + 4 × 38 = 176 is below 140 + 40.
  ['2019-06-15', 'small', '1879-06-15', null],
  // Leap days on both sides.
  ['2020-02-29', 'medium', '1988-02-29', '2024-08-30'],
])('a dog born %s, %s, and a person born %s are the same age on %s', (birth, size, person, day) => {
  expect(sameAgeDay({ birthDate: date(birth), size }, date(person))).toBe(day);
});

test('it is the first day on which the human years have reached the age of the person @10.15', () => {
  fc.assert(
    fc.property(anyDog, fc.integer({ min: -9000, max: 52_000 }), (dog, daysEarlier) => {
      const person = addDays(dog.birthDate, -daysEarlier);
      expect(sameAgeDay(dog, person)).toBe(firstDayBySearch(dog, person));
    }),
    { numRuns: 20 },
  );
});

test('on the days around each leap day the first day is found, too @10.15', () => {
  // The dog catches up at the end of February, where a leap year adds a day.
  for (let days = 0; days < 60; days += 1) {
    const dog = { birthDate: addDays(date('2008-01-20'), days), size: 'small' } as const;
    const person = addDays(date('1986-02-20'), (days * 7) % 31);
    expect(sameAgeDay(dog, person)).toBe(firstDayBySearch(dog, person));
  }
});

test('a dog and its person are compared today', () => {
  const luna = { birthDate: date('2019-06-15'), size: 'large' } as const;
  expect(sameAge(luna, date('1988-01-01'), today)).toMatchObject({ personYears: 38, when: 'past' });
  expect(sameAge(luna, date('1960-01-01'), today)).toMatchObject({ personYears: 66, when: 'future' });
  expect(sameAge({ ...luna, birthDate: date('2025-06-15') }, date('2011-06-15'), today)).toEqual({
    personYears: 15,
    day: '2026-06-15',
    yearsOnDay: 15,
    when: 'today',
  });
  expect(sameAge(luna, date('2022-01-01'), today)).toEqual({
    personYears: 4,
    day: '2022-01-01',
    yearsOnDay: 0,
    when: 'always older',
  });
  expect(sameAge(luna, today, today)).toMatchObject({ personYears: 0, when: 'always older' });
  expect(sameAge({ ...luna, size: 'small' }, date('1880-01-01'), today)).toMatchObject({
    day: null,
    yearsOnDay: null,
    when: 'never',
  });
});

test('before that day the dog is younger than its person, and never afterwards', () => {
  fc.assert(
    fc.property(anyDog, fc.integer({ min: 6000, max: 30_000 }), (dog, daysEarlier) => {
      const person = addDays(dog.birthDate, -daysEarlier);
      const day = sameAgeDay(dog, person);
      if (!day || day === dog.birthDate) return;
      const lead = (when: CalendarDate) =>
        exactHumanYears(ageOn(dog.birthDate, when).years, dog.size) - ageOn(person, when).years;
      expect(lead(addDays(day, -1))).toBeLessThan(0);
      expect(lead(addDays(day, 40))).toBeGreaterThan(0);
    }),
  );
});

test('the age of a person is negative before the birth', () => {
  const birth = date('1986-06-15');
  const days = ['1985-06-15', '1986-06-15', '2026-06-15'].map(date);
  expect(days.map((day) => personAgeAt(birth, day))).toEqual([-1, 0, 40]);
});

test.each([
  ['', 'missing'],
  ['2026-02-30', 'not a date'],
  ['2026-06-16', 'in the future'],
  ['2026-06-15', undefined],
  ['1906-06-15', undefined],
  ['1906-06-14', 'too long ago'],
])('the birthday "%s" of a person: %s', (text, problem) => {
  expect(personBirthProblem(text, today)).toBe(problem);
});
