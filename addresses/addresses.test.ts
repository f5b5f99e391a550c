import { expect, test } from 'vitest';
import { dogHash, dogLinkStart, isOfBackend, placeInHash, plainPath } from './addresses.ts';
import { dogLink } from './link-to-dog.ts';

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

test('a dog in a link is no page of a dog, nor the other way round @10.340', () => {
  expect(placeInHash(`${dogLinkStart}born=2026-05-01`)).toEqual({ name: 'pack' });
  expect(placeInHash(dogHash('born'))).toEqual({ name: 'dog', id: 'born' });
  expect(dogHash('born').startsWith(dogLinkStart)).toBe(false);
});

test('a link to a stamp opens the page of its dog, whatever the day in it', () => {
  for (const day of ['2026-11-30', 'soon', '%00&day='])
    expect(placeInHash(dogHash('rex', day))).toEqual({ name: 'dog', id: 'rex', day });
  expect(placeInHash('#dog=rex&day=').name).toBe('dog');
});

test("a guest's dog is brought along whatever its name, with its size if that is known @10.351", () => {
  for (const dog of [
    { name: 'Pip & "Pop"? #1 ü', size: 'small' },
    { name: 'Rex', size: null },
  ]) {
    const { pathname, search, hash } = new URL(dogLink(dog), 'https://wagday.example');
    expect([pathname, search]).toEqual(['/', '']);
    expect(placeInHash(hash)).toEqual({ name: 'pack' });
    const fields = new URLSearchParams(hash.slice(dogLinkStart.length));
    expect({ name: fields.get('name'), size: fields.get('size') }).toEqual(dog);
  }
});
