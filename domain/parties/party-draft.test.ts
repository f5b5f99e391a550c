import { expect, test } from 'vitest';
import { date } from '../testing/dates.ts';
import { checkPartyDraft, type PartyDraft, partyLimits, unusualPartyDay } from './party-draft.ts';

const party: PartyDraft = {
  ...{ title: 'Party', celebrationDate: '2026-07-01', description: '', location: '' },
  ...{ time: '', endTime: '', timeZone: 'America/New_York' },
};

test('a celebration needs a title and a date; the rest may stay empty @5.6', () => {
  expect(checkPartyDraft({ ...party, title: '', celebrationDate: '' })).toEqual({
    ok: false,
    problems: { title: 'missing', celebrationDate: 'missing' },
  });
  expect(checkPartyDraft(party)).toEqual({
    ok: true,
    value: { title: 'Party', celebrationDate: '2026-07-01', time: null, description: null, location: null },
  });
});

test('a celebration may lie in the past', () => {
  expect(checkPartyDraft({ ...party, celebrationDate: '1999-12-31' }).ok).toBe(true);
});

test.each([
  ['2100-12-31', undefined],
  ['2101-01-01', 'too far ahead'],
  ['9999-12-31', 'too far ahead'],
  ['12026-06-15', 'not a date'],
])('a celebration on %s is told %s @5.11', (celebrationDate, problem) => {
  const result = checkPartyDraft({ ...party, celebrationDate });
  expect(result.ok ? undefined : result.problems.celebrationDate).toBe(problem);
});

test('a celebration keeps the day it has, and gets no other one beyond the limit', () => {
  const far = { ...party, celebrationDate: '9999-01-01' };
  expect(checkPartyDraft(far, date('9999-01-01')).ok).toBe(true);
  expect(checkPartyDraft(far, date('9999-01-02')).ok).toBe(false);
});

test.each([
  ['2026-06-14', 'has passed'],
  ['2020-01-01', 'has passed'],
  ['0001-01-01', 'has passed'],
  ['2026-06-15', null],
  ['2028-06-15', null],
  ['2028-06-16', 'far ahead'],
  ['9999-12-31', 'far ahead'],
  ['2026-02-30', null],
  ['', null],
])('on June 15, 2026 a celebration on %j is %s', (day, unusual) => {
  expect(unusualPartyDay(day, date('2026-06-15'))).toBe(unusual);
});

test('two years after a leap day end on the last of February', () => {
  expect(unusualPartyDay('2030-02-28', date('2028-02-29'))).toBeNull();
  expect(unusualPartyDay('2030-03-01', date('2028-02-29'))).toBe('far ahead');
});

test('a celebration has a time by the clocks of its zone, or none', () => {
  const value = (draft: Partial<PartyDraft>) => {
    const result = checkPartyDraft({ ...party, ...draft });
    return result.ok ? result.value.time : result.problems;
  };
  expect(value({ time: '18:30' })).toBe('18:30 America/New_York');
  expect(value({ time: '' })).toBeNull();
  expect(value({ time: '25:00' })).toEqual({ time: 'not a time' });
  expect(value({ time: '18:30', timeZone: 'no zone' })).toEqual({ timeZone: 'missing' });
  expect(value({ time: '25:00', timeZone: '' })).toEqual({ time: 'not a time', timeZone: 'missing' });
  expect(value({ time: '', timeZone: '' })).toBeNull();
  expect(value({ time: '02:30', celebrationDate: '2027-03-14' })).toEqual({ time: 'left out' });
  expect(value({ time: '03:00', celebrationDate: '2027-03-14' })).toBe('03:00 America/New_York');
  expect(value({ time: '02:30', celebrationDate: '2027-03-14', timeZone: 'UTC' })).toBe('02:30 UTC');
});

test.each([
  ['ends later', { endTime: '21:00' }, '18:30-21:00 America/New_York'],
  ['ends after midnight', { endTime: '01:00' }, '18:30-01:00 America/New_York'],
  ['does not end as it begins', { endTime: '18:30' }, { endTime: 'not after the start' }],
  ['ends at a time of day', { endTime: '25:00' }, { endTime: 'not a time' }],
  ['does not end without a time', { time: '', endTime: '21:00' }, { time: 'missing' }],
  ['tells only of a wrong start', { time: '25:00', endTime: '26:00' }, { time: 'not a time' }],
])('a celebration %s', (_, typed, expected) => {
  const result = checkPartyDraft({ ...party, time: '18:30', ...typed });
  expect(result.ok ? result.value.time : result.problems).toEqual(expected);
});

test('a celebration has its limits', () => {
  const long = {
    title: 't'.repeat(partyLimits.title + 1),
    celebrationDate: '2026-02-30',
    time: '24:00',
    endTime: '',
    timeZone: 'UTC',
    description: 'd'.repeat(partyLimits.description + 1),
    location: 'l'.repeat(partyLimits.location + 1),
  };
  expect(checkPartyDraft(long)).toEqual({
    ok: false,
    problems: {
      title: 'longer than 120',
      celebrationDate: 'not a date',
      time: 'not a time',
      description: 'longer than 2000',
      location: 'longer than 200',
    },
  });
});
