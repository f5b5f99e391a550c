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
  // These two count clients where the account has not been in use. Many machines together cannot guess a password, and the clients of
  // one network, which one person may have, cannot use up what all of them may try.
  signInByAccountAtNetwork: { times: 20, seconds: 3600 },
  signInByAccount: { times: 100, seconds: 3600 },
  // Counts all clients where the account has been in use. Strangers may share them, and somebody with a stolen session can make any client
  // such a one.
  signInByAccountWhereKnown: { times: 100, seconds: 3600 },
  // Above the last two limits somebody may still try once a minute, so that nobody keeps an owner out. A network has a few such tries.
  slowSignInByAccountAtNetwork: { times: 3, seconds: 3600 },
  slowSignInByAccount: { times: 1, seconds: 60 },
  // Sign-ins with the right password.
  sessionsByAccount: { times: 60, seconds: 3600 },
  passwordByUserAtClient: { times: 10, seconds: 600 },
  passwordByUser: { times: 50, seconds: 3600 },
  // New passwords, except by a recovery link: a thief with the password must not keep the owner from recovering the account.
  newPasswordByUser: { times: 5, seconds: 3600 },
  // Tokens cannot be guessed; these two spare the database.
  refreshByClient: { times: 600, seconds: 300, ofClients: true },
  // Each refresh leaves a token that is remembered for 30 days.
  refreshByUser: { times: 600, seconds: 3600 },
  verificationByClient: { times: 60, seconds: 300, ofClients: true },
  recoveryByClient: { times: 30, seconds: 3600, ofClients: true },
  // The time between two mails to one address.
  recoveryInterval: { times: 1, seconds: 60 },
  recoveryByAddress: { times: 5, seconds: 3600 },
  // These two do not count clients where the account has been in use, so that strangers cannot use up the owner's mails.
  recoveryByAddressAtNetwork: { times: 4, seconds: 86_400 },
  recoveryByAddressDaily: { times: 10, seconds: 86_400 },
  // Mails to a new address count as recovery mails do, and also against the owner who asks.
  emailChangeByUser: { times: 5, seconds: 3600 },
  // Limits links to unproved addresses, and notices. `mail_bucket` names the key they are counted under.
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

/** Counts a mail to an address. @throws {AuthError} 429 when a limit is reached, with GoTrue's message for that limit */
export async function takeMailSlots(
  limits: AuthRateLimits,
  client: string,
  address: string,
  others: readonly Slot<AuthLimit>[] = [],
): Promise<void> {
  const here = { unlessRemembered: accountAtClient(address, client) };
  const refusal = await limits.take([
    ...slotsOfClient('recoveryByClient', client),
    ...others,
    { limit: 'recoveryInterval', key: address },
    { limit: 'recoveryByAddress', key: address },
    { limit: 'recoveryByAddressAtNetwork', key: accountAtNetwork(address, client), ...here },
    { limit: 'recoveryByAddressDaily', key: address, ...here },
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
  slots: readonly Slot<AuthLimit>[],
  check: () => Promise<Result>,
): Promise<Result> {
  await takeSlots(limits, slots);
  return checkGuess(limits, slots, check);
}

/** Runs a check for which slots have been taken. */
async function checkGuess<Result>(
  limits: AuthRateLimits,
  slots: readonly Slot<AuthLimit>[],
  check: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await check();
    await limits.giveBack(slots);
    return result;
  } catch (error) {
    const isWrong = error instanceof TooManySignIns || (error instanceof AuthError && wrong.has(error.code));
    if (!isWrong) await limits.giveBack(slots);
    throw error;
  }
}

function accountAtClient(email: string, client: string): string {
  return JSON.stringify([email, client]);
}

/** Returns the key for all clients of a network that one person may have. */
function accountAtNetwork(email: string, client: string): string {
  return JSON.stringify([email, networksOf(client)[0]]);
}

export function rememberClient(limits: AuthRateLimits, email: string, client: string): Promise<void> {
  return limits.remember(accountAtClient(email, client));
}

/**
 * Returns the path in `createTurns` for hashing a password. All clients of a network share its turns. Clients where the
 * account is in use form a group with turns of its own, so that a flood of strangers does not delay them.
 */
export async function turnOf(limits: AuthRateLimits, client: string, email?: string) {
  const isKnown = email !== undefined && (await limits.remembers(accountAtClient(email, client)));
  return { isKnown, path: [isKnown ? 'known' : 'new', ...networksOf(client)] };
}

type SignIn = { readonly email: string; readonly client: string };

/**
 * Limits guesses at an account for each client and network, and for all clients together, so that many machines cannot guess at one
 * account. Clients where the account is in use have only the limit by client here: see `limitKnownGuesses`.
 * @throws {AuthError} 429 when there are no slots left, and what `check` throws
 */
export function limitSignIns<Result>(
  limits: AuthRateLimits,
  signIn: SignIn,
  check: () => Promise<Result>,
): Promise<Result> {
  const { email, client } = signIn;
  const here = accountAtClient(email, client);
  const unlessHere = { unlessRemembered: here };
  const ofClient: readonly Slot<AuthLimit>[] = [
    ...slotsOfClient('signInByClient', client, here),
    { limit: 'signInByAccountAtClient', key: here },
    { limit: 'signInByAccountAtNetwork', key: accountAtNetwork(email, client), ...unlessHere },
  ];
  return limitOrSlow(limits, signIn, ofClient, { limit: 'signInByAccount', key: email, ...unlessHere }, check);
}

/** Limits guesses by all clients together where the account is in use. @throws as `limitSignIns` */
export function limitKnownGuesses<Result>(
  limits: AuthRateLimits,
  signIn: SignIn,
  check: () => Promise<Result>,
): Promise<Result> {
  return limitOrSlow(limits, signIn, [], { limit: 'signInByAccountWhereKnown', key: signIn.email }, check);
}

/** Runs a check under these limits. When the shared one is reached, one guess a minute still passes, so that nobody keeps an owner out. */
async function limitOrSlow<Result>(
  limits: AuthRateLimits,
  { email, client }: SignIn,
  ofClient: readonly Slot<AuthLimit>[],
  shared: Slot<AuthLimit>,
  check: () => Promise<Result>,
): Promise<Result> {
  const slots = [...ofClient, shared];
  const refusal = await limits.take(slots);
  if (!refusal) return checkGuess(limits, slots, check);
  if (refusal.limit !== shared.limit) throw tooManyRequests(refusal.seconds);
  const slowSlots: readonly Slot<AuthLimit>[] = [
    ...ofClient,
    { limit: 'slowSignInByAccountAtNetwork', key: accountAtNetwork(email, client) },
    { limit: 'slowSignInByAccount', key: email },
  ];
  return limitGuesses(limits, slowSlots, check);
}

/** Limits guesses at the current password, so that a thief of a session cannot find it out. */
export function currentPasswordGuess(userId: string, client: string): readonly Slot<AuthLimit>[] {
  return [
    { limit: 'passwordByUserAtClient', key: JSON.stringify([userId, client]) },
    { limit: 'passwordByUser', key: userId },
  ];
}
