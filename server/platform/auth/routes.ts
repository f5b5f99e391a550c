import { Hono } from 'hono';
import { isUnavailable, logFailure } from '../database/database-error.ts';
import { limitBody } from '../http/limit-body.ts';
import { networksOf } from '../http/networks.ts';
import { AuthError, invalid, respondWithError } from './auth-error.ts';
import type { AuthParts } from './auth-parts.ts';
import { authenticate } from './authenticate.ts';
import { readBody } from './credentials.ts';
import { createGrants } from './grants.ts';
import { createNotices } from './notices.ts';
import { createPasswords } from './passwords.ts';
import { createRecoveryRoutes } from './recovery-routes.ts';
import { logAuthentication } from './security-events.ts';
import { endSessions } from './sessions.ts';
import { updateUser } from './update-user.ts';

const bodyMaxBytes = 64 * 1024;

/** The subset of GoTrue's API that supabase-js uses for e-mail and password. */
export function createAuthRoutes(parts: AuthParts): Hono {
  const { sql, tokens, clientOf, log } = parts;
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
    return c.json(await grants.answerWith(session));
  });

  routes.post('/token', async (c) => {
    const grantType = c.req.query('grant_type');
    if (grantType === 'password') {
      const session = await grants.signIn(await readBody(c), clientOf(c));
      await notices.noteSignIn(c, session);
      return c.json(await grants.answerWith(session));
    }
    if (grantType === 'refresh_token') {
      return c.json(await grants.answerWith(await grants.refresh(await readBody(c), clientOf(c))));
    }
    throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
  });

  routes.route('/', createRecoveryRoutes(parts, notices, grants.answerWith));

  routes.post('/logout', async (c) => {
    const scope = c.req.query('scope') || 'global';
    const caller = await authenticate(parts, c.req.header('Authorization'));
    if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
      throw invalid(`Unsupported logout scope ${JSON.stringify(scope)}`);
    }
    await endSessions(sql, caller, scope);
    return c.body(null, 204);
  });

  routes.get('/user', async (c) => {
    const { user } = await authenticate(parts, c.req.header('Authorization'));
    return c.json(user);
  });

  routes.put('/user', async (c) => {
    const caller = await authenticate(parts, c.req.header('Authorization'));
    const updateParts = { ...parts, passwords, client: clientOf(c) };
    const { user, hasNewPassword, newAddress } = await updateUser(updateParts, caller, await readBody(c));
    const own = { to: caller.user.email, owner: caller.userId };
    if (hasNewPassword) await notices.tell(c, { kind: 'password_changed', ...own });
    if (newAddress) {
      await notices.mailLink(c, { kind: 'email_change', to: newAddress, details: { user: caller.userId } });
      await notices.tell(c, { kind: 'email_change_requested', ...own });
    }
    return c.json(user);
  });

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
