import { BackendError, isOfKind } from '../../backend/errors.ts';
import { isOffline } from '../../backend/network.ts';
import { type Message, messages } from '../../copy/messages.ts';
import { offlineMessage } from '../../copy/offline-message.ts';

/** The message about a failed sign-in, sign-up, recovery or mail. */
export function authFailure(error: unknown): Message {
  if (isOffline()) return offlineMessage;
  if (isOfKind(error, 'account exists')) return messages.accountExists;
  if (isOfKind(error, 'invalid credentials')) return messages.invalidCredentials;
  if (isOfKind(error, 'link expired')) return messages.linkExpired;
  const text = error instanceof BackendError && !isOfKind(error, 'not reachable') ? error.message : '';
  return messages.authenticationError(text || messages.somethingWentWrong);
}
