import { type Context, Hono } from 'hono';
import { siteOf } from '../http/connection.ts';
import type { AppContext } from '../http/context.ts';
import type { RateLimits, Refusal } from '../http/rate-limits.ts';
import { AuthError } from './auth-error.ts';
import { checkEmail } from './credentials.ts';
import type { SessionAnswer } from './grants.ts';
import { takePlaces, tooManyRequests } from './guesses.ts';
import { redeemRecoveryToken } from './recovery.ts';
import { readObject } from './request-body.ts';
import type { Session } from './sessions.ts';

const invalidLink = new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');

/** GoTrue's OAuth names for the errors that a redirect carries. */
const oauthErrors: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

export type RecoveryParts = {
  readonly context: AppContext;
  readonly limits: RateLimits;
  readonly clientOf: (c: Context) => string;
};

/** Password recovery by mail, as GoTrue offers it. */
export function createRecoveryRoutes(
  { context, limits, clientOf }: RecoveryParts,
  answerWith: (session: Session) => Promise<SessionAnswer>,
): Hono {
  const { sql, now, outbox, publicUrl } = context;
  const routes = new Hono();

  // Everything here happens for known and unknown addresses alike; what differs happens after the answer. A redirect_to
  // is not read: the link leads to the site's own page, which hands the token in.
  routes.post('/recover', async (c) => {
    const body = await readObject(c);
    if (!body.email) throw new AuthError(400, 'validation_failed', 'Password recovery requires an email');
    const email = checkEmail(body.email);
    const refusal = await limits.take([
      { limit: 'recoveryByClient', key: clientOf(c) },
      { limit: 'recoveryDistance', key: email },
      { limit: 'recoveryByAddress', key: email },
    ]);
    if (refusal) throw tooManyMails(refusal);

    await outbox.post({ kind: 'recovery', to: email, site: siteOf(c, publicUrl) });
    return c.json({});
  });

  async function redeem(c: Context, token: string): Promise<SessionAnswer> {
    await takePlaces(limits, [{ limit: 'verificationByClient', key: clientOf(c) }]);
    const session = await redeemRecoveryToken(sql, token, now());
    if (!session) throw invalidLink;
    return answerWith(session);
  }

  routes.post('/verify', async (c) => {
    const { type, token_hash: token, ...others } = await readObject(c);
    checkVerification(type, token, 'Verify requires a token or a token hash');
    if (others.email || others.phone || others.token) {
      throw new AuthError(400, 'validation_failed', 'Only the token_hash and type should be provided');
    }
    return c.json(await redeem(c, token));
  });

  routes.get('/verify', async (c) => {
    // Hono answers HEAD by what answers GET, but a HEAD would spend the token for nothing.
    if (c.req.method === 'HEAD') return c.body(null, 405);
    const { type, token, redirect_to: wanted } = c.req.query();
    const target = ownTarget(siteOf(c, publicUrl), wanted);
    try {
      checkVerification(type, token, 'Verify requires a token or a token hash');
      const { user: _, ...session } = await redeem(c, token);
      const entries = Object.entries({ ...session, type }).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      target.hash = new URLSearchParams(entries).toString();
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      // Like GoTrue's: an error goes to the page without the query that was meant for success.
      target.search = '';
      const kind = oauthErrors[error.status];
      target.hash = new URLSearchParams({
        ...(kind === undefined ? {} : { error: kind }),
        error_code: error.code,
        error_description: error.message,
      }).toString();
    }
    c.header('Referrer-Policy', 'no-referrer');
    return c.redirect(target.href, 303);
  });

  return routes;
}

function checkVerification(type: unknown, token: unknown, message: string): asserts token is string {
  if (typeof token !== 'string' || token === '') throw new AuthError(400, 'validation_failed', message);
  if (typeof type !== 'string' || type === '') {
    throw new AuthError(400, 'validation_failed', 'Verify requires a verification type');
  }
  if (type !== 'recovery') throw new AuthError(400, 'validation_failed', 'Invalid email verification type');
}

/** Each as GoTrue says it. */
function tooManyMails({ limit, seconds }: Refusal): AuthError {
  if (limit === 'recoveryByClient') return tooManyRequests(seconds);
  const message =
    limit === 'recoveryDistance'
      ? `For security purposes, you can only request this after ${seconds} seconds.`
      : 'email rate limit exceeded';
  return new AuthError(429, 'over_email_send_rate_limit', message, { retryAfter: seconds });
}

/** Where to go on: the address asked for when it is on this site, otherwise the site's start. */
function ownTarget(site: string, wanted: string | undefined): URL {
  const start = new URL('/', site);
  if (!wanted || !URL.canParse(wanted, start.href)) return start;
  const target = new URL(wanted, start);
  if (target.origin !== start.origin || target.username || target.password) return start;
  target.hash = '';
  return target;
}
