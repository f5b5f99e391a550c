import { expect, test } from 'vitest';
import { addDays } from '../dates/calendar-date.ts';
import { date } from '../testing/dates.ts';
import { digestPush, reminderDigest, testDigest } from './digest.ts';
import type { ComingGuest, Pack, ReminderDog, ReminderParty } from './due-reminders.ts';

const today = date('2026-06-14');

function dog(changes: Partial<ReminderDog> = {}): ReminderDog {
  return { id: 'luna', name: 'Luna', size: 'small', birthDate: date('2019-06-14'), ...changes };
}
function party(changes: Partial<ReminderParty> = {}): ReminderParty {
  const when = { celebrationDate: today, time: null, startsAt: null };
  return { id: 'party', dogId: 'luna', title: 'Cake in the park', ...when, isTold: false, guests: [], ...changes };
}
const packOf = (dogs: ReminderDog[], parties: ReminderParty[] = []): Pack => ({ dogs, parties });

test('a birthday is told on its day, the day before and a week before', () => {
  const luna = packOf([dog()]);
  const told = (day: string) => reminderDigest(luna, [0, 1, 7], date(day));
  expect(told('2026-06-14')).toEqual({
    subject: "Today: Luna's 7th birthday, 44 in human years",
    sections: [{ when: 'Today', lines: ["Luna's 7th birthday, 44 in human years"] }],
    closing: 'Treats at the ready!',
    dogId: 'luna',
    asksForPhoto: true,
  });
  expect(told('2026-06-13')?.subject).toBe("Tomorrow: Luna's 7th birthday, 44 in human years");
  const week = told('2026-06-07');
  expect(week?.subject).toBe("In a week: Luna's 7th birthday, 44 in human years");
  expect(week?.sections[0]?.when).toBe('In a week, on Sunday, June 14, 2026');
  for (const day of ['2026-06-06', '2026-06-08', '2026-06-12', '2026-06-15']) expect(told(day)).toBeNull();
});

test('one photo is asked for on the day itself, unless a party of that day asks for its own @10.329', () => {
  const asks = (day: string, parties: ReminderParty[] = []) =>
    reminderDigest(packOf([dog()], parties), [0, 1, 7], date(day))?.asksForPhoto;
  expect(['2026-06-07', '2026-06-13', '2026-06-14'].map((day) => asks(day))).toEqual([undefined, undefined, true]);
  expect(asks('2026-06-14', [party()])).toBeUndefined();
  expect(asks('2026-06-14', [party({ celebrationDate: date('2026-06-15') })])).toBe(true);
  expect(testDigest(packOf([dog()]), today).asksForPhoto).toBeUndefined();
});

test('human-year birthdays, gotcha days and parties are told, and a guess says about @10.295', () => {
  const dogs = [
    dog({ id: 'a', name: 'Ada', birthDate: date('2019-03-14') }),
    dog({ id: 'b', name: 'Bo', birthDate: date('2020-01-02'), gotchaDate: date('2021-06-14') }),
    dog({ id: 'c', name: 'Cleo', birthPrecision: 'guess' }),
  ];
  const parties = [party({ dogId: 'a' }), party({ dogId: 'b', title: 'Splash', time: '6:30 PM' })];
  const digest = reminderDigest(packOf(dogs, parties), [0], today);
  expect(digest?.sections).toEqual([
    {
      when: 'Today',
      lines: [
        'Ada turns 45 in human years',
        "Bo's 5th gotcha day",
        "Cleo's birthday, about 44 in human years",
        'Party: Cake in the park',
        'Party: Splash, 6:30 PM',
      ],
    },
  ]);
  expect(digest?.subject).toBe('Today: Ada turns 45 in human years, and 4 more');
  // A party of today is what its owner looks up, although a birthday is told first.
  expect(digest?.partyId).toBe('party');
});

test('of a dog in memory nothing is told, neither its days nor its parties @10.296', () => {
  const inMemory = dog({ diedOn: date('2026-01-01'), gotchaDate: date('2020-06-14') });
  const pack = packOf([inMemory], [party()]);
  expect(reminderDigest(pack, [0, 1, 7], today)).toBeNull();
  expect(testDigest(pack, today).sections[0]?.when).toBe('Soon');
});

