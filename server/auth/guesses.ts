import type { Place, RateLimits } from '../http/rate-limits.ts';
import { AuthError } from './auth-error.ts';

/** @param seconds until it may be tried again; not told when nobody knows */
export function tooManyRequests(seconds?: number): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter: seconds });
}

/** @throws {AuthError} 429 unless there is a place left under each limit. */
export async function takePlaces(limits: RateLimits, places: readonly Place[]): Promise<void> {
  const refusal = await limits.take(places);
  if (refusal) throw tooManyRequests(refusal.seconds);
}

export type Guess = {
  readonly places: readonly Place[];
  /** Remembered once the guess was right. */
  readonly remember?: string;
};

const wrong = new Set(['invalid_credentials', 'current_password_invalid']);

/**
 * Does what tells whether a password is right. The places are taken before, so that many guesses at once count as many;
 * they are given back unless the guess was wrong.
 * @throws {AuthError} 429 when there are no places left, and what `check` throws
 */
export async function asGuess<Result>(
  limits: RateLimits,
  { places, remember }: Guess,
  check: () => Promise<Result>,
): Promise<Result> {
  await takePlaces(limits, places);
  try {
    const result = await check();
    await limits.giveBack(places, remember);
    return result;
  } catch (error) {
    if (!(error instanceof AuthError && wrong.has(error.code))) await limits.giveBack(places);
    throw error;
  }
}

/**
 * Guesses at an account are limited for each client, so that nobody can lock its owner out, and for all clients together,
 * so that many machines cannot guess for one; but not for clients where it has been signed in to.
 */
export function signInGuess(email: string, client: string): Guess {
  const accountAtClient = JSON.stringify([email, client]);
  return {
    places: [
      { limit: 'signInByClient', key: client },
      { limit: 'signInByAccountAtClient', key: accountAtClient },
      { limit: 'signInByAccount', key: email, unlessRemembered: accountAtClient },
    ],
    remember: accountAtClient,
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
