import { expect, test } from 'vitest';
import { runKillLoops } from '../support/kill-loops.ts';

test('ten times kill -9 under mixed writes: nothing confirmed is lost, no photo is torn, every start succeeds', async () => {
  const report = await runKillLoops(10, 20_261_121);
  expect(report).toMatchObject({ failedStarts: 0, problems: [] });
  // Shows that the test tested something: owners wrote, kills fell among their writes, and there were photos to compare.
  expect(report.acknowledged).toBeGreaterThan(50);
  expect(report.inDoubt).toBeGreaterThan(0);
  expect(report.photosCompared).toBeGreaterThan(0);
  // On a small machine that does other things as well.
}, 600_000);
