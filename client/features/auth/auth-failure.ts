import { tooOftenText } from '../../copy/account-messages.ts';
import { authMessages } from '../../copy/auth-messages.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import type { Message } from '../../copy/messages.ts';
import { BackendError, isNotReachable, isOfKind, isPassing, waitSecondsOf } from '../../data/errors.ts';

export function authFailure(error: unknown): Message {
  if (isOfKind(error, 'account exists')) return authMessages.accountExists;
  if (isOfKind(error, 'invalid credentials')) return authMessages.invalidCredentials;
  if (isOfKind(error, 'link expired')) return authMessages.linkExpired;
  if (isOfKind(error, 'too often')) return authMessages.authenticationError(tooOftenText(waitSecondsOf(error)));
  if (isNotReachable(error)) return failureMessage(authMessages.authenticationError(authMessages.cannotBeReached));
  const text = error instanceof BackendError && !isPassing(error) ? error.message : '';
  return failureMessage(authMessages.authenticationError(text || authMessages.somethingWentWrong));
}
