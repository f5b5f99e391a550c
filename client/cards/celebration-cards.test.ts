import { expect, test } from 'vitest';
import { birthdayReport } from '../../domain/celebrations/birthday-report.ts';
import { date } from '../../domain/testing/dates.ts';
import { cardOfDay } from './card-of-day.ts';
import { birthdayCard } from './celebration-cards.ts';

const luna = { name: 'Luna', size: 'small', birthDate: date('2019-06-14') } as const;
const url = 'https://wagday.example/';

function cardOn(
  day: string,
  dog: { name: string; size: 'small' | 'giant'; birthDate: ReturnType<typeof date> } = luna,
) {
  return birthdayCard(dog, birthdayReport(dog, date(day)), url);
}

test('A card looks forward to the next party, with the day of the week once and a wish. @10.114', () => {
  const { content, alt, share } = cardOn('2026-06-15');
  expect(content).toMatchObject({
    kicker: 'Hooray for',
    headline: 'Luna',
    lines: ['Next party: September 14, 2026'],
    wish: 'May every walk be the long one.',
    seal: { figure: '44', bottom: 'human years' },
  });
  expect(alt).toContain('44 in human years, next party on Monday, September 14, 2026');
  expect(share).toMatchObject({ title: "Luna's birthday card", url });
});

test('On the day itself the card says so.', () => {
  expect(cardOn('2026-06-14').content).toMatchObject({
    kicker: 'Happy birthday,',
    lines: ['Sunday, June 14, 2026'],
    wish: 'May every day have cake in it.',
  });
});

test('A number that is still to come is "almost" it. @10.114', () => {
  expect(cardOn('2026-09-13').content.seal).toEqual({ top: 'almost', figure: '45', bottom: 'human years' });
});

test('Each stage of life has a wish of its own, short enough for its line. @10.112', () => {
  const births = ['2026-06-01', '2025-10-01', '2025-01-01', '2022-01-01', '2019-06-01', '2010-01-01'];
  const wishes = births.map((birth) => cardOn('2026-06-15', { ...luna, birthDate: date(birth) }).content.wish ?? '');
  expect(new Set(wishes).size).toBe(6);
  for (const wish of wishes) expect(wish.length).toBeLessThanOrEqual(40);
});

test("Today's celebration decides which card a dog has. @10.111", () => {
  const cardOf = (dog: Partial<Parameters<typeof cardOfDay>[0]>) =>
    cardOfDay({ ...luna, ...dog }, date('2026-06-15'), url);
  const home = cardOf({ gotchaDate: date('2022-06-15') });
  expect(home.title).toBe('A Gotcha Day Card for Luna');
  expect(home.card.alt).toContain('4 years at home on Monday, June 15, 2026');
  expect(home.card.fileName).toBe('luna-gotcha-day-card.png');
  const graduate = cardOf({ birthDate: date('2025-12-14') });
  expect(graduate.title).toBe('A Graduation Card for Luna');
  expect(graduate.card.alt).toContain('half a year old on Monday, June 15, 2026');
  const usual = cardOf({});
  expect(usual.title).toBe('A Birthday Card for Luna');
  expect(usual.card.fileName).toBe('luna-birthday-card.png');
});
