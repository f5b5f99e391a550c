import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { baseRoutePath } from 'hono/route';
import { isUnavailable, logFailure } from '../database/database-error.ts';
import { siteOf } from '../http/connection.ts';
import { limitBody } from '../http/limit-body.ts';
import { networksOf } from '../http/networks.ts';
import { slotsOfClient } from '../limits/rate-limits.ts';
import type { Log } from '../log.ts';
import { type AuthDependencies, authenticate } from './auth-dependencies.ts';
import { AuthError, invalid, respondWithError } from './auth-error.ts';
import { takeMailSlots, takeSlots } from './auth-limits.ts';
import { checkEmail, createPasswords, type Passwords, readBody } from './credentials.ts';
import { createGrants } from './grants.ts';
import { redeemEmailChange, redeemRecoveryToken } from './mailed-links.ts';
import { createNotices } from './notices.ts';
import { endSessions } from './sessions.ts';
import { updateUser } from './update-user.ts';
import { findUser } from './users.ts';

const bodyMaxBytes = 64 * 1024;

/** The subset of GoTrue's API that supabase-js uses for e-mail and password. */
export function createAuthRoutes(parts: AuthDependencies): Hono {
  const { tokens, clientOf, log } = parts;
  const passwords = createPasswords(parts.passwordCost);
  const grants = createGrants(parts, passwords);
  const notices = createNotices(parts);
  const routes = new Hono();

  routes.use(logAuthentication(log));
  routes.use(
    limitBody(
      bodyMaxBytes,
      (c) => networksOf(clientOf(c)),
      (c, { status, message }) => respondWithError(c, new AuthError(status, 'validation_failed', message)),
    ),
  );

  routes.post('/signup', async (c) => {
    const session = await grants.signUp(await readBody(c), clientOf(c));
    await notices.noteSignIn(c, session);
    return c.json(await grants.answerWith(session, clientOf(c)));
  });

  routes.post('/token', async (c) => {
    const grantType = c.req.query('grant_type');
    if (grantType === 'password') {
      const session = await grants.signIn(await readBody(c), clientOf(c));
      await notices.noteSignIn(c, session);
      return c.json(await grants.answerWith(session, clientOf(c)));
    }
    if (grantType === 'refresh_token') {
      const session = await grants.refresh(await readBody(c), clientOf(c));
      return c.json(await grants.answerWith(session, clientOf(c)));
    }
    throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
  });

  addLinkRoutes(routes, parts, grants, notices);
  addAccountRoutes(routes, parts, passwords, notices);

  routes.get('/.well-known/jwks.json', (c) => {
    c.header('Cache-Control', 'public, max-age=600');
    return c.json(tokens.jwks());
  });

  routes.get('/settings', (c) =>
    c.json({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: !parts.signUpAllowed,
      mailer_autoconfirm: true,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
    }),
  );

  routes.get('/health', (c) => c.json({ version: '1', name: 'GoTrue', description: 'A subset of the GoTrue API' }));

  routes.all('*', (c) => respondWithError(c, new AuthError(404, 'not_found', 'This path does not exist')));

  routes.onError((error, c) => {
    if (error instanceof AuthError) return respondWithError(c, error);
    logFailure(log, 'auth_request_failed', error, c.req.method);
    const message = 'Unexpected failure, please check server logs for more information';
    const [status, more] = isUnavailable(error) ? ([503, { retryAfter: 1 }] as const) : ([500] as const);
    return respondWithError(c, new AuthError(status, 'unexpected_failure', message, more));
  });

  return routes;
}

type Grants = ReturnType<typeof createGrants>;
type Notices = ReturnType<typeof createNotices>;

