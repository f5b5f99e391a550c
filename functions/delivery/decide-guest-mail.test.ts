import { expect, test } from 'vitest';
import { calendarDateOf } from '../../domain/dates/calendar-date.ts';
import { type DueGuestMail, decideBeyondLimit, decideGuestMail } from './decide-guest-mail.ts';

type Changes = Partial<Omit<DueGuestMail, 'guest' | 'party'>> & {
  readonly guest?: Partial<DueGuestMail['guest']>;
  readonly party?: Partial<DueGuestMail['party']>;
};

const timed = { time: '18:30', end: null, zone: 'UTC' };
const party: DueGuestMail['party'] = {
  ...timed,
  title: 'Cake Day',
  date: calendarDateOf(2026, 6, 14),
  location: 'The Park',
  dogName: 'Luna',
  isCancelled: null,
};
const guest: DueGuestMail['guest'] = {
  id: 'anna',
  email: 'anna@wagday.dev',
  name: 'Anna',
  answer: 'yes',
  isWaiting: false,
  adults: 1,
  children: 0,
  dogs: 0,
  brings: [],
  isStopped: false,
  isAgain: false,
};
const byHost = { host: 'Maria', hostEmail: 'maria@wagday.dev', hostZone: null, isHostNew: false, settlesAt: null };
const settings = { placeFor: 'all', mostPeople: null, remindsGuests: true, repliesByMail: false, cancelReason: null };
const mail = { id: 'mail', version: 'v', attempts: 0, until: null, known: null, word: null, others: [] };

function due(kind: DueGuestMail['kind'], changes: Changes = {}): DueGuestMail {
  const changed = { guest: { ...guest, ...changes.guest }, party: { ...party, ...changes.party } };
  return { ...mail, ...byHost, ...settings, kind, ...changes, ...changed };
}

const at = Date.parse('2026-06-13T10:00:00Z');
const dayLater = { ...party, date: calendarDateOf(2026, 6, 15) };
const elsewhere = { ...party, location: 'Home' };
const off = { ...party, isCancelled: true };
const no = { answer: 'no' } as const;
const waiting = { isWaiting: true };
const reminder = { until: '2026-06-13T21:00:00Z' };
const word = { until: '2026-06-14T09:00:00Z', word: 'Bring towels.' };
const unsettled = { settlesAt: '2026-06-13T10:00:01Z' };
const change = { known: elsewhere };
const over = { party: { date: calendarDateOf(2026, 6, 12) } };
const thanks = { ...over, word: 'What a day!' };
const hidden = { placeFor: 'yes', guest: { answer: 'maybe' } } as const;

test.each<[string, DueGuestMail['kind'], Changes, string]>([
  ['an answer', 'link', {}, 'mail'],
  ['an answer that says no', 'link', { guest: no }, 'mail'],
  ['an answer without an address', 'link', { guest: { email: null } }, 'drop'],
  ['an answer with an address that is none', 'link', { guest: { email: 'anna@wagday.dev, eve@wagday.dev' } }, 'drop'],
  ['an answer at an address that ended the mails', 'link', { guest: { isStopped: true } }, 'drop'],
  ['an answer to a party that is called off', 'link', { party: off }, 'drop'],
  ['an answer to a party that is being called off', 'link', { ...unsettled, party: off }, 'wait for null with null'],
  ['an answer to a party that is over', 'link', over, 'drop'],
  ['an answer to a host without a proved address', 'link', { hostEmail: null }, 'wait for proof with host'],
  ['a place', 'moved up', {}, 'mail'],
  ['a place of a guest who waits again', 'moved up', { guest: waiting }, 'drop'],
  ['a place of a guest who says maybe', 'moved up', { guest: { answer: 'maybe' } }, 'drop'],
  ['a change', 'change', change, 'mail'],
  ['a change that was undone', 'change', { known: party }, 'drop'],
  ['a change of which is not known what it was', 'change', {}, 'drop'],
  ['a renamed dog', 'change', { known: { ...party, dogName: 'Moon' } }, 'drop'],
  ['another place for who does not see it', 'change', { ...change, ...hidden }, 'drop'],
  [
    'another name for who does not see the place',
    'change',
    { ...hidden, known: { ...elsewhere, title: 'Bone Day' } },
    'mail',
  ],
  ['another place for who cannot come', 'change', { ...change, guest: no }, 'drop'],
  ['another day for who cannot come', 'change', { known: dayLater, guest: no }, 'mail'],
  ['a party that is off for who cannot come', 'change', { known: party, party: off, guest: no }, 'drop'],
  ['a party that is on again for who cannot come', 'change', { known: off, guest: no }, 'mail'],
  ['a party that is off', 'change', { known: party, party: off }, 'mail'],
  ['a change of a party that is over', 'change', { known: party, ...over }, 'drop'],
  ['a change without a proof', 'change', { ...change, hostEmail: null }, 'wait for proof with host'],
  ['a reminder', 'reminder', reminder, 'mail'],
  ['a reminder for who waits for a place', 'reminder', { ...reminder, guest: waiting }, 'drop'],
  ['a reminder for who cannot come', 'reminder', { ...reminder, guest: no }, 'drop'],
  ['a reminder that its host switched off', 'reminder', { ...reminder, remindsGuests: false }, 'drop'],
  ['a reminder of a party that moved', 'reminder', { ...reminder, party: dayLater }, 'drop'],
  ['a reminder in a zone that is not known here', 'reminder', { ...reminder, party: { zone: 'Mars/Olympus' } }, 'mail'],
  ['a reminder that is late', 'reminder', { until: '2026-06-13T09:00:00Z' }, 'missed'],
  [
    'a reminder that is late and waits for a proof',
    'reminder',
    { until: '2026-06-13T09:00:00Z', hostEmail: null },
    'missed',
  ],
  ['a word', 'word', word, 'mail'],
  ['a word for who cannot come', 'word', { ...word, guest: no }, 'drop'],
  ['a word of yesterday', 'word', { ...word, until: '2026-06-13T09:00:00Z' }, 'missed'],
  [
    'a word that looks like a link, of a new host',
    'word',
    { ...word, word: 'See evil.com', isHostNew: true },
    'missed',
  ],
  ['thanks', 'word', { ...thanks, until: '2026-06-14T09:00:00Z' }, 'mail'],
  ['a word from before the end of the party', 'word', { ...thanks, until: '2026-06-13T12:00:00Z' }, 'drop'],
])('of mails that are due, this one: %s', (_, kind, changes, expected) => {
  const decision = decideGuestMail(due(kind, changes), at);
  const { outcome } = decision;
  expect('alike' in decision ? `${outcome} for ${decision.waits_for} with ${decision.alike}` : outcome).toBe(expected);
});

