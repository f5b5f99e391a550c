import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/bcrypt';
import { createTurns } from '../http/turns.ts';
import { tooManyRequests } from './auth-limits.ts';

/** bcrypt ignores what follows this many bytes. */
export const passwordMaxBytes = 72;

/** The cost that hosted Supabase uses: about 50 ms of one core. */
const productCost = 10;

/** Two at a time, and one core left free where there are two: a flood of sign-ins must not starve everyone's reads. */
const concurrency = Math.max(1, Math.min(2, availableParallelism() - 1));

/** About five seconds of waiting. Later requests are told to try again. */
const queueLength = 100;
const queueSeconds = 5;

/** Salt and digest of no one's password. Comparing with it takes an unknown address as long as a known one. */
const dummyDigest = 'KtUygkm5eR5xM99EabdueemSWHl.mVgJ1PIGAhvMQTkcNvwuGpfiK';

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * bcrypt on worker threads, few at a time. `turn` is the path in `createTurns`, as `turnOf` says. Both throw AuthError 429 when
 * too many are waiting.
 * @param cost of new hashes. Tests alone pass another one; no setting of the environment reaches it. A stored hash is checked
 * at its own cost.
 */
export function createPasswords(cost: number = productCost) {
  const dummyHash = `$2b$${String(cost).padStart(2, '0')}$${dummyDigest}`;
  const { inTurn } = createTurns(concurrency, queueLength, () => tooManyRequests(queueSeconds));

  return {
    hash: (password: string, turn: readonly string[]): Promise<string> => inTurn(turn, () => hash(password, cost)),

    /** Whether the password belongs to the hash; without a hash the answer is no, after the same time. */
    async matches(password: string, passwordHash: string | undefined, turn: readonly string[]): Promise<boolean> {
      const isPossible =
        Buffer.byteLength(password) <= passwordMaxBytes && password.isWellFormed() && !password.includes('\0');
      const matches = await inTurn(turn, () => verify(isPossible ? password : '', passwordHash ?? dummyHash));
      return matches && isPossible && passwordHash !== undefined;
    },
  };
}
