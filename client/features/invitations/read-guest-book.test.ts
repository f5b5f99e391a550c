import { expect, test } from 'vitest';
import { date } from '../../../domain/testing/dates.ts';
import { type Guest, guests } from '../../data/records/guests.ts';
import { invitations } from '../../data/records/invitations.ts';
import { guestRow, invitationRow } from '../../testing/sample-parties.ts';
import { describeGuests } from './read-guest-book.ts';

const purged_counts = { yes: 4, people: 9 };
const invitation = invitations.read(invitationRow({ id: 'party' }, { purged_counts }));
const guest = guests.read(guestRow('Grace', { answered_at: null }));

test('Figures of deleted answers stand for the list while nobody is on it, and hide no guest. @10.288', () => {
  expect(describeGuests({ invitation, guests: [] }, true).counts).toMatchObject({ yes: 4, people: 9 });
  const filled = describeGuests({ invitation, guests: [guest] }, true);
  expect([filled.counts.people, filled.invitation.purgedCounts]).toEqual([1, null]);
});

const mia: Guest = { ...guest, id: 'mia', email: 'mia@example.com' };
const away: Guest = { ...mia, id: 'eve', answer: 'no' };

test.each([
  [true, [mia], "We'll email 1 guest. The party's page shows when it's out."],
  [
    true,
    [mia, mia, guest],
    "We'll email 2 guests. The party's page shows when it's out. 1 guest left no email: please tell them yourself.",
  ],
  [false, [mia, guest], 'Emails wait until you confirm yours: please tell your 2 guests yourself.'],
  [false, [mia], 'Emails wait until you confirm yours: please tell your guest yourself.'],
  [false, [guest], '1 guest left no email: please tell them yourself.'],
  [null, [mia], "We'll email 1 guest. The party's page shows when it's out."],
  [false, [away], ''],
  [true, [away], ''],
])(
  'Where it is %s that the own address is proved, it is said what guests are told: %# @10.292',
  (isProven, guests, telling) => {
    expect(describeGuests({ invitation, guests }, isProven).telling).toBe(telling);
  },
);

test.each([
  ['on the day before', '2026-05-31T20:00:00Z', null, false],
  ['on its day', '2026-06-01T20:00:00Z', null, false],
  ['on the day after', '2026-06-02T20:00:00Z', null, true],
  ['before its end', '2026-06-01T16:59:00Z', '17:00', false],
  ['after its end', '2026-06-01T17:00:00Z', '17:00', true],
  ['at a moment that is not known', null, null, false],
])('A party that is removed %s is a memory that is gone, or else called off.', (_, cancelledAt, end, isMemory) => {
  const times = end ? { time: '15:00', end, zone: 'UTC' } : { time: null, end, zone: null };
  const cancelledParty = { title: 'Cake Day', date: date('2026-06-01'), dogId: null, ...times };
  const removed = { ...invitation, cancelledParty, cancelledAt };
  expect(describeGuests({ invitation: removed, guests: [guest] }, true).isRemovedMemory).toBe(isMemory);
});

test('Where the place is hidden its host is told that the description is not. @10.281', () => {
  const hidden = { ...invitation, placeFor: 'yes' as const };
  expect(describeGuests({ invitation: hidden, guests: [] }, null).ofDescription).toMatch(/^All your guests read this/);
  expect(describeGuests({ invitation, guests: [] }, null).ofDescription).toBeNull();
});
