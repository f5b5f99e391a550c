import { accessTokenLifetime } from '../keys/key-ring.ts';
import { slotsOfClient } from '../limits/rate-limits.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import { AuthError, invalid } from './auth-error.ts';
import { countSignIn, limitKnownGuesses, limitSignIns, rememberClient, takeSlots, turnOf } from './auth-limits.ts';
import { checkEmail, checkMetadata, checkNewPassword, type Passwords } from './credentials.ts';
import { rotateRefreshToken, type Session, startSession } from './sessions.ts';
import { createUser, findAccount, findUser, userNotFound } from './users.ts';

type Body = Record<string, unknown>;

const invalidCredentials = new AuthError(400, 'invalid_credentials', 'Invalid login credentials');

const refreshErrors = {
  unknown: new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  reused: new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  banned: new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned'),
};

/** Grants sessions by each kind of sign-in. Each method throws AuthError when it refuses. */
export function createGrants(parts: AuthDependencies, passwords: Passwords) {
  const { sql, tokens, limits, now, log } = parts;

  /**
   * Builds the answer to a sign-up, sign-in, recovery or refresh, with Supabase's field names. Remembers the client: strangers' guesses
   * will not keep the owner out there.
   */
  async function answerWith(session: Session, client: string) {
    const user = await findUser(sql, session.userId);
    if (!user) throw userNotFound();
    await rememberClient(limits, user.email, client);
    const { token, expiresAt } = await tokens.sign({
      sub: user.id,
      role: 'authenticated',
      email: user.email,
      session_id: session.id,
      user_metadata: user.user_metadata,
      app_metadata: user.app_metadata,
      aal: 'aal1',
      amr: [{ method: session.method, timestamp: Math.floor(session.startedAt.getTime() / 1000) }],
    });
    return {
      access_token: token,
      token_type: 'bearer',
      expires_in: accessTokenLifetime,
      expires_at: expiresAt,
      refresh_token: session.refreshToken,
      user,
    };
  }

  async function signUp(body: Body, client: string): Promise<Session> {
    if (!parts.signUpAllowed) {
      throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
    }
    if (!body.email) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
    const email = checkEmail(parts.credentialRules, body.email);
    const password = checkNewPassword(parts.credentialRules, body.password, email);
    const metadata = checkMetadata(parts.credentialRules, body.data);
    await takeSlots(limits, [...slotsOfClient('signUpByClient', client), { limit: 'signUpByAddress', key: email }]);
    const alreadyExists = new AuthError(422, 'user_already_exists', 'User already registered');
    if (await findAccount(sql, email)) throw alreadyExists;
    const passwordHash = await passwords.hash(password, (await turnOf(limits, client)).path);
    const userId = await createUser(sql, { email, passwordHash, metadata, now: now() });
    const session = userId && (await startSession(sql, userId, passwordHash, now()));
    if (!session) throw alreadyExists;
    return session;
  }

  async function signIn(body: Body, client: string): Promise<Session> {
    if (typeof body.email !== 'string' || body.email === '' || typeof body.password !== 'string') {
      throw invalid('missing email or phone');
    }
    const { password } = body;
    const email = body.email.trim().toLowerCase();
    return limitSignIns(limits, { email, client }, () => checkPassword(email, password, client));
  }

  async function checkPassword(email: string, password: string, client: string): Promise<Session> {
    const account = email.includes('\0') ? undefined : await findAccount(sql, email);
    const turn = await turnOf(limits, client, email);
    const check = async () => {
      if (!(await passwords.matches(password, account?.passwordHash, turn.path))) throw invalidCredentials;
    };
    await (turn.isKnown ? limitKnownGuesses(limits, { email, client }, check) : check());
    if (!account) throw invalidCredentials;
    if (account.bannedUntil !== null && Date.parse(account.bannedUntil) > now().getTime()) {
      throw new AuthError(400, 'user_banned', 'User is banned');
    }
    await countSignIn(limits, account.id);
    const session = await startSession(sql, account.id, account.passwordHash, now());
    if (!session) throw invalidCredentials;
    return session;
  }

  async function refresh(body: Body, client: string): Promise<Session> {
    if (typeof body.refresh_token !== 'string' || body.refresh_token === '') throw invalid('refresh_token required');
    await takeSlots(limits, slotsOfClient('refreshByClient', client));
    const admit = (key: string) => takeSlots(limits, [{ limit: 'refreshByUser', key }]);
    const rotation = await rotateRefreshToken(sql, body.refresh_token, now(), admit);
    if (typeof rotation !== 'string') return rotation;
    if (rotation === 'reused') log.info('refresh_token_reused');
    throw refreshErrors[rotation];
  }

  return { answerWith, signUp, signIn, refresh };
}
