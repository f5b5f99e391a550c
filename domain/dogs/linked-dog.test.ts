import { expect, test } from 'vitest';
import { date } from '../testing/dates.ts';
import { linkedDogOf } from './linked-dog.ts';

const today = date('2026-06-15');

function dogIn(link: string) {
  return linkedDogOf(new URLSearchParams(link), today);
}

test('a link says all that it may say of a dog @10.340', () => {
  expect(dogIn('born=2026-03-01&sure=month&size=large&name=Rex&breed=Boxer%20mix&gotcha=2026-05-20')).toEqual({
    birthDate: '2026-03-01',
    birthPrecision: 'month',
    size: 'large',
    name: 'Rex',
    breed: 'Boxer mix',
    gotchaDate: '2026-05-20',
  });
});

test.each([
  ['born=2026-03-01', { birthDate: '2026-03-01' }],
  ['born=2025-08-01&sure=guess', { birthDate: '2025-08-01', birthPrecision: 'guess' }],
  ['born=2026-03-01&sure=constructor', { birthDate: '2026-03-01' }],
  ['size=giant', { size: 'giant' }],
  ['name=Rex+%26+Bo', { name: 'Rex & Bo' }],
  ['breed=Chihuahua', { breed: 'Chihuahua' }],
  ['gotcha=2026-05-20', { gotchaDate: '2026-05-20' }],
  ['name=Rex&name=Bo&notes=bites&photoUrl=https://evil.example&diedOn=2026-01-01', { name: 'Rex' }],
  ['', null],
  ['2026-03-01', null],
])('the link %j fills in %j @10.340', (link, dog) => {
  expect(dogIn(link)).toEqual(dog);
});

test.each([
  ['a birthday of the year 9999', 'born=9999-12-31'],
  ['a birthday of tomorrow', 'born=2026-06-16'],
  ['a birthday over 40 years ago', 'born=1986-06-14'],
  ['no day of the calendar', 'born=2026-02-29'],
  ['words in place of a day', 'born=yesterday&gotcha=today'],
  ['a gotcha day of the year 9999', 'gotcha=9999-12-31'],
  ['a guess of no birthday', 'sure=guess'],
  ['a guess of a wrong birthday', 'sure=guess&born=9999-12-31'],
  ['no size', 'size=Large'],
  ['a size of the prototype', 'size=constructor'],
  ['a name of 61 characters', `name=${'W'.repeat(61)}`],
  ['a name of a megabyte', `name=${'%F0%9F%90%B6'.repeat(80_000)}`],
  ['a name of white space', 'name=+%0A%00+'],
  ['a name that nobody sees', 'name=%E2%80%8B%E2%A0%80'],
  ['a breed of 81 characters', `breed=${'W'.repeat(81)}`],
])('%s is left out, and the rest is kept @10.341', (_what, link) => {
  expect(dogIn(link)).toBeNull();
  expect(dogIn(`${link}&born=2026-03-01&size=small&name=Rex`)).toMatchObject(
    link.includes('born') ? { size: 'small', name: 'Rex' } : { birthDate: '2026-03-01' },
  );
});

test('a gotcha day before the birthday is left out, but not one beside a wrong birthday @10.341', () => {
  expect(dogIn('born=2026-03-01&gotcha=2026-02-01')).toEqual(dogIn('born=2026-03-01'));
  expect(dogIn('born=9999-12-31&gotcha=2026-02-01')).toEqual({ gotchaDate: '2026-02-01' });
});

test('a name is one line, as if it were typed, without characters that turn the words around it @10.341', () => {
  expect(dogIn('name=%E2%80%AERex%E2%80%AC%0A%20Bo%ED%A0%80')?.name).toMatch(/^Rex Bo/);
  expect(dogIn(`name=${encodeURIComponent('<script>alert(1)</script>')}`)).toEqual({
    name: '<script>alert(1)</script>',
  });
  expect(dogIn('breed=%E2%80%AEBeagle%0A%3Cb%3E')?.breed).toMatch(/Beagle <b>$/);
  expect(dogIn('born=%E2%80%AE2026-03-01&size=%E2%80%AEsmall&gotcha=%3Cscript%3E')).toBeNull();
  expect(dogIn('name=%D7%9E%D7%A0%D7%95')).toEqual({ name: 'מנו' });
});
