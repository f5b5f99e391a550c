import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

test('Whatever goes wrong, nothing that an owner has kept is lost, doubled or asked about without need. @8.18', async () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const { problems } = await simulate(seed);
    expect(problems, `npm run simulate -- --seed ${seed}`).toEqual([]);
  }
});
