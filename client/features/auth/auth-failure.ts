import { BackendError } from '../../backend/errors.ts';
import { isOffline } from '../../backend/network.ts';
import { type Message, messages } from '../../copy/messages.ts';
import { offlineMessage } from '../../copy/offline-message.ts';

/** The message about a failed sign-in, sign-up, recovery or mail. */
export function authFailure(error: unknown): Message {
  if (isOffline()) return offlineMessage;
  if (!(error instanceof BackendError)) return messages.authenticationError(messages.somethingWentWrong);
  if (error.kind === 'account exists') return messages.accountExists;
  if (error.kind === 'invalid credentials') return messages.invalidCredentials;
  if (error.kind === 'link expired') return messages.linkExpired;
  if (error.kind === 'not reachable') return messages.authenticationError(messages.somethingWentWrong);
  return messages.authenticationError(error.message || messages.somethingWentWrong);
}
