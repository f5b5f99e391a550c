import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/bcrypt';
import type { Context } from 'hono';
import { isObject, parseJson } from '../http/parse-json.ts';
import { createTurns } from '../http/turns.ts';
import { AuthError, invalid } from './auth-error.ts';
import { tooManyRequests } from './auth-limits.ts';

export type CredentialRules = {
  readonly emailMaxLength: number;
  readonly passwordMinLength: number;
  /** Returns the address in the form that identifies an account. */
  normalizeEmail(text: string): string;
  isEmailAddress(text: string): boolean;
  passwordProblem(password: string, email: string): 'too short' | 'too long' | 'too common' | undefined;
  isOwnerName(name: string): boolean;
};

/** Reads the body. @throws {AuthError} unless it is a JSON object */
export async function readBody(c: Context): Promise<Record<string, unknown>> {
  const body = parseJson(await c.req.text());
  if (isObject(body)) return body;
  const need = body === undefined ? '' : ': an object is needed';
  throw new AuthError(400, 'bad_json', `Could not parse request body as JSON${need}`);
}

/** The largest metadata, in bytes of JSON. Every access token carries it, and request headers hold 16 KB. */
export const metadataMaxBytes = 4096;

/** Checks an address. @throws {AuthError} unless it is valid */
export function checkEmail(rules: CredentialRules, value: unknown): string {
  if (typeof value !== 'string') throw invalid('An email address is required');
  const email = rules.normalizeEmail(value);
  if (email.length > rules.emailMaxLength) throw invalid('An email address is too long');
  if (rules.isEmailAddress(email)) return email;
  if (/^[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/u.test(email)) {
    throw new AuthError(400, 'email_address_invalid', `Email address "${email}" is invalid`);
  }
  throw invalid('Unable to validate email address: invalid format');
}

/** Checks a new password. @throws {AuthError} unless it is allowed */
export function checkNewPassword(rules: CredentialRules, value: unknown, email: string): string {
  if (typeof value !== 'string' || value === '') throw invalid('Signup requires a valid password');
  const problem = rules.passwordProblem(value, email);
  if (problem === 'too short') {
    const message = `Password should be at least ${rules.passwordMinLength} characters.`;
    throw new AuthError(422, 'weak_password', message, { reasons: ['length'] });
  }
  if (problem === 'too common') {
    const message = 'Password is known to be weak and easy to guess, please choose a different one.';
    throw new AuthError(422, 'weak_password', message, { reasons: ['pwned'] });
  }
  if (problem === 'too long') throw invalid(`Password cannot be longer than ${passwordMaxBytes} characters`);
  // Every half of a surrogate pair would be stored as the same bytes.
  if (!value.isWellFormed()) throw invalid('Password cannot contain half a character');
  // bcrypt stops reading at a null character.
  if (value.includes('\0')) throw invalid('Password cannot contain a null character');
  return value;
}

export type Metadata = Record<string, unknown>;

/** Checks metadata. @throws {AuthError} unless it is a JSON object whose name, if any, is one that an owner may have */
export function checkMetadata(rules: CredentialRules, value: unknown): Metadata {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw invalid('User metadata must be an object');
  const { name = null } = value;
  if (name !== null && typeof name !== 'string') throw invalid('The name in user metadata must be a text');
  if (!isStorable(value)) throw invalid('User metadata contains characters that cannot be stored');
  if (Buffer.byteLength(JSON.stringify(value)) > metadataMaxBytes) throw metadataTooLarge();
  if (name !== null && !rules.isOwnerName(name)) throw invalid('The name in user metadata must be one short line');
  return value;
}

/** The most levels of nested metadata: more than a name needs, and far fewer than would exhaust the stack. */
const metadataMaxDepth = 20;

/** Whether jsonb can hold the value: PostgreSQL refuses null characters and half surrogate pairs in it. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (depth > metadataMaxDepth) return false;
  return Object.entries(value).every(([key, field]) => isStorable(key) && isStorable(field, depth + 1));
}

export function metadataTooLarge(): AuthError {
  return invalid(`User metadata cannot be larger than ${metadataMaxBytes} bytes`);
}

/** bcrypt ignores all bytes after these. */
const passwordMaxBytes = 72;

/** The cost that hosted Supabase uses: about 50 ms of one core. */
const productCost = 10;

/** Hashes at once: at most two, and where there are several cores one is left free. A flood of sign-ins must not starve everyone's reads. */
const concurrency = Math.max(1, Math.min(2, availableParallelism() - 1));

/** Requests that may wait: about five seconds' work. Later ones are told to try again. */
const queueLength = 100;
const queueSeconds = 5;

/** The salt and digest of a password that nobody has. Comparing with them makes an unknown address take as long as a known one. */
const dummyDigest = 'KtUygkm5eR5xM99EabdueemSWHl.mVgJ1PIGAhvMQTkcNvwuGpfiK';

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Runs bcrypt on worker threads, few at a time. `turn` is a path in `createTurns`, from `turnOf`. Both methods throw AuthError
 * 429 when too many requests are waiting.
 * @param cost of new hashes. Only tests pass another one; no environment variable sets it. A stored hash is checked at its
 * own cost.
 */
export function createPasswords(cost: number = productCost) {
  const dummyHash = `$2b$${String(cost).padStart(2, '0')}$${dummyDigest}`;
  const { inTurn } = createTurns(concurrency, queueLength, () => tooManyRequests(queueSeconds));

  return {
    hash: (password: string, turn: readonly string[]): Promise<string> => inTurn(turn, () => hash(password, cost)),

    /** Whether the password belongs to the hash. Without a hash it answers no, after the same time. */
    async matches(password: string, passwordHash: string | undefined, turn: readonly string[]): Promise<boolean> {
      const isPossible =
        Buffer.byteLength(password) <= passwordMaxBytes && password.isWellFormed() && !password.includes('\0');
      const matches = await inTurn(turn, () => verify(isPossible ? password : '', passwordHash ?? dummyHash));
      return matches && isPossible && passwordHash !== undefined;
    },
  };
}
