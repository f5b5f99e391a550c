import { expect, test } from 'vitest';
import type { DogSize } from '../dogs/size.ts';
import { date } from '../testing/dates.ts';
import {
  type BirthdayReport,
  birthdayReport,
  dogYearsText,
  humanYearsText,
  humanYearsUnit,
  livingReport,
  reportShareText,
} from './birthday-report.ts';

function report(birth: string, size: DogSize = 'medium', today = '2026-06-15'): BirthdayReport {
  return birthdayReport({ name: 'Biscuit', size, birthDate: date(birth) }, date(today));
}

test('a dog born today', () => {
  expect(report('2026-06-15')).toEqual({
    humanYears: 0,
    isAbout: false,
    isAlmost: false,
    dogYears: 0,
    milestone: 'Day one! Biscuit is here, and the whole world smells new.',
    lifeStage: 'Newborn Puppy',
    puppyAge: null,
    nextCelebration: "Biscuit's very first day",
    nextBirthdayDate: '2026-06-15',
    daysUntilBirthday: 0,
    graduation: { date: '2026-12-15', daysToGo: 183 },
    gotchaDay: null,
  });
});

test('the first birthday @3.11', () => {
  expect(report('2025-06-15')).toEqual({
    humanYears: 15,
    isAbout: false,
    isAlmost: false,
    dogYears: 1,
    milestone: 'First birthday! Biscuit is a teenager already.',
    lifeStage: 'Adolescent Dog',
    puppyAge: null,
    nextCelebration: "Biscuit's 1st birthday, 15 in human years",
    nextBirthdayDate: '2026-06-15',
    daysUntilBirthday: 0,
    graduation: null,
    gotchaDay: null,
  });
});

test.each([
  ['2026-06-14', '1 day old'],
  ['2026-06-02', '13 days old'],
  ['2026-06-01', '2 weeks old'],
  ['2026-02-23', '3 months old'],
  ['2025-12-15', '6 months old'],
  ['2025-06-15', null],
])('a puppy born on %s is said to be %j', (born, said) => {
  expect(report(born).puppyAge).toBe(said);
});

test('the age of a puppy whose birthday is a guess is a guess', () => {
  const puppy = { name: 'Biscuit', size: 'small', birthDate: date('2026-04-13'), birthPrecision: 'month' } as const;
  expect(birthdayReport(puppy, date('2026-06-15')).puppyAge).toBe('about 9 weeks old');
});

test('the second birthday', () => {
  expect(report('2024-06-15')).toMatchObject({
    humanYears: 24,
    dogYears: 2,
    milestone: 'Second birthday! Biscuit is officially a grown-up.',
    lifeStage: 'Adult Dog',
    nextCelebration: "Biscuit's 2nd birthday, 24 in human years",
    daysUntilBirthday: 0,
  });
});

test('a small dog the day after its seventh birthday @3.11', () => {
  expect(report('2019-06-14', 'small')).toEqual({
    humanYears: 44,
    isAbout: false,
    isAlmost: false,
    dogYears: 7,
    milestone: 'All grown up, with 4 birthdays to celebrate every year.',
    lifeStage: 'Mature Adult',
    puppyAge: null,
    nextCelebration: "Biscuit's 45th human-year birthday",
    nextBirthdayDate: '2026-09-14',
    daysUntilBirthday: 91,
    graduation: null,
    gotchaDay: null,
  });
});

test.each([
  ['2025-12-16', 'Puppy graduation in 2 days, at half a year old.'],
  ['2025-12-15', 'Puppy graduation is tomorrow!'],
  ['2025-12-14', 'Puppy graduation! Biscuit is half a year old today.'],
  ['2025-12-13', 'A proud puppy graduate, with the first big birthday ahead.'],
  ['2025-06-14', 'A teenager on four paws: half cuddle, half mischief.'],
])('a dog born %s has, on 2026-06-15, the milestone %j', (birth, milestone) => {
  expect(report(birth).milestone).toBe(milestone);
});

test.each<[DogSize, before: string, on: string, after: string]>([
  ['small', '2018-06-16', '2018-06-15', '2018-06-14'],
  ['giant', '2019-06-16', '2019-06-15', '2019-06-14'],
])('the senior milestone of a %s dog comes on the day on which it becomes a Senior Dog', (size, before, on, after) => {
  expect(report(before, size).milestone).not.toMatch(/senior/i);
  expect(report(before, size).lifeStage).not.toBe('Senior Dog');
  expect(report(on, size).milestone).toBe('Senior milestone! Biscuit is a Senior Dog from today on.');
  expect(report(on, size).lifeStage).toBe('Senior Dog');
  expect(report(after, size).milestone).toMatch(/^In the golden years: a Senior Dog with \d birthdays every year\.$/);
});