test('a party without a time is over at midnight where its host is', () => {
  const today = { ...over, party: { ...over.party, time: null, zone: null } };
  const outcomes = ['Pacific/Kiritimati', 'Etc/GMT+12', 'Mars/Olympus', null].map(
    (hostZone) => decideGuestMail(due('link', { ...today, hostZone }), Date.parse('2026-06-12T11:00:00Z')).outcome,
  );
  expect(outcomes).toEqual(['drop', 'mail', 'mail', 'mail']);
});

const known = { ...elsewhere, title: 'Tea Day' };
const other = { guest: 'other', answer: 'yes', isWaiting: false, known, isPlain: false } as const;

test.each([
  ['the answer without the tag is first', {}, [{ ...other, isPlain: true }], 'wait'],
  ['one without the tag that says no is not', {}, [{ ...other, isPlain: true, ...no }], []],
  ['who knows the same is told', {}, [other], ['other']],
  ['who knows something else is not', {}, [{ ...other, known: { ...known, title: 'Bone Day' } }], []],
  ['who sees the place that this guest does not is not', hidden, [other], []],
  ['who does not see it either is told', hidden, [{ ...other, isWaiting: true }], ['other']],
  ['who knows the place already is told', hidden, [{ ...other, known: { ...known, location: 'The Park' } }], ['other']],
] as const)('of several answers with an address, %s', (_, changes, others, expected) => {
  const decision = decideGuestMail(due('change', { known, ...changes, others }), at);
  expect('tells' in decision ? decision.tells : decision.outcome).toEqual(expected);
});

test('a mail says what its guest may see, and keeps what it knew', () => {
  const changes = { known: { ...elsewhere, title: 'Bone Day' }, ...hidden };
  expect(decideGuestMail(due('change', changes), at)).toMatchObject({
    news: {
      kind: 'change',
      party: { location: null, isPlaceHidden: true },
      before: { title: 'Bone Day', location: null },
    },
    before: expect.not.objectContaining({ location: 'Home' }),
  });
  expect(decideGuestMail(due('change', { known: party, party: off, cancelReason: 'It rains.' }), at)).toMatchObject({
    news: { kind: 'cancelled', why: 'It rains.' },
  });
  const groups = [3, 4].map((adults) => due('link', { mostPeople: 3, guest: { ...waiting, adults } }));
  expect(groups.map((one) => decideGuestMail(one, at))).toMatchObject(
    [false, true].map((isTooLarge) => ({ news: { answer: { isTooLarge } } })),
  );
});

test.each([
  ['link', 'address', 'drop'],
  ['change', 'address', null],
  ['link', 'host', 'group'],
  ['change', 'domain', 'strangers'],
  ['word', 'site', 'strangers'],
] as const)('a %s beyond the limit of the %s: %s', (kind, full, expected) => {
  const decision = decideBeyondLimit(kind, full, Date.parse('2026-06-13T23:30:00Z'));
  expect('alike' in decision ? decision.alike : decision.outcome).toBe(expected);
  // The limits of the next day are new.
  if ('alike' in decision) expect(decision.due_at).toBe('2026-06-14T00:00:00.000Z');
});
