import { type Context, Hono } from 'hono';
import { siteOf } from '../../http/connection.ts';
import { placesOfClient, type Refusal } from '../../services/limits/rate-limits.ts';
import { AuthError } from './auth-error.ts';
import type { AuthParts } from './auth-parts.ts';
import { checkEmail } from './credentials.ts';
import { redeemEmailChange } from './email-change.ts';
import type { SessionAnswer } from './grants.ts';
import { takePlaces, tooManyRequests } from './guesses.ts';
import type { Notices } from './notices.ts';
import { redeemRecoveryToken } from './recovery.ts';
import { readObject } from './request-body.ts';
import type { Session } from './sessions.ts';
import { findUser, type User } from './users.ts';

const invalidLink = new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');

/** Password recovery by mail, as GoTrue offers it. */
export function createRecoveryRoutes(
  { sql, limits, clientOf, now, outbox, publicUrl }: AuthParts,
  notices: Notices,
  answerWith: (session: Session) => Promise<SessionAnswer>,
): Hono {
  const routes = new Hono();

  // Everything here happens for known and unknown addresses alike; what differs happens after the answer. A redirect_to
  // is not read: the link leads to the site's own page, which hands the token in.
  routes.post('/recover', async (c) => {
    const body = await readObject(c);
    if (!body.email) throw new AuthError(400, 'validation_failed', 'Password recovery requires an email');
    const email = checkEmail(body.email);
    const refusal = await limits.take([
      ...placesOfClient('recoveryByClient', clientOf(c)),
      { limit: 'recoveryDistance', key: email },
      { limit: 'recoveryByAddress', key: email },
    ]);
    if (refusal) throw tooManyMails(refusal);

    await outbox.post({ kind: 'recovery', to: email, site: siteOf(c, publicUrl) });
    return c.json({});
  });

  /** Opens no session, unlike GoTrue: whoever has an address need not have the account. */
  async function confirmEmail(c: Context, token: string): Promise<{ user: User | null }> {
    const { userId, oldAddress } = await redeemEmailChange(sql, token, now());
    await notices.tell(c, { kind: 'email_changed', to: oldAddress });
    return { user: await findUser(sql, userId) };
  }

  // Only by POST: GoTrue's links change state by GET, and answer with a session in an address that anybody can send on.
  routes.post('/verify', async (c) => {
    const { type, token_hash: token, ...others } = await readObject(c);
    checkVerification(type, token);
    if (others.email || others.phone || others.token) {
      throw new AuthError(400, 'validation_failed', 'Only the token_hash and type should be provided');
    }
    await takePlaces(limits, placesOfClient('verificationByClient', clientOf(c)));
    if (type === 'email_change') return c.json(await confirmEmail(c, token));
    const session = await redeemRecoveryToken(sql, token, now());
    if (!session) throw invalidLink;
    // Not told: whoever follows the link reads the mail of this address, and a new password is told anyway.
    await notices.noteSignIn(c, session, { isTold: false });
    return c.json(await answerWith(session));
  });

  return routes;
}

function checkVerification(type: unknown, token: unknown): asserts token is string {
  if (typeof token !== 'string' || token === '') {
    throw new AuthError(400, 'validation_failed', 'Verify requires a token or a token hash');
  }
  if (typeof type !== 'string' || type === '') {
    throw new AuthError(400, 'validation_failed', 'Verify requires a verification type');
  }
  if (type !== 'recovery' && type !== 'email_change')
    throw new AuthError(400, 'validation_failed', 'Invalid email verification type');
}

/** Each as GoTrue says it. */
export function tooManyMails({ limit, seconds }: Refusal): AuthError {
  if (limit === 'recoveryByClient') return tooManyRequests(seconds);
  const message =
    limit === 'recoveryDistance'
      ? `For security purposes, you can only request this after ${seconds} seconds.`
      : 'email rate limit exceeded';
  return new AuthError(429, 'over_email_send_rate_limit', message, { retryAfter: seconds });
}
