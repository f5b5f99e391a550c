import type { Message } from './messages.ts';

/** The toasts about proving an address. */
export const proofMessages = {
  couldNotAsk: { title: 'Error', text: 'Could not ask for the mail. Please try again.' },
} as const satisfies Record<string, Message>;
