import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Machines, startMachines } from '../support/machines.ts';
import { writeWhileServersDie } from '../support/under-fire.ts';

let machines: Machines;
beforeAll(async () => {
  machines = await startMachines(3);
});
afterAll(() => machines?.stop());

test('three servers are killed in turn while owners write: nothing acknowledged is lost, and nobody is signed out', async () => {
  const { complaints, ...counts } = await writeWhileServersDie(machines, 5, 2);
  expect(complaints).toEqual([]);
  expect(counts.kills).toBe(6);
  for (const count of [counts.rows, counts.photos, counts.deletions, counts.refreshes])
    expect(count).toBeGreaterThan(5);
  // Each kill hit a request at least.
  expect(counts.sentAgain).toBeGreaterThanOrEqual(counts.kills);
});
