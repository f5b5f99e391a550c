import { type Context, Hono } from 'hono';
import { invitationFiles, invitations, services } from '../../addresses/addresses.ts';
import { formMaxBytes } from '../../functions/invitation/form-body.ts';
import { invitation, invitationNotice, invitationTokenIn } from '../../functions/invitation/invitation.ts';
import type { FunctionParts } from '../../functions/web-function.ts';
import { compressed, negotiateEncoding } from '../platform/http/compress.ts';
import { limitBody } from '../platform/http/limit-body.ts';
import { networksOf } from '../platform/http/networks.ts';
import { createTurns, inTurnUntilTaken, NoRoom, patience } from '../platform/http/turns.ts';
import { createLocalCounts, slotsOfClient } from '../platform/limits/rate-limits.ts';
import { keepPages } from './kept-pages.ts';
import { answerBy, answerFailure, type FunctionRoutesParts, functionParts } from './routes.ts';

/** Pages that are drawn, or were not taken yet: of one network, behind which all guests may sit, and in all. Each is some 20 KB. */
const pagesAtOnce = { perGroup: 16, inAll: 64 };
const queueLength = 200;

/**
 * The pages of invitations and their calendar files, at their own address and at the one that they have on hosted Supabase. A client
 * that asks for many that do not exist has to wait with others of these, and still gets those that exist: a whole company may sit
 * behind one address.
 */
export function createInvitationRoutes(parts: FunctionRoutesParts): Hono {
  const { limits, clientOf, now, log } = parts;
  const pagesIn = parts.invitations && keepPages(parts.invitations);
  const visits = createLocalCounts(limits.limits.visitsOfInvitation, now);
  const turns = createTurns(pagesAtOnce.inAll, queueLength, () => new NoRoom(), { ...pagesAtOnce, patience });
  const routes = new Hono();
  const partsFor = (c: Context): FunctionParts => {
    const encoding = negotiateEncoding(c.req.header('Accept-Encoding'), () => true);
    return { ...functionParts(c, parts), ...(pagesIn && { invitations: pagesIn(encoding) }) };
  };
  const tooMany = (c: Context, seconds: number) => invitationNotice(partsFor(c), 'too many', seconds);
  const pathOf = (c: Context) => networksOf(clientOf(c));
  const limit = limitBody(formMaxBytes, pathOf, async (c, { status }) => {
    if (status === 413) return invitationNotice(partsFor(c), 'too large');
    // The status says whose fault it is: the log has a failure of this server for every answer from 500.
    const { body, headers } = await invitationNotice(partsFor(c), 'unavailable');
    return new Response(body, { status, headers });
  });
  const hosted = `${services.functions}/invitation/:token`;
  for (const address of [invitations, invitationFiles, hosted, `${hosted}/party.ics`]) {
    routes.use(address, async (c, next) => {
      await next();
      c.res = await compressed(c, c.res);
    });
    routes.all(address, limit, async (c) => {
      const token = invitationTokenIn(c.req.path);
      // It is answered without a look into the database.
      if (token === undefined) return answerBy(invitation, c, partsFor(c));
      const client = clientOf(c);
      // Of each client for itself: nobody with the link shuts out the others who have it.
      const visit = `${token} ${client}`;
      const wait = visits.take(visit);
      if (wait !== null) return tooMany(c, wait);
      const refusal =
        c.req.method === 'POST' ? await limits.take(slotsOfClient('answersToInvitationByClient', client)) : null;
      if (refusal) return tooMany(c, refusal.seconds);
      const answer = await inTurnUntilTaken(c, { turns, path: pathOf(c) }, async () =>
        compressed(c, await answerBy(invitation, c, partsFor(c))),
      );
      if (answer.status !== 404) return answer;
      visits.forget(visit);
      const unknown = await limits.take(slotsOfClient('unknownInvitationByClient', client));
      return unknown ? tooMany(c, unknown.seconds) : answer;
    });
  }
  routes.onError(async (error, c) => {
    const { status } = answerFailure(error, c, log);
    const { body, headers } = await invitationNotice(partsFor(c), 'unavailable', 5);
    return new Response(body, { status, headers });
  });
  return routes;
}
