import { expect, test } from 'vitest';
import { notificationOf, ownAddress } from './notifications.ts';

const origin = 'https://wagday.example';

test('A message is shown with its words, its tag and the page that it opens.', () => {
  const notification = { title: 'Luna is 7!', body: 'Cake?', navigate: `${origin}/#dog=a-1`, tag: '2026-11-23' };
  expect(notificationOf(JSON.stringify({ web_push: 8030, notification }), origin)).toEqual({
    title: 'Luna is 7!',
    options: {
      body: 'Cake?',
      tag: '2026-11-23',
      icon: '/icons/icon-192.png',
      lang: 'en',
      data: `${origin}/#dog=a-1`,
    },
  });
});

test.each([
  null,
  '',
  'Luna',
  'null',
  '[]',
  '{"notification":null}',
  '{"notification":{"title":7}}',
  '{"notification":{"title":" "}}',
])('Something kind is shown for a message such as %s, which cannot be read. @10.322', (text) => {
  const { title, options } = notificationOf(text, origin);
  expect(title).toBe('A nudge from your pack');
  expect(options).toMatchObject({ body: expect.stringContaining('Open Wagday'), tag: 'wagday', data: `${origin}/` });
});

test.each([
  [`${origin}/#dog=a-1`, '/#dog=a-1'],
  ['/#dog=a-1', '/#dog=a-1'],
  [`${origin}/`, '/'],
  // Nothing but a dog's page is opened from a message.
  ['https://evil.example/#dog=a-1', '/'],
  ['//evil.example/#dog=a-1', '/'],
  ['https://wagday.example.evil.example/#dog=a-1', '/'],
  ['https://wagday.example@evil.example/#dog=a-1', '/'],
  ['http://wagday.example/#dog=a-1', '/'],
  ['javascript:alert(1)', '/'],
  ['data:text/html,hello', '/'],
  [`blob:${origin}/#dog=a-1`, '/'],
  [`${origin}/auth#token=stolen`, '/'],
  [`${origin}/auth/v1/logout`, '/'],
  [`${origin}/?start=new-dog`, '/'],
  [`${origin}/#dog=<b>`, '/'],
  ['https://', '/'],
  [null, '/'],
  [7, '/'],
  [{ href: 'https://evil.example' }, '/'],
])('A press on a notification with the address %s opens %s of this site.', (navigate, path) => {
  expect(ownAddress(navigate, origin)).toBe(`${origin}${path}`);
});
