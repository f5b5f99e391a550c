import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  calendarFeed,
  confirmReminders,
  invitationFile,
  invitationPage,
  services,
  unsubscribe,
} from '../../addresses/addresses.ts';

const guide = await readFile(new URL('../../docs/deploy.md', import.meta.url), 'utf8');

/** Addresses that grant a right to anyone who has one. */
const secretAddresses = [
  calendarFeed('token'),
  `${services.functions}${calendarFeed('token')}`,
  invitationPage('token'),
  invitationFile('token'),
  `${unsubscribe}/token`,
  `${confirmReminders}/token`,
  // The paths on hosted Supabase.
  ...['calendar', 'invitation', 'unsubscribe', 'confirm-reminders'].map(
    (name) => `${services.functions}/${name}/token`,
  ),
  `${services.functions}/invitation/token/party.ics`,
];
const others = [
  '/',
  '/auth',
  '/icon.svg',
  '/assets/i.js',
  `${services.rest}/dogs`,
  `${services.functions}/push-key`,
  `${services.functions}/guest-mails`,
];

test('the guide has nginx and Caddy leave every address with a secret out of their logs, and no other', () => {
  const pattern = /^ +~(\S+) +0;$/m.exec(guide)?.[1];
  const places = /^\t@secret path (.*)$/m.exec(guide)?.[1]?.split(' ') ?? [];
  const nginx = (path: string) => new RegExp(pattern ?? '(?!)').test(path);
  const caddy = (path: string) => places.some((place) => new RegExp(`^${place.replaceAll('*', '.*')}$`).test(path));
  for (const isLeftOut of [nginx, caddy]) {
    expect(secretAddresses.filter((path) => !isLeftOut(path))).toEqual([]);
    expect(others.filter(isLeftOut)).toEqual([]);
  }
});
