/**
 * Sends random requests to a real server and checks every answer:
 * `npm run fuzz -- [requests] [seed]`. Prints the seed, how many requests got which status, and how much the server's memory grew
 * after the warm-up. Prints each request that got a wrong answer, so that it can be sent again. Exits with code 1 when anything was
 * wrong.
 */
import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual, promisify } from 'node:util';
import { castRoles, type FuzzReport, fuzz, questionOf, type Roles, requestsOf } from '../tests/attack/fuzz.ts';
import { belongings, newVictim } from '../tests/attack/world.ts';
import { startServer, type TestServer } from '../tests/support/start-server.ts';

/** Requests before memory is first measured, while caches, pools and compiled code grow. */
const warmUp = 5000;
/** Bytes that the server may grow after the warm-up, however many requests follow. */
const growthLimit = 64 * 1024 * 1024;

const [count = 10_000, seed = randomInt(2 ** 31)] = process.argv.slice(2).map(Number);
if (!Number.isSafeInteger(count) || !Number.isSafeInteger(seed) || count < 1) {
  console.error('Usage: npm run fuzz -- [requests] [seed]');
  process.exit(1);
}

async function residentBytes({ process: { pid } }: TestServer): Promise<number> {
  // Garbage is collected when the next requests come, not now. The pause lets the answers leave.
  await sleep(2000);
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) * 1024;
}

const inMegabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

function printReport({ counts, findings }: FuzzReport, roles: Roles): void {
  for (const [status, times] of [...counts].toSorted(([one], [other]) => one - other)) {
    console.log(`${status} ${String(times).padStart(7)}`);
  }
  for (const { problem, request } of findings.slice(0, 20)) {
    const { method, path } = questionOf(request, roles);
    console.log(`\n✗ ${problem}\n  ${method} ${path}\n  ${JSON.stringify(request)}`);
  }
}

// As behind a proxy: every request comes from another visitor, so that rate limits do not hide other faults. In a small heap, garbage
// does not look like growth.
const server = await startServer({
  nodeArguments: ['--max-old-space-size=96', '--max-semi-space-size=2'],
  env: { TRUST_PROXY: 'loopback', WAGDAY_CLIENT_LIMITS: '1000' },
});
try {
  const backend = { url: server.url, key: 'wagday' };
  const victim = await newVictim(backend);
  const roles = await castRoles(backend, victim);
  const before = await belongings(victim, backend);
  console.log(`${count} requests, seed ${seed}`);

  await fuzz(server.url, roles, requestsOf(seed - 1, warmUp));
  const warm = await residentBytes(server);
  const report = await fuzz(server.url, roles, requestsOf(seed, count));
  const growth = (await residentBytes(server)) - warm;
  printReport(report, roles);

  const logged = server.output().match(/^.*"event":"(\w+_failed|uncaught\w+|unhandled\w+)".*$/gm) ?? [];
  const failures = [
    ...(report.findings.length > 0 ? [`${report.findings.length} wrong answers`] : []),
    ...(isDeepStrictEqual(await belongings(victim, backend), before) ? [] : ["the victim's data changed"]),
    ...(growth > growthLimit ? [`memory grew by more than ${inMegabytes(growthLimit)}`] : []),
    ...(logged.length > 0 ? [`the server logged failures:\n${logged.join('\n')}`] : []),
  ];
  console.log(`\nmemory ${inMegabytes(warm)} after ${warmUp} requests, ${inMegabytes(warm + growth)} at the end`);
  for (const failure of failures) console.log(`✗ ${failure}`);
  console.log(failures.length === 0 ? `seed ${seed}: nothing found` : `seed ${seed}: failed`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await server.stop();
}
