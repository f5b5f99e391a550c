import { isOffline } from '../../backend/network.ts';
import type { Message } from '../../copy/messages.ts';
import { offlineMessage } from '../../copy/offline-message.ts';

/** The message about a failure in 'Your Account': that there is no network, or `otherwise`. */
export function accountFailure(otherwise: Message): Message {
  return isOffline() ? offlineMessage : otherwise;
}
