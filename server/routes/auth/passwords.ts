import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/bcrypt';
import { passwordMaxBytes } from '../../../domain/credentials.ts';
import { createTurns } from '../../http/turns.ts';
import { tooManyRequests } from './guesses.ts';

/** The cost hosted Supabase uses: about 50 ms of one core. */
const cost = 10;

/** Two at a time, and a core left over where there are two: a flood of sign-ins must not starve everyone's reads. */
const concurrency = Math.max(1, Math.min(2, availableParallelism() - 1));

/** About five seconds of waiting; whoever comes later is told to try again. */
const queueLength = 100;
const queueSeconds = 5;

/** Hash of no one's password. Comparing with it takes an unknown address as long as a known one. */
const dummyHash = '$2b$10$KtUygkm5eR5xM99EabdueemSWHl.mVgJ1PIGAhvMQTkcNvwuGpfiK';

export type Passwords = {
  /**
   * @param turn whose turn it is, as `turnOf` says: one with many requests does not keep the others waiting
   * @throws {AuthError} 429 when too many are waiting.
   */
  hash(password: string, turn: readonly string[]): Promise<string>;
  /**
   * Whether the password belongs to the hash; without a hash the answer is no, after the same time.
   * @throws {AuthError} 429 when too many are waiting.
   */
  matches(password: string, passwordHash: string | null, turn: readonly string[]): Promise<boolean>;
};

/** bcrypt on worker threads, few at a time, and the clients take turns. */
export function createPasswords(): Passwords {
  const inTurn = createTurns(concurrency, queueLength, () => tooManyRequests(queueSeconds));

  return {
    hash: (password, turn) => inTurn(turn, () => hash(password, cost)),
    async matches(password, passwordHash, turn) {
      const isPossible =
        Buffer.byteLength(password) <= passwordMaxBytes && password.isWellFormed() && !password.includes('\0');
      const matches = await inTurn(turn, () => verify(isPossible ? password : '', passwordHash ?? dummyHash));
      return matches && isPossible && passwordHash !== null;
    },
  };
}
