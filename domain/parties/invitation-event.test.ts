import { expect, test } from 'vitest';
import type { InvitationView } from '../guests/invitation-view.ts';
import { ownAnswer, invitationView as view } from '../testing/sample-view.ts';
import { invitationCalendar, invitationEvent } from './invitation-event.ts';

const page = { address: 'https://wagday.example/i/token', host: 'wagday.example' };
const of = (changes: Partial<InvitationView['party']>, others: Partial<InvitationView> = {}) =>
  invitationCalendar({ ...view, ...others, party: { ...view.party, ...changes } }, page);

test('the party is an event with a lasting identifier, its hours, its place and the page of the invitation', () => {
  expect(of({}).split('\r\n')).toEqual(
    expect.arrayContaining([
      `UID:${view.party.id}@wagday.example`,
      'DTSTAMP:20260602T120000Z',
      'SEQUENCE:86400',
      'DTSTART:20260620T193000Z',
      'DTEND:20260620T213000Z',
      "SUMMARY:Biscuit's 4th Birthday",
      'LOCATION:The old oak in the dog park',
      'URL:https://wagday.example/i/token',
      'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    ]),
  );
});

test('a party of a whole day takes the day', () => {
  expect(of({ hour: null, zone: null })).toContain('DTSTART;VALUE=DATE:20260620\r\n');
  expect(of({ end: '17:00' })).toContain('DTEND:20260620T210000Z\r\n');
});

test('a change raises the number, and a cancelled party is struck out @10.244', () => {
  const changed = { version: view.party.version + 7_000_000 };
  expect(invitationEvent({ ...view, party: { ...view.party, ...changed } }, page).sequence).toBe(86_407);
  expect(of({})).not.toContain('STATUS');
  expect(of({}, { state: 'cancelled' })).toContain('STATUS:CANCELLED\r\n');
});

test("a guest's own page is in no event, whether its page or its calendar file makes it", () => {
  for (const own of [{ guest: ownAnswer }, { isFileOnly: true }]) expect(of({}, own)).not.toContain('token');
});
