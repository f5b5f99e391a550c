import { type GuestField, type GuestProblem, guestLimits } from '../../domain/guests/guest-answer.ts';
import { invitationLimits } from '../../domain/guests/invitation-view.ts';
import type {
  SettingsDraft,
  SettingsProblem,
  ThanksDraft,
  ThanksProblem,
  WordProblem,
} from '../../domain/guests/settings-draft.ts';
import type { Message } from './messages.ts';
import { tooLong } from './problems.ts';

export const invitationMessages = {
  couldNotMakeLink: { title: 'Error', text: 'Could not make the link. Please try again.' },
  noAddressAnyMore: { title: 'Nothing sent', text: 'This guest has left the list, or taken their email off it.' },
  couldNotMailLink: { title: 'Error', text: 'Could not email the link. Please try again.' },
  mailedTooOften: { title: 'One moment', text: 'That was too often in a row. Please wait a few minutes.' },
  mayNotMailLink: { title: 'Nothing sent', text: 'Please sign in again, then send the link once more.' },
  cannotReachToMail: { title: 'Nothing sent', text: 'We cannot be reached just now. Please try again soon.' },
  partyNotSaved: {
    title: 'One moment',
    text: 'This party is not saved on our side yet. Please try again once it is sent.',
  },
  tooManyInvitations: {
    title: 'So many invitations',
    text: 'There are as many as we can keep. Call off a party first.',
  },
  linkEnded: { title: 'Link turned off', text: 'It opens nothing anymore.' },
  couldNotEndLink: { title: 'Error', text: 'Could not turn off the link. Please try again.' },
  settingsSaved: { title: 'Invitation updated!' },
  couldNotCopySettings: { title: 'Please check', text: 'Could not copy who sees what from last time.' },
  couldNotSaveSettings: { title: 'Error', text: 'Could not save the invitation. Please try again.' },
  changedElsewhere: {
    title: 'Changed elsewhere',
    text: 'This was changed meanwhile. Have a look, then save again.',
  },
  answerChangedElsewhere: (name: string) => ({
    title: 'Changed elsewhere',
    text: `The answer of ${name} was changed or taken off the list meanwhile. Have a look.`,
  }),
  guestAdded: (name: string) => ({ title: 'On the list!', text: name }),
  guestChanged: (name: string) => ({ title: 'Answer updated!', text: name }),
  guestsRemoved: (who: string) => ({ title: 'Off the list', text: who }),
  guestsRestored: (who: string) => ({ title: 'Back on the list!', text: who }),
  couldNotSaveGuest: { title: 'Error', text: 'Could not save this guest. Please try again.' },
  couldNotRestoreGuests: { title: 'Error', text: 'Could not put them back on the list. Please try again.' },
  couldNotRemoveGuests: (who: string) => ({
    title: 'Error',
    text: `Could not take ${who} off the list. Please try again.`,
  }),
  /** `off`: who has been removed before the failure; empty for nobody. */
  couldNotRemoveSeveral: (off: string, left: string, isAway: boolean) => {
    const again = isAway ? 'Try again once there is a network.' : 'Please try again.';
    return off
      ? { title: 'Not quite done', text: `Off the list: ${off}. Still on it, and still chosen: ${left}. ${again}` }
      : { title: 'Error', text: `Could not take ${left} off the list. They are still chosen. ${again}` };
  },
  tooManyGuests: { title: 'What a crowd', text: 'There is room for 500 guests. Remove one to add another.' },
  tooManyWords: { title: 'Enough for now', text: 'Two messages a day, one after the other, and 40 for a party.' },
  mayNotSendWord: { title: 'Nothing sent', text: 'Please confirm your email first.' },
  thanksSaved: { title: 'Saved!', text: "Your guests see it on the party's page." },
  thanksEmptied: { title: 'Saved!', text: "There's nothing for your guests to see." },
  couldNotSaveThanks: { title: 'Error', text: 'Could not save your thanks. Please try again.' },
  tooManyThanks: { title: 'Saved', text: 'Thanks go out once, and two messages a day at most.' },
  mayNotMailThanks: { title: 'Saved, not emailed', text: 'Please confirm your email first.' },
  couldNotMailThanks: { title: 'Saved, not emailed', text: 'Could not email your thanks. Please try again.' },
  couldNotSendWord: { title: 'Error', text: 'Could not send your message. Please try again.' },
  /** `toTell`: how many guests only the host can tell. */
  onAgain: (title: string, toTell: number) => ({
    title: 'The party is on again!',
    text: [
      `${title}. Guests whose email said it's off get another.`,
      ...(toTell > 0 ? [`Please tell ${toTell === 1 ? 'one guest' : `${toTell} guests`} yourself.`] : []),
    ].join(' '),
  }),
  staysCalledOff: { title: 'Too late', text: 'It is over by now, or its dog has left the pack.' },
  couldNotBringBack: { title: 'Error', text: 'Could not bring the party back. Please try again.' },
  listSaved: { title: 'List saved!', text: "You'll find it in your downloads." },
} as const satisfies Record<string, Message | ((...parts: never[]) => Message)>;

function countText(problem: GuestProblem): string {
  if (problem === 'nobody') return 'At least one person or dog has to come.';
  return problem === 'too many' ? `At most ${guestLimits.people}, please.` : 'Please enter a number.';
}

export const guestProblemTexts: Readonly<Record<GuestField, (problem: GuestProblem) => string>> = {
  name: (problem) => (problem === 'too long' ? tooLong(guestLimits.name) : 'Please tell us the name.'),
  answer: () => 'Please choose an answer.',
  adults: countText,
  children: countText,
  dogs: (problem) => {
    if (problem === 'too many') return `At most ${guestLimits.dogs} dogs, please.`;
    return problem === 'too long' ? tooLong(guestLimits.dogName) : 'Please name each dog.';
  },
  allergies: () => tooLong(guestLimits.allergies),
  note: () => tooLong(guestLimits.note),
  email: () => 'This is not an email.',
};

export const wordProblemTexts: Readonly<Record<WordProblem, string>> = {
  missing: 'Please write something first.',
  'too long': tooLong(invitationLimits.word),
  'like a link': 'Links and phone numbers have to wait until your account is a week old.',
};

/** Instead of a word to all guests. */
export const partyIsOver = 'The party is over. Say thanks instead.';

export function thanksProblemText(field: keyof ThanksDraft, problem: ThanksProblem): string {
  if (problem === 'not an address') return 'Paste the whole link, from https:// on.';
  return field === 'thanks' && problem === 'too long' ? tooLong(invitationLimits.thanks) : wordProblemTexts[problem];
}

const generalTexts: Readonly<Record<SettingsProblem, string>> = {
  'not a number': 'Please enter a number, or leave it empty.',
  'not a date': 'Please choose a day on the calendar, or leave it empty.',
  'after the party': 'That is after the party. Please choose its day or one before.',
  'too long': tooLong(invitationLimits.message),
  'too many': `At most ${invitationLimits.mostPeople}, please.`,
};

export function settingsProblemText(field: keyof SettingsDraft, problem: SettingsProblem): string {
  if (field !== 'bringList') return generalTexts[problem];
  return problem === 'too long'
    ? `Each thing a little shorter, please: at most ${invitationLimits.bringItem} characters.`
    : `At most ${invitationLimits.bringItems} things, please.`;
}