test('a kennel that celebrates a hundred dogs on one day gets a short mail', () => {
  const many = packOf(Array.from({ length: 100 }, (_, index) => dog({ id: String(index), name: `Dog ${index}` })));
  const digest = reminderDigest(many, [0], today);
  expect(digest?.sections[0]?.lines).toHaveLength(21);
  expect(digest?.sections[0]?.lines.at(-1)).toBe('and 80 more');
  expect(digest?.subject).toMatch(/, and 99 more$/);
});

test('a notification says one thing in two short lines, and several as a list', () => {
  const luna = packOf([dog()]);
  const pushOf = (day: string) => digestPush(reminderDigest(luna, [0, 7], date(day))!);
  expect(pushOf('2026-06-14')).toEqual({
    title: "Today: Luna's 7th birthday, 44 in human years",
    body: 'Treats at the ready!',
  });
  expect(pushOf('2026-06-07').body).toBe(
    'In a week, on Sunday, June 14, 2026. Time enough to find the perfect squeaky toy.',
  );
  const both = digestPush(
    reminderDigest(packOf([dog()], [party({ celebrationDate: date('2026-06-15') })]), [0, 1], today)!,
  );
  expect(both).toEqual({
    title: "Today: Luna's 7th birthday, 44 in human years, and 1 more",
    body: "Today: Luna's 7th birthday, 44 in human years\nTomorrow: Party: Cake in the park",
  });
});

test('a test shows the next celebration of the pack, whenever that is, and works for an empty pack', () => {
  const later = testDigest(packOf([dog()]), date('2026-06-20'));
  expect(later.sections).toEqual([{ when: 'On Monday, September 14, 2026', lines: ['Luna turns 45 in human years'] }]);
  expect([later.subject, later.dogId]).toEqual(['It works: this is a reminder from Wagday', 'luna']);
  expect(digestPush(later).body).toBe('On Monday, September 14, 2026: Luna turns 45 in human years');
  const empty = testDigest(packOf([]), today);
  expect([empty.sections[0]?.lines.length, empty.dogId]).toEqual([1, null]);
});

function coming(name: string, changes: Partial<ComingGuest> = {}): ComingGuest {
  return { name, adults: 1, children: 0, dogs: 1, brings: [], allergies: null, ...changes };
}

test('on its day a party with guests comes first, with who comes, what they bring and every allergy, and leads to its page @10.201', () => {
  const guests = [
    coming('Anna', { adults: 2, children: 1, brings: ['Salad', 'Plates'], allergies: 'peanuts\n and wasps' }),
    coming('evil.example', { dogs: 0, allergies: 'see evil.com' }),
  ];
  const digest = reminderDigest(packOf([dog()], [party({ time: '3 PM', guests })]), [0], today);
  expect(digest).toEqual({
    subject: 'Today: Party: Cake in the park, 3 PM, and 1 more',
    sections: [
      { when: 'Today', lines: ['Party: Cake in the park, 3 PM', "Luna's 7th birthday, 44 in human years"] },
      {
        when: '4 people and 1 dog for Cake in the park',
        lines: ['Anna\u00a0· 3 people and 1 dog\u00a0· Salad\u00a0· Plates', 'Somebody\u00a0· 1 person'],
      },
      { when: 'Allergies', lines: ['Anna: peanuts and wasps', 'Somebody: look on the page'] },
    ],
    closing: 'Treats at the ready!',
    dogId: 'luna',
    partyId: 'party',
  });
  const many = Array.from({ length: 30 }, () => coming('Bo', { allergies: 'nuts' }));
  const sections = reminderDigest(packOf([dog()], [party({ guests: many })]), [0], today)?.sections;
  expect(sections?.map(({ lines }) => lines.length)).toEqual([2, 21, 30]);
  expect(reminderDigest(packOf([dog()], [party({ guests })]), [1], addDays(today, -1))?.sections).toHaveLength(1);
});

test('a host is told of the day of the party, whatever days are chosen, and of nothing else then @10.201', () => {
  const pack = packOf([dog()], [party({ isTold: true }), party({ id: 'other', title: 'Splash' })]);
  for (const chosen of [[], [7]]) {
    expect(reminderDigest(pack, chosen, today)?.sections).toEqual([
      { when: 'Today', lines: ['Party: Cake in the park'] },
    ]);
    expect(reminderDigest(pack, chosen, addDays(today, -1))).toBeNull();
  }
});
