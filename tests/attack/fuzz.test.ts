import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';
import { castRoles, fuzz, type Roles, requestsOf } from './fuzz.ts';
import { belongings, newVictim, type Victim } from './world.ts';

/** Another one each run; `WAGDAY_FUZZ_SEED=<seed>` sends the requests of a run again, and so does `npm run fuzz -- 1500 <seed>`. */
const seed = Number(process.env.WAGDAY_FUZZ_SEED ?? randomInt(2 ** 31));
const count = 1500;

let backend: TestBackend;
let victim: Victim;
let roles: Roles;
beforeAll(async () => {
  process.stdout.write(`The fuzzer's seed is ${seed}.\n`);
  backend = await startTestBackend();
  victim = await newVictim(backend);
  roles = await castRoles(backend, victim);
});
afterAll(() => backend?.stop());

test('requests made up by chance get well-formed answers, and touch and tell nothing of another', async () => {
  const before = await belongings(victim, backend);
  const { findings, counts } = await fuzz(backend.url, roles, requestsOf(seed, count));
  expect(findings, `seed ${seed}`).toEqual([]);
  expect(await belongings(victim, backend), `seed ${seed}`).toEqual(before);
  // Were everything refused at the door, nothing would have been tried.
  expect(counts.get(200) ?? 0).toBeGreaterThan(count / 20);
  expect(counts.get(201) ?? 0).toBeGreaterThan(0);
  expect(backend.logged(), `seed ${seed}`).not.toMatch(/"event":"\w+_failed"/);
});

test('a seed names its requests', () => {
  expect(requestsOf(7, 50)).toEqual(requestsOf(7, 50));
  expect(requestsOf(7, 50)).not.toEqual(requestsOf(8, 50));
});