function addLinkRoutes(routes: Hono, parts: AuthDependencies, grants: Grants, notices: Notices): void {
  const { sql, limits, clientOf, outbox, publicUrl, credentialRules, now } = parts;

  // Treats known and unknown addresses alike; what differs happens after the answer. Ignores redirect_to: the link leads to the
  // site's own page, which hands the token in.
  routes.post('/recover', async (c) => {
    const body = await readBody(c);
    if (!body.email) throw invalid('Password recovery requires an email');
    const email = checkEmail(credentialRules, body.email);
    await takeMailSlots(limits, clientOf(c), email);
    await outbox.post({ kind: 'recovery', to: email, site: siteOf(c, publicUrl) });
    return c.json({});
  });

  // Only by POST. GoTrue's links change state by GET, and put a session into a URL that anybody can pass on.
  routes.post('/verify', async (c) => {
    const { type, token_hash: token, ...others } = await readBody(c);
    checkVerification(type, token);
    if (others.email || others.phone || others.token) throw invalid('Only the token_hash and type should be provided');
    await takeSlots(limits, slotsOfClient('verificationByClient', clientOf(c)));
    if (type === 'email_change') {
      const { userId, oldAddress, notice } = await redeemEmailChange(sql, token, now());
      await parts.onProven?.(userId);
      await notices.tell(c, { kind: 'email_changed', to: oldAddress, owner: userId }, notice);
      // Opens no session, unlike GoTrue: the reader of a mailbox need not be the owner of the account.
      return c.json({ user: await findUser(sql, userId) });
    }
    const session = await redeemRecoveryToken(sql, token, now());
    // Sends no notice: it would reach the same reader as the link, and a new password causes one anyway.
    await notices.noteSignIn(c, session, { isSilent: true });
    return c.json(await grants.answerWith(session, clientOf(c)));
  });
}

function addAccountRoutes(routes: Hono, parts: AuthDependencies, passwords: Passwords, notices: Notices): void {
  const { sql, clientOf, now } = parts;

  routes.post('/logout', async (c) => {
    const scope = c.req.query('scope') || 'global';
    const caller = await authenticate(parts, c.req.header('Authorization'));
    if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
      throw invalid(`Unsupported logout scope ${JSON.stringify(scope)}`);
    }
    await endSessions(sql, caller, scope, now());
    return c.body(null, 204);
  });

  routes.get('/user', async (c) => {
    const { user } = await authenticate(parts, c.req.header('Authorization'));
    return c.json(user);
  });

  routes.put('/user', async (c) => {
    const caller = await authenticate(parts, c.req.header('Authorization'));
    const updateParts = { ...parts, passwords, client: clientOf(c) };
    const { user, passwordEvent, newAddress } = await updateUser(updateParts, caller, await readBody(c));
    const own = { to: caller.user.email, owner: caller.userId };
    if (passwordEvent) {
      await notices.tell(c, { kind: 'password_changed', ...own, details: { event: passwordEvent } });
    }
    if (newAddress) {
      await notices.mailLink(c, { kind: 'email_change', to: newAddress, details: { user: caller.userId } });
      await notices.tell(c, { kind: 'email_change_requested', ...own });
    }
    return c.json(user);
  });
}

const operations: Readonly<Record<string, string>> = {
  'POST /signup': 'sign_up',
  'POST /recover': 'recovery_request',
  'POST /verify': 'recovery',
  'PUT /user': 'account_change',
  'POST /logout': 'sign_out',
};

/** Logs what opens, changes or ends a session or an account, also when refused: its kind and the reason, never who or what. */
function logAuthentication(log: Log): MiddlewareHandler {
  return async (c, next) => {
    const route = `${c.req.method} ${c.req.path.slice(baseRoutePath(c).length)}`;
    await next();
    const operation = operationOf(c, route);
    if (operation === undefined) return;
    const isRefused = c.res.status >= 400;
    const code = c.error instanceof AuthError ? c.error.code : null;
    log.info(isRefused ? 'authentication_refused' : 'authentication_done', { operation, code });
  };
}

function operationOf(c: Context, route: string): string | undefined {
  if (route !== 'POST /token') return operations[route];
  const grant = c.req.query('grant_type') ?? '';
  return ['password', 'refresh_token'].includes(grant) ? grant : 'unknown_grant';
}

function checkVerification(type: unknown, token: unknown): asserts token is string {
  if (typeof token !== 'string' || token === '') throw invalid('Verify requires a token or a token hash');
  if (typeof type !== 'string' || type === '') throw invalid('Verify requires a verification type');
  if (type !== 'recovery' && type !== 'email_change') throw invalid('Invalid email verification type');
}
