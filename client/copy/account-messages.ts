import type { Message } from './messages.ts';

/** What 'Your account' says; apart from the other messages, because a visitor never needs it. */
export const accountMessages = {
  nameChanged: { title: 'Name saved!' },
  passwordChanged: { title: 'Password changed!', text: 'Use the new one from now on.' },
  exported: { title: 'Export ready!', text: 'The file is among your downloads.' },
  couldNotSaveName: { title: 'Error', text: 'Could not save your name. Please try again.' },
  couldNotChangePassword: { title: 'Error', text: 'Could not change your password. Please try again.' },
  couldNotExport: { title: 'Error', text: 'Could not export your data. Please try again.' },
  couldNotDeleteAccount: { title: 'Error', text: 'Could not delete your account. Please try again.' },
  signInTooOld: {
    title: 'That took a while',
    text: 'To be sure that it is you, please press the button once more.',
  },
  accountDeleted: {
    title: 'Farewell!',
    text: 'Your account and all that was in it are deleted. Give every dog a hug from us.',
  },
} as const satisfies Record<string, Message>;
