import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

/**
 * So many that each of these is found more than once: an Undo that does not raise the version, a deletion that names none, a late list of
 * another tab, photos that are sent without their owner's session, and changes that a closed tab has left to nobody.
 */
const seeds = Array.from({ length: 180 }, (_, index) => index + 1);

test('Whatever goes wrong, nothing that an owner has kept is lost, doubled or asked about without need. @8.18', async () => {
  for (const seed of seeds) {
    const { problems } = await simulate(seed);
    expect(problems, `npm run simulate -- --seed ${seed}`).toEqual([]);
  }
});

test('a seed is the same year again, so that what it has found can be followed', async () => {
  const { trace } = await simulate(2, true);
  expect((await simulate(2, true)).trace).toEqual(trace);
});
