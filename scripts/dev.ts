import { fileURLToPath } from 'node:url';
import { createServer as createViteServer } from 'vite';
import { runProcess } from '../server/composition/run-process.ts';

/** What the backend answers; everything else belongs to Vite, which renders the app with hot reload. */
const BACKEND = /^\/(auth\/v1|rest\/v1|storage\/v1|functions\/v1|realtime\/v1|graphql\/v1|health)(\/|\?|$)/;

await runProcess({
  wrap: async (server, next, cleanups) => {
    const vite = await createViteServer({
      configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
      appType: 'spa',
      server: { middlewareMode: true, hmr: { server } },
    });
    cleanups.defer(() => vite.close());
    return (request, response) => {
      if (BACKEND.test(request.url ?? '')) next(request, response);
      else vite.middlewares(request, response);
    };
  },
});
