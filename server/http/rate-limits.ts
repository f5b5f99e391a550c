import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** So many times within so many seconds, counted from the first. */
export type Limit = { readonly times: number; readonly seconds: number };

export type LimitSettings = {
  /** A second mail to an address follows the first at this distance. */
  readonly recoveryDistance: Limit;
  readonly recoveryByAddress: Limit;
  readonly recoveryByClient: Limit;
  readonly verificationByClient: Limit;
};

export const defaultLimits: LimitSettings = {
  recoveryDistance: { times: 1, seconds: 60 },
  recoveryByAddress: { times: 5, seconds: 3600 },
  // A whole household, or a kennel club, behind one address.
  recoveryByClient: { times: 30, seconds: 3600 },
  // Tokens cannot be guessed; this spares the database those who try.
  verificationByClient: { times: 60, seconds: 300 },
};

export type RateLimits = {
  /** Counts one more for the key. @returns 0 when it may pass, otherwise the seconds to wait, rounded up */
  take(limit: keyof LimitSettings, key: string): Promise<number>;
};

/** Counts in memory, by the machine's clock: a restart forgets, and each server counts for itself. */
export function createRateLimits(settings: Partial<LimitSettings> = {}): RateLimits {
  const limits = { ...defaultLimits, ...settings };
  const limiter = (limit: keyof LimitSettings) =>
    new RateLimiterMemory({ keyPrefix: limit, points: limits[limit].times, duration: limits[limit].seconds });
  const limiters: Record<keyof LimitSettings, RateLimiterMemory> = {
    recoveryDistance: limiter('recoveryDistance'),
    recoveryByAddress: limiter('recoveryByAddress'),
    recoveryByClient: limiter('recoveryByClient'),
    verificationByClient: limiter('verificationByClient'),
  };
  return {
    async take(limit, key) {
      try {
        await limiters[limit].consume(key);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw refusal;
      }
    },
  };
}
