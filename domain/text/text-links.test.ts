import { expect, test } from 'vitest';
import { linkedParts, linkOfPlace, secureLink } from './text-links.ts';

const linksIn = (text: string) => linkedParts(text).flatMap(({ text: shown, href }) => (href ? [[shown, href]] : []));
const web = (address: string) => [address, address];

test.for([
  ['See https://maps.example.com/a?b=1&c=2#d.', [web('https://maps.example.com/a?b=1&c=2#d')]],
  [
    '(https://wagday.example/a_(b)) and http://wagday.example!',
    [web('https://wagday.example/a_(b)'), web('http://wagday.example')],
  ],
  [
    'Here:\nhttps://a.example/x\nhttps://b.example:8080/y',
    [web('https://a.example/x'), web('https://b.example:8080/y')],
  ],
  [
    'Call +49 (0)30 123-4567, or 0170/1234567.',
    [
      ['+49 (0)30 123-4567', 'tel:+490301234567'],
      ['0170/1234567', 'tel:01701234567'],
    ],
  ],
  [
    '(212) 555-0100 or 212.555.0100',
    [
      ['(212) 555-0100', 'tel:2125550100'],
      ['212.555.0100', 'tel:2125550100'],
    ],
  ],
] as const)('links and numbers are found: %s @10.252', ([text, links]) => {
  expect(linksIn(text)).toEqual(links);
});

test.for([
  'javascript:alert(1) data:text/html,x //evil.example www.evil.example ftp://a.example',
  'https://paypal.com@evil.example/ and https://user:word@evil.example',
  'https://раypal.com/ and https://ex\u202eample.com',
  'https://localhost https:// http:///x https://a',
  'xhttps://a.example and a@https://b.example',
  '2026-06-20, 20.06.2026, 01.02.2026, 15:30-17:30, 10 000 000, 12345678, 3.5 kg, 1-2-3',
  'ABC0301234567 and +1 and 0123',
])('what could lead elsewhere than it says, and figures that are no number, stay text: %s', (text) => {
  expect(linksIn(text)).toEqual([]);
});

test('the parts together are the text, whatever it is', () => {
  const long = 'https://a.example/'.repeat(50) + '+49 '.repeat(100) + '('.repeat(200) + '0 '.repeat(300);
  for (const text of ['', 'Hi', 'https://a.example', ' https://a.example, +49 30 1234567 !', long])
    expect(
      linkedParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
});

test('a place that is a link is told apart from one that contains a link @10.252', () => {
  expect(linkOfPlace(' https://maps.app.goo.gl/abc ')).toBe('https://maps.app.goo.gl/abc');
  for (const place of ['The oak, https://a.example', 'The oak', 'javascript:alert(1)', '+49 30 1234567', ''])
    expect(linkOfPlace(place)).toBeNull();
});

test('the work grows with the text and no faster: a quarter of a million brackets would hang otherwise', () => {
  for (const sign of [')', '(', '()', '.', ' +49 30 1234567', ' https://a.example/1-800-555-0100']) {
    const text = `https://a.example/${sign.repeat(250_000)}`;
    const [first] = linkedParts(text);
    expect(first?.href).toMatch(/^https:/);
  }
  expect(linksIn(`https://a.example/(x)${')'.repeat(250_000)}`)).toEqual([web('https://a.example/(x)')]);
});

test.for([
  [' https://Photos.Example.com/A?b#c ', 'https://photos.example.com/A?b#c', 'photos.example.com'],
  ['HTTPS://a.example', 'https://a.example/', 'a.example'],
  ['https://a.example:8443?x', 'https://a.example:8443?x', 'a.example:8443'],
  ['https://xn--pht-tna.example/', 'https://xn--pht-tna.example/', 'xn--pht-tna.example'],
] as const)('%j is a secure link, and shows its host @10.353', ([text, href, host]) => {
  expect(secureLink(text)).toEqual({ href, host });
});

test.for([
  ...['', 'photos', 'http://a.example/', 'javascript:alert(1)', 'javascript://a.example/%0aalert(1)', '//a.example/'],
  ...[
    'data:text/html,x',
    'https://a.example@b.example/',
    'https://me:word@b.example/',
    'https://a.example\\@b.example/',
  ],
  ...['https://a.example/\u202egpj', 'https://phоtos.example/', 'https://a.example/a b', 'https://localhost/'],
  'https://a.example/\nhttps://b.example/',
  ...[
    'https://127.0.0.1/',
    'https://192.168.1.10:8443/a',
    'https://0x7f.0.0.0x01/',
    'https://2130706433/',
    'https://127.01/',
  ],
])('%j is no secure link @10.353', (text) => {
  expect(secureLink(text)).toBeNull();
});
