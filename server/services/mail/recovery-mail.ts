import { writeLetter } from './letter.ts';
import type { Mail } from './mail.ts';

/**
 * The mail to an owner who forgot the password. It holds nothing that a stranger could have chosen, such as a name, so
 * that nobody can have a text of theirs sent out by this server.
 * @param link opens the screen that asks before it spends the token
 */
export function writeRecoveryMail(to: string, link: string): Mail {
  return writeLetter({
    to,
    subject: 'Choose a new Wagday password',
    occasion:
      'somebody, hopefully you, asked for a new Wagday password for this address. It happens to the best of us: only dogs never forget where the treats are.',
    action: { label: 'Choose a new password', link, limits: 'The link works once, and for one hour.' },
    reassurance: 'It was not you? Then simply leave this mail be: your password stays as it is.',
  });
}
