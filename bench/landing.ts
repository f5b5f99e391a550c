/**
 * Measures the landing page, as `npm start` serves it, beside a static copy of itself: Lighthouse (mobile), one after the other in one
 * run, medians of five rounds, with simulated and with real throttling. Ratios hold on any machine, times only on an idle one, except
 * for blocking and handlers, which are measured again in thread time.
 */
import { startServer } from '../tests/support/start-server.ts';
import { measureBlocking } from './pages/blocking.ts';
import { compare, settle, tell } from './pages/compare.ts';
import { measureHandlers } from './pages/interactions.ts';
import { installLighthouse, type Throttling } from './pages/lighthouse.ts';
import { serveStaticCopy } from './pages/static-copy.ts';
import { median } from './rounds.ts';

const rounds = Number(process.env.ROUNDS ?? 5);
const mostRatio: Record<Throttling, number> = { simulate: 1.3, devtools: 1.15 };
const mostBytes = 90 * 1024;

await installLighthouse();
const server = await startServer({ script: 'scripts/start.ts' });
const copy = await serveStaticCopy(server.url);
try {
  const pages = { productUrl: server.url, copyUrl: copy.url, rounds, mostBytes };
  for (const throttling of ['simulate', 'devtools'] as const) {
    await compare({ ...pages, throttling, mostRatio: mostRatio[throttling] });
  }
  console.log(`\nBlocking at 4 × CPU slowdown, in thread time, median of ${rounds}`);
  const [ours = [], theirs = []] = await measureBlocking([server.url, copy.url], rounds);
  const [blocked, copyBlocked] = [median(ours), median(theirs)];
  tell(
    `Product ${Math.round(blocked)} ms, static copy ${Math.round(copyBlocked)} ms: more`,
    blocked - copyBlocked,
    10,
    ' ms',
  );
  console.log(`\nHandlers at 4 × CPU slowdown, median of ${rounds}`);
  const results = await measureHandlers(server.url, rounds);
  for (const name of ['pointerdown', 'keydown', 'input', 'change', 'click', 'submit']) {
    const values = results.map((handlers) => handlers[name] ?? 0);
    tell(name, median(values), 16, ' ms');
  }
} finally {
  copy.stop();
  await server.stop();
}
settle();
