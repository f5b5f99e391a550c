import type { PasswordProblem } from '../../domain/accounts/credential-rules.ts';
import { limits } from '../../domain/limits.ts';
import type { Message } from './messages.ts';
import { tooLong } from './problems.ts';

/** The toasts of "You", apart from the others because visitors do not need them. */
export const accountMessages = {
  nameChanged: { title: 'Name saved!' },
  nameRemoved: { title: 'Name removed!' },
  passwordChanged: { title: 'Password changed!', text: 'Use the new one from now on.' },
  emailChangeSent: { title: 'Check your email', text: 'Follow the link at your new email.' },
  couldNotChangeEmail: { title: 'Error', text: 'Could not change your email. Please try again.' },
  tooOften: (seconds: number | null) => ({ title: 'One moment', text: tooOftenText(seconds) }),
  emailTaken: {
    title: 'Email taken',
    text: 'This email has an account of its own by now. Yours stays as it is.',
  },
  couldNotConfirmEmail: { title: 'Error', text: 'Could not confirm your new email. Please try again.' },
  deviceSignedOut: (browser: string) => ({ title: 'Signed out!', text: `${browser} needs the password again.` }),
  othersSignedOut: { title: 'Signed out!', text: 'Other devices need the password now, or a link from your email.' },
  couldNotSignOutDevice: { title: 'Error', text: 'Could not sign out that device. Please try again.' },
  calendarRemoved: (name: string) => ({ title: 'Calendar removed!', text: `“${name}” gets nothing new from now on.` }),
  couldNotSavePack: { title: 'Error', text: 'Could not save your pack as a file. Please try again.' },
  couldNotRemoveCalendar: { title: 'Error', text: 'Could not remove that calendar. Please try again.' },
  couldNotMakeCalendar: { title: 'Error', text: 'Could not make the calendar. Please try again.' },
  tooManyCalendars: { title: 'Ten is plenty', text: 'Remove a calendar before you make another one.' },
  calendarDogGone: { title: 'That dog is gone', text: 'It was removed on another device. Choose another one.' },
  exported: { title: 'Export ready!', text: "You'll find it in your downloads." },
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
} as const satisfies Record<string, Message | ((...parts: never[]) => Message)>;

export const invalidEmail = 'Please enter a valid email address, such as rex@example.com.';

const passwordProblemTexts: Readonly<Record<PasswordProblem, string>> = {
  'too short': 'Please use at least 6 characters.',
  'too long': 'This password is too long: at most 72 characters, fewer with accents or emoji.',
  'too common': 'This password is one of the first that others would guess. Please choose another one.',
};

export function passwordProblemText(problem: PasswordProblem | undefined): string | undefined {
  return problem && passwordProblemTexts[problem];
}

export const wrongPassword = 'This is not your current password.';

export const samePassword = 'This is your password already. Please choose another one.';
export const recoveryTooLate = 'The 15 minutes for this are over. Please sign out below and ask for a new link.';

export const sameEmail = 'This is your email already.';

export const nameTooLong = tooLong(limits.ownerName);

function waitText(seconds: number | null): string {
  if (seconds === null) return 'a few minutes';
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

export function tooOftenText(seconds: number | null): string {
  return `That was too many times in a row. Please wait ${waitText(seconds)}, then try again.`;
}

/** By how many days before a celebration its reminder comes. */
export const reminderDayTexts = { 0: 'On the day', 1: 'The day before', 7: 'A week before' } as const;
