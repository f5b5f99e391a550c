import { Hono, type MiddlewareHandler } from 'hono';
import { createAuthRoutes } from '../auth/routes.ts';
import { createRestRoutes } from '../rest/routes.ts';
import { createStorageRoutes } from '../storage/routes.ts';
import { createTokens } from '../tokens.ts';
import type { AppContext } from './context.ts';

/** Other services of a Supabase project that this server does not have: asked for, they answer in JSON, not with a page. */
const absentServices = ['functions', 'realtime', 'graphql'];

/** Answers are one user's own: no cache keeps them, and nothing but their declared type is read into them. */
const keepPrivate: MiddlewareHandler = async (c, next) => {
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Cache-Control', 'no-store');
  await next();
};

/** The subset of the Supabase HTTP API that the product speaks, under /auth/v1, /rest/v1 and /storage/v1. It needs a migrated database. */
export function createApp(context: AppContext): Hono {
  const tokens = createTokens(context.secrets.signingKeys, context.now);
  const app = new Hono();
  app.use('/auth/v1/*', keepPrivate);
  app.use('/rest/v1/*', keepPrivate);
  app.use('/storage/v1/*', keepPrivate);
  app.route('/auth/v1', createAuthRoutes(context, tokens));
  app.route('/rest/v1', createRestRoutes(context, tokens));
  app.route('/storage/v1', createStorageRoutes(context, tokens));
  for (const service of absentServices) {
    app.all(`/${service}/v1/*`, (c) => c.json({ code: 'not_found', message: 'This service is not available' }, 404));
  }
  return app;
}
