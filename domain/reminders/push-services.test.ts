import { expect, test } from 'vitest';
import { readPushServices } from './push-services.ts';

test('names are separated by commas or spaces, each counts once, and an empty text has none', () => {
  expect(readPushServices('push.example.org, *.push.example.net\npush.example.org')).toEqual([
    'push.example.org',
    '*.push.example.net',
  ]);
  expect(readPushServices(' ')).toEqual([]);
});

test('names are taken up to their limits', () => {
  const names = Array.from({ length: 20 }, (_, index) => `push-${index}.example.org`);
  expect(readPushServices(names.join(', '))).toEqual(names);
  const longest = `${'a.'.repeat(125)}org`;
  expect(readPushServices(longest)).toEqual([longest]);
});

test.each([
  'localhost',
  '*',
  '*.',
  '*.org',
  'push.*.org',
  '127.0.0.1',
  '[::1]',
  '10.0.0.5, push.example.org',
  'https://push.example.org',
  'push.example.org/a',
  'push.example.org:443',
  'Push.example.org',
  'push..example.org',
  '.example.org',
  'example.org.',
  'push_.example.org',
  '-push.example.org',
  `${'a.'.repeat(126)}org`,
  Array.from({ length: 21 }, (_, index) => `push-${index}.example.org`).join(' '),
])('%s is refused', (text) => {
  expect(readPushServices(text)).toBeNull();
});
