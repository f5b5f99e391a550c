import { writeLetter } from './letter.ts';
import type { Mail } from './mail.ts';

/**
 * The mail to a new address of an account. Whoever reads it may never have heard of Wagday.
 * @param link opens the screen that asks before it spends the token
 */
export function writeEmailChangeMail(to: string, link: string): Mail {
  return writeLetter({
    to,
    subject: 'Confirm your new address at Wagday',
    occasion: 'somebody, hopefully you, wants to sign in to Wagday with this address from now on.',
    action: { label: 'Use this address', link, limits: 'The link works once, and for one hour.' },
    reassurance: 'It was not you? Then simply leave this mail be: nothing happens with your address.',
  });
}

const askForPassword = 'open Wagday and press "Forgot password?"';

/** The notice to the present address: nothing has changed yet. */
export function writeEmailChangeNotice(to: string, site: string): Mail {
  return writeLetter({
    to,
    subject: 'A new address for your Wagday account?',
    occasion:
      'somebody, hopefully you, asked to sign in to your Wagday account with another address from now on. Until the link that we sent there is followed, everything stays as it is.',
    action: { label: 'Open Wagday', link: `${site}/auth` },
    reassurance: `It was not you? Then ${askForPassword} now: a new password stops the change and signs everybody else out.`,
  });
}

/** The notice to the former address, which opens nothing any more. */
export function writeEmailChangedNotice(to: string, site: string): Mail {
  return writeLetter({
    to,
    subject: 'Your Wagday account has a new address',
    occasion: 'your Wagday account has moved to another address, as was asked for. This one does not open it any more.',
    action: { label: 'Open Wagday', link: `${site}/auth` },
    reassurance: 'It was not you? Then please write to whoever runs this site at once, from this address.',
  });
}

export function writePasswordNotice(to: string, site: string): Mail {
  return writeLetter({
    to,
    subject: 'Your Wagday password has changed',
    occasion: 'the password of your Wagday account has just been changed. All other devices are signed out.',
    action: { label: 'Open Wagday', link: `${site}/auth` },
    reassurance: `It was not you? Then ${askForPassword}: we send you a link to choose a password that nobody else knows.`,
  });
}

/**
 * @param browser in words of ours, never those that it calls itself by
 * @param at ISO 8601
 */
export function writeSignInNotice(to: string, site: string, { browser, at }: { browser: string; at: string }): Mail {
  const time = `${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`;
  return writeLetter({
    to,
    subject: 'A new device at your Wagday account',
    occasion: `somebody, hopefully you, has signed in to your Wagday account on a device that we have not met before. ${browser}, on ${time}.`,
    action: { label: 'Open Wagday', link: `${site}/auth` },
    reassurance: `It was not you? Then ${askForPassword} now: a new password signs everybody else out.`,
  });
}
