import { escapeHtml } from '../../../domain/text/text.ts';
import type { Mail, MailKind } from './mail.ts';

/** The text of a mail to an owner. Strangers can choose no word of it, so nobody can send texts of their own from here. */
type Letter = {
  readonly subject: string;
  /** What has happened. */
  readonly occasion: string;
  /** The button of a link that works once; without it the button opens Wagday. */
  readonly button?: string;
  /** What to do when it was somebody else. */
  readonly reassurance: string;
};

/** Values that a letter names; see `new_sign_in` and `several_notices`. */
export type LetterDetails = Readonly<Record<string, string>>;

/** How each kind of event is told when it happened once, and when it happened more often. */
const events: Readonly<Partial<Record<MailKind, readonly [string, string]>>> = {
  password_changed: ['the password was changed', 'the password was changed {} times'],
  new_sign_in: ['somebody signed in on a new device', 'somebody signed in on {} new devices'],
  email_change_requested: ['another address was asked for', 'another address was asked for {} times'],
  email_changed: ['the account moved to another address', 'the account moved to another address'],
};

/** @param counts how often each kind of event happened */
function listEvents(counts: LetterDetails): string {
  const happened = Object.entries(events).flatMap(([kind, [once, often]]) => {
    const times = counts[kind] ?? '0';
    return times === '0' ? [] : [times === '1' ? once : often.replace('{}', times)];
  });
  return new Intl.ListFormat('en').format(happened);
}

const askForPassword = 'open Wagday and press "Forgot password?"';

const letters: Readonly<Record<MailKind, (details: LetterDetails) => Letter>> = {
  recovery: () => ({
    subject: 'Choose a new Wagday password',
    occasion:
      'somebody, hopefully you, asked for a new Wagday password for this address. It happens to the best of us: only dogs never forget where the treats are.',
    button: 'Choose a New Password',
    reassurance: 'It was not you? Then simply leave this mail be: your password stays as it is.',
  }),
  // To the new address. Its reader may never have heard of Wagday.
  email_change: () => ({
    subject: 'Confirm your new address at Wagday',
    occasion: 'somebody, hopefully you, wants to sign in to Wagday with this address from now on.',
    button: 'Use This Address',
    reassurance: 'It was not you? Then simply leave this mail be: nothing happens with your address.',
  }),
  // To the present address: nothing has changed yet.
  email_change_requested: () => ({
    subject: 'A new address for your Wagday account?',
    occasion:
      'somebody, hopefully you, asked to sign in to your Wagday account with another address from now on. Until the link that we sent there is followed, everything stays as it is.',
    reassurance: `It was not you? Then ${askForPassword} now: a new password stops the change and signs everybody else out.`,
  }),
  // To the former address.
  email_changed: () => ({
    subject: 'Your Wagday account has a new address',
    occasion: 'your Wagday account has moved to another address, as was asked for. This one does not open it any more.',
    reassurance: 'It was not you? Then please write to whoever runs this site at once, from this address.',
  }),
  password_changed: () => ({
    subject: 'Your Wagday password has changed',
    occasion: 'the password of your Wagday account has just been changed. All other devices are signed out.',
    reassurance: `It was not you? Then ${askForPassword}: we send you a link to choose a password that nobody else knows.`,
  }),
  // `browser` is in our words, never in those that it calls itself by; `at` is ISO 8601.
  new_sign_in: ({ browser = '', at = '' }) => ({
    subject: 'A new device at your Wagday account',
    occasion: `somebody, hopefully you, has signed in to your Wagday account on a device that we have not met before. ${browser}, on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC.`,
    reassurance: `It was not you? Then ${askForPassword} now: a new password signs everybody else out.`,
  }),
  // How often each kind of notice would have been sent by itself.
  several_notices: (counts) => ({
    subject: 'More news about your Wagday account',
    occasion: `a lot is happening in your Wagday account. Since our last mail about it: ${listEvents(counts)}.`,
    reassurance: `It was not you? Then ${askForPassword} now: a new password signs everybody else out.`,
  }),
};

const greeting = 'Hello,';
const farewell = 'Tails up, and see you soon at the next birthday,';
const sender = 'Wagday';

/** @param link opens Wagday, or the page that asks before it spends the token */
export function writeLetter(kind: MailKind, to: string, link: string, details: LetterDetails = {}): Mail {
  const { subject, occasion, button, reassurance } = letters[kind](details);
  const label = button ?? 'Open Wagday';
  const limits = button ? ['The link works once, and for one hour.'] : [];
  const text = [
    greeting,
    '',
    wrap(occasion),
    '',
    `${label}:`,
    '',
    link,
    '',
    ...limits,
    wrap(reassurance),
    '',
    farewell,
    sender,
    '',
  ].join('\n');

  const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`;
  const href = escapeHtml(link);
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${label}</title></head>
<body style="margin:0;padding:24px;background:#fff6e6;color:#3b2a20;font:17px/1.5 system-ui,sans-serif">
<div style="max-width:30em;margin:0 auto">
${paragraph(greeting)}
${paragraph(escapeHtml(occasion))}
${paragraph(`<a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:14px;background:#b3123f;color:#ffffff;font-weight:700;text-decoration:none">${label}</a>`)}
${paragraph([...limits, `If the button does nothing, open this address:<br><a href="${href}" style="color:#b3123f;word-break:break-all">${href}</a>`].join(' '))}
${paragraph(escapeHtml(reassurance))}
${paragraph(`${farewell}<br>${sender}`)}
</div>
</body>
</html>
`;
  return { to, subject, text, html };
}

/** Breaks lines where a reader of plain text would. */
function wrap(text: string): string {
  return text.replace(/(.{1,72})(?: |$)/g, '$1\n').trimEnd();
}
