/**
 * The landing page, as `npm start` serves it, beside a static copy of itself: Lighthouse (mobile), one after the other in the same
 * run, medians of five rounds, with simulated and with real throttling. Ratios hold on any machine, times only on an idle one, but
 * for blocking and handlers, which are measured again in thread time.
 */
import { startServer } from '../tests/support/start-server.ts';
import { measureBlocking } from './landing/blocking.ts';
import { measureHandlers } from './landing/interactions.ts';
import { installLighthouse, type Measurement, measure, type Throttling } from './landing/lighthouse.ts';
import { serveStaticCopy } from './landing/static-copy.ts';

const rounds = Number(process.env.ROUNDS ?? 5);
const mostRatio: Record<Throttling, number> = { simulate: 1.3, devtools: 1.15 };

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

let hasMissed = false;

function tell(what: string, value: number, most: number, unit = '') {
  const isFine = value <= most;
  hasMissed ||= !isFine;
  const digits = most < 1 ? 4 : most < 10 ? 2 : 0;
  console.log(`${isFine ? '✓' : '✗'} ${what.padEnd(44)} ${value.toFixed(digits)}${unit}, at most ${most}${unit}`);
}

async function compare(throttling: Throttling, productUrl: string, copyUrl: string) {
  const product: Measurement[] = [];
  const copy: Measurement[] = [];
  for (let round = 0; round < rounds; round += 1) {
    product.push(await measure(productUrl, throttling));
    copy.push(await measure(copyUrl, throttling));
  }
  const of = (results: Measurement[], key: 'lcp' | 'fcp' | 'tbt' | 'cls' | 'bytes') =>
    median(results.map((result) => result[key]));

  console.log(`\n${throttling === 'simulate' ? 'Simulated' : 'Real (devtools)'} throttling, median of ${rounds}`);
  for (const key of ['lcp', 'fcp'] as const) {
    const [ours, theirs] = [of(product, key), of(copy, key)];
    const name = `${key.toUpperCase()} ${Math.round(ours)} ms, static copy ${Math.round(theirs)} ms: ratio`;
    tell(name, ours / theirs, mostRatio[throttling]);
  }
  const [blocked, copyBlocked] = [of(product, 'tbt'), of(copy, 'tbt')].map(Math.round) as [number, number];
  const blocking = `Total blocking time ${blocked} ms, static copy ${copyBlocked} ms: more`;
  tell(blocking, blocked - copyBlocked, 10, ' ms');
  tell('Cumulative layout shift', of(product, 'cls'), 0.01);
  tell('Bytes in all', of(product, 'bytes'), 90 * 1024);
  for (const category of Object.keys(product[0]?.scores ?? {})) {
    const score = median(product.map(({ scores }) => scores[category] ?? 0));
    hasMissed ||= score < 100;
    console.log(`${score === 100 ? '✓' : '✗'} ${category.padEnd(44)} ${score} of 100`);
  }
  const lost = new Set(product.flatMap((result) => result.lost));
  if (lost.size > 0) console.log(`  points were lost at ${[...lost].join(', ')}`);
}

await installLighthouse();
const server = await startServer({ script: 'scripts/start.ts' });
const copy = await serveStaticCopy(server.url);
try {
  for (const throttling of ['simulate', 'devtools'] as const) await compare(throttling, server.url, copy.url);
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
process.exitCode = hasMissed ? 1 : 0;