test.each<[birth: string, size: DogSize, today: string, text: string]>([
  ['2019-06-14', 'small', '2026-06-14', '44'],
  ['2019-06-14', 'small', '2026-09-13', 'almost 45'],
  ['2025-06-15', 'giant', '2026-06-14', 'almost 15'],
  ['2026-05-30', 'giant', '2026-06-15', 'almost 1'],
])('a dog born %s (%s) is, on %s, %s in human years', (birth, size, today, text) => {
  expect(humanYearsText(report(birth, size, today))).toBe(text);
});

test('ordinals are English', () => {
  const human = (birth: string) => report(birth, 'giant').nextCelebration;
  expect(human('2015-06-16')).toBe("Biscuit's 11th birthday, 87 in human years");
  expect(human('2023-06-16')).toBe("Biscuit's 3rd birthday, 31 in human years");
  expect(human('2023-06-10')).toBe("Biscuit's 32nd human-year birthday");
});

test('the graduation of a puppy is ahead until it has passed', () => {
  expect(report('2025-12-15').graduation).toEqual({ date: '2026-06-16', daysToGo: 1 });
  expect(report('2025-12-14').graduation).toEqual({ date: '2026-06-15', daysToGo: 0 });
  expect(report('2025-12-13').graduation).toBeNull();
});

function guessed(birth: string, today = '2026-06-15', size: DogSize = 'small'): BirthdayReport {
  return birthdayReport({ name: 'Biscuit', size, birthDate: date(birth), birthPrecision: 'guess' }, date(today));
}

test.each([
  ['2026-06-15', 'human years'],
  ['2026-05-20', 'human year'],
])('the number of a dog born on %s is followed by %j', (birth, unit) => {
  expect(humanYearsUnit(report(birth))).toBe(unit);
});

test('ages that rest on a guess read "about", and never "almost" @10.139', () => {
  expect(humanYearsText(guessed('2019-06-14', '2026-09-13'))).toBe('about 45');
  expect(humanYearsText(guessed('2019-06-14', '2026-09-14'))).toBe('about 45');
  expect(dogYearsText(guessed('2019-06-14', '2026-06-14'))).toBe('about 7.0');
  expect(dogYearsText(report('2019-06-14', 'small', '2026-06-14'))).toBe('7.0');
});

test.each([
  ['2025-06-15', 'Birthday! Biscuit is about one, and a teenager already.'],
  ['2024-06-15', 'Birthday! Biscuit is about two, and officially a grown-up.'],
  ['2018-06-15', 'Birthday! Biscuit is about 8. Cake in the bowl, please.'],
])('a dog born about %s has, on 2026-06-15, the milestone %j', (birth, milestone) => {
  expect(guessed(birth).milestone).toBe(milestone);
});

test('what is next says about, too', () => {
  expect(guessed('2019-06-14').nextCelebration).toBe('Biscuit turns about 45 in human years');
  expect(guessed('2019-06-16').nextCelebration).toBe("Biscuit's birthday, about 44 in human years");
  expect(guessed('2019-06-14', '2026-09-14').milestone).toBe(
    'A human-year birthday! Biscuit turns about 45 in human years today.',
  );
});

test('the gotcha day is beside the next celebration', () => {
  const dog = {
    name: 'Biscuit',
    size: 'small',
    birthDate: date('2019-06-14'),
    gotchaDate: date('2019-06-20'),
  } as const;
  expect(birthdayReport(dog, date('2026-06-15')).gotchaDay).toEqual({ date: '2026-06-20', daysToGo: 5, years: 7 });
  expect(birthdayReport(dog, date('2026-06-20')).gotchaDay).toMatchObject({ daysToGo: 0 });
});

test('a dog that is not born yet, or is in memory, has no report', () => {
  const dog = { name: 'Biscuit', size: 'small', birthDate: date('2019-06-14') } as const;
  expect(livingReport(dog, date('2019-06-13'))).toBeNull();
  expect(livingReport({ ...dog, diedOn: date('2026-06-14') }, date('2026-06-15'))).toBeNull();
  expect(livingReport(dog, date('2026-06-15'))).toEqual(birthdayReport(dog, date('2026-06-15')));
});

test('a report is shared with its age and its next celebration', () => {
  expect(reportShareText('Biscuit', report('2019-06-14', 'small'))).toBe(
    "Biscuit is 44 in human years!\nNext celebration: Biscuit's 45th human-year birthday, September 14, 2026. 91 days to go!\nHow old is yours?",
  );
});

test('a name written from right to left does not turn the sentence of a shared report around', () => {
  const seven = report('2019-06-14', 'small');
  expect(reportShareText('لونا', seven)).toMatch(/^\u2068لونا\u2069 is 44 in human years!/);
  expect(reportShareText('Biscuit', seven)).toMatch(/^Biscuit is 44/);
});
