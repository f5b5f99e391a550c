/** The mails about an account and its address. Their text is fixed, so nobody can misuse them to send messages to strangers. */
import { type Letter, type LetterContent, layOut } from './layout.ts';

type AccountFacts = {
  readonly site: string;
  /** Opens Wagday, or the page that asks before it uses up a token. */
  readonly link: string;
  /** Values for some of the mails; see `password_changed`, `new_sign_in` and `several_notices`. */
  readonly details: Readonly<Record<string, string>>;
};

type LinkWords = Pick<LetterContent, 'subject' | 'headline' | 'opening' | 'closing'> & {
  readonly button: string;
  readonly ifNotYou: string;
};

function mailOfLink({ button, ifNotYou, ...words }: LinkWords, isSpelledOut = false) {
  return ({ site, link }: Omit<AccountFacts, 'details'> & Partial<AccountFacts>): Letter =>
    layOut({
      ...words,
      dogsOf: site,
      button: { label: button, address: link, isSpelledOut },
      reasons: [ifNotYou],
    });
}

function mailOfToken({ ending, ...words }: Omit<LinkWords, 'closing' | 'ifNotYou'> & { readonly ending: string }) {
  const closing = 'The link works once, and for one hour.';
  return mailOfLink({ ...words, closing, ifNotYou: `Wasn't you? Ignore this email, and ${ending}.` }, true);
}

type NoticeWords = Pick<LetterContent, 'subject' | 'headline' | 'opening'> & { readonly ifNotYou: string };

/** A mail about something that has happened. Its tone is sober, because it may be bad news. */
function notice(wordsOf: (details: AccountFacts['details']) => NoticeWords): (facts: AccountFacts) => Letter {
  return ({ link, details }) => {
    const { ifNotYou, ...words } = wordsOf(details);
    return layOut({
      ...words,
      closing: `Wasn't you? ${ifNotYou}`,
      button: { label: 'Open Wagday', address: link },
      reasons: ['You get this because it concerns your Wagday account.'],
    });
  };
}

/** The words for each kind of event, when it happened once and when it happened more often. */
const events = {
  password_changed: ['the password was changed', 'the password was changed {} times'],
  recovery: [
    'a recovery link set a new password and ended any calendars',
    'recovery links set new passwords and ended any calendars',
  ],
  first_recovery: [
    'a recovery link set a new password and ended any calendars and links to parties',
    'a recovery link set a new password and ended any calendars and links to parties',
  ],
  new_sign_in: ['somebody signed in on a new device', 'somebody signed in on {} new devices'],
  email_change_requested: ['a change of email was asked for', 'a change of email was asked for {} times'],
  email_changed: ['the account moved to another email', 'the account moved to another email'],
} as const;

/** @param counts how often each kind of event happened */
function listEvents(counts: AccountFacts['details']): string {
  const happened = Object.entries(events).flatMap(([kind, [once, often]]) => {
    const times = counts[kind] ?? '0';
    return times === '0' ? [] : [times === '1' ? once : often.replace('{}', times)];
  });
  return new Intl.ListFormat('en').format(happened);
}

/** What `end_outside_access` in the schema has ended. */
const endedByRecovery: AccountFacts['details'] = {
  recovery:
    ". Calendars that read your pack have ended, too: make new ones under You. Links to your parties still work. You can turn each off on its party's page.",
  first_recovery:
    ". This was the first time that this address was confirmed, so anything that opened your pack from outside has ended, too: calendars, links to parties, and those of their guests. Make new ones under You and on each party's page.",
};

const askForPassword = 'Open Wagday and press "Forgot password?" where you sign in.';

export const accountLetters = {
  recovery: mailOfToken({
    subject: 'Choose a new Wagday password',
    opening:
      'Somebody, hopefully you, asked for a new Wagday password for this email. It happens to the best of us. Only dogs never forget where the treats are.',
    button: 'Choose a New Password',
    ending: 'your password stays as it is',
  }),
  // To the new address. Its reader may never have heard of Wagday.
  email_change: mailOfToken({
    subject: 'Confirm your new email at Wagday',
    opening: 'Somebody, hopefully you, wants to sign in to Wagday with this email from now on.',
    button: 'Use This Email',
    ending: 'nothing happens with your email',
  }),
  // To the current address: nothing has changed yet.
  email_change_requested: notice(() => ({
    subject: 'A new email for your Wagday account?',
    headline: 'Changing your email?',
    opening:
      'Somebody, hopefully you, asked to sign in to Wagday with another email. Nothing changes until somebody confirms it by the link in our email there.',
    ifNotYou: `${askForPassword} A new password stops the change and signs everybody else out.`,
  })),
  // To the former address.
  email_changed: notice(() => ({
    subject: 'Your Wagday account has a new email',
    headline: 'Your email has changed',
    opening: 'Your Wagday account has moved to another email, as was asked for. This one no longer opens it.',
    ifNotYou: 'Write to the people who run this site at once, from this address.',
  })),
  // `event` is that of `events`: a recovery also ends what opens the pack from outside.
  password_changed: notice(({ event = '' }) => ({
    subject: 'Your Wagday password has changed',
    headline: 'Your password has changed',
    opening: `The password of your Wagday account has just changed. All other devices are signed out${endedByRecovery[event] ?? ', except where a link from your email was opened in the last 15 minutes.'}`,
    ifNotYou: `${askForPassword} We send you a link to choose a password that nobody else knows.`,
  })),
  // `browser` is from `describeBrowser`, never the user agent itself; `at` is ISO 8601.
  new_sign_in: notice(({ browser = '', at = '' }) => ({
    subject: 'A new device at your Wagday account',
    headline: 'Was that you just now?',
    opening: `Somebody, hopefully you, signed in to your Wagday account on a device that we have not met before. ${browser}, on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC.`,
    ifNotYou: `${askForPassword} A new password signs everybody else out.`,
  })),
  // The details are the number of notices of each kind that this mail replaces.
  several_notices: notice((counts) => ({
    subject: 'More news about your Wagday account',
    headline: 'Several changes in your account',
    opening: `A lot is happening in your Wagday account. Since our last email about it: ${listEvents(counts)}.`,
    ifNotYou: `${askForPassword} A new password signs everybody else out.`,
  })),
  // These two ask whether an address belongs to its owner.
  confirmReminders: mailOfLink({
    subject: 'Confirm reminders',
    headline: 'Want birthday reminders by email?',
    opening: 'Someone, hopefully you, asked Wagday to send reminders here.',
    closing: "Confirm on the next page and they'll start.",
    button: 'Confirm Reminders',
    ifNotYou: "Wasn't you? Ignore this email and we won't send any.",
  }),
  confirmGuestMails: mailOfLink({
    subject: 'Confirm your email',
    opening:
      'Someone, hopefully you, planned a dog party on Wagday with this email. Its guests hear from us once you confirm.',
    closing: "Confirm on the next page and they'll hear from us.",
    button: 'Confirm Your Email',
    ifNotYou: "Wasn't you? Ignore this email and we won't send any.",
  }),
};
