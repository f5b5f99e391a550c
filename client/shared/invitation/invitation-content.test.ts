import { expect, test } from 'vitest';
import { date } from '../../../domain/testing/dates.ts';
import { invitationCard } from './invitation-content.ts';

const party = { title: "لونا's 5th Birthday", celebrationDate: null, time: null, location: null };

test('A name from right to left is isolated from the words around it; a title without the name is drawn as typed.', () => {
  const cakeDay = invitationCard({ name: 'Luna', size: 'small' }, { ...party, title: 'Cake Day' }, false);
  expect(cakeDay.headline).toBe('Cake Day');
  const card = invitationCard({ name: 'لونا', size: 'small' }, party, false);
  expect(card.headline).toBe("\u2068لونا\u2069's 5th Birthday");
});

test('Guests are invited in the words of a host, with the day of the week once and the place. @10.115', () => {
  const card = invitationCard(
    { name: 'Luna', size: 'small' },
    { title: "Luna's 43rd Human-Year Birthday", celebrationDate: date('2026-09-14'), time: null, location: 'Dog Park' },
    false,
  );
  expect(card).toEqual({
    kicker: "You're invited to",
    headline: "Luna's 43rd Human-Year Birthday",
    lines: ['Monday, September 14, 2026', 'Dog Park'],
    seal: { top: 'SEP', figure: '14' },
    size: 'small',
    coat: 0,
  });
});

test('Nobody is invited to a party that has been: its card is a memory. @10.119', () => {
  const kickerOf = (isPast: boolean) => invitationCard({ name: 'Luna', size: 'small' }, party, isPast).kicker;
  expect([kickerOf(false), kickerOf(true)]).toEqual(["You're invited to", 'We celebrated']);
});
