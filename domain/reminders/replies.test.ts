import { expect, test } from 'vitest';
import { repliesLine } from './digest.ts';
import type { GuestReply } from './reminders.ts';

function reply(name: string, changes: Partial<GuestReply> = {}): GuestReply {
  return {
    guestId: name,
    dogId: 'luna',
    partyId: 'party',
    partyTitle: "Luna's party",
    name,
    answer: 'yes',
    isWaiting: false,
    arrivedAt: 0,
    ...changes,
  };
}
const no = { answer: 'no' } as const;
const maybe = { answer: 'maybe' } as const;
const waiting = { isWaiting: true } as const;

test.each([
  [[reply('Anna')], "One answer for Luna's party: Anna is coming"],
  [[reply('Anna', no)], "One answer for Luna's party: Anna cannot come"],
  [[reply('Anna'), reply('Ben')], "Two answers for Luna's party: Anna and Ben are coming"],
  [[reply('Anna'), reply('Ben'), reply('Cleo')], "Three answers for Luna's party: Anna and two more are coming"],
  [
    [reply('Anna', maybe), reply('Ben', waiting), reply('Cleo'), reply('Dan', no), reply('Eve', no)],
    "Five answers for Luna's party: Cleo is coming, Ben is on the waiting list, Anna might come, and Dan and Eve cannot come",
  ],
  [Array.from({ length: 14 }, () => reply('Anna')), "14 answers for Luna's party: Anna and 13 more are coming"],
  [[reply('x'.repeat(60))], `One answer for Luna's party: ${'x'.repeat(23)}… is coming`],
  [[reply('evil.example')], "One answer for Luna's party: somebody is coming"],
  [[reply('http://a'), reply('Ben')], "Two answers for Luna's party: Ben and one more are coming"],
  [[reply('@ben'), reply('a。b')], "Two answers for Luna's party: two guests are coming"],
  [[reply('אנה')], "One answer for Luna's party: \u2068אנה\u2069 is coming"],
])('answers are told as one line: %#', (replies, line) => {
  expect(repliesLine(replies)).toBe(line);
});
