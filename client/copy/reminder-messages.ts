import type { Message } from './messages.ts';

/** The toasts about reminders. */
export const reminderMessages = {
  saved: { title: 'Reminders saved!', text: 'We will nudge you in time.' },
  savedUnproven: { title: 'Reminders saved!', text: 'Now press the button in the mail that we send you.' },
  proofFirst: {
    title: 'Your address first',
    text: 'Press the button in the mail that we sent you. Then reminders come, and tests too.',
  },
  turnedOff: { title: 'Reminders are off', text: 'You can turn them on again at any time.' },
  changedElsewhere: { title: 'Changed elsewhere', text: 'Your reminders were changed on another device. Have a look.' },
  testSent: { title: 'On its way!', text: 'Your test reminder should be with you in a moment.' },
  tooManyTests: { title: 'Plenty for now', text: 'You can ask for five test reminders an hour.' },
  couldNotSave: { title: 'Error', text: 'Could not save your reminders. Please try again.' },
  couldNotSubscribe: {
    title: 'Error',
    text: 'This browser could not sign up for notifications. Please try again, or choose mail.',
  },
  deviceRemoved: (device: string) => ({ title: 'Device removed!', text: `No more notifications go to ${device}.` }),
  couldNotRemoveDevice: { title: 'Error', text: 'Could not remove that device. Please try again.' },
  couldNotTest: { title: 'Error', text: 'Could not send a test reminder. Please try again.' },
} as const satisfies Record<string, Message | ((name: string) => Message)>;
