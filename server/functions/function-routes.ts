import {
  type ClientOf,
  createLocalCounts,
  createRoom,
  isUnavailable,
  type Log,
  limitBody,
  logFailure,
  NoRoom,
  networksOf,
  type RateLimits,
  siteOf,
  slotsOfClient,
} from 'embedded-supabase';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import * as addresses from '../../addresses/addresses.ts';
import type { InvitationPages } from '../../domain/guests/shown-invitation.ts';
import { functions } from '../../functions/functions.ts';
import { confirmReminders, unsubscribe } from '../../functions/mail-links/mail-links.ts';
import { calendar, tokenIn } from '../../functions/serve-calendar.ts';
import { type Backend, DataError, type Delivery, type WebFunction } from '../../functions/web-function.ts';
import { databaseUnavailable, refuse, tooMany, unavailable } from '../../functions/web-requests.ts';
import type { FunctionData } from './function-data.ts';
import type { FunctionLimit } from './function-limits.ts';

const bodyMaxBytes = 64 * 1024;

export type FunctionRoutesDependencies = {
  readonly functionData: FunctionData;
  readonly limits: RateLimits<FunctionLimit>;
  readonly clientOf: ClientOf;
  readonly publicUrl: string | null;
  readonly now: () => Date;
  readonly log: Log;
  readonly delivery: Delivery;
  /** null where the site is not built. */
  readonly invitations: InvitationPages | null;
};

export function backendFor(c: Context, parts: FunctionRoutesDependencies): Backend {
  const { functionData, clientOf, publicUrl, now, delivery, invitations } = parts;
  return {
    data: functionData.asAnybody(clientOf(c)),
    service: functionData.asServer,
    now,
    site: siteOf(c, publicUrl),
    delivery,
    ...(invitations && { invitations }),
  };
}

export async function answerBy(answer: WebFunction, c: Context, parts: Backend): Promise<Response> {
  const { method, headers, bodyUsed } = c.req.raw;
  // Hono keeps the text of a body that was read to limit it. Functions read only POST bodies, and no Request can be made for TRACE.
  const request =
    bodyUsed && method === 'POST' ? new Request(c.req.url, { method, headers, body: await c.req.text() }) : c.req.raw;
  return answer(request, parts);
}

/** Answers a failure of a function, and logs it unless too many requests wait. */
export function answerFailure(error: unknown, c: Context, log: Log): Response {
  if (error instanceof NoRoom) {
    const later = { 'Retry-After': String(error.seconds) };
    return refuse(503, 'UNAVAILABLE', 'Too many answers have not been read yet', later);
  }
  const refusal = unavailable(error);
  if (refusal?.status === 429) return refusal;
  logFailure(log, 'function_failed', error instanceof DataError ? (error.cause ?? error) : error, c.req.method);
  if (refusal) return refusal;
  if (isUnavailable(error)) return databaseUnavailable();
  return refuse(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)');
}

/** Bytes of the largest calendar, together with the dogs and parties it is written from. */
const largestCalendar = 8 * 1024 * 1024;

function limitOf({ clientOf }: FunctionRoutesDependencies): MiddlewareHandler {
  const pathOf = (c: Context) => networksOf(clientOf(c));
  return limitBody(bodyMaxBytes, pathOf, (_, { status, message }) => refuse(status, 'INVALID_BODY', message));
}

/**
 * Serves calendars at their own address, and at the one on hosted Supabase. A client that asks for many missing ones must wait for
 * further missing ones, but still gets those that exist: one service may read for many owners. Two are written at once for a network
 * or a calendar, and eight in total; each counts until it has been taken.
 */
function serveCalendars(routes: Hono, parts: FunctionRoutesDependencies): void {
  const { limits, clientOf, now } = parts;
  const reads = createLocalCounts(limits.limits.readsOfCalendar, now);
  const room = createRoom({
    perClient: 2 * largestCalendar,
    perGroup: 2 * largestCalendar,
    inAll: 8 * largestCalendar,
    queueLength: 100,
  });
  for (const address of [addresses.calendarFeeds, `${addresses.services.functions}/calendar/:file`]) {
    routes.all(address, async (c) => {
      const token = tokenIn(c.req.path);
      // Refused without asking the database.
      if (token === undefined) return answerBy(calendar, c, backendFor(c, parts));
      const wait = reads.take(token);
      if (wait !== null) return tooMany(wait);
      const path = [...networksOf(clientOf(c)), `calendar ${token}`];
      const answer = await room.hold(c, path, largestCalendar, async (turn) => {
        const written = await answerBy(calendar, c, backendFor(c, parts));
        turn.keep(Number(written.headers.get('Content-Length') ?? 0));
        return written;
      });
      if (answer.status !== 404) return answer;
      reads.forget(token);
      const refusal = await limits.take(slotsOfClient('unknownCalendarByClient', clientOf(c)));
      return refusal ? tooMany(refusal.seconds) : answer;
    });
  }
}

/** Serves the links in mails: one turns mails off, one confirms that reminders may come. */
function serveMailLinks(routes: Hono, parts: FunctionRoutesDependencies): void {
  const { limits, clientOf } = parts;
  /** Limits POSTs, because they change something, on the connections that the server keeps for its own work. */
  const limitChanges: MiddlewareHandler = async (c, next) => {
    const isChange = c.req.method === 'POST';
    const refusal = isChange ? await limits.take(slotsOfClient('mailChangesByClient', clientOf(c))) : null;
    return refusal ? tooMany(refusal.seconds) : next();
  };
  routes.all(`${addresses.unsubscribe}/:token`, limitOf(parts), limitChanges, (c) =>
    answerBy(unsubscribe, c, backendFor(c, parts)),
  );
  routes.all(`${addresses.confirmReminders}/:token`, limitOf(parts), limitChanges, async (c) => {
    const slots = slotsOfClient('unknownConfirmationByClient', clientOf(c));
    const full = limits.knownRefusal(slots);
    if (full) return tooMany(full.seconds);
    const answer = await answerBy(confirmReminders, c, backendFor(c, parts));
    if (answer.status !== 404) return answer;
    const refusal = await limits.take(slots);
    return refusal ? tooMany(refusal.seconds) : answer;
  });
}

/** Serves the functions as Supabase's gateway does: each by its name, and everything else there with the gateway's 404. */
export function createFunctionRoutes(parts: FunctionRoutesDependencies): Hono {
  const routes = new Hono();
  serveCalendars(routes, parts);
  serveMailLinks(routes, parts);
  const gateway = addresses.services.functions;
  for (const [name, answer] of functions)
    routes.all(`${gateway}/${name}`, limitOf(parts), (c) => answerBy(answer, c, backendFor(c, parts)));
  routes.all(`${gateway}/*`, () => refuse(404, 'NOT_FOUND', 'Requested function was not found'));
  routes.onError((error, c) => answerFailure(error, c, parts.log));
  return routes;
}
