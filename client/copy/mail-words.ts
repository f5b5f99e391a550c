/**
 * All that screens say of mails to guests. Mails wait: for their turn, for a limit of the day, for the proof of the host's address. So
 * nothing here says that a mail is out before the backend has said so.
 */

import type { OwnAnswer } from '../../domain/guests/invitation-view.ts';
import { countOf } from '../../domain/guests/listed-guests.ts';
import type { GuestMail } from '../../domain/guests/mails-to-guests.ts';
import { isolated, joined } from '../../domain/text/text.ts';

/** What a guest reads of the mail with their own link; empty if there is none. */
export function ownLinkMail({ email, isMailed, mailedAt, mailWaits }: OwnAnswer): string {
  if (email === null) return '';
  if (mailedAt !== null) return `We emailed it to ${email}`;
  if (mailWaits === null) return '';
  if (!isMailed) return `Copy it: we'll email it to ${email} once your host confirms theirs.`;
  return mailWaits === 'limit'
    ? `Copy it: our email to ${email} waits for a day or so.`
    : `We're emailing it to ${email}`;
}

/**
 * How guests will hear of a change of the party, or that it is off.
 * @param mailed how many left an address
 * @param rest how many did not
 * @param isProven whether the host's own address is proved; null if that cannot be asked
 */
export function tellingWords(mailed: number, rest: number, isProven: boolean | null): string {
  if (mailed > 0 && isProven === false) {
    const who = mailed + rest === 1 ? 'guest' : `${mailed + rest} guests`;
    return `Emails wait until you confirm yours: please tell your ${who} yourself.`;
  }
  return [
    ...(mailed > 0 ? [`We'll email ${countOf(mailed, 'guest', 'guests')}. The party's page shows when it's out.`] : []),
    ...(rest > 0 ? [`${countOf(rest, 'guest', 'guests')} left no email: please tell them yourself.`] : []),
  ].join(' ');
}

/** The toasts after a press that queues mails. */
export const mailMessages = {
  /** `isWaiting`: while the host's own address is not proved. */
  linkMailed: (email: string, isWaiting: boolean) =>
    isWaiting
      ? { title: 'Almost!', text: 'Their link goes out once you have confirmed your own email.' }
      : { title: 'Will do!', text: `We're emailing their link to ${email}, at most three times a day.` },
  wordSent: (count: number) => ({ title: 'Got it!', text: `We're emailing ${countOf(count, 'guest', 'guests')}.` }),
} as const;

/** The groups of a party that was called off, by what became of the mail that says so; `unknown` without a network. */
export const calledOffGroups = {
  sent: 'Told by Email',
  waits: 'Email in Line',
  unknown: 'Left an Email',
} as const;

const minute = 60_000;
const day = 24 * 60 * minute;

/** Returns "at 3:05 PM", "tomorrow at 3:05 PM" or "on Sat, Jun 20 at 3:05 PM", by the clock of this device. */
function whenText(at: number, now: number): string {
  const hour = new Date(at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
  const dayOf = (moment: number) => new Date(moment).toDateString();
  if (dayOf(at) === dayOf(now)) return `at ${hour}`;
  if (dayOf(at) === dayOf(now + day)) return `tomorrow at ${hour}`;
  const date = new Date(at).toLocaleDateString('en-US', { weekday: 'short', month: 'short', day: 'numeric' });
  return `on ${date} at ${hour}`;
}

const emails = (mails: readonly GuestMail[]) => countOf(mails.length, 'email', 'emails');
const verb = (mails: readonly GuestMail[], one: string, many: string) => (mails.length === 1 ? one : many);

const mostNames = 3;

function whoText(names: readonly string[]): string {
  const others = names.length - mostNames;
  const named = names.slice(0, mostNames).map(isolated);
  return joined(others > 0 ? [...named, countOf(others, 'more guest', 'more guests')] : named);
}

/** Returns a line for each group of mails that have not gone out: why, and when the next ones do, or whom the host has to tell. */
export function waitingMailLines(
  mails: readonly GuestMail[],
  guests: readonly { readonly id: string; readonly name: string; readonly email: string | null }[],
  now: number,
): string[] {
  const names = new Map(guests.map(({ id, name }) => [id, name]));
  const addresses = new Map(guests.map(({ id, email }) => [id, email?.toLowerCase()]));
  // Answers with one address have a link and a place each, and all else goes there once.
  const recipientOf = ({ kind, guest }: GuestMail) =>
    (kind !== 'link' && kind !== 'moved up' && addresses.get(guest)) || guest;
  const waiting = [
    ...new Map(
      mails.filter(({ state }) => state === 'waits').map((mail) => [`${mail.kind} ${recipientOf(mail)}`, mail]),
    ).values(),
  ];
  const waitingFor = (reason: GuestMail['waitsFor']) => waiting.filter(({ waitsFor }) => waitsFor === reason);
  const earliest = (some: readonly GuestMail[]) => Math.min(...some.map(({ at }) => Date.parse(at)));
  const [unproven, limited, inTurn] = [waitingFor('proof'), waitingFor('limit'), waitingFor(null)];
  const later = inTurn.filter(({ at }) => Date.parse(at) > now + minute);
  const soon = inTurn.filter((mail) => !later.includes(mail));
  const missed = [
    ...new Set(mails.filter(({ state }) => state === 'missed').flatMap(({ guest }) => names.get(guest) ?? [])),
  ];
  return [
    ...(unproven.length > 0 ? [`${emails(unproven)} ${verb(unproven, 'waits', 'wait')} until you confirm yours.`] : []),
    ...(limited.length > 0
      ? [
          `${emails(limited)} ${verb(limited, 'waits', 'wait')}: today's limit is reached. ${verb(limited, 'It goes', 'The next go')} out ${whenText(earliest(limited), now)}.`,
        ]
      : []),
    ...(later.length > 0
      ? [`${emails(later)} ${verb(later, 'goes', 'go')} out ${whenText(earliest(later), now)}.`]
      : []),
    ...(soon.length > 0 ? [`${emails(soon)} ${verb(soon, 'is', 'are')} about to go out.`] : []),
    ...(missed.length > 0 ? [`We couldn't email ${whoText(missed)}. Please tell them yourself.`] : []),
  ];
}
