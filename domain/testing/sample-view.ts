import type { InvitationView, OwnAnswer } from '../guests/invitation-view.ts';
import { date } from './dates.ts';

/** An invitation with every field filled in, as seen by a guest who has not answered. */
export const invitationView: InvitationView = {
  version: '0'.repeat(64),
  isFileOnly: false,
  isNewFromMail: false,
  fileToken: null,
  state: 'open',
  calledOffWhy: null,
  afterwards: null,
  isOnAgain: false,
  party: {
    id: '5e0d7cbb-4ab5-4c55-b8b4-3a8d4cbf1f0a',
    title: "Biscuit's 4th Birthday",
    date: date('2026-06-20'),
    hour: '15:30',
    zone: 'America/New_York',
    end: null,
    location: 'The old oak in the dog park',
    isPlaceHidden: false,
    description: 'Bring a ball, there will be cake.',
    createdAt: '2026-06-01T12:00:00.000Z',
    version: Date.UTC(2026, 5, 2, 12) * 1000,
  },
  dog: {
    name: 'Biscuit',
    size: 'medium',
    photoUrl: null,
    photoFocus: null,
    coat: null,
  },
  host: { name: 'Maria' },
  message: 'We cannot wait to see you!\nThere is shade and water.',
  answerUntil: date('2026-06-18'),
  preview: null,
  guests: {
    ...{ people: 8, dogs: 2, names: ['Ada', 'Grace', 'Linus'], moreNames: 0 },
    seatedDogs: [
      { name: 'Rex', size: 'large' },
      { name: 'Bo', size: null },
    ],
    moreDogNames: 0,
  },
  bringList: [
    { item: 'Lemonade', isTaken: false, isMine: false },
    { item: 'Balls', isTaken: true, isMine: false },
  ],
  guest: null,
};

/** What a guest has answered who comes alone, leaves nothing else, and was mailed the link. */
export const ownAnswer: OwnAnswer = {
  ...{ name: 'Ada', answer: 'yes', adults: 1, children: 0, dogs: [], allergies: null, note: null, email: null },
  ...{ brings: [], isMailed: true, mailedAt: '2026-06-01T12:00:00Z', mailWaits: null },
  ...{ isWaiting: false, isTooLarge: false, placeInLine: null, version: 1 },
};
