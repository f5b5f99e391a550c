import { expect, test } from 'vitest';
import { googleSubscribeUrl, isOnTheInternet, outlookSubscribeUrl, webcalUrl } from './calendar-links.ts';

const address = 'https://wagday.example/calendar/abc-_1.ics';

test('Apple and Google get the address as webcal, and Outlook as https with a name. @10.165', () => {
  expect(webcalUrl(address)).toBe('webcal://wagday.example/calendar/abc-_1.ics');
  expect(googleSubscribeUrl(address)).toBe(
    'https://calendar.google.com/calendar/render?cid=webcal%3A%2F%2Fwagday.example%2Fcalendar%2Fabc-_1.ics',
  );
  expect(outlookSubscribeUrl(address, 'Luna & Rex')).toBe(
    'https://outlook.live.com/calendar/0/addfromweb?url=https%3A%2F%2Fwagday.example%2Fcalendar%2Fabc-_1.ics&name=Luna%20%26%20Rex',
  );
});

test.each([
  ['https://wagday.example/', true],
  ['http://localhost:8080/', false],
  ['http://127.0.0.1/', false],
  ['http://192.168.1.20:8080/', false],
  ['http://172.20.0.1/', false],
  ['http://172.40.0.1/', true],
  ['http://[::1]/', false],
  ['http://kennel.local/', false],
  ['http://kennel/', false],
])('%s can be reached from the internet: %s', (site, expected) => {
  expect(isOnTheInternet(`${site}calendar/a.ics`)).toBe(expected);
});
