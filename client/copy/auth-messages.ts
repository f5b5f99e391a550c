import type { Message } from './messages.ts';

export const authMessages = {
  accountExists: { title: 'Account exists', text: 'This email is already registered. Try signing in instead.' },
  invalidCredentials: { title: 'Invalid credentials', text: 'Please check your email and password.' },
  authenticationError: (text: string) => ({ title: 'Authentication error', text }),
  somethingWentWrong: 'Something went wrong. Please try again.',
  cannotBeReached: 'We cannot be reached just now. Please try again soon.',
  accountCreated: { title: 'Welcome to the pack!', text: 'Account created successfully!' },
  confirmationSent: { title: 'On its way!', text: 'The same email, once more.' },
  recoverySent: { title: 'Check your email', text: 'If we know this email, a link is on its way.' },
  linkExpired: { title: 'Link expired', text: 'This link is too old or was used already. Please ask for a new one.' },
  linkOfAnotherBrowser: {
    title: 'Wrong browser',
    text: 'This link works only in the browser where you asked for it. Please sign in here, or ask for a new one.',
  },
  linkWhileSignedIn: {
    title: 'You are signed in already',
    text: 'We left the link alone. Sign out first if it is for another account.',
  },
  linkNotTaken: { title: 'Link left alone', text: 'A link like this signs nobody in here. Nothing has changed.' },
  linkTooOften: { title: 'Too many tries', text: 'Please wait a few minutes, then open the link again.' },
  linkFailed: { title: 'Authentication error', text: 'This link did not work. Please ask for a new one.' },
} as const satisfies Record<string, Message | string | ((...parts: never[]) => Message)>;
