import { expect, test } from 'vitest';
import { payloadLimit, pushPayload } from './send-push.ts';

const message = { title: 'Luna is 7 today!', body: 'Time for cake.', navigate: 'https://wagday.example/#dog=1' };

function read(payload: Uint8Array) {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
}

test('the message has the shape of Declarative Web Push', () => {
  expect(read(pushPayload(message))).toEqual({ web_push: 8030, notification: message });
  expect(read(pushPayload({ ...message, tag: 'day' })).notification.tag).toBe('day');
});

test.each(['🐶'.repeat(2000), '"\\\n'.repeat(3000), 'ü'.repeat(5000), '🐶a'.repeat(1999)])(
  'a long text is cut to fit, between two characters',
  (long) => {
    const payload = pushPayload({ ...message, title: long, body: long });
    expect(payload.length).toBeLessThanOrEqual(payloadLimit);
    const { title, body } = read(payload).notification;
    for (const text of [title, body]) {
      expect(text.endsWith('…')).toBe(true);
      expect(long.startsWith(text.slice(0, -1))).toBe(true);
      expect(text).not.toMatch(/\p{Surrogate}/u);
    }
    expect(body.length).toBeGreaterThan(300);
  },
);
