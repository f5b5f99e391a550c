import { expect, test } from 'vitest';
import type { SeenInvitation } from '../../backend/invitations.ts';
import type { Guest } from '../../backend/records/guests.ts';
import { describeGuests } from './read-guest-book.ts';

const base = { createdAt: '2026-06-01T10:00:00Z', version: 1 };
const invitation: SeenInvitation['invitation'] = {
  ...{ id: 'cake-day', partyId: 'party', hasLink: false, preview: null, answersSeenAt: base.createdAt, ...base },
  ...{ placeFor: 'all', guestList: 'counts', mostPeople: null, answerUntil: null, message: null, bringList: [] },
  purgedCounts: { yes: 4, people: 9 },
};
const guest: Guest = {
  ...{ id: 'grace', invitationId: 'cake-day', name: 'Grace', answer: 'yes', adults: 1, children: 0, dogs: [], ...base },
  ...{ allergies: null, note: null, email: null, brings: [], waitingSince: null, answeredAt: null },
};

test('Figures of deleted answers stand for the list while nobody is on it, and hide no guest.', () => {
  expect(describeGuests({ invitation, guests: [], token: null }).counts).toMatchObject({ yes: 4, people: 9 });
  const filled = describeGuests({ invitation, guests: [guest], token: null });
  expect([filled.counts.people, filled.invitation.purgedCounts]).toEqual([1, null]);
});
