import type { Message } from './messages.ts';

/** The toasts of invitations and their guests. */
export const invitationMessages = {
  couldNotMakeLink: { title: 'Error', text: 'Could not make the link. Please try again.' },
  /** `isWaiting`: while the host's own address is not proved. */
  linkMailed: (email: string, isWaiting: boolean) =>
    isWaiting
      ? { title: 'Almost!', text: 'Their link goes out once you have confirmed your own address.' }
      : { title: 'Will do!', text: `We mail their link to ${email}, at most three times a day.` },
  noAddressAnyMore: { title: 'Nothing sent', text: 'This guest has left the list, or taken their address off it.' },
  couldNotMailLink: { title: 'Error', text: 'Could not mail the link. Please try again.' },
  mailedTooOften: { title: 'One moment', text: 'That was too often in a row. Please wait a few minutes.' },
  mayNotMailLink: { title: 'Nothing sent', text: 'Please sign in again, then send the link once more.' },
  cannotReachToMail: { title: 'Nothing sent', text: 'We cannot be reached just now. Please try again soon.' },
  partyNotSaved: {
    title: 'One moment',
    text: 'This party is not saved on our side yet. Please try again once it is sent.',
  },
  tooManyInvitations: { title: 'So many invitations', text: 'There are as many as we can keep. Cancel a party first.' },
  linkEnded: { title: 'Link ended', text: 'It opens nothing any more.' },
  couldNotEndLink: { title: 'Error', text: 'Could not end the link. Please try again.' },
  settingsSaved: { title: 'Invitation updated!' },
  couldNotSaveSettings: { title: 'Error', text: 'Could not save the invitation. Please try again.' },
  changedElsewhere: {
    title: 'Changed elsewhere',
    text: 'This was changed meanwhile. Have a look, then save again.',
  },
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
  listSaved: { title: 'List saved!', text: 'You will find it among your downloads.' },
} as const satisfies Record<string, Message | ((...parts: never[]) => Message)>;
