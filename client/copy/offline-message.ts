import type { Message } from './messages.ts';

/** The message about actions that cannot be queued, such as signing in. */
export const offlineMessage: Message = {
  title: 'You are offline',
  text: 'This needs a network. What you typed stays here: try again once you are back.',
};
