import { fileURLToPath } from 'node:url';
import { createServer as createViteServer } from 'vite';
import { isOfBackend } from '../addresses/addresses.ts';
import { runProcess } from '../server/composition/run-server.ts';

/** Returns the path of a request, without its query. */
const pathOf = (url = '') => url.split('?', 1)[0] ?? '';

// Vite answers what the backend does not, and reloads the app when files change.
await runProcess({
  wrap: async (server, next, cleanups) => {
    const vite = await createViteServer({
      configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
      appType: 'spa',
      server: { middlewareMode: true, hmr: { server } },
    });
    cleanups.defer(() => vite.close());
    // The server waits for its connections before it stops, and a page in a browser keeps this one open.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void vite.ws.close());
    return (request, response) => {
      if (isOfBackend(pathOf(request.url))) next(request, response);
      else vite.middlewares(request, response);
    };
  },
});
