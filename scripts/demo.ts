/** Shows Wagday with a pack, parties and guests, in a data directory that is deleted at the end. Guests answer while one looks. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCalendarDate } from '../domain/dates/calendar-date.ts';
import { startServer } from '../tests/support/start-server.ts';
import { createDemoPack } from './demo-pack.ts';

/** Milliseconds between two answers. */
const PAUSE_MS = Number(process.env.WAGDAY_DEMO_PAUSE_MS ?? 20_000);

const now = new Date();
const localDay = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
const today = parseCalendarDate(localDay.join('-'));
if (!today) throw new Error('The clock of this machine has no day that a calendar knows.');

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

console.log('Waking the dogs ...');
const env = { WAGDAY_STARTED_BY: String(process.pid), PORT: process.env.PORT ?? '0' };
const server = await startServer({ script: 'scripts/start.ts', env });
server.process.once('exit', () => stopping.abort());
try {
  const [email, password] = ['robin@example.com', 'wag-wag-wag'];
  const { invitation, answerNext } = await createDemoPack(server.url, today, email, password);
  console.log(`
Wagday with a pack: ${server.url}/auth
  Email      ${email}
  Password   ${password}
  A guest's  ${invitation}

Luna has her birthday today, and guests answer for her Cake Day while you look at its page.
Ctrl-C ends the demo and deletes all of it.`);
  do await sleep(PAUSE_MS, undefined, { signal: stopping.signal });
  while (await answerNext());
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
} catch (error) {
  if (!stopping.signal.aborted) throw error;
} finally {
  await server.stop();
}
