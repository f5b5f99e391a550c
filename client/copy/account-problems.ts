import type { PasswordProblem } from '../../domain/accounts/credentials.ts';
import { limits } from '../../domain/limits.ts';
import { tooLong } from './problems.ts';

export const invalidEmail = 'Please enter a valid e-mail address, such as rex@example.com.';

export function passwordProblemText(problem: PasswordProblem | undefined): string | undefined {
  if (!problem) return undefined;
  return problem === 'too short' ? 'Please use at least 6 characters.' : 'This password is too long: at most 72 bytes.';
}

export const knownEmail = 'There is an account with this address. Sign in below, or use another address.';

/** At the password of a refused sign-in, which may be wrong in either field. */
export const unfitPassword = 'This password and the address above do not go together.';

export const wrongPassword = 'This is not your current password.';

export const samePassword = 'This is your password already. Please choose another one.';
export const recoveryTooLate = 'The 15 minutes for this are over. Please sign out below and ask for a new link.';

export const sameEmail = 'This is your address already.';

export const nameTooLong = tooLong(limits.ownerName);

function waitText(seconds: number | null): string {
  if (seconds === null) return 'a few minutes';
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

/** What to do about too many tries or mails in a row. */
export function tooOftenText(seconds: number | null): string {
  return `That was too many times in a row. Please wait ${waitText(seconds)}, then try again.`;
}
