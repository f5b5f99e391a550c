import { BackendError, isOfKind } from '../../backend/errors.ts';
import { isOffline } from '../../backend/network.ts';
import { authMessages } from '../../copy/auth-messages.ts';
import type { Message } from '../../copy/messages.ts';
import { offlineMessage } from '../../copy/offline-message.ts';

/** The message about a failed sign-in, sign-up, recovery or mail. */
export function authFailure(error: unknown): Message {
  if (isOffline()) return offlineMessage;
  if (isOfKind(error, 'account exists')) return authMessages.accountExists;
  if (isOfKind(error, 'invalid credentials')) return authMessages.invalidCredentials;
  if (isOfKind(error, 'link expired')) return authMessages.linkExpired;
  const text = error instanceof BackendError && !isOfKind(error, 'not reachable') ? error.message : '';
  return authMessages.authenticationError(text || authMessages.somethingWentWrong);
}
