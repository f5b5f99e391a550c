import { Hono } from 'hono';
import { siteOf } from '../http/connection.ts';
import { slotsOfClient } from '../limits/rate-limits.ts';
import { invalid } from './auth-error.ts';
import { takeMailSlots, takeSlots } from './auth-limits.ts';
import type { AuthParts } from './auth-parts.ts';
import { checkEmail, readBody } from './credentials.ts';
import { redeemEmailChange, redeemRecoveryToken } from './mailed-links.ts';
import type { Notices } from './notices.ts';
import type { Session } from './sessions.ts';
import { findUser } from './users.ts';

/** Mailed links: password recovery and a new address, as GoTrue offers them. */
export function createRecoveryRoutes(
  { sql, limits, clientOf, now, outbox, publicUrl, credentialRules }: AuthParts,
  notices: Notices,
  answerWith: (session: Session) => Promise<object>,
): Hono {
  const routes = new Hono();

  // Known and unknown addresses are treated alike; what differs happens after the answer. A redirect_to is not read: the
  // link leads to the site's own page, which hands the token in.
  routes.post('/recover', async (c) => {
    const body = await readBody(c);
    if (!body.email) throw invalid('Password recovery requires an email');
    const email = checkEmail(credentialRules, body.email);
    await takeMailSlots(limits, clientOf(c), email);
    await outbox.post({ kind: 'recovery', to: email, site: siteOf(c, publicUrl) });
    return c.json({});
  });

  // Only by POST. GoTrue's links change state by GET, and answer with a session in an address that anybody can pass on.
  routes.post('/verify', async (c) => {
    const { type, token_hash: token, ...others } = await readBody(c);
    checkVerification(type, token);
    if (others.email || others.phone || others.token) throw invalid('Only the token_hash and type should be provided');
    await takeSlots(limits, slotsOfClient('verificationByClient', clientOf(c)));
    if (type === 'email_change') {
      const { userId, oldAddress, notice } = await redeemEmailChange(sql, token, now());
      await notices.tell(c, { kind: 'email_changed', to: oldAddress, owner: userId }, notice);
      // Opens no session, unlike GoTrue: the reader of an address need not be the owner of the account.
      return c.json({ user: await findUser(sql, userId) });
    }
    const session = await redeemRecoveryToken(sql, token, now());
    // Without a notice: it would reach the same reader as the link, and a new password causes one anyway.
    await notices.noteSignIn(c, session, { isSilent: true });
    return c.json(await answerWith(session));
  });

  return routes;
}

function checkVerification(type: unknown, token: unknown): asserts token is string {
  if (typeof token !== 'string' || token === '') throw invalid('Verify requires a token or a token hash');
  if (typeof type !== 'string' || type === '') throw invalid('Verify requires a verification type');
  if (type !== 'recovery' && type !== 'email_change') throw invalid('Invalid email verification type');
}
