import { expect, test } from 'vitest';
import { forbiddenEndpoints } from '../../tests/support/push-endpoints.ts';
import { isPushEndpoint } from './send-push.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/dG9rZW4:APA91b-_x',
  'https://fcm.googleapis.com/wp/token',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAAA',
  'https://web.push.apple.com/QGbcX',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%2bx%3d%3d',
])('%s is a push service', (endpoint) => {
  expect(isPushEndpoint(endpoint)).toBe(true);
});

test('nothing else is a push service', () => {
  expect(forbiddenEndpoints.filter((endpoint) => isPushEndpoint(endpoint))).toEqual([]);
});

test('an operator may add services, and they follow the same rules', () => {
  const more = ['push.example.org', '*.push.example.net'];
  expect(isPushEndpoint('https://push.example.org/a', more)).toBe(true);
  expect(isPushEndpoint('https://eu.push.example.net/a', more)).toBe(true);
  expect(isPushEndpoint('https://fcm.googleapis.com/a', more)).toBe(true);
  for (const wrong of ['http://push.example.org/a', 'https://push.example.org:444/a', 'https://x.push.example.org/a']) {
    expect(isPushEndpoint(wrong, more)).toBe(false);
  }
});
