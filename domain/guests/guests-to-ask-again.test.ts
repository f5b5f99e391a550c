import { expect, test } from 'vitest';
import { guestsToAskAgain } from './guests-to-ask-again.ts';
import type { ListedGuest } from './listed-guests.ts';

function guest(name: string, part: Partial<ListedGuest> = {}): ListedGuest {
  const nobody = { adults: 1, children: 0, dogs: [], allergies: null, note: null, brings: [], waitingSince: null };
  return { ...nobody, name, answer: 'yes', email: null, ...part };
}

const mia = guest('Mia', { email: 'mia@example.com' });
const former = [guest('Ben', { answer: 'no' }), guest('Eve', { answer: 'maybe' }), guest('Tom'), mia];
const left = (...answered: ListedGuest[]) => guestsToAskAgain(former, answered).map(({ name }) => name);

test('all who answered last time are asked again, those who came first @10.355', () => {
  expect(left()).toEqual(['Tom', 'Mia', 'Eve', 'Ben']);
});

test('who has answered this time, by email or without one by name, is not asked again @10.355', () => {
  expect(left(guest('Mia B.', { email: 'MIA@example.com' }), guest(' tom', { answer: 'no' }))).toEqual(['Eve', 'Ben']);
  expect(left(guest('Mia'), guest('Évé'))).toEqual(['Tom', 'Ben']);
  expect(left(guest('Mia', { email: 'other@example.com' }))).toContain('Mia');
});
