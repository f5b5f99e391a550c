import { expect, test } from 'vitest';
import { isOfBackend, plainPath, tokenOfInvitation } from './addresses.ts';

test.each([
  ['/rest/v1/dogs', true],
  ['/auth/v1', true],
  ['/functions/v1/celebrations', true],
  ['/realtime/v1/websocket', true],
  ['/calendar/abc.ics', true],
  ['/i/token', true],
  ['/i/token/party.ics', true],
  ['/health', true],
  ['/ready', true],
  ['/.well-known/security.txt', true],
  ['/unsubscribe/token', true],
  ['/confirm-reminders/token', true],
  ['/', false],
  ['/auth', false],
  ['/rest/v12', false],
  ['/healthy', false],
  ['/calendars', false],
  ['/icons/icon.png', false],
  ['/assets/app-1a2b3c4d.js', false],
])('%s is answered by the backend: %s', (path, expected) => {
  expect(isOfBackend(path)).toBe(expected);
});

test('a page is the same with a slash at its end', () => {
  expect(['/', '/auth', '/auth/'].map(plainPath)).toEqual(['/', '/auth', '/auth']);
});

const token = `${'a_-9'.repeat(10)}abc`;

test.each([
  [`/i/#${token}`, token],
  [`/i#${token}`, token],
  [`/i/${token}`, token],
  [`/i/${token}/#answered`, token],
  [`/i/#${token}.`, token],
  [`/i/#${token}?somebody-else`, token],
  [`/i/${token})`, token],
  [`/i/${token}x`, null],
  ['/i/#answered', null],
  [`/i/#${token}x`, null],
  [`/i/${'x'.repeat(43)}#${token}`, token],
  ['/i', null],
])('%s opens an invitation by %s @10.253', (address, expected) => {
  expect(tokenOfInvitation(new URL(address, 'https://wagday.example'))).toBe(expected);
});
