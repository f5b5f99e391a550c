import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/bcrypt';
import { passwordMaxBytes } from '../../domain/credentials.ts';
import { createTurns } from '../http/turns.ts';
import { AuthError } from './auth-error.ts';

/** The cost hosted Supabase uses: about 50 ms of one core. */
const cost = 10;

/** Two at a time, and a core left over where there are two: a flood of sign-ins must not starve everyone's reads. */
const concurrency = Math.max(1, Math.min(2, availableParallelism() - 1));

/** About five seconds of waiting; whoever comes later is told to try again. */
const queueLength = 100;

/** Hash of no one's password. Comparing with it takes an unknown address as long as a known one. */
const dummyHash = '$2b$10$KtUygkm5eR5xM99EabdueemSWHl.mVgJ1PIGAhvMQTkcNvwuGpfiK';

export type Passwords = {
  /** @throws {AuthError} 429 when too many are waiting. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password belongs to the hash; without a hash the answer is no, after the same time.
   * @throws {AuthError} 429 when too many are waiting.
   */
  matches(password: string, passwordHash: string | null): Promise<boolean>;
};

/** bcrypt on worker threads, few at a time, in the order of arrival. */
export function createPasswords(): Passwords {
  const inTurn = createTurns(
    concurrency,
    queueLength,
    () => new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached'),
  );

  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    async matches(password, passwordHash) {
      const isPossible = Buffer.byteLength(password) <= passwordMaxBytes && !password.includes('\0');
      const matches = await inTurn(() => verify(isPossible ? password : '', passwordHash ?? dummyHash));
      return matches && isPossible && passwordHash !== null;
    },
  };
}
