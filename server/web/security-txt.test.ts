import { expect, test } from 'vitest';
import { createSecurityTxt } from './security-txt.ts';

const since = new Date('2026-11-22T10:11:12.345Z');
const ask = (contact: string | null, publicUrl: string | null) =>
  createSecurityTxt(contact, publicUrl, since).request('/.well-known/security.txt');

test('security.txt names the contact, and expires within a year of the start of the server', async () => {
  const response = await ask('mailto:security@wagday.example', 'https://wagday.example');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8$/i);
  expect(await response.text()).toBe(
    [
      'Contact: mailto:security@wagday.example',
      'Expires: 2027-11-21T10:11:12Z',
      'Preferred-Languages: en',
      'Canonical: https://wagday.example/.well-known/security.txt',
      '',
    ].join('\n'),
  );
});

test('without a public address security.txt claims none', async () => {
  expect(await (await ask('https://wagday.example/report', null)).text()).not.toContain('Canonical');
});

test('without a contact security.txt is empty, and no error to the help that asks for it', async () => {
  const response = await ask(null, 'https://wagday.example');
  expect([response.status, await response.text()]).toEqual([204, '']);
});
