import { networksOf } from '../http/networks.ts';
import { type Limit, type RateLimits, type Slot, slotsOfClient } from '../limits/rate-limits.ts';
import { AuthError } from './auth-error.ts';

/**
 * Limits on how often a client or an account may try. A client may be a whole household, a kennel club or a school behind one
 * address. The networks that contain it have higher limits: see `slotsOfClient`.
 */
export const authLimits = {
  signUpByClient: { times: 60, seconds: 3600, ofClients: true },
  signUpByAddress: { times: 10, seconds: 3600 },
  // Only failed sign-ins, and wrong current passwords, count here.
  signInByClient: { times: 100, seconds: 900, ofClients: true },
  signInByAccountAtClient: { times: 10, seconds: 600 },
  // Counts all clients where the account has not been signed in to before: many machines together cannot guess its password.
  signInByAccount: { times: 100, seconds: 3600 },
  // Sign-ins with the right password.
  sessionsByAccount: { times: 60, seconds: 3600 },
  passwordByUserAtClient: { times: 10, seconds: 600 },
  passwordByUser: { times: 50, seconds: 3600 },
  // New passwords, except by a recovery link: a thief with the password must not keep the owner from recovering the account.
  newPasswordByUser: { times: 5, seconds: 3600 },
  // Tokens cannot be guessed; these two spare the database.
  refreshByClient: { times: 600, seconds: 300, ofClients: true },
  verificationByClient: { times: 60, seconds: 300, ofClients: true },
  recoveryByClient: { times: 30, seconds: 3600, ofClients: true },
  // The time between two mails to one address.
  recoveryInterval: { times: 1, seconds: 60 },
  recoveryByAddress: { times: 5, seconds: 3600 },
  // Does not count clients where the account has been signed in to, so that strangers cannot use up the owner's mails.
  recoveryByAddressDaily: { times: 10, seconds: 86_400 },
  // Mails to a new address count as recovery mails do, and also against the owner who asks.
  emailChangeByUser: { times: 5, seconds: 3600 },
  // Limits links to unproved addresses, and notices. `wagday.mail_bucket` names the key they are counted under.
  linksByMailbox: { times: 5, seconds: 3600 },
  linksByMailboxDaily: { times: 10, seconds: 86_400 },
  noticesByMailbox: { times: 3, seconds: 3600 },
  noticesByMailboxDaily: { times: 10, seconds: 86_400 },
} as const satisfies Record<string, Limit>;

type AuthLimit = keyof typeof authLimits;
export type AuthRateLimits = RateLimits<AuthLimit>;

/** @param seconds until the next try may succeed, where known */
export function tooManyRequests(seconds?: number): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter: seconds });
}

/** Takes the slots. @throws {AuthError} 429 unless each limit has a slot left */
export async function takeSlots(limits: AuthRateLimits, slots: readonly Slot<AuthLimit>[]): Promise<void> {
  const refusal = await limits.take(slots);
  if (refusal) throw tooManyRequests(refusal.seconds);
}

/**
 * Counts a mail to an address.
 * @throws {AuthError} 429 when a limit is reached, with GoTrue's message for that limit
 */
export async function takeMailSlots(
  limits: AuthRateLimits,
  client: string,
  address: string,
  others: readonly Slot<AuthLimit>[] = [],
): Promise<void> {
  const refusal = await limits.take([
    ...slotsOfClient('recoveryByClient', client),
    ...others,
    { limit: 'recoveryInterval', key: address },
    { limit: 'recoveryByAddress', key: address },
    { limit: 'recoveryByAddressDaily', key: address, unlessRemembered: accountAtClient(address, client) },
  ]);
  if (!refusal) return;
  const { limit, seconds } = refusal;
  if (limit === 'recoveryByClient') throw tooManyRequests(seconds);
  const message =
    limit === 'recoveryInterval'
      ? `For security purposes, you can only request this after ${seconds} seconds.`
      : 'email rate limit exceeded';
  throw new AuthError(429, 'over_email_send_rate_limit', message, { retryAfter: seconds });
}

type Guess = {
  readonly slots: readonly Slot<AuthLimit>[];
  /** The key to remember after a right guess. */
  readonly remember?: string;
};

const wrong = new Set(['invalid_credentials', 'current_password_invalid']);

/** Counts as a wrong guess, so that further sign-ins are soon refused before a password is hashed. */
class TooManySignIns extends AuthError {}

/** Counts a sign-in. @throws {AuthError} 429 when the account has been signed in to too often with the right password */
export async function countSignIn(limits: AuthRateLimits, userId: string): Promise<void> {
  const refusal = await limits.take([{ limit: 'sessionsByAccount', key: userId }]);
  if (!refusal) return;
  const { status, code, message, more } = tooManyRequests(refusal.seconds);
  throw new TooManySignIns(status, code, message, more);
}

/**
 * Runs a check of a password. Takes the slots before the check, so that simultaneous guesses all count, and gives them back
 * unless the guess was wrong.
 * @throws {AuthError} 429 when there are no slots left, and what `check` throws
 */
export async function limitGuesses<Result>(
  limits: AuthRateLimits,
  { slots, remember }: Guess,
  check: () => Promise<Result>,
): Promise<Result> {
  await takeSlots(limits, slots);
  try {
    const result = await check();
    await limits.giveBack(slots, remember);
    return result;
  } catch (error) {
    const isWrong = error instanceof TooManySignIns || (error instanceof AuthError && wrong.has(error.code));
    if (!isWrong) await limits.giveBack(slots);
    throw error;
  }
}

/** Returns the key for a client where an account is signed in to. */
function accountAtClient(email: string, client: string): string {
  return JSON.stringify([email, client]);
}

/**
 * Returns the path in `createTurns` for hashing a password. All clients of a network share its turns. Clients where the
 * account has been signed in to before form a group with turns of its own, so that a flood of strangers does not delay them.
 */
export async function turnOf(limits: AuthRateLimits, client: string, email?: string): Promise<readonly string[]> {
  const isKnown = email !== undefined && (await limits.remembers(accountAtClient(email, client)));
  return [isKnown ? 'known' : 'new', ...networksOf(client)];
}

/**
 * Limits guesses at an account for each client, so that nobody can lock its owner out, and for all clients together, so that
 * many machines cannot guess at one account. The shared limit exempts clients where the account has been signed in to.
 */
export function signInGuess(email: string, client: string): Guess {
  const here = accountAtClient(email, client);
  return {
    slots: [
      ...slotsOfClient('signInByClient', client, here),
      { limit: 'signInByAccountAtClient', key: here },
      { limit: 'signInByAccount', key: email, unlessRemembered: here },
    ],
    remember: here,
  };
}

/** Limits guesses at the current password, so that a thief of a session cannot find it out. */
export function currentPasswordGuess(userId: string, client: string): Guess {
  return {
    slots: [
      { limit: 'passwordByUserAtClient', key: JSON.stringify([userId, client]) },
      { limit: 'passwordByUser', key: userId },
    ],
  };
}
