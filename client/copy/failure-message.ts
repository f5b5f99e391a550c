import type { Message } from './messages.ts';

const offlineMessage: Message = {
  title: "You're offline",
  text: 'This needs a network. What you typed stays here: try again once you are back.',
};

/** The message about an action that failed: that the browser has no network, or `otherwise`. */
export function failureMessage(otherwise: Message): Message {
  return navigator.onLine ? otherwise : offlineMessage;
}
