import { expect, test } from 'vitest';
import { invitationCard } from './invitation-card.ts';

const party = { title: "لونا's 5th Birthday", celebrationDate: null, location: null };

test('A name from right to left stands isolated in the words around it.', () => {
  const card = invitationCard({ name: 'لونا', size: 'small' }, party);
  expect(card.headline).toBe("\u2068لونا\u2069's 5th Birthday");
  expect(card.kicker).toBe('\u2068لونا\u2069 invites you to');
});

test('A title without the name is drawn as it was typed.', () => {
  expect(invitationCard({ name: 'Luna', size: 'small' }, { ...party, title: 'Cake Day' }).headline).toBe('Cake Day');
});
