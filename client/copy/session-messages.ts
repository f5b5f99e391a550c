import type { Message } from './messages.ts';

/** The toasts about a session that has ended. */
export const sessionMessages = {
  signInAgain: {
    title: 'Please sign in again.',
    text: 'Your session has ended. What you typed is kept in this tab.',
  },
  /** For an owner with unsent changes. */
  signInToSend: (changes: number) => ({
    title: 'Please sign in again.',
    text: `Your session has ended. ${changes === 1 ? '1 change waits' : `${changes} changes wait`} on this device and will be sent once you are back.`,
  }),
} as const satisfies Record<string, Message | ((...parts: never[]) => Message)>;
