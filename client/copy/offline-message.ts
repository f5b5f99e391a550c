import type { Message } from './messages.ts';

/** For what cannot wait on the device, such as signing in: it needs the backend's answer. */
export const offlineMessage: Message = {
  title: 'You are offline',
  text: 'This needs a network. What you typed stays here: try again once you are back.',
};
