import { expect, test } from 'vitest';
import { answersDigest, answersDueAt, type GuestReply, repliesLine } from './answers.ts';
import { digestPush } from './digest.ts';

function reply(guestId: string, changes: Partial<GuestReply> = {}): GuestReply {
  const party = {
    dogId: 'luna',
    partyId: 'party',
    partyTitle: "Luna's party",
    answer: 'yes',
    isWaiting: false,
    dog: null,
  } as const;
  return { guestId, name: guestId, ...party, arrivedAt: 0, ...changes };
}

test('a host is told of answers in one line a party, and of who said what @10.198', () => {
  const digest = answersDigest([reply('Anna'), reply('Ben'), reply('Cleo')]);
  expect(digest).toEqual({
    subject: "Three answers for Luna's party: Anna and two more are coming",
    sections: [{ when: 'From your guests', lines: ["Three answers for Luna's party: Anna and two more are coming"] }],
    closing: 'Time to count the chairs, and the bowls.',
    dogId: 'luna',
    partyId: 'party',
    answers: {
      inShort: 'Anna and two more are coming',
      byParty: [{ when: "Luna's party", lines: ['Anna\u00a0· Coming', 'Ben\u00a0· Coming', 'Cleo\u00a0· Coming'] }],
    },
  });
  expect(digestPush(digest!)).toEqual({
    title: "Three answers for Luna's party: Anna and two more are coming",
    body: 'From your guests. Time to count the chairs, and the bowls.',
  });
  expect(answersDigest([])).toBeNull();
});

test('a host reads which dogs sit down, by no name that could become a link @10.198', () => {
  const closingOf = (...dogs: (string | null)[]) => answersDigest(dogs.map((dog) => reply('Anna', { dog })))?.closing;
  expect(closingOf('Duke')).toBe('Duke just sat down.');
  expect(closingOf('Duke', null, 'Pip', 'Bo')).toBe('Duke and two more just sat down.');
  expect(closingOf('evil.example')).toBe('Time to count the chairs, and the bowls.');
});

test('answers to two parties with one title are two lines', () => {
  const replies = [reply('Anna'), reply('Ben', { partyId: 'other' })];
  const digest = answersDigest(replies);
  expect(digest?.subject).toBe("One answer for Luna's party: Anna is coming, and 1 more");
  expect(digest?.sections[0]?.lines).toHaveLength(2);
  const many = Array.from({ length: 30 }, (_, index) => reply('Anna', { partyId: String(index) }));
  const { subject, sections, answers } = answersDigest(many)!;
  expect(subject).toMatch(/, and 29 more$/);
  expect([sections[0]?.lines.length, sections[0]?.lines.at(-1)]).toEqual([21, 'and 10 more']);
  expect(answers?.byParty).toHaveLength(20);
});

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
    "Five answers for Luna's party: Cleo is coming, Ben is on the waitlist, Anna might come, and Dan and Eve cannot come",
  ],
  [Array.from({ length: 14 }, () => reply('Anna')), "14 answers for Luna's party: Anna and 13 more are coming"],
  [[reply('x'.repeat(60))], `One answer for Luna's party: ${'x'.repeat(23)}… is coming`],
  [[reply('evil.example')], "One answer for Luna's party: somebody is coming"],
  [[reply('http://a'), reply('Ben')], "Two answers for Luna's party: Ben and one more are coming"],
  [[reply('@ben'), reply('a。b')], "Two answers for Luna's party: two guests are coming"],
  [[reply('אנה')], "One answer for Luna's party: \u2068אנה\u2069 is coming"],
])('answers are told as one line: %# @10.198 @10.254', (replies, line) => {
  expect(repliesLine(replies)).toBe(line);
});

test('a mail shows by party who said what, of many the first, and no name that could become a link @10.198', () => {
  const answersOf = (replies: GuestReply[]) => answersDigest(replies)?.answers;
  const other = { partyId: 'other', partyTitle: 'Splash' };
  expect(answersOf([reply('Dan', no), reply('evil.example'), reply('Eve', { ...other, ...maybe })])).toEqual({
    inShort: 'Three answers',
    byParty: [
      { when: "Luna's party", lines: ['Somebody\u00a0· Coming', 'Dan\u00a0· Not coming'] },
      { when: 'Splash', lines: ['Eve\u00a0· Maybe'] },
    ],
  });
  const many = answersOf(Array.from({ length: 30 }, () => reply('Anna', waiting)))?.byParty[0]?.lines;
  expect([many?.length, ...(many?.slice(-2) ?? [])]).toEqual([21, 'Anna\u00a0· Waitlist', 'and 10 more']);
});

const at = (time: string) => Date.parse(`2026-06-15T${time}Z`);
const answersAt = (...times: string[]) => times.map((time) => reply('Anna', { arrivedAt: at(time) }));

test.each([
  ['the first at once', ['12:00'], [], '12:00'],
  ['of several, when the first came', ['12:09', '12:00'], [], '12:00'],
  ['a later one once a quarter of an hour has gathered others', ['12:05', '12:14'], ['12:00'], '12:15'],
  ['one after the second mail a quarter of an hour after that', ['12:20'], ['12:00', '12:15'], '12:30'],
  ['one after a quiet hour at once', ['14:00'], ['12:00', '12:15'], '14:00'],
  ['the sixth time', ['12:00'], ['06:00', '07:00', '08:00', '09:00', '10:00'], '12:00'],
])('a host hears of answers by mail: %s @10.198', (_, arrived, letters, due) => {
  expect(answersDueAt(answersAt(...arrived), letters.map(at), null)).toBe(at(due));
});

test('a host hears of answers no seventh time in 24 hours @10.198', () => {
  const letters = ['06:00', '07:00', '08:00', '09:00', '10:00', '11:00'].map(at);
  expect(answersDueAt(answersAt('12:00'), letters, null)).toBe(Date.parse('2026-06-16T06:00Z'));
  expect(answersDueAt([], letters, null)).toBe(Infinity);
});

test.each([
  ['at noon', '10:00', '2026-06-15T10:00Z'],
  ['at night', '20:00', '2026-06-16T06:00Z'],
  ['before the morning', '05:00', '2026-06-15T06:00Z'],
])('a push about answers wakes nobody in Berlin %s @10.202', (_, arrived, due) => {
  expect(answersDueAt(answersAt(arrived), [], 'Europe/Berlin')).toBe(Date.parse(due));
});
