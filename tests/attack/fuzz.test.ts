import { randomInt } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startTestBackend } from '../support/test-backend.ts';
import { castRoles, fuzz, requestsOf } from './fuzz.ts';
import { problemOf } from './raw-requests.ts';
import { belongings, newVictim } from './world.ts';

/** A different seed each run; `WAGDAY_FUZZ_SEED=<seed>` repeats the requests of a run, and so does `npm run fuzz -- 1500 <seed>`. */
const seed = Number(process.env.WAGDAY_FUZZ_SEED ?? randomInt(2 ** 31));
const count = 1500;

process.stdout.write(`The fuzzer's seed is ${seed}.\n`);
const backend = await startTestBackend();
afterAll(backend.stop);
const victim = await newVictim(backend);
const roles = await castRoles(backend, victim);

test('requests made up by chance get well-formed answers, and touch and tell nothing of another', async () => {
  const before = await belongings(victim, backend);
  const { findings, counts } = await fuzz(backend.url, roles, requestsOf(seed, count));
  expect(findings, `seed ${seed}`).toEqual([]);
  expect(await belongings(victim, backend), `seed ${seed}`).toEqual(before);
  // If everything were refused at once, nothing would have been tried.
  expect(counts.get(200) ?? 0).toBeGreaterThan(count / 20);
  // Rows that were added or changed.
  expect((counts.get(201) ?? 0) + (counts.get(204) ?? 0)).toBeGreaterThan(0);
  // Answers of guests.
  expect(counts.get(303) ?? 0).toBeGreaterThan(0);
  expect(backend.logged(), `seed ${seed}`).not.toMatch(/"event":"\w+_failed"/);
});

test('a seed names its requests', () => {
  expect(requestsOf(7, 50)).toEqual(requestsOf(7, 50));
  expect(requestsOf(7, 50)).not.toEqual(requestsOf(8, 50));
});

test('an account may read back the address that it asked to change to, and no other address', () => {
  const question = { method: 'GET', path: '/auth/v1/user' };
  const answerOf = (user: object) => ({
    status: 200,
    headers: {
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
    },
    body: Buffer.from(JSON.stringify(user)),
  });
  const own = { email: 'leaver@wagday.dev', new_email: 'victim@wagday.dev' };
  expect(problemOf(question, answerOf(own), ['victim@wagday.dev'])).toBeNull();
  const foreign = { ...own, email: 'victim@wagday.dev' };
  expect(problemOf(question, answerOf(foreign), ['victim@wagday.dev'])).toBe('it tells "victim@wagday.dev"');
});
