import { logFailure, nameRoute } from 'embedded-supabase';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { absentServices, services } from '../../addresses/addresses.ts';
import { createFunctionRoutes, type FunctionRoutesDependencies } from '../functions/function-routes.ts';
import { createInvitationRoutes } from '../functions/invitation-routes.ts';

/** Refuses requests that no service can answer, before any route. */
const refuseUnreadable: MiddlewareHandler = async (c, next) => {
  if (!hasReadableAddress(c)) return c.text('Bad request\n', 400);
  if (isFromAnotherSite(c)) {
    return c.json({ code: 'cross_site_request', message: 'Requests from the pages of other sites are refused' }, 403);
  }
  return next();
};

/** Whether the address can be parsed. A Host header with more than a name and a port would change the path of the URL. */
function hasReadableAddress(c: Context): boolean {
  return /^[\w.:[\]-]*$/.test(c.req.header('Host') ?? '') && URL.canParse(c.req.url);
}

/**
 * Whether a browser reports that the request comes from another site's page and would change something. It would not have an owner's
 * rights anyway, because a session is no cookie. Nor is a CORS header sent: no other site reads an answer or draws a photo into a canvas.
 */
function isFromAnotherSite(c: Context): boolean {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  return !isRead && /^(cross-site|same-site)$/.test(c.req.header('Sec-Fetch-Site') ?? '');
}

/** Creates the subset of the Supabase HTTP API that the product uses. `createListener` in front sets headers of its answers. */
export function createApp(
  supabase: Readonly<Record<'auth' | 'rest' | 'storage', Hono>>,
  parts: FunctionRoutesDependencies & { readonly onTestReminder: () => Promise<void> },
): Hono {
  const app = new Hono();
  app.use(nameRoute, refuseUnreadable);
  app.post(`${services.rest}/rpc/send_test_reminder`, async (c, next) => {
    await next();
    if (c.res.ok) await parts.onTestReminder();
  });
  app.route(services.auth, supabase.auth);
  app.route(services.rest, supabase.rest);
  app.route(services.storage, supabase.storage);
  // Before the functions, which refuse all other addresses beside them.
  app.route('/', createInvitationRoutes(parts));
  app.route('/', createFunctionRoutes(parts));
  for (const service of absentServices) {
    app.all(`${service}/*`, (c) => c.json({ code: 'not_found', message: 'This service is not available' }, 404));
  }
  // The services answer their own failures; this handles those of the other routes.
  app.onError((error, c) => {
    logFailure(parts.log, 'request_failed', error, c.req.method);
    return c.text('Internal server error', 500);
  });
  return app;
}
