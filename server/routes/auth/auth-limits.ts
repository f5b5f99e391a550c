import type { Limit, RateLimits } from '../../services/limits/rate-limits.ts';

/**
 * How often a client or an account may try. A client is a whole household, a kennel club, or a school behind one address. The
 * networks it lies in have more: see placesOfClient.
 */
export const authLimits = {
  signUpByClient: { times: 60, seconds: 3600, ofClients: true },
  signUpByAddress: { times: 10, seconds: 3600 },
  // Of signing in and of naming the current password only what fails counts.
  signInByClient: { times: 100, seconds: 900, ofClients: true },
  signInByAccountAtClient: { times: 10, seconds: 600 },
  // From wherever it has not been signed in to before: one account cannot be guessed at by many machines together.
  signInByAccount: { times: 100, seconds: 3600 },
  // Of signing in with the right password.
  sessionsByAccount: { times: 60, seconds: 3600 },
  passwordByUserAtClient: { times: 10, seconds: 600 },
  passwordByUser: { times: 50, seconds: 3600 },
  // Tokens cannot be guessed; these two spare the database those who try.
  refreshByClient: { times: 600, seconds: 300, ofClients: true },
  verificationByClient: { times: 60, seconds: 300, ofClients: true },
  recoveryByClient: { times: 30, seconds: 3600, ofClients: true },
  // A second mail to an address follows the first at this distance.
  recoveryDistance: { times: 1, seconds: 60 },
  recoveryByAddress: { times: 5, seconds: 3600 },
  // Mails to a new address count as recovery mails do, and for the owner who asks.
  emailChangeByUser: { times: 5, seconds: 3600 },
} as const satisfies Record<string, Limit>;

export type AuthLimit = keyof typeof authLimits;
export type AuthRateLimits = RateLimits<AuthLimit>;
