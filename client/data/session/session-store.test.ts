import { expect, test, vi } from 'vitest';
import { session } from '../../testing/pretend-session.ts';
import {
  clientStorage,
  isStoredSessionCorrupt,
  removeStoredSession,
  storedSession,
  timeLeft,
} from './session-store.ts';

const key = 'wagday-session';

for (const text of [
  '{"access_token": "half a sess',
  '"a text"',
  '[]',
  '{}',
  JSON.stringify({ ...session, user: null }),
]) {
  test(`What is no session is none: ${text.slice(0, 20)}`, () => {
    window.localStorage.setItem(key, text);
    expect(storedSession()).toBeNull();
    expect(isStoredSessionCorrupt()).toBe(true);
    expect(clientStorage.getItem(key)).toBeNull();
  });
}

test('A token that has just come lasts as long as the server said, whatever the clocks say.', () => {
  const expires_at = Math.round(Date.now() / 1000) - 7200;
  clientStorage.setItem(key, JSON.stringify({ ...session, access_token: 'new', expires_at }));
  const left = timeLeft(storedSession()!);
  expect(left).toBeGreaterThan(3_590_000);
  expect(left).toBeLessThanOrEqual(3_600_500);
});

test('A session that is saved again with the same token, as after a change of name, ends when it would have ended.', () => {
  clientStorage.setItem(key, JSON.stringify(session));
  const before = storedSession()?.expires_at;
  const shown = JSON.parse(clientStorage.getItem(key)!) as typeof session;
  expect(shown.expires_at).not.toBe(before);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_000);
  clientStorage.setItem(key, JSON.stringify({ ...shown, user: { ...shown.user, user_metadata: { name: 'Ada' } } }));
  vi.mocked(Date.now).mockRestore();
  expect(storedSession()?.expires_at).toBe(before);
  expect(storedSession()?.user.user_metadata).toEqual({ name: 'Ada' });
});

test('Where the browser keeps nothing, the session lasts as long as the page.', () => {
  const broken = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(broken);
  clientStorage.setItem(key, JSON.stringify(session));
  expect(storedSession()?.user.id).toBe('1');
  removeStoredSession();
  expect(storedSession()).toBeNull();
  expect(isStoredSessionCorrupt()).toBe(false);
});
