import type { Message } from './messages.ts';

/** The message about actions that cannot be queued, such as signing in. */
const offlineMessage: Message = {
  title: 'You are offline',
  text: 'This needs a network. What you typed stays here: try again once you are back.',
};

function waitText(seconds: number | null): string {
  if (seconds === null) return 'a few minutes';
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** What to do about too many tries or mails in a row. */
export function tooOftenText(seconds: number | null): string {
  return `That was too often in a row. Please wait ${waitText(seconds)}, then try again.`;
}

/** The message about an action that failed: that the browser has no network, or `otherwise`. */
export function failureMessage(otherwise: Message): Message {
  return navigator.onLine ? otherwise : offlineMessage;
}
