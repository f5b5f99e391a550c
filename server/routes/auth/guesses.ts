import { networksOf } from '../../http/networks.ts';
import { type Place, placesOfClient } from '../../services/limits/rate-limits.ts';
import { AuthError } from './auth-error.ts';
import type { AuthLimit, AuthRateLimits } from './auth-limits.ts';

/** @param seconds until it may be tried again; not told when nobody knows */
export function tooManyRequests(seconds?: number): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter: seconds });
}

/** @throws {AuthError} 429 unless there is a place left under each limit. */
export async function takePlaces(limits: AuthRateLimits, places: readonly Place<AuthLimit>[]): Promise<void> {
  const refusal = await limits.take(places);
  if (refusal) throw tooManyRequests(refusal.seconds);
}

export type Guess = {
  readonly places: readonly Place<AuthLimit>[];
  /** Remembered once the guess was right. */
  readonly remember?: string;
};

const wrong = new Set(['invalid_credentials', 'current_password_invalid']);

/** Counts as a wrong guess, so that whoever goes on is soon refused before a password is hashed. */
class TooManySignIns extends AuthError {
  constructor(seconds: number) {
    super(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter: seconds });
  }
}

/** @throws {AuthError} 429 when the account has been signed in to too often, by whoever knows its password. */
export async function countSignIn(limits: AuthRateLimits, userId: string): Promise<void> {
  const refusal = await limits.take([{ limit: 'sessionsByAccount', key: userId }]);
  if (refusal) throw new TooManySignIns(refusal.seconds);
}

/**
 * Does what tells whether a password is right. The places are taken before, so that many guesses at once count as many;
 * they are given back unless the guess was wrong.
 * @throws {AuthError} 429 when there are no places left, and what `check` throws
 */
export async function asGuess<Result>(
  limits: AuthRateLimits,
  { places, remember }: Guess,
  check: () => Promise<Result>,
): Promise<Result> {
  await takePlaces(limits, places);
  try {
    const result = await check();
    await limits.giveBack(places, remember);
    return result;
  } catch (error) {
    const isWrong = error instanceof TooManySignIns || (error instanceof AuthError && wrong.has(error.code));
    if (!isWrong) await limits.giveBack(places);
    throw error;
  }
}

/** Where an account is signed in to. */
function accountAtClient(email: string, client: string): string {
  return JSON.stringify([email, client]);
}

/**
 * Whose turn it is when a password is to be hashed: networks of many clients take turns as one, and clients where the account
 * has been signed in to before take turns with all others, so that no flood of strangers keeps them waiting.
 */
export async function turnOf(limits: AuthRateLimits, client: string, email?: string): Promise<readonly string[]> {
  const isKnown = email !== undefined && (await limits.remembers(accountAtClient(email, client)));
  return [isKnown ? 'known' : 'new', ...networksOf(client)];
}

/**
 * Guesses at an account are limited for each client, so that nobody can lock its owner out, and for all clients together,
 * so that many machines cannot guess for one; but not for clients where it has been signed in to.
 */
export function signInGuess(email: string, client: string): Guess {
  const here = accountAtClient(email, client);
  return {
    places: [
      ...placesOfClient('signInByClient', client, here),
      { limit: 'signInByAccountAtClient', key: here },
      { limit: 'signInByAccount', key: email, unlessRemembered: here },
    ],
    remember: here,
  };
}

/** Whoever holds a session, perhaps a stolen one, must not find the password out by it. */
export function currentPasswordGuess(userId: string, client: string): Guess {
  return {
    places: [
      { limit: 'passwordByUserAtClient', key: JSON.stringify([userId, client]) },
      { limit: 'passwordByUser', key: userId },
    ],
  };
}
